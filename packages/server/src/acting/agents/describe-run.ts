import { createHash } from 'node:crypto'
import type {
  AgentCandidate,
  AgentOutput,
  AgentRunDetail,
  AgentRunSummary,
  AgentToolCall,
} from '@customer-intel/contract'
import { derivedUuid } from '../../kernel/log/derived-uuid.ts'
import type { AgentRunCandidate, AgentRunToolCall } from '../../kernel/log/record.ts'
import type { AgentRun } from './agent-run-read-types.ts'
import { displayNameOf } from './digest-by-rule.ts'
import type { OutputDelivery } from './output-delivery.ts'

/** A run in lists. */
export function toRunSummary(run: AgentRun, delivery: OutputDelivery): AgentRunSummary {
  const { output } = run
  return {
    ...headOf(run),
    outputs: output
      ? [
          {
            id: output.outputId,
            status: 'PROCESSED',
            deliveryStatus: delivery.status,
            deliveredAt: delivery.deliveredAt,
            createdAt: endOf(run),
          },
        ]
      : [],
  }
}

/** A run in full. */
export function toRunDetail(run: AgentRun, delivery: OutputDelivery): AgentRunDetail {
  const { agentKey, model = null, evidence, candidates, toolCalls = [] } = run
  return {
    ...headOf(run),
    agentKey,
    executionStrategy: model === null ? 'by-rule' : 'language-model',
    model,
    thinkingLevel: null,
    visibility: { hiddenCustomerCount: 0, hiddenOutputCount: 0, debugLedgerHidden: false },
    triggerEvidence: evidence,
    candidates: candidates.map((candidate) => toCandidate(candidate, run, delivery)),
    outputs: outputsOf(run, delivery),
    toolCalls: toolCalls.map((call, index) => toToolCall(call, `${run.runId} ${index}`)),
    artifacts: [],
  }
}

function headOf(run: AgentRun): Omit<AgentRunSummary, 'outputs'> {
  const { runId, agentId, status, trigger, startedAt, endedAt, candidates, toolCalls = [], output } = run
  return {
    id: runId,
    runId,
    agentId,
    status,
    trigger,
    summary: output?.title ?? (run.stopReason === 'no-customers' ? 'No customer to tell of' : null),
    errorSummary: run.errorSummary ?? null,
    stopReason: run.stopReason ?? null,
    sandboxStatus: null,
    startedAt: toTime(startedAt),
    endedAt: toTime(endedAt),
    durationMs: startedAt === null || endedAt === null ? null : Math.max(0, endedAt - startedAt),
    counts: {
      candidates: candidates.length,
      tools: toolCalls.length,
      artifacts: 0,
      outputs: output ? 1 : 0,
    },
  }
}

function outputsOf(run: AgentRun, delivery: OutputDelivery): AgentOutput[] {
  const { output } = run
  if (!output) return []
  const at = endOf(run)
  return [
    {
      id: output.outputId,
      contractType: 'digest',
      contractVersion: '1',
      status: 'PROCESSED',
      deliveryStatus: delivery.status,
      error: null,
      processedAt: at,
      deliveredAt: delivery.deliveredAt,
      createdAt: at,
      notificationCount: delivery.counts === null ? 0 : 1,
      referencedCandidateCount: output.customerIds.length,
      referencedCandidateIds: output.customerIds.map((customerId) => candidateId(run, customerId)),
      titles: [output.title],
      markdownPreviews: [output.markdown],
      deliverySummary: delivery.counts,
      actions: [],
      claims: output.claims,
    },
  ]
}

function toCandidate(candidate: AgentRunCandidate, run: AgentRun, delivery: OutputDelivery): AgentCandidate {
  const { customerId, name, domain, reasons, metrics, surfaced } = candidate
  const isSurfaced = surfaced === true
  return {
    id: candidateId(run, customerId),
    customerId,
    customerName: displayNameOf({ name, domain }),
    customerDomain: domain,
    billingStatus: candidate.billingStatus ?? null,
    lastActivityAt: candidate.lastActivityAt ?? null,
    candidateKey: `customer:${customerId}`,
    fingerprint: createHash('sha256')
      .update(JSON.stringify([customerId, reasons]))
      .digest('hex')
      .slice(0, 16),
    status:
      surfaced === undefined
        ? 'SELECTED'
        : !isSurfaced
          ? 'NOT_SURFACED'
          : delivery.status === 'FAILED'
            ? 'DELIVERY_FAILED'
            : 'SURFACED',
    outputId: isSurfaced ? (run.output?.outputId ?? null) : null,
    disposition: null,
    surfaceReason: isSurfaced ? (reasons[0] ?? null) : null,
    reasons,
    metrics,
  }
}

function toToolCall(call: AgentRunToolCall, name: string): AgentToolCall {
  const { toolName, input, startedAt, durationMs, error, answerLength } = call
  return {
    id: derivedUuid(`agent-tool-call ${name}`),
    toolName,
    status: error === null ? 'SUCCESS' : 'FAILED',
    error,
    startedAt: new Date(startedAt).toISOString(),
    endedAt: new Date(startedAt + durationMs).toISOString(),
    latencyMs: durationMs,
    inputSummary: input,
    outputSummary: error === null ? { characters: answerLength } : null,
  }
}

function candidateId({ runId }: AgentRun, customerId: string): string {
  return derivedUuid(`agent-candidate ${runId} ${customerId}`)
}

function endOf({ endedAt, askedAt }: AgentRun): string {
  return new Date(endedAt ?? askedAt).toISOString()
}

function toTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}
