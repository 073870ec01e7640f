/** An event that counts. */
export interface Hit {
  /** Unix milliseconds. */
  at: number
  eventId: string
}

/**
 * The events with which a threshold is crossed: those that make it `count` within `windowMs` (an event exactly that much
 * earlier is out again), where a moment before it were fewer. Each as the hits of its window, itself the last one. `hits`
 * are in any order; that of their arrival makes no difference. Pure.
 */
export function findCrossings<H extends Hit>(
  hits: readonly H[],
  { count, windowMs }: { count: number; windowMs: number },
): H[][] {
  const ordered = hits.toSorted((a, b) => a.at - b.at || (a.eventId < b.eventId ? -1 : 1))
  const crossings: H[][] = []
  let first = 0
  for (let index = 0; index < ordered.length;) {
    const { at } = ordered[index]!
    // A moment before, what is exactly a window older was still in it.
    while (ordered[first]!.at < at - windowMs) first++
    const before = index - first
    while (ordered[first]!.at <= at - windowMs) first++
    let end = index
    while (end < ordered.length && ordered[end]!.at === at) end++
    if (before < count && end - first >= count) {
      crossings.push(ordered.slice(first, first + count))
    }
    index = end
  }
  return crossings
}
