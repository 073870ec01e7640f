import * as v from 'valibot'
import { limits } from '../limits.ts'
import { CursorSchema } from '../pagination.ts'
import { queryInteger } from '../query-values.ts'
import { CountSchema, DateTimeSchema, UuidSchema } from '../scalars.ts'
import { channels, deliveryStatuses } from '../vocabulary.ts'

export const triggerTypes = ['SIGNAL_OCCURRENCE', 'SCHEDULE'] as const
export type TriggerType = (typeof triggerTypes)[number]

export const runStatuses = [
  'PENDING',
  'SKIPPED',
  'RUNNING_PROCESSOR',
  'READY_FOR_DELIVERY',
  'PENDING_DELIVERY',
  'DELIVERED',
  'PARTIAL_FAILURE',
  'FAILED',
] as const
/** How a run of an automation stands. */
export type RunStatus = (typeof runStatuses)[number]

export const grains = ['ORGANIZATION', 'CUSTOMER', 'SEGMENT'] as const
/** What an occurrence of a signal is about. */
export type Grain = (typeof grains)[number]

/** A page of runs, newest first. */
export const RunsQuerySchema = v.object({
  /** 1 to 100, default 20. */
  limit: v.optional(queryInteger(1, limits.runs.listMax), limits.runs.listDefault),
  cursor: v.optional(CursorSchema),
})

export const RunStatusSchema = v.picklist(runStatuses)

/** A message on its way to a destination. */
export const DeliverySchema = v.object({
  /** Uuid; the `webhook-id` of what is sent. */
  id: UuidSchema,
  /** What the message comes from. */
  sourceType: v.picklist(['AUTOMATION_RUN', 'AGENT_OUTPUT']),
  /** The id of that run or output. */
  sourceId: v.nullable(v.string()),
  /** The run of an automation that it belongs to; null: none. */
  automationRunId: v.nullable(UuidSchema),
  /** The agent's output that it brings; null: none. */
  agentOutputId: v.nullable(UuidSchema),
  /** Where it goes. */
  destinationId: UuidSchema,
  /** How it goes there: `CHAT` or `WEBHOOK`. */
  provider: v.string(),
  /** The receiver's own id of it, where it gives one. */
  providerEventId: v.nullable(v.string()),
  /** Its status. */
  status: v.picklist(deliveryStatuses),
  /** When it was created. */
  queuedAt: v.nullable(DateTimeSchema),
  /** How often it was sent. */
  enqueueAttemptCount: CountSchema,
  /** When it was sent last; null: never. */
  lastEnqueueAttemptAt: v.nullable(DateTimeSchema),
  /** When the receiver took it; null: not yet. */
  publishedAt: v.nullable(DateTimeSchema),
  /** Why it failed last; null: it did not. */
  errorCode: v.nullable(v.string()),
  /** The same for people, with the remedy. */
  errorMessage: v.nullable(v.string()),
  /** When it was created. */
  createdAt: DateTimeSchema,
  /** When it changed last. */
  updatedAt: DateTimeSchema,
})

/** An occurrence of a signal. */
export const SignalOccurrenceSchema = v.object({
  /** Uuid; follows from the signal and what was seen. */
  id: UuidSchema,
  /** The signal that was seen. */
  signalId: UuidSchema,
  /** What it is about. */
  grain: v.picklist(grains),
  /** The same as `grain`. */
  subjectType: v.picklist(grains),
  /** Of what it is about: the id of the customer, the organization or the segment. */
  subjectId: v.nullable(v.string()),
  /** The customer that it is about now, merges included; null: none. */
  customerId: v.nullable(v.string()),
  /** By the time of its events; of what the clock finds, the end of the window. */
  occurredAt: DateTimeSchema,
  /** When it was found. */
  detectedAt: DateTimeSchema,
  /** The same as `detectedAt`. */
  createdAt: DateTimeSchema,
  /** When it changed last. */
  updatedAt: DateTimeSchema,
})

/** One run of an automation. Holds no payloads and no secrets. */
export const AutomationRunSchema = v.object({
  /** Uuid; follows from the automation and what the run is about. */
  id: UuidSchema,
  /** The automation that ran. */
  automationId: UuidSchema,
  /** What made it run. */
  triggerType: v.picklist(triggerTypes),
  /** `SKIPPED`: it acted on nothing; `skipReason` says why. */
  status: RunStatusSchema,
  /** The same for the same cause, whoever decides it. */
  dedupeKey: v.nullable(v.string()),
  /** The event that completed it, where it was one. */
  eventProcessedId: v.nullable(v.string()),
  /** That event's name. */
  eventName: v.nullable(v.string()),
  /** That event's channel. */
  eventChannel: v.nullable(v.picklist(channels)),
  /** When the last of what it is about happened, or the slot of its schedule. */
  eventOccurredAt: v.nullable(DateTimeSchema),
  /** When it was decided. */
  matchedAt: DateTimeSchema,
  /** Destinations that it tells. */
  destinationCount: CountSchema,
  /** Destinations that took the message. */
  acceptedDestinationCount: CountSchema,
  /** Destinations that didn't, or were switched off. */
  failedDestinationCount: CountSchema,
  /** Of the agent's work for it; null: it did none. */
  agentRunId: v.nullable(v.string()),
  /** A word in capitals, and what it means: `STALE`, `AUDIENCE`, `COOLDOWN`, `MISSED` … */
  skipReason: v.nullable(v.string()),
  /** Why it failed; null: it did not. */
  errorCode: v.nullable(v.string()),
  /** The same for people, with the remedy. */
  errorMessage: v.nullable(v.string()),
  /** When it was created. */
  createdAt: DateTimeSchema,
  /** When it changed last. */
  updatedAt: DateTimeSchema,
  /** Its message on the way to each destination. */
  deliveries: v.array(DeliverySchema),
  /** What it acts on, or skips; the newest 50. */
  occurrences: v.array(SignalOccurrenceSchema),
})
