import { agentsOf } from './agents.ts'
import type { AgentRunTrigger, EvidenceSignal, TriggerEvidence } from '@customer-intel/contract'
import { derivedUuid } from '../../kernel/log/derived-uuid.ts'
import type { AgentRunCandidate, AgentRunRecord } from '../../kernel/log/record.ts'
import type { Services } from '../../kernel/operations/services.ts'
import type { Workspace } from '../../kernel/workspace/workspace.ts'
import { localTime } from './local-time.ts'
import { performRun } from './perform-run.ts'

/** What an automation's run asks of an agent. */
export interface AgentAssignment {
  workspace: Workspace
  agentId: string
  trigger: Exclude<AgentRunTrigger, 'manual'>
  automationRunId: string
  /** The time it is about, Unix milliseconds: the last event's, or the slot's. */
  at: number
  /** Public ids. Empty: the agent chooses. */
  customerIds: readonly string[]
  /** The occurrences that triggered it, the deciding one first; empty for a schedule. */
  occurrences: readonly AssignedOccurrence[]
  /** The automation's signals. Default: those of the occurrences. */
  selectedSignals?: readonly EvidenceSignal[]
  policy: TriggerEvidence['policy'] & { window: TriggerEvidence['window'] | null }
  /** Aborts it. */
  signal: AbortSignal
}

export interface AssignedOccurrence {
  id: string
  signalId: string
  signalKey?: string | null
  signalName: string
  signalKind?: string | null
  /** Null: it is about the whole organization. */
  customerId: string | null
  eventName: string | null
  eventChannel: string | null
  /** ISO 8601. */
  occurredAt: string
}

/** The outcome. Nothing is stored until its `records` are appended. */
export interface AgentOutcome {
  agentRunId: string
  status: 'COMPLETED' | 'PARTIAL' | 'FAILED'
  /** Plain text, one line. */
  title: string
  /** Names and texts of customers are escaped. */
  markdown: string
  /** The customers that it is about. */
  customerIds: string[]
  /** To be appended together with the run that requested it. */
  records: AgentRunRecord[]
  /** Why there is nothing to deliver; null when there is. */
  failed: { code: 'AGENT_GONE' | 'AGENT_DISABLED' | 'NO_CUSTOMERS'; message: string } | null
}

/**
 * Runs an agent for an automation. Only reads, and appends nothing: repeated after a crash it is the same run. Rejects
 * when `signal` aborts it, and with AppError `READS_UNAVAILABLE`. When the language model fails, the digest is made by
 * rule.
 */
export async function runAgent(assignment: AgentAssignment, services: Services): Promise<AgentOutcome> {
  const { workspace, agentId, signal } = assignment
  const agent = (await agentsOf(workspace).read()).find(({ id }) => id === agentId)
  const asked = toRun(assignment, agent?.agentKey ?? agentId)
  if (agent === undefined) return failed(asked, 'AGENT_GONE', 'The agent is not there any more', services)
  if (!agent.enabled)
    return failed(asked, 'AGENT_DISABLED', `The agent ${agent.displayName} is disabled`, services)
  const record = await performRun(workspace, asked, agent, { ...services, signal })
  const { output } = record
  if (output === undefined || output === null)
    return failed(record, 'NO_CUSTOMERS', 'None of the customers is there any more', services)
  const { title, markdown, customerIds } = output
  return {
    agentRunId: record.runId,
    status: record.status === 'PARTIAL' ? 'PARTIAL' : 'COMPLETED',
    title,
    markdown,
    customerIds,
    records: [record],
    failed: null,
  }
}

function toRun(assignment: AgentAssignment, agentKey: string): AgentRunRecord {
  const { workspace, agentId, trigger, automationRunId, at, customerIds, occurrences } = assignment
  const { defaultTimezone } = workspace.document.settings
  const candidates = customerIds.map((customerId): AgentRunCandidate => ({
    customerId,
    name: null,
    domain: null,
    reasons: occurrences
      .filter((seen) => seen.customerId === customerId || seen.customerId === null)
      .map((seen) => reasonOf(seen, defaultTimezone)),
    metrics: [],
  }))
  return {
    kind: 'agentRun',
    runId: derivedUuid(`agent-run ${automationRunId}`),
    agentId,
    agentKey,
    trigger,
    status: 'RUNNING',
    askedAt: at,
    startedAt: null,
    endedAt: null,
    attempts: 0,
    candidates,
    automationRunId,
    evidence: evidenceOf(assignment),
  }
}

function reasonOf({ signalName, eventName, occurredAt }: AssignedOccurrence, timezone: string): string {
  const what = eventName === null ? '' : `, ${eventName}`
  return `${signalName}${what} (${localTime(occurredAt, timezone)} ${timezone})`
}

/** Null for a schedule: there are no occurrences. */
function evidenceOf(assignment: AgentAssignment): TriggerEvidence | null {
  const { automationRunId, occurrences, selectedSignals, policy } = assignment
  const [primary] = occurrences
  if (primary === undefined) return null
  const matched = new Map(
    occurrences.map(({ signalId, signalKey, signalName, signalKind }): [string, EvidenceSignal] => [
      signalId,
      { id: signalId, key: signalKey ?? null, name: signalName, kind: signalKind ?? null },
    ]),
  )
  const { window, ...counts } = policy
  return {
    automationRunId,
    policy: counts,
    selectedSignals: [...(selectedSignals ?? matched.values())],
    matchedSignals: [...matched.values()],
    window: window ?? { value: 0, unit: 'hour', startAt: null, endAt: null },
    primaryOccurrence: {
      id: primary.id,
      ...(primary.eventName !== null && { eventName: primary.eventName }),
      ...(primary.eventChannel !== null && { eventChannel: primary.eventChannel }),
      eventOccurredAt: primary.occurredAt,
    },
  }
}

const endedBy = {
  AGENT_GONE: 'agent-gone',
  AGENT_DISABLED: 'agent-disabled',
  NO_CUSTOMERS: 'no-customers',
} as const

function failed(
  run: AgentRunRecord,
  code: NonNullable<AgentOutcome['failed']>['code'],
  message: string,
  { clock }: Pick<Services, 'clock'>,
): AgentOutcome {
  const record: AgentRunRecord = {
    ...run,
    status: code === 'NO_CUSTOMERS' ? 'COMPLETED' : 'FAILED',
    endedAt: clock(),
    stopReason: run.stopReason ?? endedBy[code],
    output: null,
    errorSummary: message,
  }
  return {
    agentRunId: run.runId,
    status: 'FAILED',
    title: '',
    markdown: '',
    customerIds: [],
    records: [record],
    failed: { code, message },
  }
}
