/** What a log record holds, and its encoding: JSON in UTF-8, one record an accepted batch. */

import {
  isJsonObject,
  type AgentRunStatus,
  type AgentRunTrigger,
  type BillingStatus,
  type BroughtSourceType,
  type Channel,
  type DeliveryStatus,
  type EventMatchDefinition,
  type EventPatternDefinition,
  type FactStatus,
  type JsonObject,
  type Severity,
  type SourceType,
  type TriggerEvidence,
} from '@customer-intel/contract'
import { bringIntoBounds } from './bring-into-bounds.ts'

export type EventSource = 'client' | 'server' | 'integration'
export type TraitValue = string | number | boolean | null
export type Traits = Record<string, TraitValue>

/** An accepted event: validated, sanitised, with its uuid (lower case) and its effective time filled in. */
export interface StoredEvent {
  type: 'pageview' | 'custom' | 'form' | 'identify' | 'engagement' | 'calendar'
  /** The sender's uuid in lower case; else a uuid v7 given by the server. */
  uuid: string
  /** Effective time, Unix milliseconds: the sender's, or the server's where the sender's is missing or impossible. */
  timestamp: number
  /** The sender's own timestamp, kept when it was impossible and `timestamp` was clamped. */
  sentTimestamp?: number
  url: string
  path: string
  referrer?: string
  title?: string
  utm?: { source?: string; medium?: string; campaign?: string; term?: string; content?: string; ref?: string }
  customerId?: string
  customerTraits?: Traits
  eventName?: string
  properties?: Record<string, unknown>
  email?: string
  userId?: string
  fingerprint?: string
  traits?: Traits
  formId?: string
  formFields?: Record<string, string>
  activeTimeMs?: number
  totalTimeMs?: number
  sessionId?: string
  provider?: string
  eventType?: string
  startTime?: string
  endTime?: string
  duration?: number
  isRecurring?: boolean
  inviteeEmail?: string
  inviteeName?: string
}

/** One accepted batch. */
export interface EventsRecord {
  kind: 'events'
  /** Server time of acceptance, Unix milliseconds. */
  receivedAt: number
  source: EventSource
  visitorId?: string
  fingerprint?: string
  sessionId?: string
  userIdentity?: { email?: string; userId?: string; fingerprint?: string; traits?: Traits }
  customerIdentity?: { customerId?: string; customerTraits?: Traits }
  events: StoredEvent[]
}

/** From here on, this event name marks activation; null marks none. Earlier events are not touched. */
export interface ActivationRecord {
  kind: 'activation'
  receivedAt: number
  eventName: string | null
}

/** What a signal looks for, as its people wrote it. */
export type SignalDefinition =
  | { kind: 'EVENT_MATCH'; definition: EventMatchDefinition }
  | { kind: 'EVENT_PATTERN'; definition: EventPatternDefinition }

/** From here on, a signal looks for this; null: it is archived. Of what stands before it in the log nothing is an occurrence by it. */
export interface SignalRecord {
  kind: 'signal'
  receivedAt: number
  signalId: string
  signal: SignalDefinition | null
}

/**
 * A person's decision about identity: never join these two keys (`cut`), join what was stated of them whatever speaks
 * against it (`join`), or go by the rules again (`mend`).
 */
export interface IdentityRecord {
  kind: 'identity'
  receivedAt: number
  decision: 'cut' | 'join' | 'mend'
  /** Person keys, written `email:jane@acme.com` or `user:u-17`. */
  left: string
  right: string
  cause: string
}

/** A person's decision that two customers are one (`merge`), or are not after all (`part`). */
export interface CustomerMergeRecord {
  kind: 'customer-merge'
  receivedAt: number
  decision: 'merge' | 'part'
  /** Public ids: of a customer with an id or a domain of its own they follow from that, so they hold in every replay. */
  duplicate: string
  /** The customer that everything of the duplicate is then. */
  survivor: string
  cause: string
}

/**
 * The customer that a record is about, by a key and never by a public id, so that it holds in every replay. Acceptance
 * turns `{id}` into one of these.
 */
export type CustomerKey = { customerId: string } | { domain: string } | { email: string } | { userId: string }

