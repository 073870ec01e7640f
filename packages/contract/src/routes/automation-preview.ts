import * as v from 'valibot'
import { limits } from '../limits.ts'
import { strictObject } from '../objects.ts'
import { CountSchema, DateTimeSchema, UuidSchema, integer } from '../scalars.ts'
import { channels, type Channel } from '../vocabulary.ts'
import { CreateAutomationBodySchema, type CreateAutomationBody } from './automation-types.ts'

/**
 * Asks what an automation would have done: one that is there, or one that isn't yet.
 * @example {"automationId": "6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8", "days": 30}
 */
export interface AutomationPreviewBody {
  /** As a body that creates one. Give this or `automationId`. */
  automation?: CreateAutomationBody
  /** Uuid. */
  automationId?: string
  /** How many days back; 1 to 90. */
  days: number
}

/** Whom something was about. */
export interface PreviewCustomer {
  /** The customer's id. */
  id: string
  /** Null: none is known, or the key lacks `customer_intelligence:read`. */
  name: string | null
  /** Null: none is known, or the key lacks `customer_intelligence:read`. */
  domain: string | null
}

/** An occurrence of a signal. */
export interface PreviewOccurrence {
  /** Uuid. */
  id: string
  /** Its signal. */
  signalId: string
  /** Null: it is about no one customer. */
  customer: PreviewCustomer | null
  /** By the time of its events; of what the clock finds, the end of the window. */
  occurredAt: string
  /** What shows it: the event, where it is one. */
  evidence: {
    /** Null where it was found by the clock. */
    eventId: string | null
    /** The event's name; null where it was found by the clock. */
    eventName: string | null
    /** The event's channel; null where it was found by the clock. */
    eventChannel: Channel | null
  }
}

/** A run that would have happened. */
export interface PreviewRun {
  /** When the last of what it is about happened, or the slot of the schedule. */
  occurredAt: string
  /** Its customers. */
  customers: PreviewCustomer[]
  /** What it would have acted on; none on a schedule. */
  occurrenceIds: string[]
}

/** What an automation would have done over the last days. The newest come first. */
export interface AutomationPreview {
  /** Occurrences of its signals; at most 1,000 are returned. */
  occurrences: PreviewOccurrence[]
  /** At most 1,000 are returned. */
  runs: PreviewRun[]
  /** Occurrences that would have been skipped. */
  leftOut: {
    /**
     * `AUDIENCE`, `COOLDOWN`, or `INCOMPLETE`: customers at whom some of the signals were seen, and never enough of them within
     * the window.
     */
    reason: string
    /** How many; of `INCOMPLETE`, customers. */
    count: number
  }[]
  /** All of them. */
  occurrenceCount: number
  /** All of them. */
  runCount: number
  /**
   * There was more than is looked at, and the counts are lower bounds: of each signal the earliest 10,000 occurrences are, of
   * more than ten signals 100,000 together, of a schedule 10,000 customers.
   */
  truncated: boolean
}

const bounds = limits.automations

export const AutomationPreviewBodySchema = v.pipe(
  strictObject({
    automation: v.optional(CreateAutomationBodySchema),
    automationId: v.optional(UuidSchema),
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
) satisfies v.GenericSchema<AutomationPreviewBody>

const PreviewCustomerSchema = v.object({
  id: v.string(),
  name: v.nullable(v.string()),
  domain: v.nullable(v.string()),
}) satisfies v.GenericSchema<PreviewCustomer>

export const AutomationPreviewSchema = v.object({
  occurrences: v.array(
    v.object({
      id: UuidSchema,
      signalId: UuidSchema,
      customer: v.nullable(PreviewCustomerSchema),
      occurredAt: DateTimeSchema,
      evidence: v.object({
        eventId: v.nullable(v.string()),
        eventName: v.nullable(v.string()),
        eventChannel: v.nullable(v.picklist(channels)),
      }),
    }),
  ),
  runs: v.array(
    v.object({
      occurredAt: DateTimeSchema,
      customers: v.array(PreviewCustomerSchema),
      occurrenceIds: v.array(UuidSchema),
    }),
  ),
  leftOut: v.array(v.object({ reason: v.string(), count: CountSchema })),
  occurrenceCount: CountSchema,
  runCount: CountSchema,
  truncated: v.boolean(),
}) satisfies v.GenericSchema<AutomationPreview>
