import { appendRecords } from '../kernel/log/append-records.ts'
import type { OccurrenceRecord } from '../kernel/log/record.ts'
import type { ReadModels } from '../kernel/read-models/read-models.ts'
import type { ProjectedSignal } from './occurrence-read-types.ts'
import type { Log } from '../kernel/store/ports.ts'
import type { LeaseContext } from '../kernel/background/under-lease.ts'
import { type FindingCursor, splitRange } from './time-based-finding.ts'
import type { Evaluation, HistoricOccurrence } from './evaluate-signal.ts'
import { reasonOf } from '../kernel/reason-of.ts'

/** Occurrences that are read and appended at once. */
const defaultPageSize = 20_000

/** Up to when a signal was evaluated. Unix milliseconds. */
export interface DetectionState {
  until: number
  /** When to evaluate it again; null: after the next event. */
  nextAt: number | null
}

interface Detected {
  readModels: Pick<ReadModels, 'evaluateSignal'>
  log: Pick<Log, 'append'>
}

/**
 * Evaluates a time-based signal over a range of time, and appends the occurrences that aren't in the log. The range is
 * split into parts and pages, so that no read is long or large; `onPart` is called after each part. Resolves with the
 * number of occurrences. Rejects with {@link SignalReadError} when a read fails.
 */
export async function detectTimeBased(
  { readModels, log }: Detected,
  { lease, signal: stop }: LeaseContext,
  { signalId, signal }: ProjectedSignal,
  {
    from,
    now,
    name,
    onPart,
    pageSize = defaultPageSize,
  }: {
    from: number
    now: number
    /** The signal's, for people. */
    name?: string | undefined
    onPart: (state: DetectionState) => void
    pageSize?: number
  },
): Promise<number> {
  let found = 0
  for (const part of splitRange({ from, until: now })) {
    let after: FindingCursor | null = null
    do {
      stop.throwIfAborted()
      const page: Evaluation = await readModels
        .evaluateSignal({ signalId, signal, ...part, limit: pageSize, unseen: true, after })
        .catch((error: unknown) => {
          throw new SignalReadError(error)
        })
      const records = page.occurrences.flatMap((occurrence) => toRecord(occurrence, name))
      stop.throwIfAborted()
      await appendRecords(log, records, { receivedAt: now, lease })
      found += records.length
      after = page.resumeAfter
      if (after === null) onPart({ until: part.until, nextAt: page.nextAt })
    } while (after !== null)
  }
  return found
}

/** The evaluation of one signal failed; the other signals go on. */
export class SignalReadError extends Error {
  constructor(cause: unknown) {
    super(reasonOf(cause), { cause })
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