/** A call, mail, ticket, deal, meeting or chat. Keyed by type and id. */
export interface SourceRecord {
  kind: 'source'
  sourceType: BroughtSourceType
  sourceId: string
  /** Unix milliseconds. */
  occurredAt: number
  title?: string
  text?: string
  summary?: string
  permalink?: string
  provider?: string
  customer?: CustomerKey
  participants?: { email?: string; name?: string; role?: string }[]
  /** What the type holds besides: transcript, thread, ticket or deal fields. */
  record?: Record<string, unknown>
}

/** Something known of a customer, with its evidence. Keyed by its id. */
export interface FactRecord {
  kind: 'fact'
  factId: string
  /** `stated`: brought by a caller. `extracted`: found by a language model in a source's text. */
  origin: 'stated' | 'extracted'
  assertion: string
  reasoning?: string
  customer: CustomerKey
  factType?: string
  status?: FactStatus
  /** 0 to 1. */
  confidence?: number
  /** Unix milliseconds. */
  occurredAt?: number
  evidence: { sourceType: SourceType; sourceId: string; quote: string }[]
}

/** What a caller's own books, or another system's, say of an account. Keyed by customerId, else by domain, and by origin. */
export interface CustomerRecord {
  kind: 'customer'
  /** The provider that says so, such as `crm-a`; absent: the caller. */
  origin?: string
  customerId?: string
  domain?: string
  name?: string
  ownerEmail?: string
  /** Unix milliseconds. */
  createdAt?: number
  traits?: Traits
}

/** What a caller's own books, or another system's, say of a person. Keyed by userId, else by e-mail, and by origin. */
export interface UserRecord {
  kind: 'user'
  /** The provider that says so, such as `support-a`; absent: the caller. */
  origin?: string
  email?: string
  userId?: string
  name?: string
  /** The account that they belong to. */
  customer?: { customerId: string } | { domain: string }
  /** Unix milliseconds. */
  createdAt?: number
  traits?: Traits
}

/** Somebody who works here. Keyed by e-mail, and by origin. */
export interface MemberRecord {
  kind: 'member'
  /** The provider that says so, such as `crm-a`; absent: the caller, whose word counts before. */
  origin?: string
  email: string
  name: string
  role?: string
  title?: string
  managerEmail?: string
  territory?: string
}

/** What a customer pays, on a day. Keyed by customer and day. */
export interface RevenueRecord {
  kind: 'revenue'
  customer: CustomerKey
  /** `YYYY-MM-DD`. */
  date: string
  mrrCents: number
  /** ISO 4217, upper case. */
  currency?: string
  billingStatus?: BillingStatus
  plan?: string
  activeSubscriptions?: number
  /** Paid on that day. */
  paidCents?: number
}

/** What a billing account pays, whole: a later one replaces every day of it. Keyed by origin. */
export interface BillingRecord {
  kind: 'billing'
  /** The billing account: `billing-a/cus_17`. */
  origin: string
  customer: CustomerKey
  /** The days on which something changed, from the first one on; none: the account is gone. */
  days: Omit<RevenueRecord, 'kind' | 'customer'>[]
}

/** That a source's text was read for facts, whatever came of it. Keyed by the source: its facts replace the former ones. */
export interface ExtractionRecord {
  kind: 'extraction'
  sourceType: SourceType
  sourceId: string
  /** SHA-256 of the text that was read, hex. */
  textHash: string
  model: string
  facts: Omit<FactRecord, 'kind' | 'customer'>[]
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
  /** Why it ended: see `StopReason` of agents/. */
  stopReason?: string
  /** Null: by rule. */
  model?: string | null
  output?: AgentRunOutput | null
  /** For people: what went wrong, and what was done about it. */
  errorSummary?: string | null
  toolCalls?: AgentRunToolCall[]
  usage?: { steps: number; promptTokens: number; completionTokens: number }
}

/** That what a record said holds no more, since it is gone where it came from. Its key is that record's. */
export interface DeletionRecord {
  kind: 'deletion'
  /** The key of the record that goes. */
  of: string
}

/**
 * A signal that was seen by the clock: something didn't happen, or became less. Keyed by its id, which follows from signal,
 * customer and the end of the window. (Occurrences of what did happen are computed by the projection.)
 */
export interface OccurrenceRecord {
  kind: 'occurrence'
  occurrenceId: string
  signalId: string
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
  /** Once it has told of one customer alone: in whose timeline it shows, and its message's title. */
  told?: { customer: CustomerKey; title: string }
  /** One destination that takes the message isn't enough. */
  requireAllDestinations?: boolean
  skipReason?: string
  errorCode?: string
  errorMessage?: string
}

