import * as v from 'valibot'
import { CountSchema, DateTimeSchema } from '../scalars.ts'
import { billingStatuses } from '../vocabulary.ts'

const candidateStatuses = [
  'SELECTED',
  'SENT_TO_AGENT',
  'SURFACED',
  'NOT_SURFACED',
  'DELIVERY_FAILED',
] as const

/** A signal, as a run's evidence names it. */
export const EvidenceSignalSchema = v.object({
  /** Names the signal. */
  id: v.string(),
  /** Its name in programs. */
  key: v.nullable(v.string()),
  /** Display name. */
  name: v.string(),
  /** Such as `EVENT_MATCH`. */
  kind: v.nullable(v.string()),
})

/** Why a run was triggered. */
export const TriggerEvidenceSchema = v.object({
  /** The automation's run that asked. */
  automationRunId: v.string(),
  /** What the automation asks for, and what there was. */
  policy: v.object({
    /** How many of the signals must occur. */
    mode: v.picklist(['ALL', 'ANY', 'COUNT']),
    /** Number of different signals that must occur. */
    requiredCount: CountSchema,
    /** Number of the automation's signals. */
    selectedCount: CountSchema,
    /** Number of different ones that occurred. */
    matchedCount: CountSchema,
  }),
  /** The automation's signals. */
  selectedSignals: v.array(EvidenceSignalSchema),
  /** Signals that occurred. */
  matchedSignals: v.array(EvidenceSignalSchema),
  /** How far apart they may be. */
  window: v.object({
    /** In units. */
    value: v.number(),
    /** `hour` or `day`. */
    unit: v.string(),
    /** ISO 8601, UTC. */
    startAt: v.nullable(DateTimeSchema),
    /** ISO 8601, UTC. */
    endAt: v.nullable(DateTimeSchema),
  }),
  /** The deciding occurrence. */
  primaryOccurrence: v.object({
    /** Names the occurrence. */
    id: v.string(),
    /** Of the event that it is anchored to. */
    eventName: v.optional(v.string()),
    /** Of the event that it is anchored to. */
    eventChannel: v.optional(v.string()),
    /** When it happened. ISO 8601, UTC. */
    eventOccurredAt: v.optional(DateTimeSchema),
  }),
})

/** A customer that a run considered, as it stood then. */
export const AgentCandidateSchema = v.object({
  /** Names the candidate. */
  id: v.string(),
  /** The customer's id. */
  customerId: v.string(),
  /** Its name at that time. */
  customerName: v.string(),
  /** Its domain; null for one without. */
  customerDomain: v.nullable(v.string()),
  /** Its billing status at that time. */
  billingStatus: v.nullable(v.picklist(billingStatuses)),
  /** When something last happened there. ISO 8601, UTC. */
  lastActivityAt: v.nullable(DateTimeSchema),
  /** The same for the same customer in every run. */
  candidateKey: v.string(),
  /** Changes with the reasons. */
  fingerprint: v.string(),
  /** Whether the output is about it. */
  status: v.picklist(candidateStatuses),
  /** The output about it. */
  outputId: v.nullable(v.string()),
  /** Null: agents decide nothing. */
  disposition: v.nullable(v.string()),
  /** The first reason, if the output is about it. */
  surfaceReason: v.nullable(v.string()),
  /** Why it was considered. */
  reasons: v.array(v.unknown()),
  /** The metrics it was chosen by. */
  metrics: v.array(v.unknown()),
})
