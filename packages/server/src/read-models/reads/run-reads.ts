import type {
  AudienceFilter,
  Channel,
  RunStatus,
  SignalOccurrence,
  TriggerType,
} from '@customer-intel/contract'
import type { RunRecord } from '../../log/record.ts'
import type { CustomerName, Page, PageEnd } from './customer-reads.ts'
import type { DeliveryEntry } from './delivery-reads.ts'

/** Questions about what automations are to do, and what they did. Times given are Unix milliseconds. */
export interface RunReads {
  /** What an automation hasn't looked at yet, by time. */
  listDueOccurrences(query: DueQuery): Promise<DueOccurrence[]>
  /** When runs of an automation for these customers were, by the ids that answer for them now. */
  listRunTimes(automationId: string, customerIds: readonly string[], since: number): Promise<RunTime[]>
  /**
   * The thresholds that runs of an automation for these customers acted on and that a late event or a merge has moved since,
   * where they ended after `since`: without those for which the automation has left out what stands in their place.
   */
  listMovedWindows(automationId: string, customerIds: readonly string[], since: number): Promise<RunWindow[]>
  /** Runs whose agent isn't done: of each automation the oldest, those of all automations in turn. */
  listWaitingRuns(bounds: { automationId?: string; perAutomation: number }): Promise<WaitingRun[]>
  /** Those of these runs whose agent isn't done, the oldest first. */
  findRunsInProgress(runIds: readonly string[]): Promise<RunInProgress[]>
  /** The last run of each automation that acted, or failed to. */
  listLastRuns(): Promise<LastRun[]>
  /** The last slot that a scheduled automation has seen; null: none. */
  findLastSlot(automationId: string): Promise<number | null>
  /** Newest first. */
  listRuns(query: RunsQuery): Promise<Page<RunEntry>>
  /** Customers that fit a filter; those whom the automation was about the longest ago, or never, first. */
  listAudience(query: AudienceQuery): Promise<string[]>
  /** What these customers are called. */
  listCustomerNames(customerIds: readonly string[]): Promise<CustomerName[]>
  /** How many runs there are by status. */
  countRuns(): Promise<Partial<Record<RunStatus, number>>>
}

export interface DueQuery {
  automationId: string
  signalIds: readonly string[]
  /** Found since then: what was there before an automation was enabled or changed is nothing to it. */
  detectedSince: number
  /** `before`: what happened earlier than that, where it was found so late; `since`: what happened since. */
  occurred: { since: number } | { before: number; lateMs: number }
  /** Only customers with so many different signals. */
  requiredSignals: number
  limit: number
}

/** Times are ISO 8601. */
export interface DueOccurrence {
  occurrenceId: string
  signalId: string
  /** Null for what is about no customer. */
  customerId: string | null
  occurredAt: string
  eventId: string | null
  eventName: string | null
  eventChannel: Channel | null
  /** The time whose events it counts, ISO 8601: of an event by itself, its own moment. */
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
  /** When it was decided, Unix milliseconds. */
  matchedAt: number
}

export interface RunInProgress {
  run: RunRecord
  /** What is left of those that it acts on, or stands in their place: an erasure may have taken some. The newest 50. */
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
  /** Only these, by the ids that answer for them now. */
  customerIds?: readonly string[]
  /** Who comes first, and who is left out: whom this automation was about after that. */
  rotation?: { automationId: string; notSince: number | null }
  limit: number
}
