import * as v from 'valibot'
import { JsonObjectSchema } from '../json.ts'
import type { JsonObject } from '../maps.ts'
import { CountSchema, DateTimeSchema } from '../scalars.ts'
import {
  AgentCandidateSchema,
  TriggerEvidenceSchema,
  type AgentCandidate,
  type TriggerEvidence,
} from './agent-run-evidence.ts'

const runStatuses = ['RUNNING', 'COMPLETED', 'FAILED', 'PARTIAL'] as const
const triggers = ['manual', 'scheduled', 'event', 'signal'] as const
const outputStatuses = ['PENDING', 'VALID', 'INVALID', 'PROCESSED'] as const
const outputDeliveryStatuses = ['NOT_REQUIRED', 'PENDING', 'SENT', 'FAILED', 'PARTIAL'] as const

export type AgentRunStatus = (typeof runStatuses)[number]
export type AgentRunTrigger = (typeof triggers)[number]
export type AgentOutputStatus = (typeof outputStatuses)[number]
export type AgentOutputDeliveryStatus = (typeof outputDeliveryStatuses)[number]

/** One run of an agent, in short. */
export interface AgentRunSummary {
  /** Names the run. */
  id: string
  /** The public id of the run: the same. */
  runId: string
  /** Whose run it is. */
  agentId: string
  /** `PARTIAL`: a language model failed, or nothing of what it said could be verified: the digest is by rule. */
  status: AgentRunStatus
  /** What requested it; null when unknown. */
  trigger: AgentRunTrigger | null
  /** Its title, or why there is nothing to say; null before it ended, and for a key without `customer_intelligence:read`. */
  summary: string | null
  /** The problem, for people; null without one. */
  errorSummary: string | null
  /**
   * Why it ended: `by-rule`, `answered`, `no-customers`; the limit that ended it (`steps`, `calls`, `time`, `tokens`,
   * `cost`, `repeated-call`; `daily-tokens`: what the organization's agents may spend on a day); or what failed (`endpoint`, `nonsense`, `unverified`, `crashed`, `agent-gone`, `agent-disabled`). Null before.
   */
  stopReason?: string | null
  /** Runs have no sandbox here: null. */
  sandboxStatus: string | null
  /** When it started; null before. ISO 8601, UTC. */
  startedAt: string | null
  /** When it ended; null before. ISO 8601, UTC. */
  endedAt: string | null
  /** How long it took, in milliseconds; null before it ended. */
  durationMs: number | null
  /** How many of each there are. */
  counts: {
    /** Customers that it considered. */
    candidates: number
    /** Calls of tools. */
    tools: number
    /** Files that it created. */
    artifacts: number
    /** Outputs: none or one. */
    outputs: number
  }
  /** Its output. */
  outputs: {
    /** Names the output. */
    id: string
    /** Its status. */
    status: AgentOutputStatus
    /** Its delivery's status; `NOT_REQUIRED` for a run that a person requested. */
    deliveryStatus: AgentOutputDeliveryStatus
    /** When the last destination accepted it; null before. ISO 8601, UTC. */
    deliveredAt: string | null
    /** When it was written. ISO 8601, UTC. */
    createdAt: string
  }[]
}

/** What a run produced. */
export interface AgentOutput {
  /** Names the output. */
  id: string
  /** What it is: `digest`. */
  contractType: string
  /** Of that form. */
  contractVersion: string
  /** Its status. */
  status: AgentOutputStatus
  /** Its delivery's status. */
  deliveryStatus: AgentOutputDeliveryStatus
  /** The problem; null without one. */
  error: string | null
  /** When it was written. ISO 8601, UTC. */
  processedAt: string | null
  /** When the last destination accepted it; null before. ISO 8601, UTC. */
  deliveredAt: string | null
  /** When it was written. ISO 8601, UTC. */
  createdAt: string
  /** Number of messages made from it. */
  notificationCount: number
  /** Number of customers in it. */
  referencedCandidateCount: number
  /** The candidates in it. */
  referencedCandidateIds: string[]
  /** Its titles, plain text. */
  titles: string[]
  /** Its texts, Markdown in which names and texts of customers are escaped. */
  markdownPreviews: string[]
  /** How many deliveries there are by status; null without one. */
  deliverySummary: JsonObject | null
  /** What people can do with it: nothing yet. */
  actions: {
    /** Names the action. */
    id: string
    /** For people. */
    label: string
    /** Its status. */
    status: 'OPEN' | 'ENGAGED' | 'EXECUTED' | 'UNAVAILABLE'
    /** Where it is done. */
    url: string | null
  }[]
  /** What a language model claimed, with the words of a source or a fact; by rule nothing is claimed. */
  claims?: {
    /** Claims whose quote was verified: included. */
    verified: number
    /** Claims whose quote wasn't found: dropped. */
    dropped: number
  }
}

/** A tool that a run called. */
export interface AgentToolCall {
  /** Names the call. */
  id: string
  /** Such as `svc_list_facts`. */
  toolName: string
  /** How it ended. */
  status: 'PENDING' | 'SUCCESS' | 'FAILED'
  /** Why it failed; null when it didn't. */
  error: string | null
  /** When it began. ISO 8601, UTC. */
  startedAt: string
  /** When it ended. ISO 8601, UTC. */
  endedAt: string | null
  /** How long it took, in milliseconds. */
  latencyMs: number | null
  /** Its input, truncated. */
  inputSummary: unknown
  /** The length of its result, which itself isn't stored. */
  outputSummary: unknown
}

/** A file created by a run: none is yet. */
export interface AgentArtifact {
  /** Names the file. */
  id: string
  /** What it is. */
  kind: string
  /** Such as `text/plain`. */
  mimeType: string
  /** How long it is. */
  bodySizeBytes: number | null
  /** Whether something was left out of it. */
  redactionStatus: string | null
  /** When it was created. ISO 8601, UTC. */
  createdAt: string
  /** Further data. */
  metadataSummary: unknown
}

/** One run of an agent, whole. */
export interface AgentRunDetail extends Omit<AgentRunSummary, 'outputs'> {
  /** The agent's name in programs. */
  agentKey: string
  /** `by-rule` or `language-model`. */
  executionStrategy: string
  /** The language model; null by rule. */
  model: string | null
  /** Null: none is requested. */
  thinkingLevel: string | null
  /** What a key without `customer_intelligence:read` isn't shown. */
  visibility: {
    /** Customers that aren't shown. */
    hiddenCustomerCount: number
    /** Outputs that aren't shown. */
    hiddenOutputCount: number
    /** Whether calls of tools are hidden. */
    debugLedgerHidden: boolean
  }
  /** Why it was triggered; null for a person's or a schedule's run. */
  triggerEvidence: TriggerEvidence | null
  /** The customers that it considered. */
  candidates: AgentCandidate[]
  /** Its output. */
  outputs: AgentOutput[]
  /** The tools that it called, in order. */
  toolCalls: AgentToolCall[]
  /** Files that it created. */
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
  stopReason: v.optional(v.nullable(v.string())),
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
  claims: v.optional(v.object({ verified: CountSchema, dropped: CountSchema })),
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
