import type { SignalDefinition } from '../kernel/log/record.ts'
import type { ReadModels } from '../kernel/read-models/read-models.ts'
import { splitRange, type TimeRange } from './time-based-finding.ts'
import { detectionOf } from './detection.ts'
import type { HistoricOccurrence } from './evaluate-signal.ts'

/** Maximal number of occurrences of one signal, the earliest ones … */
const occurrencesOfSignal = 10_000
/** … and of all signals together: each takes about half a kilobyte of memory, in the process that answers. */
const occurrencesInAll = 100_000

/**
 * What signals would have found within a range of time, had they existed; nothing is stored. Ordered by time. `truncated`
 * if a signal found more than 10,000, or, with more than ten signals, more than its share of 100,000.
 */
export async function evaluateHistory(
  reads: Pick<ReadModels, 'evaluateSignal'>,
  signals: readonly ({ id: string } & SignalDefinition)[],
  range: TimeRange,
): Promise<{ occurrences: HistoricOccurrence[]; truncated: boolean }> {
  const occurrences: HistoricOccurrence[] = []
  const ofEach = Math.min(occurrencesOfSignal, Math.floor(occurrencesInAll / Math.max(1, signals.length)))
  let truncated = false
  for (const { id: signalId, ...signal } of signals) {
    const { type } = detectionOf(signal)
    // The earliest events are found fast; each part of a threshold's range would have to count a whole window before it
    // again.
    const isOneRead = type === 'event' || type === 'threshold'
    let left = ofEach
    for (const part of isOneRead ? [range] : splitRange(range)) {
      const found = await reads.evaluateSignal({ signalId, signal, ...part, limit: left })
      occurrences.push(...found.occurrences)
      left -= found.occurrences.length
      truncated ||= found.truncated
      if (found.truncated) break
    }
  }
  occurrences.sort((a, b) =>
    a.occurredAt === b.occurredAt
      ? a.occurrenceId < b.occurrenceId
        ? -1
        : 1
      : a.occurredAt < b.occurredAt
        ? -1
        : 1,
  )
  return { occurrences, truncated }
}
