/** Records of the service itself: what it noticed, ran, generated and sent. */

import type { DeliveryAttempt } from './delivery-attempts.ts'
import type {
  AgentRunStatus,
  AgentRunTrigger,
  BillingStatus,
  Channel,
  DeliveryStatus,
  JsonObject,
  Severity,
  TriggerEvidence,
} from '@customer-intel/contract'
import type { RunErrorCode, SkipReason, StopReason } from './automation-reasons.ts'
import type { CustomerKey } from './imported-records.ts'

/**
 * An occurrence of a time-based signal: something didn't happen, or became less. Keyed by its id, which is computed from
 * signal, customer and the end of the window. (Occurrences of events are computed by the projection.)
 */
export interface OccurrenceRecord {
  kind: 'occurrence'
  occurrenceId: string
  signalId: string
  /** The signal's name at that time, for the customer's timeline; absent: it had been removed. */
  signalName?: string
  customer: CustomerKey
  /** End of the window, Unix milliseconds. */
  occurredAt: number
  /** Start of the window. */
  windowFrom: number
  /** Number of events, active days or people, depending on the detection. */
  count: number
  /** The events it is about, if any: for an absence the last one before. */
  eventIds: string[]
}

/**
 * The current state of an automation's run, or of what it skipped. Keyed by its id, which is computed from the automation
 * and what it is about: occurrences, or the time of a slot.
 */
export interface RunRecord {
  kind: 'run'
  runId: string
  automationId: string
  triggerType: 'SIGNAL_OCCURRENCE' | 'SCHEDULE'
  status: 'RUNNING_PROCESSOR' | 'PENDING_DELIVERY' | 'SKIPPED' | 'FAILED'
  /** The time of its last occurrence, or of its slot; Unix milliseconds. */
  occurredAt: number
  /** When it was planned, Unix milliseconds. */
  matchedAt: number
  /** The occurrences it acts on or skips: the automation ignores them from then on. */
  occurrenceIds: string[]
  /**
   * For each threshold among them the time in which it counted: another occurrence of that signal at that customer within
   * it is the same one, moved by a late event or a merge. Unix milliseconds.
   */
  windows?: { occurrenceId: string; signalId: string; from: number; until: number }[]
  /** Public ids of its customers at that time. */
  customerIds: string[]
  /** The event that completed the match, if it was one. */
  event?: { id?: string; name?: string; channel?: Channel }
  agentRunId?: string
  /** Once its output was about customers: in whose timelines it appears, and under what title. */
  told?: { customers: CustomerKey[]; title: string }
  /** Every destination must accept the message; by default one is enough. */
  requireAllDestinations?: boolean
  /** Starts with the reason, then says what was skipped. */
  skipReason?: `${SkipReason}: ${string}`
  errorCode?: RunErrorCode
  errorMessage?: string
}

/** A customer that an agent's run was given, or chose itself. */
export interface AgentRunCandidate {
  /** Public id. */
  customerId: string
  /** Its name at that time. */
  name: string | null
  domain: string | null
  /** Its billing status at that time. */
  billingStatus?: BillingStatus
  /** Its last activity at that time, ISO 8601. */
  lastActivityAt?: string | null
  /** Why it was considered, for people. */
  reasons: string[]
  /** The metrics it was chosen by, as in the API. */
  metrics: JsonObject[]
  /** Whether the output is about it; absent while unknown. */
  surfaced?: boolean
}

/** A tool that a run called. The result isn't stored: it can be read again. */
export interface AgentRunToolCall {
  toolName: string
  /** JSON, truncated. */
  input: string
  /** Unix milliseconds. */
  startedAt: number
  durationMs: number
  /** Null on success. */
  error: string | null
  /** Length of its result, in characters. */
  answerLength: number
}

/** The output of a run. */
export interface AgentRunOutput {
  /** Computed from the run. Its notification has the same id. */
  outputId: string
  /** Plain text, one line. */
  title: string
  /** Names and texts of customers are escaped. */
  markdown: string
  /** Public ids of the customers it is about. */
  customerIds: string[]
  /** A language model's claims, by whether they were verified; none in an output by rule. */
  claims: { verified: number; dropped: number }
}

/**
 * The current state of an agent's run. Keyed by its id. `RUNNING` requests it: background work executes it, and writes it
 * again with its result. A run for an automation is written once, with its result.
 */
export interface AgentRunRecord {
  kind: 'agentRun'
  runId: string
  agentId: string
  agentKey: string
  trigger: AgentRunTrigger
  status: AgentRunStatus
  /** Unix milliseconds, like all its times. */
  askedAt: number
  startedAt: number | null
  endedAt: number | null
  /** How often a language model started it. */
  attempts: number
  /** Empty: the agent chooses. */
  candidates: AgentRunCandidate[]
  /** The automation's run that requested it; null: a person did. */
  automationRunId: string | null
  evidence: TriggerEvidence | null
  stopReason?: StopReason
  /** Null: by rule. */
  model?: string | null
  output?: AgentRunOutput | null
  /** What went wrong, for people, and how it was handled. */
  errorSummary?: string | null
  toolCalls?: AgentRunToolCall[]
  usage?: { steps: number; promptTokens: number; completionTokens: number }
}

/** A message to destinations, from a caller or from an automation's run. Keyed by its id. */
export interface NotificationRecord {
  kind: 'notification'
  notificationId: string
  /** The id of the API key that sent it, or of the automation. */
  sentBy: string
  /** The automation's run that it is the result of. */
  runId?: string
  /** Public ids of its customers at that time. */
  customerIds?: string[]
  title: string
  /** For people: Markdown. */
  text: string
  severity?: Severity
  source?: string
  subject?: string
  /** For programs, as the sender gave it. */
  payload?: unknown
}

/**
 * The current state of a message's delivery to one destination. Keyed by its id, which is computed from message and
 * destination.
 */
export interface DeliveryRecord {
  kind: 'delivery'
  deliveryId: string
  notificationId: string
  destinationId: string
  status: DeliveryStatus
  /** Number of attempts. */
  tries: number
  /** When the next attempt is due, Unix milliseconds; null: none. */
  nextAt: number | null
  errorCode?: string
  errorMessage?: string
  /** How it was tried, oldest first: each record has those of the former one. Absent: none. */
  attempts?: readonly DeliveryAttempt[]
}
