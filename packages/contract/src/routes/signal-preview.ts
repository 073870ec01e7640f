import * as v from 'valibot'
import { limits } from '../limits.ts'
import { strictObject } from '../objects.ts'
import { CountSchema, DateTimeSchema, integer, UuidSchema } from '../scalars.ts'
import { PreviewOccurrenceSchema } from './automation-preview.ts'
import { EventMatchDefinitionSchema, EventPatternDefinitionSchema } from './signal-definitions.ts'

const TriedSignalSchema = v.variant('kind', [
  strictObject({
    /** One of the named events happens. */
    kind: v.literal('EVENT_MATCH'),
    /** Which events. */
    definition: EventMatchDefinitionSchema,
  }),
  strictObject({
    /** Events happen often, stop, or change, at one customer. */
    kind: v.literal('EVENT_PATTERN'),
    /** How. */
    definition: EventPatternDefinitionSchema,
  }),
])

/**
 * Asks what a signal would have found: one that is there, or one that isn't yet.
 * @example {"signal": {"kind": "EVENT_MATCH", "definition": {"grain": "customer", "subjectResolver": "event_customer", "eventNames": ["trial_started"]}}, "days": 90}
 */
export const PreviewSignalBodySchema = v.pipe(
  strictObject({
    /** The definition to try. Give this or `signalId`. */
    signal: v.optional(TriedSignalSchema),
    /** Uuid of one that is there. */
    signalId: v.optional(UuidSchema),
    /** How many days back; 1 to 730. */
    days: integer(1, limits.signals.previewDays),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { signal, signalId } = dataset.value
    if ((signal === undefined) !== (signalId === undefined)) return
    const input = { signal, signalId }
    addIssue({
      message: 'must be given, or signalId: one of the two',
      path: [{ type: 'object', origin: 'value', input, key: 'signal', value: signal }],
    })
  }),
)

/** What a signal would have found over the last days. */
export const SignalPreviewSchema = v.object({
  /** The start of the time looked at. ISO 8601, UTC. */
  from: DateTimeSchema,
  /** Its end: now. ISO 8601, UTC. */
  to: DateTimeSchema,
  /** The time zone of the days. */
  timezone: v.string(),
  /** All occurrences. */
  occurrenceCount: CountSchema,
  /** Customers at whom there were any. */
  customerCount: CountSchema,
  /** Days with occurrences, oldest first. */
  byDay: v.array(
    v.object({
      /** Such as `2026-06-01`, in that time zone. */
      day: v.string(),
      /** Occurrences on it. */
      occurrences: CountSchema,
      /** Customers at whom there were any on it. */
      customers: CountSchema,
    }),
  ),
  /** The newest first; at most 200 are returned. */
  occurrences: v.array(PreviewOccurrenceSchema),
  /** There were more than 10,000: the earliest of them are looked at, and the counts are lower bounds. */
  truncated: v.boolean(),
})
