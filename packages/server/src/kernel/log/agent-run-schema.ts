import { JsonObjectSchema, maxTimestamp, summariseIssues } from '@customer-intel/contract'
import * as v from 'valibot'
import type { AgentRunRecord } from './automation-records.ts'

/** 31 years: added to a current time it is still a valid one. */
const maxDurationMs = 1e12
const Time = v.pipe(v.number(), v.minValue(0), v.maxValue(maxTimestamp - maxDurationMs))
const Count = v.pipe(v.number(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER))
const maybeText = v.nullable(v.string())

/** The fields of a run that answers read: runs are stored as they are, so these must be valid. Other fields are ignored. */
const AgentRunSchema = v.object({
  runId: v.string(),
  agentId: v.string(),
  agentKey: v.string(),
  trigger: v.string(),
  status: v.string(),
  askedAt: Time,
  startedAt: v.nullable(Time),
  endedAt: v.nullable(Time),
  attempts: Count,
  candidates: v.array(
    v.object({
      customerId: v.string(),
      name: maybeText,
      domain: maybeText,
      billingStatus: v.optional(v.string()),
      lastActivityAt: v.optional(maybeText),
      reasons: v.array(v.string()),
      metrics: v.array(JsonObjectSchema),
      surfaced: v.optional(v.boolean()),
    }),
  ),
  automationRunId: maybeText,
  evidence: v.nullable(JsonObjectSchema),
  stopReason: v.optional(v.string()),
  model: v.optional(maybeText),
  output: v.optional(
    v.nullable(
      v.object({
        outputId: v.string(),
        title: v.string(),
        markdown: v.string(),
        customerIds: v.array(v.string()),
        claims: v.object({ verified: Count, dropped: Count }),
      }),
    ),
  ),
  errorSummary: v.optional(maybeText),
  toolCalls: v.optional(
    v.array(
      v.object({
        toolName: v.string(),
        input: v.string(),
        startedAt: Time,
        durationMs: v.pipe(Count, v.maxValue(maxDurationMs)),
        error: maybeText,
        answerLength: Count,
      }),
    ),
  ),
  usage: v.optional(v.object({ steps: Count, promptTokens: Count, completionTokens: Count })),
})

/** Throws an Error that names the field when answers can't describe the run: another version may have written it. */
export function assertAgentRun(run: AgentRunRecord): void {
  const result = v.safeParse(AgentRunSchema, run, { abortPipeEarly: true })
  if (!result.success) throw new Error(summariseIssues(result.issues, { root: 'The run' }))
}
