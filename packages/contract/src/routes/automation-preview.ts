import * as v from 'valibot'
import { limits } from '../limits.ts'
import { strictObject } from '../objects.ts'
import { CountSchema, DateTimeSchema, UuidSchema, integer } from '../scalars.ts'
import { channels } from '../vocabulary.ts'
import { CreateAutomationBodySchema } from './automation-types.ts'

const bounds = limits.automations

/**
 * Asks what an automation would have done: one that is there, or one that isn't yet.
 * @example {"automationId": "6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8", "days": 30}
 */
export const AutomationPreviewBodySchema = v.pipe(
  strictObject({
    /** As a body that creates one. Give this or `automationId`. */
    automation: v.optional(CreateAutomationBodySchema),
    /** Uuid. */
    automationId: v.optional(UuidSchema),
    /** How many days back; 1 to 90. */
    days: integer(1, bounds.previewDays),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { automation, automationId } = dataset.value
    if ((automation === undefined) !== (automationId === undefined)) return
    const input = { automation, automationId }
    addIssue({
      message: 'must be given, or automationId: one of the two',
      path: [{ type: 'object', origin: 'value', input, key: 'automation', value: automation }],
    })
  }),
)

/** Whom something was about. */
export const PreviewCustomerSchema = v.object({
  /** The customer's id. */
  id: v.string(),
  /** Null: none is known, or the key lacks `customer_intelligence:read`. */
  name: v.nullable(v.string()),
  /** Null: none is known, or the key lacks `customer_intelligence:read`. */
  domain: v.nullable(v.string()),
})

/** A run that would have happened. */
export const PreviewRunSchema = v.object({
  /** When the last of what it is about happened, or the slot of the schedule. */
  occurredAt: DateTimeSchema,
  /** Its customers. */
  customers: v.array(PreviewCustomerSchema),
  /** What it would have acted on; none on a schedule. */
  occurrenceIds: v.array(UuidSchema),
})

/** An occurrence of a signal. */
export const PreviewOccurrenceSchema = v.object({
  /** Uuid. */
  id: UuidSchema,
  /** Its signal. */
  signalId: UuidSchema,
  /** Null: it is about no one customer. */
  customer: v.nullable(PreviewCustomerSchema),
  /** By the time of its events; of what the clock finds, the end of the window. */
  occurredAt: DateTimeSchema,
  /** What shows it: the event, where it is one. */
  evidence: v.object({
    /** Null where it was found by the clock. */
    eventId: v.nullable(v.string()),
    /** The event's name; null where it was found by the clock. */
    eventName: v.nullable(v.string()),
    /** The event's channel; null where it was found by the clock. */
    eventChannel: v.nullable(v.picklist(channels)),
  }),
})

/** What an automation would have done over the last days. The newest come first. */
export const AutomationPreviewSchema = v.object({
  /** Occurrences of its signals; at most 1,000 are returned. */
  occurrences: v.array(PreviewOccurrenceSchema),
  /** At most 1,000 are returned. */
  runs: v.array(PreviewRunSchema),
  /** Occurrences that would have been skipped. */
  leftOut: v.array(
    v.object({
      /**
       * `AUDIENCE`, `COOLDOWN`, or `INCOMPLETE`: customers at whom some of the signals were seen, and never enough of them within
       * the window.
       */
      reason: v.string(),
      /** How many; of `INCOMPLETE`, customers. */
      count: CountSchema,
    }),
  ),
  /** All of them. */
  occurrenceCount: CountSchema,
  /** All of them. */
  runCount: CountSchema,
  /**
   * There was more than is looked at, and the counts are lower bounds: of each signal the earliest 10,000 occurrences are, of
   * more than ten signals 100,000 together, of a schedule 10,000 customers.
   */
  truncated: v.boolean(),
})
