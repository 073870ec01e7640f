import * as v from 'valibot'
import { CountSchema, DateTimeSchema } from '../scalars.ts'
import { billingStatuses, type BillingStatus } from '../vocabulary.ts'

const candidateStatuses = [
  'SELECTED',
  'SENT_TO_AGENT',
  'SURFACED',
  'NOT_SURFACED',
  'DELIVERY_FAILED',
] as const

/** A signal, as a run's evidence names it. */
export interface EvidenceSignal {
  /** Names the signal. */
  id: string
  /** Its name in programs. */
  key: string | null
  /** Display name. */
  name: string
  /** Such as `EVENT_MATCH`. */
  kind: string | null
}

/** Why a run was triggered. */
export interface TriggerEvidence {
  /** The automation's run that asked. */
  automationRunId: string
  /** What the automation asks for, and what there was. */
  policy: {
    /** How many of the signals must occur. */
    mode: 'ALL' | 'ANY' | 'COUNT'
    /** Number of different signals that must occur. */
    requiredCount: number
    /** Number of the automation's signals. */
    selectedCount: number
    /** Number of different ones that occurred. */
    matchedCount: number
  }
  /** The automation's signals. */
  selectedSignals: EvidenceSignal[]
  /** Signals that occurred. */
  matchedSignals: EvidenceSignal[]
  /** How far apart they may be. */
  window: {
    /** In units. */
    value: number
    /** `hour` or `day`. */
    unit: string
    /** ISO 8601, UTC. */
    startAt: string | null
    /** ISO 8601, UTC. */
    endAt: string | null
  }
  /** The deciding occurrence. */
  primaryOccurrence: {
    /** Names the occurrence. */
    id: string
    /** Of the event that it is anchored to. */
    eventName?: string
    /** Of the event that it is anchored to. */
    eventChannel?: string
    /** When it happened. ISO 8601, UTC. */
    eventOccurredAt?: string
  }
}

/** A customer that a run considered, as it stood then. */
export interface AgentCandidate {
  /** Names the candidate. */
  id: string
  /** The customer's id. */
  customerId: string
  /** Its name at that time. */
  customerName: string
  /** Its domain; null for one without. */
  customerDomain: string | null
  /** Its billing status at that time. */
  billingStatus: BillingStatus | null
  /** When something last happened there. ISO 8601, UTC. */
  lastActivityAt: string | null
  /** The same for the same customer in every run. */
  candidateKey: string
  /** Changes with the reasons. */
  fingerprint: string
  /** Whether the output is about it. */
  status: (typeof candidateStatuses)[number]
  /** The output about it. */
  outputId: string | null
  /** Null: agents decide nothing. */
  disposition: string | null
  /** The first reason, if the output is about it. */
  surfaceReason: string | null
  /** Why it was considered. */
  reasons: unknown[]
  /** The metrics it was chosen by. */
  metrics: unknown[]
}

const EvidenceSignalSchema = v.object({
  id: v.string(),
  key: v.nullable(v.string()),
  name: v.string(),
  kind: v.nullable(v.string()),
})

export const TriggerEvidenceSchema = v.object({
  automationRunId: v.string(),
  policy: v.object({
    mode: v.picklist(['ALL', 'ANY', 'COUNT']),
    requiredCount: CountSchema,
    selectedCount: CountSchema,
    matchedCount: CountSchema,
  }),
  selectedSignals: v.array(EvidenceSignalSchema),
  matchedSignals: v.array(EvidenceSignalSchema),
  window: v.object({
    value: v.number(),
    unit: v.string(),
    startAt: v.nullable(DateTimeSchema),
    endAt: v.nullable(DateTimeSchema),
  }),
  primaryOccurrence: v.object({
    id: v.string(),
    eventName: v.optional(v.string()),
    eventChannel: v.optional(v.string()),
    eventOccurredAt: v.optional(DateTimeSchema),
  }),
}) satisfies v.GenericSchema<TriggerEvidence>

export const AgentCandidateSchema = v.object({
  id: v.string(),
  customerId: v.string(),
  customerName: v.string(),
  customerDomain: v.nullable(v.string()),
  billingStatus: v.nullable(v.picklist(billingStatuses)),
  lastActivityAt: v.nullable(DateTimeSchema),
  candidateKey: v.string(),
  fingerprint: v.string(),
  status: v.picklist(candidateStatuses),
  outputId: v.nullable(v.string()),
  disposition: v.nullable(v.string()),
  surfaceReason: v.nullable(v.string()),
  reasons: v.array(v.unknown()),
  metrics: v.array(v.unknown()),
}) satisfies v.GenericSchema<AgentCandidate>
