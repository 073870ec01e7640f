/** Merges that people decided on: from the duplicate's id to the survivor's. */
export type CustomerMerges = ReadonlyMap<string, string>

/** The customer that an id stands for, after any number of merges. */
export function survivorOf(merges: CustomerMerges, customerId: string): string {
  let id = customerId
  for (let next = merges.get(id); next !== undefined; next = merges.get(id)) id = next
  return id
}

/**
 * Applies a decision; returns the customers that it changes, the duplicate first. Merging customers that are merged
 * already, either way round, changes nothing. `part` takes the two in either order.
 */
export function decideMerge(
  merges: Map<string, string>,
  { decision, duplicate, survivor }: { decision: 'merge' | 'part'; duplicate: string; survivor: string },
): string[] {
  if (decision === 'part') {
    const parted = [duplicate, survivor].find((id) => merges.has(id))
    if (parted === undefined) return []
    const ends = [parted, survivorOf(merges, parted)]
    merges.delete(parted)
    return ends
  }
  const [from, into] = [survivorOf(merges, duplicate), survivorOf(merges, survivor)]
  if (from === into) return []
  merges.set(from, into)
  return [from, into]
}
