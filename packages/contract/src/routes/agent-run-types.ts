import * as v from 'valibot'
import { JsonObjectSchema } from '../json.ts'
import type { JsonObject } from '../maps.ts'
import { CountSchema, DateTimeSchema } from '../scalars.ts'
import { billingStatuses, type BillingStatus } from '../vocabulary.ts'

const runStatuses = ['RUNNING', 'COMPLETED', 'FAILED', 'PARTIAL'] as const
const triggers = ['manual', 'scheduled', 'event', 'signal'] as const
const outputStatuses = ['PENDING', 'VALID', 'INVALID', 'PROCESSED'] as const
const outputDeliveryStatuses = ['NOT_REQUIRED', 'PENDING', 'SENT', 'FAILED', 'PARTIAL'] as const
const candidateStatuses = [
  'SELECTED',
  'SENT_TO_AGENT',
  'SURFACED',
  'NOT_SURFACED',
  'DELIVERY_FAILED',
] as const

export type AgentRunStatus = (typeof runStatuses)[number]
export type AgentRunTrigger = (typeof triggers)[number]
export type AgentOutputStatus = (typeof outputStatuses)[number]
export type AgentOutputDeliveryStatus = (typeof outputDeliveryStatuses)[number]

/** One run of an agent, in short. */
export interface AgentRunSummary {
  id: string
  /** The public id of the run. */
  runId: string
  agentId: string
  status: AgentRunStatus
  trigger: AgentRunTrigger | null
  summary: string | null
  errorSummary: string | null
  sandboxStatus: string | null
  startedAt: string | null
  endedAt: string | null
  durationMs: number | null
  counts: { candidates: number; tools: number; artifacts: number; outputs: number }
  outputs: {
    id: string
    status: AgentOutputStatus
    deliveryStatus: AgentOutputDeliveryStatus
    deliveredAt: string | null
    createdAt: string
  }[]
}

/** A signal, as a run's evidence names it. */
export interface EvidenceSignal {
  id: string
  key: string | null
  name: string
  kind: string | null
}

/** Why a run was triggered. */
export interface TriggerEvidence {
  automationRunId: string
  policy: {
    mode: 'ALL' | 'ANY' | 'COUNT'
    requiredCount: number
    selectedCount: number
    matchedCount: number
  }
  selectedSignals: EvidenceSignal[]
  matchedSignals: EvidenceSignal[]
  window: { value: number; unit: string; startAt: string | null; endAt: string | null }
  primaryOccurrence: { id: string; eventName?: string; eventChannel?: string; eventOccurredAt?: string }
}

/** A customer that a run considered. */
export interface AgentCandidate {
  id: string
  customerId: string
  customerName: string
  customerDomain: string | null
  billingStatus: BillingStatus | null
  lastActivityAt: string | null
  candidateKey: string
  fingerprint: string
  status: (typeof candidateStatuses)[number]
  outputId: string | null
  disposition: string | null
  surfaceReason: string | null
  reasons: unknown[]
  metrics: unknown[]
}

/** What a run brought forth. */
export interface AgentOutput {
  id: string
  contractType: string
  contractVersion: string
  status: AgentOutputStatus
  deliveryStatus: AgentOutputDeliveryStatus
  error: string | null
  processedAt: string | null
  deliveredAt: string | null
  createdAt: string
  notificationCount: number
  referencedCandidateCount: number
  referencedCandidateIds: string[]
  titles: string[]
  markdownPreviews: string[]
  deliverySummary: JsonObject | null
  actions: {
    id: string
    label: string
    status: 'OPEN' | 'ENGAGED' | 'EXECUTED' | 'UNAVAILABLE'
    url: string | null
  }[]
}

/** A tool that a run called. */
export interface AgentToolCall {
  id: string
  toolName: string
  status: 'PENDING' | 'SUCCESS' | 'FAILED'
  error: string | null
  startedAt: string
  endedAt: string | null
  latencyMs: number | null
  inputSummary: unknown
  outputSummary: unknown
}

/** A file that a run left. */
export interface AgentArtifact {
  id: string
  kind: string
  mimeType: string
  bodySizeBytes: number | null
  redactionStatus: string | null
  createdAt: string
  metadataSummary: unknown
}

