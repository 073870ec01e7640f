/** What the service did: what it noticed, ran, said and sent. */

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
 * A signal that was seen by the clock: something didn't happen, or became less. Keyed by its id, which follows from signal,
 * customer and the end of the window. (Occurrences of what did happen are computed by the projection.)
 */
export interface OccurrenceRecord {
  kind: 'occurrence'
  occurrenceId: string
  signalId: string
  /** What the signal was called, so that the customer's timeline can say it; absent in what former versions wrote. */
  signalName?: string
  customer: CustomerKey
  /** The end of the window, Unix milliseconds. */
  occurredAt: number
  /** Its beginning. */
  windowFrom: number
  /** Events, active days or people that it is about, as its detection counts. */
  count: number
  /** The events that it is about, where there are some: the last one before an absence. */
  eventIds: string[]
}

/**
 * A run of an automation, as it stands, or what it left out. Keyed by its id, which follows from the automation and from what
 * it is about: its occurrences, or the instant of its slot.
 */
export interface RunRecord {
  kind: 'run'
  runId: string
  automationId: string
  triggerType: 'SIGNAL_OCCURRENCE' | 'SCHEDULE'
  status: 'RUNNING_PROCESSOR' | 'PENDING_DELIVERY' | 'SKIPPED' | 'FAILED'
  /** When the last of its occurrences happened, or its slot; Unix milliseconds. */
  occurredAt: number
  /** When it was decided, Unix milliseconds. */
  matchedAt: number
  /** What it acts on, or leaves out: the automation doesn't look at them again. */
  occurrenceIds: string[]
  /**
   * The time that each threshold among them counted: another occurrence of that signal at that customer within it is the
   * same one, which a late event or a merge has moved. Unix milliseconds.
   */
  windows?: { occurrenceId: string; signalId: string; from: number; until: number }[]
  /** The public ids of the customers that it is about, as they were. */
  customerIds: string[]
  /** The event that completed it, where it was one. */
  event?: { id?: string; name?: string; channel?: Channel }
  agentRunId?: string
  /** Once it has told of customers: in whose timelines it shows, and as what. Former versions told of one alone. */
  told?: { customers: CustomerKey[]; title: string } | { customer: CustomerKey; title: string }
  /** One destination that takes the message isn't enough. */
  requireAllDestinations?: boolean
  /** Begins with the word, then says what was left out. */
  skipReason?: `${SkipReason}: ${string}`
  errorCode?: RunErrorCode
  errorMessage?: string
}

/** A customer that a run of an agent was given, or chose itself. */
export interface AgentRunCandidate {
  /** Public id. */
  customerId: string
  /** What it was called then. */
  name: string | null
  domain: string | null
  /** Where it stood with its bill then. */
  billingStatus?: BillingStatus
  /** When something last happened there then, ISO 8601. */
  lastActivityAt?: string | null
  /** Why it was looked at, for people. */
  reasons: string[]
  /** What it was chosen by, as the API tells it. */
  metrics: JsonObject[]
  /** Whether the output speaks of it; absent while nobody knows. */
  surfaced?: boolean
}

/** A tool that a run called. What it gave stands nowhere: it can be asked again. */
export interface AgentRunToolCall {
  toolName: string
  /** JSON, cut. */
  input: string
  /** Unix milliseconds. */
  startedAt: number
  durationMs: number
  /** Null: it succeeded. */
  error: string | null
  /** How long its answer was, in characters. */
  answerLength: number
}

/** What a run says in the end. */
export interface AgentRunOutput {
  /** Follows from the run. A notification of it has the same id. */
  outputId: string
  /** Plain text, one line. */
  title: string
  /** Names and texts of customers stand in it escaped. */
  markdown: string
  /** Public ids of the customers that it speaks of. */
  customerIds: string[]
  /** What a language model claimed, and what stands behind it; by rule: none. */
  claims: { verified: number; dropped: number }
}

/**
 * A run of an agent, as it stands. Keyed by its id. `RUNNING` asks for it: background work does it, and writes it again as
 * it ended. That of an automation's run comes with it, ended.
 */
export interface AgentRunRecord {
  kind: 'agentRun'
  runId: string
  agentId: string
  agentKey: string
  trigger: AgentRunTrigger
  status: AgentRunStatus
  /** Unix milliseconds, as all its times. */
  askedAt: number
  startedAt: number | null
  endedAt: number | null
  /** How often it was begun by a language model. */
  attempts: number
  /** None: the agent chooses. */
  candidates: AgentRunCandidate[]
  /** The automation's run that asked; null: a person. */
  automationRunId: string | null
  evidence: TriggerEvidence | null
  stopReason?: StopReason
  /** Null: by rule. */
  model?: string | null
  output?: AgentRunOutput | null
  /** For people: what went wrong, and what was done about it. */
  errorSummary?: string | null
  toolCalls?: AgentRunToolCall[]
  usage?: { steps: number; promptTokens: number; completionTokens: number }
}

/** A message to destinations, of somebody or of an automation's run. Keyed by its id. */
export interface NotificationRecord {
  kind: 'notification'
  notificationId: string
  /** The id of the API key that sent it, or of the automation. */
  sentBy: string
  /** Of the automation's run that it is the outcome of. */
  runId?: string
  /** The public ids of the customers that it is about, as they were. */
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

/** A message on its way to one destination, as it stands. Keyed by its id, which follows from message and destination. */
export interface DeliveryRecord {
  kind: 'delivery'
  deliveryId: string
  notificationId: string
  destinationId: string
  status: DeliveryStatus
  /** How often it was sent. */
  tries: number
  /** When it is to be sent, Unix milliseconds; null: no more. */
  nextAt: number | null
  errorCode?: string
  errorMessage?: string
}
