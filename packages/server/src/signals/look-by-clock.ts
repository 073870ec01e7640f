import { encodeRecords, type OccurrenceRecord } from '../log/record.ts'
import type { ReadModels } from '../read-models/read-models.ts'
import type { ProjectedSignal } from '../read-models/reads/occurrence-reads.ts'
import type { Log } from '../store/ports.ts'
import type { Turn } from '../work/under-lease.ts'
import { type FindingPlace, inParts } from './clock-finding.ts'
import type { Evaluation, HistoricOccurrence } from './evaluate-signal.ts'

/** So many are found and appended at once. */
const defaultPageSize = 20_000

/** How far a signal was looked at. Unix milliseconds. */
export interface Look {
  until: number
  /** When to look again; null: when something happened. */
  nextAt: number | null
}

/** What is looked at, and what is told. */
interface Looked {
  readModels: Pick<ReadModels, 'evaluateSignal'>
  log: Pick<Log, 'append'>
}

/**
 * Looks for what a signal by the clock finds within a range of time, and appends what isn't in the log. Part by part and page
 * by page, so that no read is long or large however long nobody looked; `onLooked` is told after each part. Resolves how
 * many there were. Rejects with {@link UnreadableSignal} where a read fails.
 */
export async function lookByClock(
  { readModels, log }: Looked,
  { lease, signal: stop }: Turn,
  { signalId, signal }: ProjectedSignal,
  {
    from,
    now,
    name,
    onLooked,
    pageSize = defaultPageSize,
  }: {
    from: number
    now: number
    /** The signal's, for people. */
    name?: string | undefined
    onLooked: (look: Look) => void
    pageSize?: number
  },
): Promise<number> {
  let found = 0
  for (const part of inParts({ from, until: now })) {
    let after: FindingPlace | null = null
    do {
      stop.throwIfAborted()
      const page: Evaluation = await readModels
        .evaluateSignal({ signalId, signal, ...part, limit: pageSize, unseen: true, after })
        .catch((error: unknown) => {
          throw new UnreadableSignal(error)
        })
      const records = page.occurrences.flatMap((occurrence) => toRecord(occurrence, name))
      stop.throwIfAborted()
      for (const bytes of encodeRecords(records, { receivedAt: now }))
        if (bytes !== null) await log.append(bytes, { lease })
      found += records.length
      after = page.resumeAfter
      if (after === null) onLooked({ until: part.until, nextAt: page.nextAt })
    } while (after !== null)
  }
  return found
}

/** What a signal looks for can't be read: that holds up no other. */
export class UnreadableSignal extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

function toRecord(
  { occurrenceId, signalId, customer, occurredAt, evidence }: HistoricOccurrence,
  signalName: string | undefined,
): OccurrenceRecord[] {
  if (customer === null) return []
  return [
    {
      kind: 'occurrence',
      occurrenceId,
      signalId,
      ...(signalName !== undefined && { signalName }),
      customer,
      occurredAt: Date.parse(occurredAt),
      windowFrom: Date.parse(evidence.from),
      count: evidence.count,
      eventIds: evidence.eventIds,
    },
  ]
}