/** One run of an agent, whole. */
export interface AgentRunDetail extends Omit<AgentRunSummary, 'outputs'> {
  agentKey: string
  executionStrategy: string
  model: string | null
  thinkingLevel: string | null
  visibility: { hiddenCustomerCount: number; hiddenOutputCount: number; debugLedgerHidden: boolean }
  triggerEvidence: TriggerEvidence | null
  candidates: AgentCandidate[]
  outputs: AgentOutput[]
  toolCalls: AgentToolCall[]
  artifacts: AgentArtifact[]
}

const summary = {
  id: v.string(),
  runId: v.string(),
  agentId: v.string(),
  status: v.picklist(runStatuses),
  trigger: v.nullable(v.picklist(triggers)),
  summary: v.nullable(v.string()),
  errorSummary: v.nullable(v.string()),
  sandboxStatus: v.nullable(v.string()),
  startedAt: v.nullable(DateTimeSchema),
  endedAt: v.nullable(DateTimeSchema),
  durationMs: v.nullable(CountSchema),
  counts: v.object({
    candidates: CountSchema,
    tools: CountSchema,
    artifacts: CountSchema,
    outputs: CountSchema,
  }),
}

export const AgentRunStatusSchema = v.picklist(runStatuses)

export const AgentRunSummarySchema = v.object({
  ...summary,
  outputs: v.array(
    v.object({
      id: v.string(),
      status: v.picklist(outputStatuses),
      deliveryStatus: v.picklist(outputDeliveryStatuses),
      deliveredAt: v.nullable(DateTimeSchema),
      createdAt: DateTimeSchema,
    }),
  ),
}) satisfies v.GenericSchema<AgentRunSummary>

const EvidenceSignalSchema = v.object({
  id: v.string(),
  key: v.nullable(v.string()),
  name: v.string(),
  kind: v.nullable(v.string()),
})

const TriggerEvidenceSchema = v.object({
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

const AgentCandidateSchema = v.object({
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

const AgentOutputSchema = v.object({
  id: v.string(),
  contractType: v.string(),
  contractVersion: v.string(),
  status: v.picklist(outputStatuses),
  deliveryStatus: v.picklist(outputDeliveryStatuses),
  error: v.nullable(v.string()),
  processedAt: v.nullable(DateTimeSchema),
  deliveredAt: v.nullable(DateTimeSchema),
  createdAt: DateTimeSchema,
  notificationCount: CountSchema,
  referencedCandidateCount: CountSchema,
  referencedCandidateIds: v.array(v.string()),
  titles: v.array(v.string()),
  markdownPreviews: v.array(v.string()),
  deliverySummary: v.nullable(JsonObjectSchema),
  actions: v.array(
    v.object({
      id: v.string(),
      label: v.string(),
      status: v.picklist(['OPEN', 'ENGAGED', 'EXECUTED', 'UNAVAILABLE']),
      url: v.nullable(v.string()),
    }),
  ),
}) satisfies v.GenericSchema<AgentOutput>

const AgentToolCallSchema = v.object({
  id: v.string(),
  toolName: v.string(),
  status: v.picklist(['PENDING', 'SUCCESS', 'FAILED']),
  error: v.nullable(v.string()),
  startedAt: DateTimeSchema,
  endedAt: v.nullable(DateTimeSchema),
  latencyMs: v.nullable(v.number()),
  inputSummary: v.unknown(),
  outputSummary: v.unknown(),
}) satisfies v.GenericSchema<AgentToolCall>

const AgentArtifactSchema = v.object({
  id: v.string(),
  kind: v.string(),
  mimeType: v.string(),
  bodySizeBytes: v.nullable(CountSchema),
  redactionStatus: v.nullable(v.string()),
  createdAt: DateTimeSchema,
  metadataSummary: v.unknown(),
}) satisfies v.GenericSchema<AgentArtifact>

export const AgentRunDetailSchema = v.object({
  ...summary,
  agentKey: v.string(),
  executionStrategy: v.string(),
  model: v.nullable(v.string()),
  thinkingLevel: v.nullable(v.string()),
  visibility: v.object({
    hiddenCustomerCount: CountSchema,
    hiddenOutputCount: CountSchema,
    debugLedgerHidden: v.boolean(),
  }),
  triggerEvidence: v.nullable(TriggerEvidenceSchema),
  candidates: v.array(AgentCandidateSchema),
  outputs: v.array(AgentOutputSchema),
  toolCalls: v.array(AgentToolCallSchema),
  artifacts: v.array(AgentArtifactSchema),
}) satisfies v.GenericSchema<AgentRunDetail>