export type StoredRecord =
  | AgentRunRecord
  | DeletionRecord
  | OccurrenceRecord
  | RunRecord
  | NotificationRecord
  | DeliveryRecord
  | SourceRecord
  | FactRecord
  | CustomerRecord
  | UserRecord
  | MemberRecord
  | RevenueRecord
  | BillingRecord
  | ExtractionRecord

/** Records that came together. A later one with the same key replaces an earlier one; an equal one changes nothing. */
export interface RecordsRecord {
  kind: 'records'
  receivedAt: number
  records: StoredRecord[]
  /** Where the sync that brought them stands after them. */
  sync?: SyncMark
}

/** Where a sync stands: a page and the cursor after it are one log record, so that nothing is skipped or doubled. */
export interface SyncMark {
  /** `billing-a`. */
  provider: string
  /** Which connection of that provider: a later one begins anew. */
  generation: string
  /** What is synced, such as `Opportunity`. */
  model: string
  /** Where to go on, in the engine's own words; JSON. */
  state: string
  /** Records that were brought by this generation so far. */
  recordCount: number
  /** Objects of the provider that couldn't be mapped, so far. */
  setAsideCount: number
  /** When the walk began that met this page, Unix milliseconds; with `objects`. */
  metAt?: number
  /** The objects of the page, where deletions are followed. */
  objects?: SyncedObject[]
}

/** An object of a provider, and the records that come of it. */
export interface SyncedObject {
  /** The provider's. */
  id: string
  /** Keys of its records. */
  keys: string[]
  /** Whether that is all of them; else those that are known besides stay its own. */
  whole: boolean
}

export type LogRecord =
  | EventsRecord
  | ActivationRecord
  | SignalRecord
  | IdentityRecord
  | CustomerMergeRecord
  | RecordsRecord

/** An accepted batch as former versions wrote it, with the sender's body as it came. {@link parseRecord} alone sees it. */
interface SentBatch {
  kind: 'sent'
  receivedAt: number
  source: EventSource
  /** The sender's payload: an {@link EventsRecord} but for these three. */
  batch: Omit<EventsRecord, 'kind' | 'receivedAt' | 'source'>
}

const decoder = new TextDecoder()

export function encodeRecord(record: LogRecord): Uint8Array {
  return Buffer.from(JSON.stringify(record), 'utf8')
}

/**
 * Encodes records that came together: as one log record, or as several of about `maxBytes` (default 1 MiB), so that
 * none takes long; `sync` goes with the last one. No records and no mark, no log record. Yields null after each record, where others may have their turn.
 */
export function* encodeRecords(
  records: readonly StoredRecord[],
  { receivedAt, maxBytes = 1024 * 1024, sync }: { receivedAt: number; maxBytes?: number; sync?: SyncMark },
): Generator<Uint8Array | null> {
  const head: RecordsRecord = { kind: 'records', receivedAt, records: [] }
  const open = JSON.stringify(head).slice(0, -']}'.length)
  const mark = sync === undefined ? '' : `,"sync":${JSON.stringify(sync)}`
  let parts: string[] = []
  let length = 0
  for (const record of records) {
    const part = JSON.stringify(record)
    if (parts.length > 0 && length + part.length > maxBytes) {
      yield Buffer.from(`${open}${parts.join(',')}]}`)
      parts = []
      length = 0
    }
    parts.push(part)
    length += part.length
    yield null
  }
  if (parts.length > 0 || mark !== '') yield Buffer.from(`${open}${parts.join(',')}]${mark}}`)
}

/**
 * Decodes a record, and brings into bounds what an older version wrote. Throws an Error that says what is wrong where it
 * is no record; that of its events and records each is well formed is not looked at.
 */
export function decodeRecord(payload: Uint8Array): LogRecord {
  return bringIntoBounds(parseRecord(payload))
}

/** The record exactly as it was written, bounds aside: for whoever writes it again. Throws where it is none. */
export function parseRecord(payload: Uint8Array): LogRecord {
  let record: LogRecord | SentBatch
  try {
    record = JSON.parse(decoder.decode(payload)) as LogRecord | SentBatch
  } catch {
    // The parser's message quotes the text, which may be anybody's.
    throw new Error('The record is not JSON')
  }
  if (!isJsonObject(record)) throw new Error('The record is not an object')
  if (record.kind !== 'sent') return record
  const { receivedAt, source, batch } = record
  return { ...batch, kind: 'events', receivedAt, source }
}
