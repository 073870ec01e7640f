import type {
  AudienceFilter,
  Channel,
  RunStatus,
  SignalOccurrence,
  SkippedRun,
  TriggerType,
} from '@customer-intel/contract'
import type { SkippedQuery } from './list-skipped.ts'
import type { SkipReason } from '../../kernel/log/automation-reasons.ts'
import type { RunRecord } from '../../kernel/log/record.ts'
import type { CustomerName } from '../../customers/reads/customer-reads.ts'
import type { Page, PageEnd } from '../../kernel/sql/page.ts'
import type { DeliveryEntry } from '../notifications/delivery-read-types.ts'

/** Reads about what automations have to do, and what they did. Times in parameters are Unix milliseconds. */
export interface RunReads {
  /**
   * Those of these customers that a run of the automation in progress is about, by their current ids; null among them when
   * one is about no customer.
   */
  listWaitingCustomers(automationId: string, customerIds: readonly string[]): Promise<(string | null)[]>
  /** Runs that an automation skipped for this reason since then. */
  countSkippedRuns(automationId: string, reason: SkipReason, since: number): Promise<number>
  /** Occurrences that an automation hasn't handled yet, by time. */
  listDueOccurrences(query: DueQuery): Promise<DueOccurrence[]>
  /** Times of an automation's runs for these customers, by their current ids. */
  listRunTimes(automationId: string, customerIds: readonly string[], since: number): Promise<RunTime[]>
  /**
   * The thresholds of an automation's runs for these customers, ended after `since`, whose windows have moved since
   * because of a late event or a merge; without those whose replacement the automation has skipped.
   */
  listMovedWindows(automationId: string, customerIds: readonly string[], since: number): Promise<RunWindow[]>
  /** Runs whose agent hasn't finished: the oldest first for each automation, automations alternating. */
  listWaitingRuns(bounds: { automationId?: string; perAutomation: number }): Promise<WaitingRun[]>
  /** Those of these runs whose agent hasn't finished, oldest first. */
  findRunsInProgress(runIds: readonly string[]): Promise<RunInProgress[]>
  /** The last run of each automation, without skipped ones. */
  listLastRuns(): Promise<LastRun[]>
  /** The last slot that a scheduled automation has handled; null: none. */
  findLastSlot(automationId: string): Promise<number | null>
  /** Newest first. */
  listRuns(query: RunsQuery): Promise<Page<RunEntry>>
  /** What an automation skipped, newest first. */
  listSkippedRuns(query: SkippedQuery): Promise<Page<SkippedRun>>
  /** Customers that match a filter; those whose last run of the automation is longest ago, or who had none, come first. */
  listAudience(query: AudienceQuery): Promise<string[]>
  /** The names of these customers. */
  listCustomerNames(customerIds: readonly string[]): Promise<CustomerName[]>
  /** Runs by status. */
  countRuns(): Promise<Partial<Record<RunStatus, number>>>
}

export interface DueQuery {
  automationId: string
  signalIds: readonly string[]
  /** Detected since then: earlier occurrences don't count, since the automation was not enabled or different. */
  detectedSince: number
  /** `before`: occurred earlier than that, but detected this late; `since`: occurred since. */
  occurred: { since: number } | { before: number; lateMs: number }
  /** Only customers with this many different signals. */
  requiredSignals: number
  limit: number
}

/** Times are ISO 8601. */
export interface DueOccurrence {
  occurrenceId: string
  signalId: string
  /** Null when it isn't about a customer. */
  customerId: string | null
  occurredAt: string
  eventId: string | null
  eventName: string | null
  eventChannel: Channel | null
  /** The time in which events were counted, ISO 8601; for a single event its own time. */
  evidence: { from: string; until: string }
}

export interface RunTime {
  customerId: string
  at: number
}

/** Unix milliseconds. */
export interface RunWindow {
  customerId: string
  signalId: string
  from: number
  until: number
}

export interface WaitingRun {
  runId: string
  automationId: string
  /** When it was planned, Unix milliseconds. */
  matchedAt: number
}

export interface RunInProgress {
  run: RunRecord
  /** Its occurrences, or those that replace them now; erased ones are missing. The newest 50. */
  occurrences: DueOccurrence[]
}

export interface LastRun {
  automationId: string
  status: RunStatus
  /** ISO 8601. */
  at: string
}

export interface RunsQuery {
  automationId: string
  /** Only this one. */
  runId?: string
  limit: number
  after: PageEnd | null
}

/** Times are ISO 8601. */
export interface RunEntry {
  runId: string
  automationId: string
  triggerType: TriggerType
  status: RunStatus
  occurredAt: string
  matchedAt: string
  updatedAt: string
  eventId: string | null
  eventName: string | null
  eventChannel: Channel | null
  agentRunId: string | null
  skipReason: string | null
  errorCode: string | null
  errorMessage: string | null
  deliveries: DeliveryEntry[]
  /** The newest 50. */
  occurrences: SignalOccurrence[]
}

export interface AudienceQuery {
  filter: AudienceFilter
  /** Only these, by their current ids. */
  customerIds?: readonly string[]
  /** The order, and who is skipped: customers with a run of this automation after that time. */
  rotation?: { automationId: string; notSince: number | null }
  limit: number
}
