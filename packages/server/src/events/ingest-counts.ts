import { type RejectionKind, rejectionKinds } from '@customer-intel/contract'
import type { Journals } from '../kernel/store/ports.ts'
import { partOf } from '../kernel/workspace/part.ts'
import { reasonOf } from '../kernel/reason-of.ts'

/** What came in within one minute, at one process. */
export interface MinuteCounts {
  /** Its start, Unix milliseconds. */
  at: number
  accepted: number
  duplicates: number
  rejected: Partial<Record<RejectionKind, number>>
}

/** What came in, minute by minute. */
export interface IngestCounts {
  accepted(events: number): void
  rejected(kind: RejectionKind): void
  /** All that are kept, in any order: several of a minute are added up. */
  list(): Promise<MinuteCounts[]>
  /** Writes the current minute. */
  close(): Promise<void>
}

const name = 'ingest-counts'
/** Size of the journal, approximately: three weeks of a workspace in which something comes every minute. */
const keepBytes = 2 * 1024 * 1024
const minuteMs = 60_000

/**
 * Counts in memory, and writes each minute in which something came to a journal that drops the oldest. `duplicates`
 * counts those that were recognised since the process started.
 */
export function openIngestCounts(
  journals: Journals,
  options: { duplicates: () => number; onProblem: (problem: string) => void; clock?: () => number },
): IngestCounts {
  const { duplicates, onProblem, clock = Date.now } = options
  let counts = startMinute()
  let recognised = duplicates()
  /** Accepted in the minute before, and no repetitions: some may be recognised as such yet. */
  let undecided = 0
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()

  function startMinute(): MinuteCounts {
    return { at: Math.floor(clock() / minuteMs) * minuteMs, accepted: 0, duplicates: 0, rejected: {} }
  }

  /** The counts of the minute that it is now. */
  function current(): MinuteCounts {
    if (clock() - counts.at >= minuteMs) void write()
    timer ??= setTimeout(() => void write(), counts.at + minuteMs - clock()).unref()
    return counts
  }

  function write(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const entry = ended()
    undecided = entry.accepted - entry.duplicates
    counts = startMinute()
    if (entry.accepted + entry.duplicates > 0 || Object.keys(entry.rejected).length > 0)
      writing = writing
        .then(() => journals.append(name, [entry], { keepBytes, durable: false }))
        .catch((error: unknown) => onProblem(`What came in can't be counted: ${reasonOf(error)}`))
    return writing
  }

  /** Repetitions can't outnumber what was accepted: what is applied again, after a rebuild, is no repetition. */
  function ended(): MinuteCounts {
    const known = duplicates()
    counts.duplicates = Math.min(
      undecided + counts.accepted,
      counts.duplicates + Math.max(0, known - recognised),
    )
    recognised = known
    return counts
  }

  return {
    accepted(events) {
      current().accepted += events
    },
    rejected(kind) {
      const { rejected } = current()
      rejected[kind] = (rejected[kind] ?? 0) + 1
    },
    async list() {
      await writing
      return [...(await journals.read<MinuteCounts>(name)), ended()]
    },
    close: write,
  }
}

/** What came in, of one organization. */
export const ingestCountsOf = partOf((workspace) => {
  const counts = openIngestCounts(workspace.journals, {
    duplicates: () => workspace.readModels.counters.duplicates,
    onProblem: workspace.onProblem,
  })
  workspace.onClose(() => counts.close())
  return counts
})

/** Of every kind that occurs, in the contract's order. */
export function reasonsOf(rejected: MinuteCounts['rejected']): { kind: RejectionKind; count: number }[] {
  return rejectionKinds.flatMap((kind) => (rejected[kind] ? [{ kind, count: rejected[kind] }] : []))
}
