import {
  type ActedWindow,
  byTime,
  type Match,
  type MatchRules,
  matchOccurrences,
  type SeenOccurrence,
} from './match-occurrences.ts'

/** Why an automation skips an occurrence. */
export const skippedReasons = {
  STALE: 'happened longer ago than the freshness horizon',
  AUDIENCE: 'is about nobody of the audience',
  COOLDOWN: 'is within the cooldown of another run for the same customer',
  REPEATED: 'was acted on already, before a late event or a merge moved it',
  MISSED: 'passed while the server was down',
} as const
export type SkippedReason = keyof typeof skippedReasons

export interface RunRules extends MatchRules {
  /** Least time between two runs for one customer, by event time. 0: none. */
  cooldownMs: number
}

/** What an automation does about occurrences. */
export interface Choice<Seen extends SeenOccurrence = SeenOccurrence> {
  runs: Match<Seen>[]
  skipped: { reason: SkippedReason; match: Match<Seen> }[]
}

/** Chooses the occurrences that an automation acts on. Used for acting and for previews: all state is passed in. Pure. */
export function chooseRuns<Seen extends SeenOccurrence>(
  seen: readonly Seen[],
  rules: RunRules,
  known: {
    /** Occurrences from before are skipped, Unix milliseconds. */
    freshSince: number
    isInAudience: (customerId: string | null) => boolean
    /** Times of earlier runs by customer, Unix milliseconds of event time. */
    runTimes: ReadonlyMap<string, readonly number[]>
    /** The threshold occurrences of earlier runs whose windows have moved since. */
    moved?: ReadonlyMap<string, readonly ActedWindow[]>
  },
): Choice<Seen> {
  const choice: Choice<Seen> = { runs: [], skipped: [] }
  const times = new Map([...known.runTimes].map(([customerId, all]) => [customerId, [...all]]))
  const repeated = repeatedAmong(seen, known.moved ?? new Map())
  // An occurrence that was acted on triggers nothing again, wherever a late event moved it.
  for (const one of repeated)
    choice.skipped.push({
      reason: 'REPEATED',
      match: { customerId: one.customerId, at: one.at, occurrences: [one] },
    })
  const fresh = seen.filter((one) => !repeated.has(one))
  for (const match of matchOccurrences(fresh, rules).sort((left, right) => left.at - right.at)) {
    const reason = reasonAgainst(match)
    if (reason !== null) {
      choice.skipped.push({ reason, match })
      continue
    }
    choice.runs.push(match)
    if (match.customerId === null) continue
    const earlier = times.get(match.customerId)
    if (earlier === undefined) times.set(match.customerId, [match.at])
    else earlier.push(match.at)
  }
  return choice

  function reasonAgainst({ at, customerId }: Match): SkippedReason | null {
    if (at < known.freshSince) return 'STALE'
    if (!known.isInAudience(customerId)) return 'AUDIENCE'
    const earlier = customerId === null ? [] : (times.get(customerId) ?? [])
    return earlier.some((time) => Math.abs(at - time) < rules.cooldownMs) ? 'COOLDOWN' : null
  }
}

/** The occurrences of thresholds among those acted on. */
export function actedWindows(occurrences: readonly SeenOccurrence[]): ActedWindow[] {
  return occurrences.flatMap(({ signalId, window }) => (window ? [{ signalId, ...window }] : []))
}

/** For each acted-on threshold that has moved: the first new one that counts events of the same time. */
function repeatedAmong<Seen extends SeenOccurrence>(
  seen: readonly Seen[],
  moved: ReadonlyMap<string, readonly ActedWindow[]>,
): Set<Seen> {
  const repeated = new Set<Seen>()
  const taken = new Set<ActedWindow>()
  for (const one of seen.toSorted(byTime)) {
    const { customerId, signalId, window } = one
    if (!window || customerId === null) continue
    const former = (moved.get(customerId) ?? []).find(
      (other) =>
        !taken.has(other) &&
        other.signalId === signalId &&
        other.from < window.until &&
        window.from < other.until,
    )
    if (former === undefined) continue
    taken.add(former)
    repeated.add(one)
  }
  return repeated
}
