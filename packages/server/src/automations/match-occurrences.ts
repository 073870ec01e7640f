/** An occurrence of a signal, as matching sees it. Times are Unix milliseconds. */
export interface SeenOccurrence {
  occurrenceId: string
  signalId: string
  /** Null where it is about no one customer. */
  customerId: string | null
  /** When it happened. */
  at: number
  /** Of a threshold: the time whose events it counts. An earlier event that is found late moves it within. */
  window?: Window | null
}

export interface Window {
  from: number
  until: number
}

/** A threshold that was acted on. */
export interface ActedWindow extends Window {
  signalId: string
}

/** When occurrences make an automation act. */
export interface MatchRules {
  /** So many different signals are needed; 1: any occurrence is enough. */
  requiredSignals: number
  /** Within so much time, edges included. */
  windowMs: number
}

/** Occurrences of one customer that together make an automation act, once. */
export interface Match<Seen extends SeenOccurrence = SeenOccurrence> {
  customerId: string | null
  /** When the last one of them happened. */
  at: number
  /** By time; the last one completed it. */
  occurrences: Seen[]
}

/**
 * Finds what makes an automation act among occurrences that it hasn't acted on, in event time, customer by customer: a
 * match is complete with the occurrence by which enough different signals lie within the window, and takes everything in
 * the window with it. Each occurrence is in one match at most. Pure; the order of `seen` doesn't matter.
 */
export function matchOccurrences<Seen extends SeenOccurrence>(
  seen: readonly Seen[],
  { requiredSignals, windowMs }: MatchRules,
): Match<Seen>[] {
  const matches: Match<Seen>[] = []
  const open = new Map<string | null, Seen[]>()
  for (const occurrence of seen.toSorted(byTime)) {
    const { customerId, at } = occurrence
    const recent = (open.get(customerId) ?? []).filter((earlier) => at - earlier.at <= windowMs)
    recent.push(occurrence)
    const isComplete = requiredSignals <= 1 || countSignals(recent) >= requiredSignals
    if (isComplete)
      matches.push({ customerId, at, occurrences: requiredSignals <= 1 ? [occurrence] : recent })
    open.set(customerId, isComplete ? [] : recent)
  }
  return matches
}

function countSignals(occurrences: readonly SeenOccurrence[]): number {
  return new Set(occurrences.map(({ signalId }) => signalId)).size
}

/** The id decides between occurrences of the same time, so that everybody sees the same order. */
export function byTime(left: SeenOccurrence, right: SeenOccurrence): number {
  return left.at - right.at || (left.occurrenceId < right.occurrenceId ? -1 : 1)
}
