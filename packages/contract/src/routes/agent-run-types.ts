import * as v from 'valibot'
import { JsonObjectSchema } from '../json.ts'
import { CountSchema, DateTimeSchema } from '../scalars.ts'
import { AgentCandidateSchema, TriggerEvidenceSchema } from './agent-run-evidence.ts'

export const agentRunStatuses = ['RUNNING', 'COMPLETED', 'FAILED', 'PARTIAL'] as const
export const triggers = ['manual', 'scheduled', 'event', 'signal'] as const
export const outputStatuses = ['PENDING', 'VALID', 'INVALID', 'PROCESSED'] as const
export const outputDeliveryStatuses = ['NOT_REQUIRED', 'PENDING', 'SENT', 'FAILED', 'PARTIAL'] as const

export type AgentRunStatus = (typeof agentRunStatuses)[number]
export type AgentRunTrigger = (typeof triggers)[number]
export type AgentOutputStatus = (typeof outputStatuses)[number]
export type AgentOutputDeliveryStatus = (typeof outputDeliveryStatuses)[number]

const summary = {
  /** Names the run. */
  id: v.string(),
  /** The public id of the run: the same. */
  runId: v.string(),
  /** Whose run it is. */
  agentId: v.string(),
  /** `PARTIAL`: a language model failed, or nothing of what it said could be verified: the digest is by rule. */
  status: v.picklist(agentRunStatuses),
  /** What requested it; null when unknown. */
  trigger: v.nullable(v.picklist(triggers)),
  /** Its title, or why there is nothing to say; null before it ended, and for a key without `customer_intelligence:read`. */
  summary: v.nullable(v.string()),
  /** The problem, for people; null without one. */
  errorSummary: v.nullable(v.string()),
  /**
   * Why it ended: `by-rule`, `answered`, `no-customers`; the limit that ended it (`steps`, `calls`, `time`, `tokens`,
   * `cost`, `repeated-call`; `daily-tokens`: what the organization's agents may spend on a day); or what failed (`endpoint`, `nonsense`, `unverified`, `crashed`, `agent-gone`, `agent-disabled`). Null before.
   */
  stopReason: v.optional(v.nullable(v.string())),
  /** Runs have no sandbox here: null. */
  sandboxStatus: v.nullable(v.string()),
  /** When it started; null before. ISO 8601, UTC. */
  startedAt: v.nullable(DateTimeSchema),
  /** When it ended; null before. ISO 8601, UTC. */
  endedAt: v.nullable(DateTimeSchema),
  /** How long it took, in milliseconds; null before it ended. */
  durationMs: v.nullable(CountSchema),
  /** How many of each there are. */
  counts: v.object({
    /** Customers that it considered. */
    candidates: CountSchema,
    /** Calls of tools. */
    tools: CountSchema,
    /** Files that it created. */
    artifacts: CountSchema,
    /** Outputs: none or one. */
    outputs: CountSchema,
  }),
}

export const AgentRunStatusSchema = v.picklist(agentRunStatuses)

/** One run of an agent, in short. */
export const AgentRunSummarySchema = v.object({
  ...summary,
  /** Its output. */
  outputs: v.array(
    v.object({
      /** Names the output. */
      id: v.string(),
      /** Its status. */
      status: v.picklist(outputStatuses),
      /** Its delivery's status; `NOT_REQUIRED` for a run that a person requested. */
      deliveryStatus: v.picklist(outputDeliveryStatuses),
      /** When the last destination accepted it; null before. ISO 8601, UTC. */
      deliveredAt: v.nullable(DateTimeSchema),
      /** When it was written. ISO 8601, UTC. */
      createdAt: DateTimeSchema,
    }),
  ),
})

