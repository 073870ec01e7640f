import type { Row } from '../../kernel/sql/define-table.ts'
import { signalTables } from '../signal-tables.ts'
import type { eventTables } from '../../events/event-tables.ts'
import { toJsonText } from '../../kernel/log/json-text.ts'
import type { SignalDefinition, SignalRecord } from '../../kernel/log/record.ts'
import { textItems, type SqlWriter } from '../../kernel/sql/database.ts'
import { assertDefinition } from '../check-definition.ts'
import {
  detectionOf,
  type EventDetection,
  latenessMs,
  type SignalGrain,
  type ThresholdDetection,
} from '../detection.ts'
import { createEventIndex, type EventIndex } from '../event-index.ts'
import { evidenceText } from '../evidence.ts'
import { eventOccurrenceId } from '../occurrence-id.ts'
import { segmentOf } from '../segment-of.ts'
import { collectHits } from './collect-hits.ts'
import { recomputeThresholds, type ThresholdSignal } from './threshold-occurrences.ts'

/** A signal that is evaluated with each event. */
interface WatchingSignal {
  signalId: string
  /** Only events after this one (`events.sequence`) can be occurrences. */
  since: number
  detection: EventDetection | ThresholdDetection
}

/**
 * Evaluates signals for the events of a micro-batch, in its transaction. The result depends on the log only, not on how
 * it was split into batches.
 */
export class SignalWatch {
  readonly #writer: SqlWriter
  #signals: ReadonlyMap<string, WatchingSignal>
  #index: EventIndex<WatchingSignal> | null = null
  #thresholds: ReadonlyMap<string, ThresholdSignal> = new Map()

  private constructor(writer: SqlWriter, signals: ReadonlyMap<string, WatchingSignal>) {
    this.#writer = writer
    this.#signals = signals
    this.#arrange()
  }

  static async open(writer: SqlWriter): Promise<SignalWatch> {
    return new SignalWatch(writer, await readSignals(writer))
  }

  /** Whether any signal is evaluated with events. */
  get isWatching(): boolean {
    return this.#signals.size > 0
  }

  /** After a failed transaction: restores the stored state. */
  async forget(): Promise<void> {
    this.#signals = await readSignals(this.#writer)
    this.#arrange()
  }

  /** A definition applies to later events; `sequence`: of the last event before it. */
  async define(record: SignalRecord, sequence: number): Promise<void> {
    const { signalId, signal, receivedAt } = record
    const [known] = await this.#writer.all<{ signal: string }>(
      'select signal from signals where signal_id = $1',
      [signalId],
    )
    if (known !== undefined && signal !== null && known.signal === toJsonText(signal)) return
    for (const table of ['signals', 'signal_hits'])
      await this.#writer.all(`delete from ${table} where signal_id = $1`, [signalId])
    const signals = new Map(this.#signals)
    signals.delete(signalId)
    if (signal !== null) {
      assertDefinition(signal)
      await this.#writer.append(signalTables.signals, [
        { signal_id: signalId, signal: toJsonText(signal), since: sequence, since_at: receivedAt },
      ])
      const watching = toWatching(signalId, signal, sequence)
      if (watching !== null) signals.set(signalId, watching)
      if (watching?.detection.type === 'threshold')
        await collectHits(this.#writer, signalId, watching.detection, receivedAt)
    }
    this.#signals = signals
    this.#arrange()
  }

  /** Writes the occurrences of these events; returns the events that count towards thresholds. */
  async observe(
    events: readonly Row<typeof eventTables.events>[],
  ): Promise<readonly Row<typeof signalTables.signal_hits>[]> {
    if (this.#index === null || events.length === 0) return []
    const occurrences: Row<typeof signalTables.occurrences>[] = []
    const hits: Row<typeof signalTables.signal_hits>[] = []
    for (const event of events) {
      for (const { signalId, detection } of this.#index.match(event)) {
        if (detection.type === 'threshold') {
          if (isInTime(event)) hits.push(hitOf(signalId, event))
        } else {
          const occurrence = occurrenceOf(signalId, detection.grain, event)
          if (occurrence !== null) occurrences.push(occurrence)
        }
      }
    }
    // If the uuid holds no time and was seen before, the newer event replaces the older one.
    const again = occurrences.filter(({ event_id: id }) => id![14] !== '7').map((row) => row.occurrence_id)
    if (again.length > 0)
      await this.#writer.all(`delete from occurrences where occurrence_id in (${textItems(1)})`, [again])
    await this.#writer.append(signalTables.occurrences, occurrences)
    await this.#writer.append(signalTables.signal_hits, hits)
    return hits
  }

  /**
   * Updates occurrences of thresholds, once the owners of the events are known; `moved`: customers that gained or lost
   * stored events.
   */
  async recompute(
    hits: readonly Row<typeof signalTables.signal_hits>[],
    moved: ReadonlySet<string>,
  ): Promise<void> {
    if (this.#thresholds.size === 0) return
    await recomputeThresholds(this.#writer, this.#thresholds, hits, moved)
  }

  #arrange(): void {
    const signals = [...this.#signals.values()]
    this.#index = signals.length === 0 ? null : createEventIndex(signals)
    this.#thresholds = new Map(
      signals.flatMap((signal) => {
        const { signalId, detection } = signal
        return detection.type === 'threshold' ? [[signalId, { ...signal, detection }] as const] : []
      }),
    )
  }
}

async function readSignals(writer: SqlWriter): Promise<Map<string, WatchingSignal>> {
  const rows = await writer.all<{ signal_id: string; signal: string; since: number }>(
    'select signal_id, signal, since from signals',
  )
  return new Map(
    rows.flatMap(({ signal_id, signal, since }) => {
      const watching = toWatching(signal_id, JSON.parse(signal) as SignalDefinition, since)
      return watching === null ? [] : [[signal_id, watching] as const]
    }),
  )
}

function toWatching(signalId: string, signal: SignalDefinition, since: number): WatchingSignal | null {
  const detection = detectionOf(signal)
  return detection.type === 'event' || detection.type === 'threshold' ? { signalId, since, detection } : null
}

function isInTime({ occurred_at, received_at }: Row<typeof eventTables.events>): boolean {
  return received_at - occurred_at <= latenessMs
}

function hitOf(
  signalId: string,
  event: Row<typeof eventTables.events>,
): Row<typeof signalTables.signal_hits> {
  const { sequence, event_id, subject, event_name, event_channel, occurred_at, received_at, source } = event
  return {
    signal_id: signalId,
    sequence,
    event_id,
    subject,
    event_name,
    event_channel,
    occurred_at,
    received_at,
    trusted: source !== 'client',
  }
}

/** Null when the signal is about segments and the event names none. */
function occurrenceOf(
  signalId: string,
  grain: SignalGrain,
  event: Row<typeof eventTables.events>,
): Row<typeof signalTables.occurrences> | null {
  const { event_id: eventId, occurred_at: at } = event
  const segment = grain === 'SEGMENT' ? segmentOf(event) : null
  if (grain === 'SEGMENT' && segment === null) return null
  return {
    occurrence_id: eventOccurrenceId(signalId, { eventId, trusted: event.source !== 'client' }),
    signal_id: signalId,
    grain,
    subject: grain === 'CUSTOMER' ? event.subject : null,
    subject_id: segment,
    occurred_at: at,
    detected_at: event.received_at,
    event_id: eventId,
    event_name: event.event_name,
    event_channel: event.event_channel,
    evidence: evidenceText({ eventIds: [eventId], count: 1, from: at, until: at }),
    sequence: event.sequence,
  }
}
