import * as v from 'valibot'
import { limits } from '../limits.ts'
import { CursorSchema } from '../pagination.ts'
import { queryInteger } from '../query-values.ts'
import { CountSchema, DateTimeSchema, UuidSchema } from '../scalars.ts'
import { channels, deliveryStatuses, type Channel, type DeliveryStatus } from '../vocabulary.ts'

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

const grains = ['ORGANIZATION', 'CUSTOMER', 'SEGMENT'] as const
/** What an occurrence of a signal is about. */
export type Grain = (typeof grains)[number]

/** A message on its way to a destination. */
export interface Delivery {
  /** Uuid; the `webhook-id` of what is sent. */
  id: string
  /** What the message comes from. */
  sourceType: 'AUTOMATION_RUN' | 'AGENT_OUTPUT'
  /** The id of that run or output. */
  sourceId: string | null
  /** The run of an automation that it belongs to; null: none. */
  automationRunId: string | null
  /** The agent's output that it brings; null: none. */
  agentOutputId: string | null
  /** Where it goes. */
  destinationId: string
  /** How it goes there: `CHAT` or `WEBHOOK`. */
  provider: string
  /** The receiver's own id of it, where it gives one. */
  providerEventId: string | null
  /** Its status. */
  status: DeliveryStatus
  /** When it was created. */
  queuedAt: string | null
  /** How often it was sent. */
  enqueueAttemptCount: number
  /** When it was sent last; null: never. */
  lastEnqueueAttemptAt: string | null
  /** When the receiver took it; null: not yet. */
  publishedAt: string | null
  /** Why it failed last; null: it did not. */
  errorCode: string | null
  /** The same for people, with the remedy. */
  errorMessage: string | null
  /** When it was created. */
  createdAt: string
  /** When it changed last. */
  updatedAt: string
}

/** An occurrence of a signal. */
export interface SignalOccurrence {
  /** Uuid; follows from the signal and what was seen. */
  id: string
  /** The signal that was seen. */
  signalId: string
  /** What it is about. */
  grain: Grain
  /** The same as `grain`. */
  subjectType: Grain
  /** Of what it is about: the id of the customer, the organization or the segment. */
  subjectId: string | null
  /** The customer that it is about now, merges included; null: none. */
  customerId: string | null
  /** By the time of its events; of what the clock finds, the end of the window. */
  occurredAt: string
  /** When it was found. */
  detectedAt: string
  /** The same as `detectedAt`. */
  createdAt: string
  /** When it changed last. */
  updatedAt: string
}

/** One run of an automation. Holds no payloads and no secrets. */
export interface AutomationRun {
  /** Uuid; follows from the automation and what the run is about. */
  id: string
  /** The automation that ran. */
  automationId: string
  /** What made it run. */
  triggerType: TriggerType
  /** `SKIPPED`: it acted on nothing; `skipReason` says why. */
  status: RunStatus
  /** The same for the same cause, whoever decides it. */
  dedupeKey: string | null
  /** The event that completed it, where it was one. */
  eventProcessedId: string | null
  /** That event's name. */
  eventName: string | null
  /** That event's channel. */
  eventChannel: Channel | null
  /** When the last of what it is about happened, or the slot of its schedule. */
  eventOccurredAt: string | null
  /** When it was decided. */
  matchedAt: string
  /** Destinations that it tells. */
  destinationCount: number
  /** Destinations that took the message. */
  acceptedDestinationCount: number
  /** Destinations that didn't, or were switched off. */
  failedDestinationCount: number
  /** Of the agent's work for it; null: it did none. */
  agentRunId: string | null
  /** A word in capitals, and what it means: `STALE`, `AUDIENCE`, `COOLDOWN`, `MISSED` … */
  skipReason: string | null
  /** Why it failed; null: it did not. */
  errorCode: string | null
  /** The same for people, with the remedy. */
  errorMessage: string | null
  /** When it was created. */
  createdAt: string
  /** When it changed last. */
  updatedAt: string
  /** Its message on the way to each destination. */
  deliveries: Delivery[]
  /** What it acts on, or leaves out; the newest 50. */
  occurrences: SignalOccurrence[]
}

/** A page of runs, newest first. */
export interface RunsQuery {
  /** 1 to 100, default 20. */
  limit?: number
  cursor?: string
}

export const RunsQuerySchema = v.object({
  limit: v.optional(queryInteger(1, limits.runs.listMax), limits.runs.listDefault),
  cursor: v.optional(CursorSchema),
}) satisfies v.GenericSchema<RunsQuery>

export const RunStatusSchema = v.picklist(runStatuses)

export const DeliverySchema = v.object({
  id: UuidSchema,
  sourceType: v.picklist(['AUTOMATION_RUN', 'AGENT_OUTPUT']),
  sourceId: v.nullable(v.string()),
  automationRunId: v.nullable(UuidSchema),
  agentOutputId: v.nullable(UuidSchema),
  destinationId: UuidSchema,
  provider: v.string(),
  providerEventId: v.nullable(v.string()),
  status: v.picklist(deliveryStatuses),
  queuedAt: v.nullable(DateTimeSchema),
  enqueueAttemptCount: CountSchema,
  lastEnqueueAttemptAt: v.nullable(DateTimeSchema),
  publishedAt: v.nullable(DateTimeSchema),
  errorCode: v.nullable(v.string()),
  errorMessage: v.nullable(v.string()),
  createdAt: DateTimeSchema,
  updatedAt: DateTimeSchema,
}) satisfies v.GenericSchema<Delivery>

export const SignalOccurrenceSchema = v.object({
  id: UuidSchema,
  signalId: UuidSchema,
  grain: v.picklist(grains),
  subjectType: v.picklist(grains),
  subjectId: v.nullable(v.string()),
  customerId: v.nullable(v.string()),
  occurredAt: DateTimeSchema,
  detectedAt: DateTimeSchema,
  createdAt: DateTimeSchema,
  updatedAt: DateTimeSchema,
}) satisfies v.GenericSchema<SignalOccurrence>

export const AutomationRunSchema = v.object({
  id: UuidSchema,
  automationId: UuidSchema,
  triggerType: v.picklist(triggerTypes),
  status: RunStatusSchema,
  dedupeKey: v.nullable(v.string()),
  eventProcessedId: v.nullable(v.string()),
  eventName: v.nullable(v.string()),
  eventChannel: v.nullable(v.picklist(channels)),
  eventOccurredAt: v.nullable(DateTimeSchema),
  matchedAt: DateTimeSchema,
  destinationCount: CountSchema,
  acceptedDestinationCount: CountSchema,
  failedDestinationCount: CountSchema,
  agentRunId: v.nullable(v.string()),
  skipReason: v.nullable(v.string()),
  errorCode: v.nullable(v.string()),
  errorMessage: v.nullable(v.string()),
  createdAt: DateTimeSchema,
  updatedAt: DateTimeSchema,
  deliveries: v.array(DeliverySchema),
  occurrences: v.array(SignalOccurrenceSchema),
}) satisfies v.GenericSchema<AutomationRun>
