/** An occurrence of a signal, as input of matching. Times are Unix milliseconds. */
export interface SeenOccurrence {
  occurrenceId: string
  signalId: string
  /** Null when it isn't about one customer. */
  customerId: string | null
  /** When it happened. */
  at: number
  /** For a threshold: the time in which it counted events. A late event may move the occurrence within it. */
  window?: Window | null
}

export interface Window {
  from: number
  until: number
}

/** A threshold occurrence that was acted on. */
export interface ActedWindow extends Window {
  signalId: string
}

/** When occurrences trigger an automation. */
export interface MatchRules {
  /** Number of different signals that are needed; 1: any occurrence is enough. */
  requiredSignals: number
  /** Within this time, edges included. */
  windowMs: number
}

/** Occurrences of one customer that together trigger an automation once. */
export interface Match<Seen extends SeenOccurrence = SeenOccurrence> {
  customerId: string | null
  /** When the last of them happened. */
  at: number
  /** By time; the last one completed the match. */
  occurrences: Seen[]
}

/**
 * Finds matches among occurrences that weren't acted on yet, in event time, per customer: a match is complete with the
 * occurrence that brings enough different signals into the window, and contains everything in the window. Each occurrence
 * is in one match at most. Pure; the order of `seen` doesn't matter.
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

/** The id decides between occurrences of the same time, so that the order is always the same. */
export function byTime(left: SeenOccurrence, right: SeenOccurrence): number {
  return left.at - right.at || (left.occurrenceId < right.occurrenceId ? -1 : 1)
}