/** What a run produced. */
export const AgentOutputSchema = v.object({
  /** Names the output. */
  id: v.string(),
  /** What it is: `digest`. */
  contractType: v.string(),
  /** Of that form. */
  contractVersion: v.string(),
  /** Its status. */
  status: v.picklist(outputStatuses),
  /** Its delivery's status. */
  deliveryStatus: v.picklist(outputDeliveryStatuses),
  /** The problem; null without one. */
  error: v.nullable(v.string()),
  /** When it was written. ISO 8601, UTC. */
  processedAt: v.nullable(DateTimeSchema),
  /** When the last destination accepted it; null before. ISO 8601, UTC. */
  deliveredAt: v.nullable(DateTimeSchema),
  /** When it was written. ISO 8601, UTC. */
  createdAt: DateTimeSchema,
  /** Number of messages made from it. */
  notificationCount: CountSchema,
  /** Number of customers in it. */
  referencedCandidateCount: CountSchema,
  /** The candidates in it. */
  referencedCandidateIds: v.array(v.string()),
  /** Its titles, plain text. */
  titles: v.array(v.string()),
  /** Its texts, Markdown in which names and texts of customers are escaped. */
  markdownPreviews: v.array(v.string()),
  /** How many deliveries there are by status; null without one. */
  deliverySummary: v.nullable(JsonObjectSchema),
  /** What people can do with it: nothing yet. */
  actions: v.array(
    v.object({
      /** Names the action. */
      id: v.string(),
      /** For people. */
      label: v.string(),
      /** Its status. */
      status: v.picklist(['OPEN', 'ENGAGED', 'EXECUTED', 'UNAVAILABLE']),
      /** Where it is done. */
      url: v.nullable(v.string()),
    }),
  ),
  /** What a language model claimed, with the words of a source or a fact; by rule nothing is claimed. */
  claims: v.optional(
    v.object({
      /** Claims whose quote was verified: included. */
      verified: CountSchema,
      /** Claims whose quote wasn't found: dropped. */
      dropped: CountSchema,
    }),
  ),
})

/** A tool that a run called. */
export const AgentToolCallSchema = v.object({
  /** Names the call. */
  id: v.string(),
  /** Such as `svc_list_facts`. */
  toolName: v.string(),
  /** How it ended. */
  status: v.picklist(['PENDING', 'SUCCESS', 'FAILED']),
  /** Why it failed; null when it didn't. */
  error: v.nullable(v.string()),
  /** When it began. ISO 8601, UTC. */
  startedAt: DateTimeSchema,
  /** When it ended. ISO 8601, UTC. */
  endedAt: v.nullable(DateTimeSchema),
  /** How long it took, in milliseconds. */
  latencyMs: v.nullable(v.number()),
  /** Its input, truncated. */
  inputSummary: v.unknown(),
  /** The length of its result, which itself isn't stored. */
  outputSummary: v.unknown(),
})

/** A file created by a run: none is yet. */
export const AgentArtifactSchema = v.object({
  /** Names the file. */
  id: v.string(),
  /** What it is. */
  kind: v.string(),
  /** Such as `text/plain`. */
  mimeType: v.string(),
  /** How long it is. */
  bodySizeBytes: v.nullable(CountSchema),
  /** Whether something of it is missing. */
  redactionStatus: v.nullable(v.string()),
  /** When it was created. ISO 8601, UTC. */
  createdAt: DateTimeSchema,
  /** Further data. */
  metadataSummary: v.unknown(),
})

/** One run of an agent, whole. */
export const AgentRunDetailSchema = v.object({
  ...summary,
  /** The agent's name in programs. */
  agentKey: v.string(),
  /** `by-rule` or `language-model`. */
  executionStrategy: v.string(),
  /** The language model; null by rule. */
  model: v.nullable(v.string()),
  /** Null: none is requested. */
  thinkingLevel: v.nullable(v.string()),
  /** What a key without `customer_intelligence:read` isn't shown. */
  visibility: v.object({
    /** Customers that aren't shown. */
    hiddenCustomerCount: CountSchema,
    /** Outputs that aren't shown. */
    hiddenOutputCount: CountSchema,
    /** Whether calls of tools are hidden. */
    debugLedgerHidden: v.boolean(),
  }),
  /** Why it was triggered; null for a person's or a schedule's run. */
  triggerEvidence: v.nullable(TriggerEvidenceSchema),
  /** The customers that it considered. */
  candidates: v.array(AgentCandidateSchema),
  /** Its output. */
  outputs: v.array(AgentOutputSchema),
  /** The tools that it called, in order. */
  toolCalls: v.array(AgentToolCallSchema),
  /** Files that it created. */
  artifacts: v.array(AgentArtifactSchema),
})
