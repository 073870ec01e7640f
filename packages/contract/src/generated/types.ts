// Written by `pnpm generate` from the schemas; a test fails when it is out of date.
// oxlint-disable no-unused-vars -- docstrings link to what they import.

import type {
  ActivityWindow,
  AnalyticsView,
  AnyFactCategory,
  AnyFactType,
  BillingStatus,
  Channel,
  DeliveryStatus,
  EnrichmentStatus,
  FactCategory,
  FactStatus,
  FactType,
  JourneyStage,
  MrrCalculationStatus,
  OrderDirection,
  Severity,
} from '../vocabulary.ts'
import type {
  AgentOutputDeliveryStatus,
  AgentOutputStatus,
  AgentRunStatus,
  AgentRunTrigger,
} from '../routes/agent-run-types.ts'
import type { CommandErrorCode, ErrorCode } from '../errors.ts'
import type { CommandSuccess } from '../command-envelope.ts'
import type { ConditionId, ManagedBy, SignalKind } from '../routes/signal-types.ts'
import type { CsvKind, DateOrder, Decimal, Delimiter } from '../csv-words.ts'
import type { CustomerReferenceInput } from '../records.ts'
import type { CustomerSection } from '../tools/get-customer.ts'
import type { DataOnDisconnect } from '../routes/connection-types.ts'
import type { ErasureStatus, PersonItemKind } from '../routes/people.ts'
import type { EventStatus } from '../routes/debug.ts'
import type { Grain, RunStatus, TriggerType } from '../routes/run-types.ts'
import type { Grant } from '../grants.ts'
import type { IngestSource } from '../ingest.ts'
import type { IntegrationCategory, ProviderId } from '../routes/providers.ts'
import type { JsonObject, Traits } from '../maps.ts'
import type { KeyType } from '../routes/keys.ts'
import type { MatchMode } from '../routes/automation-types.ts'
import type {
  MergeConfidence,
  MergeJobStatus,
  MergeSuggestionStatus,
} from '../routes/merge-suggestion-types.ts'
import type { NoInput } from '../routes/definition.ts'
import type { QueryColumnType } from '../tools/query.ts'
import type { RejectionKind } from '../routes/rejections.ts'
import type { Role } from '../roles.ts'
import type { SourceType, SourceTypeInput } from '../sources.ts'
import type { ToolName } from '../tools/index.ts'
import type { TraitFilters } from '../tools/people-filters.ts'
import type { UpdateWorkspaceSettingsBody } from '../routes/settings.ts'
import type { Visibility } from '../routes/saved.ts'

/** A place in a text. Characters are code points: an emoji is one. */
export interface TextPosition {
  /** How many characters stand before it. */
  offset: number
  /** From 1. */
  line: number
  /** The place in its line, in characters from 1. */
  column: number
}

/** What is wrong with one field. */
export interface ErrorDetail {
  /** Where in the input. */
  path: (string | number)[]
  /** What is wrong there, and the remedy. */
  message: string
  /** Where in the text of the field, such as `sql` as it was sent. Absent: nowhere in particular, or not known. */
  position?: TextPosition
}

/** The usual error body. */
export interface ErrorBody {
  /** What is wrong and the remedy, for people. */
  error: string
  /** The same, field by field. */
  details?: ErrorDetail[]
  /** What is said not to be there may be in what the read models lack. Absent: they lack nothing. */
  stale?: Staleness
}

/** A limit of the plan is reached. */
export interface PlanErrorBody {
  /** What is wrong and the remedy, for people. */
  error: string
  /** Which limit it is. */
  code: 'api_limit_exceeded' | 'plan_connection_limit_exceeded'
  /** The plan whose limit is reached. */
  plan?: string
  /** What the limit is on. */
  feature?: 'api_calls' | 'integration_connections'
  /** When API calls are available again, Unix milliseconds. */
  resetAt?: number
  /** Providers that are connected. */
  currentConnections?: number
  /** How many the plan allows. */
  limit?: number
}

/** Error body of the tool gateway: serves readers of both published forms. */
export interface GatewayErrorBody {
  /** What is wrong and the remedy, for people. */
  error: string
  /** The same, field by field. */
  details?: ErrorDetail[]
  /** An {@link ErrorCode}. */
  code: string
  /** The same as `error`. */
  message: string
  /** Whether the same call may succeed later. */
  retryable: boolean
  /** Names the request, for support. */
  requestId: string
  /** What is said not to be there may be in what the read models lack. Absent: they lack nothing. */
  stale?: Staleness
  /** The plan whose limit is reached. */
  plan?: string
  /** What the limit is on. */
  feature?: string
  /** When there are calls again, Unix milliseconds. */
  resetAt?: number | null
  /** What a body may have, in bytes. */
  limitBytes?: number
  /** What this one had, in bytes. */
  actualBytes?: number
  /** `path` is written `traitFilters.plan`. */
  validationIssues?: {
    /** The kind of fault. */
    code: string
    /** Where in the input, such as `traitFilters.plan`. */
    path: string
    /** What is wrong there. */
    message?: string
  }[]
}

/** Error body of the command routes, but for 401 and 500. */
export interface CommandErrorBody {
  /** The command failed. */
  ok: false
  /** Which command it was. */
  commandId: string
  /** The version of its contract. */
  commandVersion: number
  /** What went wrong. */
  error: {
    /** Its code, stable. */
    code: CommandErrorCode
    /** What is wrong and the remedy, for people. */
    message: string
    /** Names the request, for support. */
    correlationId: string
    /** Whether the same request may succeed later. */
    retryable: boolean
    /** Further facts; `issues` lists what is wrong, field by field; `stale` says what a `not_found` may be in. */
    details?: Record<string, unknown>
  }
}

/** The campaign that brought someone here, from the URL's `utm_*` parameters. */
export interface Utm {
  /**
   * `utm_source`.
   * @example "google"
   */
  source?: string
  /**
   * `utm_medium`.
   * @example "cpc"
   */
  medium?: string
  /** `utm_campaign`. */
  campaign?: string
  /** `utm_term`. */
  term?: string
  /** `utm_content`. */
  content?: string
  /** `ref`, a short form that some links carry. */
  ref?: string
}

/** What every event carries. */
export interface EventBase {
  /**
   * When it happened, Unix milliseconds. Default: when the server received it.
   * @example 1782043200000
   */
  timestamp?: number
  /**
   * The whole URL of the page; `server://<identifier>` where there is no page. 1 to 8,192 characters.
   * @example "https://www.harborpine.example/pricing"
   */
  url: string
  /**
   * Path of the URL, without the query.
   * @example "/pricing"
   */
  path: string
  /**
   * Names the event for good: sent again with the same uuid, it is stored once. Any case.
   * @example "0197a6f0-7d3c-7b1e-9a55-3f0d2c1b4a68"
   */
  uuid?: string
  /** The URL of the page that linked here. */
  referrer?: string
  /** Further keys in it are ignored. */
  utm?: Utm
  /** The caller's own id of the account. */
  customerId?: string
  /** Traits of the account: a flat map. */
  customerTraits?: Traits
}

/** Someone saw a page. */
export interface PageviewEvent extends EventBase {
  /** Which kind of event it is. */
  type: 'pageview'
  /**
   * The title of the page.
   * @example "Pricing"
   */
  title?: string
}

/** Something happened that the caller has a name for. From a server it names whom: e-mail, userId, fingerprint or customerId. */
export interface CustomEvent extends EventBase {
  /** Which kind of event it is. */
  type: 'custom'
  /**
   * The caller's name for what happened.
   * @example "Project created"
   */
  eventName: string
  /** Further properties: a flat map. */
  properties?: Traits
  /** The e-mail address of who did it. */
  email?: string
  /** The caller's own id of who did it. */
  userId?: string
  /** The device that it happened on, where nobody is logged in. */
  fingerprint?: string
}

/** Someone submitted a form. Sensitive fields are removed by the server and should not be sent. */
export interface FormEvent extends EventBase {
  /** Which kind of event it is. */
  type: 'form'
  /** The form's id attribute, else its name. */
  formId?: string
  /** What was filled in, by field name. */
  formFields?: Record<string, string>
}

/** Identifies a person: `email` or `userId` is required. */
export interface IdentifyEvent extends EventBase {
  /** Which kind of event it is. */
  type: 'identify'
  /**
   * The e-mail address of the person.
   * @example "edith.garland@alder-logistics.example"
   */
  email?: string
  /** The caller's own id of the person. */
  userId?: string
  /** The device that they use. */
  fingerprint?: string
  /** What is known of the person: a flat map. `name`, `firstName` and `lastName` make their name. */
  traits?: Traits
}

/** How long someone was active on a page. */
export interface EngagementEvent extends EventBase {
  /** Which kind of event it is. */
  type: 'engagement'
  /** Milliseconds, not negative. */
  activeTimeMs: number
  /** Elapsed milliseconds, not negative. */
  totalTimeMs: number
  /** The browser session; a new one after 30 minutes without activity. */
  sessionId: string
}

/** Someone booked a meeting through an embedded scheduling widget. */
export interface CalendarEvent extends EventBase {
  /** Which kind of event it is. */
  type: 'calendar'
  /** The scheduling widget. */
  provider: 'scheduling-a' | 'scheduling-b' | 'unknown'
  /**
   * The kind of meeting, as the widget calls it.
   * @example "Demo, 30 minutes"
   */
  eventType?: string
  /** ISO 8601. */
  startTime?: string
  /** ISO 8601. */
  endTime?: string
  /** Minutes. */
  duration?: number
  /** Whether the meeting repeats. */
  isRecurring?: boolean
  /** Only from server-side webhooks. */
  inviteeEmail?: string
  /** Only from server-side webhooks. */
  inviteeName?: string
}

/** One tracking event. Unknown keys are refused, each event for itself. */
export type IngestEvent =
  | PageviewEvent
  | CustomEvent
  | FormEvent
  | IdentifyEvent
  | EngagementEvent
  | CalendarEvent

/** A key by which a person or a customer is known, with when it was stated. */
export interface IdentityKey {
  /** What it is. */
  kind: 'email' | 'userId' | 'customerId' | 'domain' | 'visitor' | 'fingerprint'
  /** Its value. */
  value: string
  /** When it was first stated. ISO 8601, UTC. */
  firstSeenAt: string
  /** When it was last stated. ISO 8601, UTC. */
  lastSeenAt: string
  /** Events that have it. */
  events: number
  /** The event that stated it first, for `explainEvent`; null where a record did. */
  eventId: string | null
}

/** The account: holds for every event of the batch that names none itself. */
export interface CustomerIdentity {
  /** The caller's own id of the account. */
  customerId?: string
  /** Traits of the account: a flat map. */
  customerTraits?: Traits
}

/** The person who is logged in: holds for every event of the batch that names nobody itself. */
export interface UserIdentity {
  /** Their e-mail address. */
  email?: string
  /** The caller's own id of the person. */
  userId?: string
  /** The device that they use. */
  fingerprint?: string
  /** Traits of the person: a flat map. */
  traits?: Traits
}

/**
 * Body of `POST /api/i/v1/{publicKey}/events`. Unknown keys at the top level are ignored.
 * @example {"visitorId": "0b0c5a52-3a76-4e6b-8d0a-3a1c5b7e9f10", "events": [{"type": "pageview", "url": "https://www.harborpine.example/pricing", "path": "/pricing", "title": "Pricing"}]}
 */
export interface IngestPayload {
  /** Uuid. Required for source `client`. */
  visitorId?: string
  /** The device, where it is known without a visitor id. */
  fingerprint?: string
  /** Default `client`. */
  source?: IngestSource
  /** The browser session. */
  sessionId?: string
  /**
   * The sender's own clock when it sends the batch, Unix milliseconds: times of a wrong clock are corrected by it. A batch
   * that is sent again says the new time.
   */
  sentAt?: number
  userIdentity?: UserIdentity
  customerIdentity?: CustomerIdentity
  /** 1 to 100. */
  events: IngestEvent[]
}

/** What was corrected in an accepted event, or removed from it. */
export interface IngestWarning {
  /** The event's place in `events`, from 0; -1: the fields around the events. */
  index: number
  /** Which fields, and what became of each. */
  message: string
}

/**
 * 200: every event is durable. A duplicate uuid counts as processed and is stored once.
 * @example {"success": true, "processed": 1}
 */
export interface IngestSuccess {
  /** Every event is stored. */
  success: true
  /**
   * Events that are stored.
   * @example 1
   */
  processed: number
  /** Absent when nothing had to be corrected. */
  warnings?: IngestWarning[]
}

/**
 * 207: `processed` events are durable; the others failed, for the reason given at their index.
 * @example {"success": false, "processed": 1, "errors": [{"index": 1, "message": "url is required"}]}
 */
export interface IngestPartial {
  /** Not every event is stored. */
  success: false
  /** Events that are stored. */
  processed: number
  /** One for each event that was refused. */
  errors: {
    /** Its place in `events`, from 0. */
    index: number
    /** Which field is wrong, and the remedy. */
    message: string
  }[]
  /** Of events that are stored. Absent when nothing had to be corrected. */
  warnings?: IngestWarning[]
}

/** Any other status: nothing was stored. Serves readers of both forms, by index and by path. */
export interface IngestFailure {
  /** No event is stored. */
  success: false
  /** Always 0. */
  processed: 0
  /** What is wrong, and the remedy. */
  message: string
  /** The same, field by field. */
  errors: {
    /** Always -1: it is about the whole batch. */
    index: -1
    /** Where in the body. */
    path: (string | number)[]
    /** What is wrong there. */
    message: string
  }[]
}

/** A message, as its sender wrote it. */
export interface NotificationContent {
  /** Its id, the same at every destination that it went to. */
  notificationId: string
  /** Up to 160 characters. */
  title: string
  /** As it was written: show it as Markdown of a stranger. */
  text: string
  /** The same without markup, at most the first 10,000 characters: a link in it is its words and its address. */
  plainText: string
  /** How urgent it is; null where nobody said. */
  severity: Severity | null
  /** What it comes from; null where nobody said. */
  source: string | null
  /** What it is about; null where nobody said. */
  subject: string | null
  /** What the sender gave besides, any JSON; null: nothing. */
  payload: unknown
}

/**
 * What a webhook of yours is sent: the same at every try.
 * @example {"type": "notification", "timestamp": "2026-11-22T14:00:00.000Z", "data": {"notificationId": "6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8", "title": "Alder Logistics asks for a call", "text": "They **renew** in May.", "plainText": "They renew in May.", "severity": "medium", "source": "renewals", "subject": "alder-logistics.example", "payload": {"seats": 12}}}
 */
export interface NotificationMessage {
  /** What it is about: skip what you don't know. */
  type: 'notification'
  /** When it was sent off. ISO 8601, UTC. */
  timestamp: string
  /** The message. */
  data: NotificationContent
}

/** The position in a list. Cursors are opaque: hand `nextCursor` back as `cursor`, with the same filters and order. */
export interface Pagination {
  /** Whether there is a further page. */
  hasMore: boolean
  /** Null on the last page. */
  nextCursor: string | null
  /** Items that match the filters, on all pages together. */
  total: number
}

/** Someone who took part in a source. */
export interface ParticipantInput {
  /** Their e-mail address. */
  email?: string
  /** Their name. */
  name?: string
  /** Such as `host`, `from`, `to`, `requester`. */
  role?: string
  /** `internal`: one of your own people, who makes no customer. Default: by their address. */
  affiliation?: 'internal'
}

/** A call, mail, ticket, deal, meeting or chat. Its key: `sourceType` and `sourceId`. */
export interface SourceRecordInput {
  /** Tells it from other records. */
  kind: 'source'
  /** What kind of source it is; aliases are taken. */
  sourceType:
    | 'CALL'
    | 'EMAIL'
    | 'SUPPORT_TICKET'
    | 'OPPORTUNITY'
    | 'CALENDAR_EVENT'
    | 'CHAT'
    | 'CRM'
    | 'CRM_OPPORTUNITY'
  /** What the system that it comes from calls it. */
  sourceId: string
  /** ISO 8601 with a zone. */
  occurredAt: string
  /** Its name. */
  title?: string
  /** What was said or written: up to 1,000,000 characters. */
  text?: string
  /** A summary. */
  summary?: string
  /** Its web page: http or https. */
  permalink?: string
  /** Id of the integration that it comes from. */
  provider?: string
  /** Default: the customer that its external participants belong to. */
  customer?: CustomerReferenceInput
  /** Up to 500. */
  participants?: ParticipantInput[]
  /** Fields of this source type: stage and amount of a deal, priority of a ticket. */
  record?: JsonObject
}

/** Evidence of a fact: a literal quote from a source. The source may be imported later. */
export interface FactEvidenceInput {
  /** What kind of source it is from; aliases are taken. */
  sourceType: SourceTypeInput
  /** The source's id within its type. */
  sourceId: string
  /** The words that say it. */
  quote: string
}

/** Something that is known of a customer. Its key: `factId`. */
export interface FactRecordInput {
  /** Tells it from other records. */
  kind: 'fact'
  /** Your own id of the fact: the same one replaces it. */
  factId: string
  /** One sentence. */
  assertion: string
  /** Which customer it is about. */
  customer: CustomerReferenceInput
  /** Default `CUSTOM`. */
  factType?: FactType
  /** Default `ACTIVE`. */
  status?: FactStatus
  /** 0 to 1. */
  confidence?: number
  /** ISO 8601 with a zone. Default: when its evidence occurred. */
  occurredAt?: string
  /** 1 to 50. */
  evidence: FactEvidenceInput[]
}

/** An account in your systems: `customerId` or `domain` is required. Its key: the first of these that is given. */
export interface CustomerRecordInput {
  /** Tells it from other records. */
  kind: 'customer'
  /** The caller's own id of the account. */
  customerId?: string
  /** A company's. */
  domain?: string
  /** Its name. */
  name?: string
  /** The member who looks after it. */
  ownerEmail?: string
  /** When it became known where it comes from, such as its creation in the CRM. ISO 8601 with a zone. Default: when the record came. */
  createdAt?: string
  /** Further data. */
  traits?: Traits
}

/** A person in your systems: `email` or `userId` is required. Its key: `userId`, else `email`. */
export interface UserRecordInput {
  /** Tells it from other records. */
  kind: 'user'
  /** Their e-mail address. */
  email?: string
  /** The caller's own id of the person. */
  userId?: string
  /** Their name. */
  name?: string
  /** The account that they belong to: a company. */
  customer?: CustomerReferenceInput
  /** When they became known where they come from, such as a sign-up. ISO 8601 with a zone. Default: when the record came. */
  createdAt?: string
  /** Further data. */
  traits?: Traits
}

/** A member of your organization. Its key: `email`. */
export interface MemberRecordInput {
  /** Tells it from other records. */
  kind: 'member'
  /** Their e-mail address. */
  email: string
  /** Their name. */
  name: string
  /** What they may do in the workspace, in your words. */
  role?: string
  /** Their job. */
  title?: string
  /** The e-mail address of their manager. */
  managerEmail?: string
  /** Which part of the market is theirs. */
  territory?: string
}

/** What a customer pays, on a day. Its key: the customer and the day. */
export interface RevenueRecordInput {
  /** Tells it from other records. */
  kind: 'revenue'
  /** Whose revenue it is. */
  customer: CustomerReferenceInput
  /** `YYYY-MM-DD`. */
  date: string
  /** Monthly recurring revenue from that day on, in cents. */
  mrrCents: number
  /** ISO 4217, such as `EUR`. */
  currency?: string
  /** The account's billing status. */
  billingStatus?: BillingStatus
  /** What the plan is called. */
  plan?: string
  /** How many run. */
  activeSubscriptions?: number
  /** Paid on that day, in cents; negative when more went back, such as by a refund. */
  paidCents?: number
}

/** One record. Sent again with the same key, it replaces the earlier one; an equal one changes nothing. */
export type RecordInput =
  | SourceRecordInput
  | FactRecordInput
  | CustomerRecordInput
  | UserRecordInput
  | MemberRecordInput
  | RevenueRecordInput

/** The event name that marks activation; null: none does. */
export interface Activation {
  /** The exact name of the event. */
  eventName: string | null
}

/**
 * From here on, this event name marks activation. What was activated stays so.
 * @example {"eventName": "Project created"}
 */
export interface UpdateActivationBody {
  /** 1 to 191 characters, exact; null turns it off. */
  eventName: string | null
}

/**
 * Which event to try.
 * @example {"eventName": "Project created", "lookbackDays": 30}
 */
export interface PreviewActivationBody {
  /** 1 to 191 characters, exact. */
  eventName: string
  /** 1 to 90, default 30. */
  lookbackDays?: number
  /** 1 to 20, default 10. */
  exampleLimit?: number
}

/** What an event name would have activated. Where a `…Truncated` is true, that side's totals are lower bounds. */
export interface ActivationPreview {
  /** The event's name as it was asked for. */
  eventName: string
  /** Begin of what was looked at. ISO 8601, UTC. */
  evaluatedFrom: string
  /** End of what was looked at. ISO 8601, UTC. */
  evaluatedTo: string
  /** Events of that name in this time. */
  evaluatedEventCount: number
  /** Customers that had the event. */
  matchedCustomerCount: number
  /** Those of them that are activated already. */
  alreadyActivatedCustomerCount: number
  /** Those of them that would be activated by it. */
  wouldActivateCustomerCount: number
  /** Events of that name by known people. */
  evaluatedContactOccurrenceCount: number
  /** People who had the event. */
  matchedContactCount: number
  /** Those of them who are activated already. */
  alreadyActivatedContactCount: number
  /** Those of them who would be activated by it. */
  wouldActivateContactCount: number
  /** Not all people were looked at. */
  contactTruncated: boolean
  /** Not all customers were looked at. */
  customerTruncated: boolean
  /** One of the two. */
  truncated: boolean
  /** Some customers that had the event. */
  examples: {
    /** Which customer. */
    customer: CustomerReference
    /** When it was activated; null when it is not. ISO 8601, UTC. */
    activatedAt: string | null
    /** When it first had the event. ISO 8601, UTC. */
    firstMatchedAt: string
    /** The uuid of that event. */
    eventId: string
  }[]
}

/** What an update of the activation event came to. */
export interface UpdatedActivation {
  /** As it is set now. */
  activation: Activation
  /** False when it was set so already. */
  changed: boolean
}

/** A signal, as a run's evidence names it. */
export interface EvidenceSignal {
  /** Names the signal. */
  id: string
  /** Its name in programs. */
  key: string | null
  /** Display name. */
  name: string
  /** Such as `EVENT_MATCH`. */
  kind: string | null
}

/** Why a run was triggered. */
export interface TriggerEvidence {
  /** The automation's run that asked. */
  automationRunId: string
  /** What the automation asks for, and what there was. */
  policy: {
    /** How many of the signals must occur. */
    mode: 'ALL' | 'ANY' | 'COUNT'
    /** Number of different signals that must occur. */
    requiredCount: number
    /** Number of the automation's signals. */
    selectedCount: number
    /** Number of different ones that occurred. */
    matchedCount: number
  }
  /** The automation's signals. */
  selectedSignals: EvidenceSignal[]
  /** Signals that occurred. */
  matchedSignals: EvidenceSignal[]
  /** How far apart they may be. */
  window: {
    /** In units. */
    value: number
    /** `hour` or `day`. */
    unit: string
    /** ISO 8601, UTC. */
    startAt: string | null
    /** ISO 8601, UTC. */
    endAt: string | null
  }
  /** The deciding occurrence. */
  primaryOccurrence: {
    /** Names the occurrence. */
    id: string
    /** Of the event that it is anchored to. */
    eventName?: string
    /** Of the event that it is anchored to. */
    eventChannel?: string
    /** When it happened. ISO 8601, UTC. */
    eventOccurredAt?: string
  }
}

/** A customer that a run considered, as it stood then. */
export interface AgentCandidate {
  /** Names the candidate. */
  id: string
  /** The customer's id. */
  customerId: string
  /** Its name at that time. */
  customerName: string
  /** Its domain; null for one without. */
  customerDomain: string | null
  /** Its billing status at that time. */
  billingStatus: BillingStatus | null
  /** When something last happened there. ISO 8601, UTC. */
  lastActivityAt: string | null
  /** The same for the same customer in every run. */
  candidateKey: string
  /** Changes with the reasons. */
  fingerprint: string
  /** Whether the output is about it. */
  status: 'SELECTED' | 'SENT_TO_AGENT' | 'SURFACED' | 'NOT_SURFACED' | 'DELIVERY_FAILED'
  /** The output about it. */
  outputId: string | null
  /** Null: agents decide nothing. */
  disposition: string | null
  /** The first reason, if the output is about it. */
  surfaceReason: string | null
  /** Why it was considered. */
  reasons: unknown[]
  /** The metrics it was chosen by. */
  metrics: unknown[]
}

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
  /** Whether something of it is missing. */
  redactionStatus: string | null
  /** When it was created. ISO 8601, UTC. */
  createdAt: string
  /** Further data. */
  metadataSummary: unknown
}

/** One run of an agent, whole. */
export interface AgentRunDetail {
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

/** An agent that can be made from a template. */
export interface AgentTemplate {
  /** For `templateKey`. */
  key: string
  /** A date. */
  version: string
  /** Display name. */
  name: string
  /** What it does. */
  description: string
  /** What it creates. */
  creates: ('agent' | 'signal' | 'automation')[]
  /** It is created disabled. */
  defaultMode: 'draft'
  /** All modes there are. */
  supportedModes: 'draft'[]
}

/** Something that an agent may be allowed to do. */
export interface AgentAction {
  /** For `actionKeys`. */
  key: string
  /** From 1 on. */
  version: number
  /** Display name. */
  label: string
  /** Such as `notification`. */
  category: string
  /** What it is about. */
  subjectTypes: 'CUSTOMER'[]
}

/**
 * Creates an agent. It starts disabled, without a schedule or a destination.
 * @example {"type": "custom", "displayName": "Renewals", "instructions": "Who renews within 60 days, and what did they ask for?"}
 */
export type CreateAgentBody =
  | {
      /** Made from a template. */
      type: 'template'
      /** Which one. */
      templateKey: 'churn'
      /** The only mode: it starts disabled. */
      mode?: 'draft'
    }
  | {
      /** With instructions of your own. */
      type: 'custom'
      /** 1 to 120 characters. */
      displayName: string
      /** Instructions for the language model; without effect when none is configured. 1 to 32,000 characters. */
      instructions: string
      /** Maximal number of customers in the output. 1 to 50, default 10. */
      maxItemsToSurface?: number
      /** Keys as `GET /api/agent-actions` lists them. Default none. */
      actionKeys?: string[]
    }

/**
 * At least one field.
 * @example {"instructions": "Who renews within 30 days?"}
 */
export interface UpdateAgentBody {
  /** 1 to 120 characters. */
  displayName?: string
  /** 1 to 32,000 characters. */
  instructions?: string
  /** An empty list takes all actions away. */
  actionKeys?: string[]
}

/** @example {"displayName": "Renewals"} */
export interface RenameAgentBody {
  /** 1 to 120 characters. */
  displayName: string
}

/** An agent in lists. */
export interface AgentSummary {
  /** Names the agent: a uuid. */
  id: string
  /** Its name in programs. */
  agentKey: string
  /** Display name. */
  displayName: string
  /** A disabled one isn't run by schedules or automations; people may still start it. */
  status: 'ENABLED' | 'DISABLED'
  /** The version of its template; null for one of its own instructions. */
  templateVersion: string | null
  /** Changes if and only if the configuration does: for `If-Match`. */
  configHash?: string | null
  /** What it may be allowed to do. */
  actionKeys: string[]
  /** When it runs, and ran. */
  schedule: {
    /** Whether an enabled automation runs it on a schedule. */
    enabled: boolean
    /** When it next runs. ISO 8601, UTC. */
    nextRunAt: string | null
    /** When it was last requested. ISO 8601, UTC. */
    lastRunAt: string | null
    /** When a run last completed, with or without an output. ISO 8601, UTC. */
    lastSuccessfulRunAt: string | null
  }
  /** ISO 8601, UTC. */
  createdAt: string
  /** ISO 8601, UTC. */
  updatedAt: string
}

/** An agent with its automations, destinations and runs. */
export interface AgentDetail {
  /** Names the agent: a uuid. */
  id: string
  /** Its name in programs. */
  agentKey: string
  /** Display name. */
  displayName: string
  /** A disabled one isn't run by schedules or automations; people may still start it. */
  status: 'ENABLED' | 'DISABLED'
  /** The version of its template; null for one of its own instructions. */
  templateVersion: string | null
  /** Changes if and only if the configuration does: for `If-Match`. */
  configHash?: string | null
  /** What it may be allowed to do. */
  actionKeys: string[]
  /** When it runs, and ran. */
  schedule: {
    /** Whether an enabled automation runs it on a schedule. */
    enabled: boolean
    /** When it next runs. ISO 8601, UTC. */
    nextRunAt: string | null
    /** When it was last requested. ISO 8601, UTC. */
    lastRunAt: string | null
    /** When a run last completed, with or without an output. ISO 8601, UTC. */
    lastSuccessfulRunAt: string | null
    /** How often an automation runs it on a schedule. */
    cadence: 'daily' | 'weekly' | null
  }
  /** ISO 8601, UTC. */
  createdAt: string
  /** ISO 8601, UTC. */
  updatedAt: string
  /** Where its output is sent: the destinations of its automations. */
  destinationSummary: {
    /** Each once. */
    destinations: {
      /** Names the destination. */
      id: string
      /** What kind it is. */
      provider: string
      /** Of a chat channel. */
      channelId: string | null
      /** Display name. */
      label: string | null
      /** Whether it is the default. */
      isDefault: boolean
    }[]
    /** All of them, for people. */
    label: string
    /** How many there are. */
    count: number
    /** Whether there is none. */
    missing: boolean
  }
  /** The automations that run it, in numbers. */
  automationSummary: {
    /** Enabled ones. */
    activeCount: number
    /** All that aren't archived. */
    totalCount: number
    /** When the next one runs on a schedule. ISO 8601, UTC. */
    nextRunAt: string | null
    /** Where the first one delivers. */
    primaryDestinationLabel: string | null
  }
  /** The automations that run it. */
  automations: {
    /** Names the automation. */
    id: string
    /** Display name. */
    name: string
    /** Whether it is enabled. */
    enabled: boolean
    /** Its condition. */
    conditionKind:
      | 'schedule'
      | 'event_happens'
      | 'activity_spikes'
      | 'activity_stops'
      | 'customer_activity_threshold'
      | 'customer_activity_drop'
      | 'related_user_inactivity'
      | 'unknown'
    /** Its condition, for people. */
    conditionLabel: string
    /** Of which customers, for people. */
    audienceLabel: string
    /** Where it delivers, for people. */
    destinationLabel: string | null
    /** To how many. */
    destinationCount: number
    /** How its last run ended. */
    lastRunStatus: RunStatus | null
    /** When that was. ISO 8601, UTC. */
    lastRunAt: string | null
    /** When it next runs on a schedule. ISO 8601, UTC. */
    nextRunAt: string | null
  }[]
  /** The newest one. */
  lastRun: AgentRunSummary | null
  /** The newest ones, at most 10. */
  recentRuns: AgentRunSummary[]
  /** Its settings. */
  settings: {
    /** What form they have. */
    configSchemaKey: string
    /** From 1 on. */
    configSchemaVersion: number
    /** Instructions and size of the output. */
    custom: {
      /** Instructions for the language model. */
      instructions: string
      /** Maximal number of customers in the output. */
      maxItemsToSurface: number
      /** The form of its output. */
      outputMode: 'alert' | 'digest' | 'action_list' | null
    } | null
  } | null
}

export interface StartAgentRunBody {
  /**
   * Names this start for good: sent again, it starts nothing new. 1 to 191 characters.
   * @example "monday"
   */
  clientRequestId?: string
}

/** A run that was started. */
export interface StartedAgentRun {
  /** Its current state. */
  run: AgentRunSummary
  /** Names the run. */
  agentRunId: string
  /** The public id of the run: the same. */
  runId: string
  /** Runs have no sandbox here: false. */
  startedSandbox: boolean
  /** Its current status; it is executed in the background. */
  status: AgentRunStatus
  /** Why it could not be started. */
  startupError?: {
    /** For programs. */
    code?: string
    /** For people. */
    message: string
    /** Whether it may be retried. */
    retryable?: boolean
  }
}

export interface AgentIdParams {
  /**
   * Names the agent.
   * @example "6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8"
   */
  agentId: string
}

export interface AgentRunParams {
  /**
   * Names the agent.
   * @example "6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8"
   */
  agentId: string
  /**
   * The run's id, or its public run id.
   * @example "9dc8b2d2-c13c-8b4b-8822-5a693b6e326d"
   */
  runId: string
}

/** When a scheduled automation runs. */
export interface AutomationSchedule {
  /** `hourly` is once in each real hour. */
  cadence: 'hourly' | 'daily' | 'weekly'
  /**
   * By the clocks of the time zone; hourly by its minute. Default 09:00, hourly on the hour. A time that a day doesn't have
   * moves forward by the gap, one that it has twice is the first.
   */
  localTime?: {
    /** 0 to 23. */
    hour: number
    /** 0 to 59. */
    minute: number
    /** 0 to 59, default 0. */
    second?: number
    /** 0 to 999, default 0. */
    millisecond?: number
  }
  /** IANA name. Absent: the workspace's, `defaultTimezone` of its settings, whatever it is at the time. */
  timezone?: string
  /** Of `weekly`. Default `monday`. */
  weekday?: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday'
}

/** The customers of an automation. Empty: all. */
export interface AudienceFilter {
  /** All given parts must match. */
  customer?: {
    /** One of these. */
    billingStatuses?: BillingStatus[]
    /** One of these, by id, former id, or the caller's own id. At most 1,000. */
    customerIds?: string[]
    /** Owned by one of these, by id, e-mail address or name. At most 1,000. */
    ownerUserIds?: string[]
    /** The customer's revenue. Customers without revenue, or with several currencies, don't match. */
    revenue?: {
      /** A year's, or a month's. */
      metric: 'ARR' | 'MRR'
      /** How it compares with `value`. */
      operator: '>=' | '>' | '<=' | '<'
      /** In whole units of the currency; 0 to 1,000,000,000. */
      value: number
      /** Default: whatever the customer pays in. */
      currency?: 'USD'
    }
  }
}

/** How the agent is run. */
export interface ProcessorPolicy {
  /** Follows from the trigger: a signal's run is about its customer, a schedule's about the audience. Default `event_customer`. */
  subjectHandling?: 'event_customer' | 'scheduled_customer_pool'
  /** 1 to 500, default 500. On a schedule the others come in the next run. */
  maxCustomersPerRun?: number
  /** Runs of one automation follow one another. */
  maxConcurrentRuns?: 1
  /** 0 to 2,160, default 0. Least time between two runs for one customer, by the time of their events. */
  cooldownHours?: number
}

/** What counts as delivered. */
export interface DeliveryPolicy {
  /** Default false: a run is delivered once one destination has accepted it. */
  requireAllDestinations?: boolean
}

/**
 * Asks what an automation would have done: one that is there, or one that isn't yet.
 * @example {"automationId": "6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8", "days": 30}
 */
export interface AutomationPreviewBody {
  /** As a body that creates one. Give this or `automationId`. */
  automation?: CreateAutomationBody
  /** Uuid. */
  automationId?: string
  /** How many days back; 1 to 90. */
  days: number
}

/** Whom something was about. */
export interface PreviewCustomer {
  /** The customer's id. */
  id: string
  /** Null: none is known, or the key lacks `customer_intelligence:read`. */
  name: string | null
  /** Null: none is known, or the key lacks `customer_intelligence:read`. */
  domain: string | null
}

/** A run that would have happened. */
export interface PreviewRun {
  /** When the last of what it is about happened, or the slot of the schedule. */
  occurredAt: string
  /** Its customers. */
  customers: PreviewCustomer[]
  /** What it would have acted on; none on a schedule. */
  occurrenceIds: string[]
}

/** An occurrence of a signal. */
export interface PreviewOccurrence {
  /** Uuid. */
  id: string
  /** Its signal. */
  signalId: string
  /** Null: it is about no one customer. */
  customer: PreviewCustomer | null
  /** By the time of its events; of what the clock finds, the end of the window. */
  occurredAt: string
  /** What shows it: the event, where it is one. */
  evidence: {
    /** Null where it was found by the clock. */
    eventId: string | null
    /** The event's name; null where it was found by the clock. */
    eventName: string | null
    /** The event's channel; null where it was found by the clock. */
    eventChannel: Channel | null
  }
}

/** What an automation would have done over the last days. The newest come first. */
export interface AutomationPreview {
  /** Occurrences of its signals; at most 1,000 are returned. */
  occurrences: PreviewOccurrence[]
  /** At most 1,000 are returned. */
  runs: PreviewRun[]
  /** Occurrences that would have been skipped. */
  leftOut: {
    /**
     * `AUDIENCE`, `COOLDOWN`, or `INCOMPLETE`: customers at whom some of the signals were seen, and never enough of them within
     * the window.
     */
    reason: string
    /** How many; of `INCOMPLETE`, customers. */
    count: number
  }[]
  /** All of them. */
  occurrenceCount: number
  /** All of them. */
  runCount: number
  /**
   * There was more than is looked at, and the counts are lower bounds: of each signal the earliest 10,000 occurrences are, of
   * more than ten signals 100,000 together, of a schedule 10,000 customers.
   */
  truncated: boolean
}

/**
 * Body to create an automation.
 * @example {"agentId": "6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8", "name": "Trial started", "triggerType": "SIGNAL_OCCURRENCE", "signalIds": ["6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8"], "processorPolicy": {"cooldownHours": 24}, "enabled": false}
 */
export interface CreateAutomationBody {
  /** The agent that does the work. */
  agentId: string
  /** 1 to 120 characters. */
  name: string
  /** What triggers it: signals, or a schedule. */
  triggerType: TriggerType
  /** At most 1,000 characters. Default null. */
  description?: string | null
  /** At most 50. Needed for `SIGNAL_OCCURRENCE`, refused for `SCHEDULE`. Default none. */
  signalIds?: string[]
  /** Default `ANY`. `ALL` and `AT_LEAST` count different signals of one customer. */
  matchMode?: MatchMode
  /** Within what time `ALL` or `AT_LEAST` signals must occur, by the time of their events. Default 24 hours. */
  triggerWindow?: {
    /** 1 to 365. */
    value: number
    /** Real hours, or days of 24 hours. */
    unit: 'hour' | 'day'
  }
  /** 2 to 5; needed for `AT_LEAST`. */
  triggerThresholdCount?: number
  /** Needed for `SCHEDULE`. */
  schedule?: AutomationSchedule
  /** For `SCHEDULE`, must name customers or billing statuses. */
  audienceFilter?: AudienceFilter
  processorPolicy?: ProcessorPolicy
  deliveryPolicy?: DeliveryPolicy
  /** At most 25. Default none: the default destination is used. */
  destinationIds?: string[]
  /** Default true. An enabled automation needs a destination. */
  enabled?: boolean
}

/**
 * Body to update an automation: whole again, `enabled` included.
 * @example {"agentId": "6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8", "name": "Trial started", "triggerType": "SIGNAL_OCCURRENCE", "signalIds": ["6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8"], "processorPolicy": {"cooldownHours": 24}, "enabled": false}
 */
export interface UpdateAutomationBody {
  /** The agent that does the work. */
  agentId: string
  /** 1 to 120 characters. */
  name: string
  /** What triggers it: signals, or a schedule. */
  triggerType: TriggerType
  /** At most 1,000 characters. Default null. */
  description?: string | null
  /** At most 50. Needed for `SIGNAL_OCCURRENCE`, refused for `SCHEDULE`. Default none. */
  signalIds?: string[]
  /** Default `ANY`. `ALL` and `AT_LEAST` count different signals of one customer. */
  matchMode?: MatchMode
  /** Within what time `ALL` or `AT_LEAST` signals must occur, by the time of their events. Default 24 hours. */
  triggerWindow?: {
    /** 1 to 365. */
    value: number
    /** Real hours, or days of 24 hours. */
    unit: 'hour' | 'day'
  }
  /** 2 to 5; needed for `AT_LEAST`. */
  triggerThresholdCount?: number
  /** Needed for `SCHEDULE`. */
  schedule?: AutomationSchedule
  /** For `SCHEDULE`, must name customers or billing statuses. */
  audienceFilter?: AudienceFilter
  processorPolicy?: ProcessorPolicy
  deliveryPolicy?: DeliveryPolicy
  /** At most 25. Default none: the default destination is used. */
  destinationIds?: string[]
  /** An enabled automation needs a destination. */
  enabled: boolean
}

/** Runs an agent when a signal occurs or on a schedule, and sends its output to destinations. */
export interface Automation {
  /** Uuid. */
  id: string
  /** Names it in texts: `automation:` and its id. */
  key: string
  /** For people. */
  name: string
  /** Of what it is made of. */
  schemaVersion: string
  /** Changes if and only if its configuration does. For `If-Match`. */
  configHash: string | null
  /** For people; null: none. */
  description: string | null
  /** Whether it is enabled. */
  enabled: boolean
  /** When it acts: `{signalIds, matchMode, triggerWindow, triggerThresholdCount}`, or `{schedule}`. */
  triggerJson: unknown
  /** Its customers; null: all. */
  audienceFilterJson: unknown
  /** How its agent is run: as a body's `processorPolicy`. */
  processorPolicyJson: unknown
  /** What counts as delivered: as a body's `deliveryPolicy`. */
  deliveryPolicyJson: unknown
  /** Null: it is in use. */
  archivedAt: string | null
  /** When it last ran; null: never. */
  lastRunAt: string | null
  /** Of a schedule: its next slot. */
  nextRunAt: string | null
  /** When it was created. */
  createdAt: string
  /** When its configuration changed last. */
  updatedAt: string
  /** Its signals. */
  signals: Signal[]
  /** Its destinations; none: the default one is used. */
  destinations: Destination[]
  /** Number of its signals that aren't archived. */
  activeSignalCount: number
  /** Number of its enabled destinations. */
  activeDestinationCount: number
  /** The agent that writes its messages. */
  agentId: string | null
  /** Who may change it: `UI` people and callers, `CODE` none of them. */
  managedBy: ManagedBy
  /** What triggers it: signals, or a schedule. */
  triggerType: TriggerType
  /** How many of its signals must occur: any one, all, or at least `triggerThresholdCount` different ones. */
  matchMode: MatchMode
  /** The status of its last run; null: it never ran. */
  lastRunStatus: RunStatus | null
}

/** Rules between the fields of a body: true where they hold. */
export interface AutomationConstraints {
  /** It names an agent. */
  requiresAgentId: boolean
  /** Enabled, it has a destination that is switched on, or there is a default one. */
  enabledAutomationRequiresDestination: boolean
  /** Of `SIGNAL_OCCURRENCE`: it names a signal. */
  signalTriggerRequiresSignalIdsOrCatalogSignalKeys: boolean
  /** Of `SCHEDULE`: it names no signal. */
  scheduledAutomationRejectsSignals: boolean
  /** Of `SCHEDULE`: it names no signal of the catalog. */
  scheduledAutomationRejectsCatalogSignalKeys: boolean
  /** Of `SCHEDULE`: its audience names customers or billing statuses. */
  scheduledAutomationRequiresCustomerOrBillingStatusAudience: boolean
}

/** What can be chosen when an automation is made. */
export interface AutomationOptions {
  /** What the schemas below are written in. */
  schemaFormat: 'json-schema-2020-12'
  /** What can make it act. */
  triggerTypes: TriggerType[]
  /** How several signals count. */
  matchModes: MatchMode[]
  /** How often a schedule runs. */
  scheduleCadences: ('hourly' | 'daily' | 'weekly')[]
  audienceFilterSchema: JsonObject
  processorPolicySchema: JsonObject
  deliveryPolicySchema: JsonObject
  /** Rules between the fields of a body: true where they hold. */
  constraints: AutomationConstraints
}

export interface AutomationIdParams {
  /**
   * Uuid.
   * @example "6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8"
   */
  automationId: string
}

export interface AutomationRunParams {
  /**
   * Uuid.
   * @example "6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8"
   */
  automationId: string
  /**
   * Uuid.
   * @example "0b0c5a52-3a76-8e6b-8d0a-3a1c5b7e9f10"
   */
  runId: string
}

/** Who requests access, and which: shown to the person who approves. */
export interface StartCliAuthBody {
  /**
   * What the key will be called. Default: taken from `User-Agent`.
   * @example "svc on ada-laptop"
   */
  client?: string
  /** Requested grants. Default: read-only. The person who approves may grant less. */
  grants?: Grant[]
}

/** A login that waits for a person's approval in the browser. */
export interface CliAuthRequest {
  /** Names the login: for polling, and within `approveUrl`. */
  requestId: string
  /** Secret: only its holder may poll. */
  pollToken: string
  /** For the person to compare. */
  userCode: string
  /** The page that a person approves on. */
  approveUrl: string
  /** Until then it can be approved. ISO 8601, UTC. */
  expiresAt: string
  /** How long to wait between polls. */
  intervalSeconds: number
}

/**
 * Asks how a login goes.
 * @example {"requestId": "WyJ4Il0", "pollToken": "c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LXNlY3JldA"}
 */
export interface PollCliAuthBody {
  /** Of the answer that began the login. */
  requestId: string
  /** Of the answer that began the login. */
  pollToken: string
}

/** The status of a login. The key is returned once; after that the status is `consumed`. */
export type CliAuthStatus =
  | {
      /** Not approved yet: poll again. */
      status: 'pending'
      /** For the person to compare. */
      userCode?: string
      /** Until then it can be approved. ISO 8601, UTC. */
      expiresAt?: string
      /** How long to wait before the next poll. */
      intervalSeconds?: number
    }
  | {
      /** Somebody approved. */
      status: 'approved'
      /** The key, returned only once. */
      apiKey: string
      /** How it begins, for people to tell keys apart. */
      keyPrefix: string
    }
  | {
      /** It can't be approved any more. */
      status: 'failed'
      /** Why. */
      error?: string
    }
  | {
      /** `consumed`: the key was returned already. `expired`: it wasn't approved in time. `invalid`: there is no such login. */
      status: 'consumed' | 'expired' | 'invalid'
    }

/**
 * With `config`, connects at once; without, opens a session for the user's browser.
 * @example {"provider": "billing-a", "config": {"apiKey": "rk_test_example"}}
 */
export interface ConnectIntegrationBody {
  /** Provider id or alias. */
  provider: string
  /** The credentials that the provider's `requiredFields` name. */
  config?: Record<string, string>
  /** Connect again although connected. Default false. */
  force?: boolean
}

export interface DirectConnection {
  /** The provider accepted the credentials. */
  connected: boolean
  /** Names the connection. */
  connectionId: string
  /** It was already connected. */
  alreadyConnected: boolean
  /** Problems to fix although it is connected, such as unneeded rights. Absent: none. */
  warnings?: string[]
}

export interface BrowserConnection {
  /** To ask with how it went. */
  sessionId: string
  /** For the user to open. */
  connectUrl: string
  /** It is connected already. */
  alreadyConnected: boolean
}

export interface ConnectionStatus {
  /** `pending` while the person is in the browser, `expired` after ten minutes. */
  status: 'pending' | 'connected' | 'failed' | 'expired'
  /** The provider that is being connected. */
  provider: ProviderId
  /** Why it failed. */
  error?: string
}

/**
 * Ends a connection.
 * @example {"provider": "billing-a"}
 */
export interface DisconnectIntegrationBody {
  /** Provider id or alias. */
  provider: string
  /**
   * `keep`: what it brought stays. `remove`: all of it leaves the event log and every answer, in the background. Default: as
   * the server's setting says, which is `keep` unless its operator changed it.
   */
  data?: DataOnDisconnect
}

/** The provider is disconnected. */
export interface Disconnected {
  /** Its credentials are deleted. */
  success: true
}

/** The provider is not connected. */
export interface NotConnected {
  /** Nothing was done. */
  success: false
  /** Why. */
  message: string
}

/**
 * A table as CSV, and what its rows are. `csv` or `base64` is required.
 * @example {"kind": "customer", "csv": "Company,Domain\nAcme,acme.example\n", "dryRun": true}
 */
export interface ImportCsvBody {
  /** What its rows are: `user` is a person at a customer, `member` one of your own. */
  kind: CsvKind
  /** The text. Its first row names the columns. */
  csv?: string
  /** The file's bytes as base64: UTF-8, UTF-16 and Windows-1252 are recognised. */
  base64?: string
  /** Fields by column names, such as `{"ARR": "traits.arr"}`; null skips one. Others get the field that their name suggests. */
  map?: Record<string, string | null>
  /** Default: the one that fits. */
  delimiter?: Delimiter
  /** Whether 03/04/2026 begins with the day. Default: what each column shows. */
  dateFormat?: DateOrder
  /** What stands before the cents. Default: what each column shows. */
  decimal?: Decimal
  /** Of amounts that name none. ISO 4217. */
  currency?: string
  /** Columns without a field: `skip` (default), or `keep` as traits, for opportunities in `record`. */
  others?: 'skip' | 'keep'
  /** Validate every row, store nothing. */
  dryRun?: boolean
}

/** Somebody who is known. */
export interface Known {
  /** What they are; `member` is one of your own people. */
  type: 'customer' | 'user' | 'member'
  /** Their public id. */
  id: string
  /** What they are called; null: it isn't known. */
  name: string | null
}

/** What a table came to. */
export interface CsvImport {
  /** True: nothing was stored. */
  dryRun: boolean
  /** What separates the cells. */
  delimiter: string
  /** Each column. */
  columns: {
    /** Its name in the first row. */
    name: string
    /** The field that it fills; null when it is skipped. */
    field: string | null
  }[]
  /** What a column can fill; `traits.*` and `record.*` take any name. */
  fields?: string[]
  /** Rows below the first that aren't empty. */
  rows: number
  /** Rows that were stored; of a dry run: that would be. */
  processed: number
  /** Rows that were refused. */
  refused: number
  /** The first 100 of them. */
  errors: {
    /** The line that the row begins on, from 1. */
    line: number
    /** What is wrong there, and the remedy. */
    message: string
  }[]
  /** Of a dry run: how many of `processed` would add to somebody who is known; the others are about somebody new. */
  updates?: number
  /** Of a dry run: the first 100 of them. */
  known?: ({
    /** The line that the row begins on, from 1. */
    line: number
  } & Known)[]
  /** The first 10 rows as records. */
  records: JsonObject[]
  /** Of a dry run: what the file doesn't decide. Without a dry run it is a 400. */
  problems: {
    /** The field of the body that decides it. */
    option: string
    /** What is undecided. */
    message: string
  }[]
}

/** What happened to one event, why, and whom it belongs to. */
export interface EventExplanation {
  /** Lower case. */
  uuid: string
  /** Its status. */
  status: EventStatus
  /** Why, in a sentence for people. */
  reason: string
  /** Each acceptance, oldest first, in the searched part of the log; at most 20. */
  arrivals: {
    /** When the server accepted it. ISO 8601, UTC. */
    receivedAt: string
    /** Who sent it. */
    source: IngestSource
    /** Its index in its batch. */
    index: number
  }[]
  /** What of the log was searched for arrivals. */
  searched: {
    /** How much of the log was searched. */
    bytes: number
    /** Whether that is the whole log. */
    whole: boolean
  }
  /** Each known rejection, oldest first. */
  rejections: {
    /** When it was rejected. ISO 8601, UTC. */
    at: string
    /** Its index in its batch. */
    index: number
    /** Why. */
    reason: string
    /** What to do about it. Absent: the server is older. */
    remedy?: string
    /** The event's name, or its type where it has none; null: it isn't known, or holds an `@`. Absent: the server is older. */
    eventName?: string | null
  }[]
  /** The event in the answers; null while it isn't there. */
  event: {
    /** Such as `CUSTOM_EVENT`. */
    eventType: string
    /** What happened. */
    eventName: string
    /** When it happened. ISO 8601, UTC. */
    occurredAt: string
    /** When the server accepted it. ISO 8601, UTC. */
    receivedAt: string
    /** Who sent it. */
    source: string
  } | null
  /** Whom it belongs to now; null while nobody is identified. */
  contact: {
    /** The person's id here. */
    userId: string
    /** Their e-mail address. */
    email: string | null
    /** Their name. */
    name: string | null
    /** How it is linked to them: by a key of its own, or by its device. */
    via: 'email' | 'userId' | 'device'
    /** The event that first linked this key, or this device, to a person. */
    cause: string
  } | null
  /** Which customer it belongs to now; null while none is known. */
  customer: {
    /** The customer's id. */
    customerId: string
    /** Its name. */
    name: string | null
    /** Its main domain. */
    domain: string | null
    /** By its own customerId, by one stated for the contact, by the domain of their e-mail, or by the person alone. */
    via: 'customerId' | 'contactCustomerId' | 'emailDomain' | 'person'
  } | null
  /** Keys that were linked with the contact's, by which event, and the status of each link. */
  links: {
    /** One key, such as `email:jane@acme.example`. */
    left: string
    /** The other key. */
    right: string
    /** Stated by a server or an integration. */
    trusted: boolean
    /** The uuid of the event that stated it first. */
    cause: string
    /** When that was. ISO 8601, UTC. */
    firstAt: string
    /** Whether the two count as one person; `former`: the address was theirs until another had it. */
    status: 'applied' | 'contradicted' | 'cut' | 'crowded' | 'former'
  }[]
  /** Occurrences of signals that it is, or that count it; at most 100. */
  occurrences: {
    /** The occurrence's id. */
    id: string
    /** Its signal. */
    signalId: string
    /** Its time. ISO 8601, UTC. */
    occurredAt: string
    /** The customer whose it is by now; null: of nobody in particular. */
    customerId: string | null
  }[]
  /** Keys of the event that reached a limit (too many for a person or device): they link it to nobody. */
  crowdedKeys: {
    /** Such as `visitor:…`. */
    key: string
    /** Whose statements reached the limit. */
    statedBy: 'server' | 'browser'
    /** Which limit, such as `devicePeople`: the server's documentation lists them. */
    limit: string
  }[]
  /** What the answers hold lacks some of what was accepted before the request. Absent: it is current. */
  stale?: Staleness
}

/** Which event is asked for. */
export interface ExplainEventParams {
  /**
   * The event's uuid, in any case.
   * @example "0197a6f0-7d3c-7b1e-9a55-3f0d2c1b4a68"
   */
  uuid: string
}

/** Narrows the list of deliveries. */
export interface ListDeliveriesQuery {
  /**
   * Only to this destination.
   * @example "6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8"
   */
  destination?: string
  /**
   * Only of runs of this automation.
   * @example "6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8"
   */
  automation?: string
  /** Only with this status. */
  status?: DeliveryStatus
  /**
   * Only of runs about this customer, by its id.
   * @example "c0VzD3kQw9aB"
   */
  customer?: string
  /**
   * Only of messages since this time, inclusive. ISO 8601, UTC.
   * @example "2026-06-01T00:00:00Z"
   */
  from?: string
  /**
   * Only of messages before this time. ISO 8601, UTC.
   * @example "2026-07-01T00:00:00Z"
   */
  to?: string
  /** How many to answer. Default 50. */
  limit?: number
  /** Where the previous page ended. */
  cursor?: string
}

/** One try to send a message to a destination. */
export interface DeliveryAttempt {
  /** When it began. ISO 8601, UTC. */
  at: string
  /** How long it took, in milliseconds. */
  durationMs: number
  /** How the delivery stood after it: `ENQUEUED` is tried again. */
  status: DeliveryStatus
  /** Why it failed; null: it didn't. */
  errorCode: string | null
  /** What the receiver answered, and the remedy; at most 500 characters. */
  errorMessage: string | null
}

/** A message on its way to a destination. */
export interface ListedDelivery {
  /** Its id: the receiver gets it, too. */
  id: string
  /** The message's id. */
  notificationId: string
  /** The message's title. */
  title: string
  /** The destination's id. */
  destinationId: string
  /** The automation whose run sent it; null: a person or program did. */
  automationId: string | null
  /** That run. */
  runId: string | null
  /** How it stands. */
  status: DeliveryStatus
  /** How often it was tried. */
  tries: number
  /** Why the last try failed; null: it didn't, or there was none. */
  errorCode: string | null
  /** What the receiver answered, and the remedy. */
  errorMessage: string | null
  /** Each try, oldest first; the last 20, also of one that was sent again. */
  attempts: DeliveryAttempt[]
  /** When it is tried next; null: no more. ISO 8601, UTC. */
  nextAttemptAt: string | null
  /** When the message was accepted for sending. ISO 8601, UTC. */
  sentAt: string
  /** When its status last changed. ISO 8601, UTC. */
  updatedAt: string
}

export interface DeliveryList {
  /** Newest messages first. */
  items: ListedDelivery[]
  /** The position in the list. */
  pagination: Pagination
  /** The answer lacks some of what was accepted before the request. Absent: it is current. */
  stale?: Staleness
}

/** Narrows the list of what an automation skipped. */
export interface ListSkippedQuery {
  /**
   * Only what is about this customer, by its id.
   * @example "c0VzD3kQw9aB"
   */
  customer?: string
  /** How many to answer. Default 50. */
  limit?: number
  /** Where the previous page ended. */
  cursor?: string
}

/** Something that an automation did not act on. */
export interface SkippedRun {
  /** Its id, as of a run. */
  id: string
  /** Which condition held it back, such as `COOLDOWN` or `AUDIENCE`. */
  reason: string
  /** The same in words. */
  explanation: string
  /** The customers that it is about. */
  customers: {
    /** The customer's id. */
    id: string
    /** Its name; null when unknown, or when the key lacks `customer_intelligence:read`. */
    name: string | null
  }[]
  /** The event; null where it isn't one. */
  eventId: string | null
  /** The event's name. */
  eventName: string | null
  /** When what it is about happened. ISO 8601, UTC. */
  occurredAt: string
  /** When it was skipped. ISO 8601, UTC. */
  skippedAt: string
}

export interface SkippedRunList {
  /** Newest first. */
  items: SkippedRun[]
  /** The position in the list. */
  pagination: Pagination
  /** The answer lacks some of what was accepted before the request. Absent: it is current. */
  stale?: Staleness
}

/** An address of yours that messages are posted to, signed as Standard Webhooks describes. */
export interface CreateWebhookDestination {
  /** Which kind of destination. */
  type: 'WEBHOOK_ENDPOINT'
  /** `https://…` or `http://…`, up to 2,000 characters, without a user name. */
  url: string
  /** `whsec_` and 24 to 64 bytes in base64: what messages are signed with. Default: one is made, and answered this once. */
  secret?: string
  /** 1 to 120 characters. */
  label: string
  /** Default true. */
  enabled?: boolean
  /** Makes it the default fallback, and enabled. Default false. */
  isDefault?: boolean
}

/** A channel of the connected chat app. */
export interface CreateChatDestination {
  /** Which kind of destination. */
  type: 'CHAT_CHANNEL'
  /** 1 to 191 characters. */
  channelId: string
  /** 1 to 120 characters. */
  label: string
  /** Default true. */
  enabled?: boolean
  /** Makes it the default fallback, and enabled. Default false. */
  isDefault?: boolean
}

/**
 * Creates a destination: a channel of the chat app, or a webhook.
 * @example {"type": "WEBHOOK_ENDPOINT", "url": "https://ops.example.com/hooks/intel", "label": "On call", "isDefault": true}
 */
export type CreateDestinationBody = CreateChatDestination | CreateWebhookDestination

/**
 * At least one field besides `type`, which is that of the destination.
 * @example {"type": "WEBHOOK_ENDPOINT", "label": "On call"}
 */
export interface UpdateDestinationBody {
  /** The kind that the destination is of. */
  type: 'CHAT_CHANNEL' | 'WEBHOOK_ENDPOINT'
  /** Makes it the default fallback, and enabled. Another default takes its place; it can't be just taken away. */
  isDefault?: true
  /** 1 to 120 characters. */
  label?: string
  /** Whether it is enabled. */
  enabled?: boolean
  /** Of a webhook: another address. */
  url?: string
  /** Of a webhook: another secret, in force at once. Messages are signed with the former one too, for 24 hours. */
  secret?: string
}

/** A destination of messages. Its secrets are never returned. */
export interface Destination {
  /** Its id. */
  id: string
  /** Such as `destination:support-channel`, unique among destinations. */
  key: string
  /** Display name: its label. */
  name: string
  /** Of the configuration's shape. */
  schemaVersion: string
  /** Changes if and only if the configuration does. */
  configHash: string | null
  /** Null: none was given. */
  description: string | null
  /** Whether it is enabled. */
  enabled: boolean
  /** Whether it gets messages without a destination. */
  isDefault: boolean
  /** `{channelId, label}` of a channel, `{url}` of a webhook with its path hidden. */
  maskedConfig: JsonObject | null
  /** When it last accepted a message; null before. */
  lastSyncedAt: string | null
  /** Null while it is in use. */
  archivedAt: string | null
  /** The problem with the last message; null when it was accepted. */
  providerErrorCode: string | null
  /** The same for people, with the remedy. */
  providerErrorMessage: string | null
  /** When it was created. */
  createdAt: string
  /** When it last changed. */
  updatedAt: string
  /** The service that delivers its messages. */
  provider: 'CHAT' | 'RELAY' | 'WEBHOOK' | 'EMAIL'
  /** Its kind. */
  kind: 'CHAT_CHANNEL' | 'WEBHOOK_ENDPOINT' | 'EMAIL_RECIPIENTS'
  /** `PENDING_PROVIDER_SYNC` until a message was sent, `PROVIDER_ERROR` after one that wasn't accepted, `DISABLED_BY_PROVIDER` once it was given up. */
  syncStatus: 'PENDING_PROVIDER_SYNC' | 'SYNCED' | 'PROVIDER_ERROR' | 'DISABLED_BY_PROVIDER'
}

/** An automation that sends to a destination. */
export interface DestinationRoute {
  /** Its id. */
  id: string
  /** Display name. */
  name: string
  /** Whether it is enabled. */
  enabled: boolean
  /** What triggers it. */
  triggerType: TriggerType
  /** The agent that it runs; null: none. */
  agentId: string | null
  /** How its last run ended; null before. */
  lastRunStatus: RunStatus | null
  /** When it last ran; null before. */
  lastRunAt: string | null
  /** When it runs next; null where that isn't known. */
  nextRunAt: string | null
  /** When it was created. */
  createdAt: string
  /** When it last changed. */
  updatedAt: string
}

/** A recent delivery to a destination. */
export interface DestinationDelivery {
  /** Its id. */
  id: string
  /** What the message comes from: `notification` for one that was sent by the tool. */
  sourceType: string
  /** The id of that. */
  sourceId: string | null
  /** The run that sent it; null for another source. */
  automationRunId: string | null
  /** The agent's text that was sent; null for another source. */
  agentOutputId: string | null
  /** Where it goes. */
  destinationId: string | null
  /** The service that delivers it. */
  provider: string
  /** The receiver's id of it; null when unknown. */
  providerEventId: string | null
  /** `ENQUEUED` while it is waiting, also for a retry; then `ACCEPTED_BY_PROVIDER`, `FAILED` after the last attempt, or `SKIPPED` when the destination was disabled. */
  status: DeliveryStatus
  /** When it was queued. */
  queuedAt: string | null
  /** When it was accepted; null before. */
  publishedAt: string | null
  /** The problem of the last attempt. */
  errorCode: string | null
  /** The same for people. */
  errorMessage: string | null
  /** When it was created. */
  createdAt: string
  /** When it was last attempted. */
  updatedAt: string
}

/** One destination, with what uses it. */
export interface DestinationDetail extends Destination {
  /** The automations that send there, as older clients ask for them. */
  routes: DestinationRoute[]
  /** The automations that send there. */
  automations: DestinationRoute[]
  /** The last 50, the newest first. */
  recentDeliveries: DestinationDelivery[]
  /** Deliveries by status. */
  deliverySummary: {
    /** How many of them `recentDeliveries` has. */
    recentCount: number
    /** Waiting, also for a retry. */
    pendingCount: number
    /** Taken. */
    acceptedCount: number
    /** Given up after the last attempt. */
    failedCount: number
    /** Not sent, since the destination was disabled. */
    skippedCount: number
    /** When the newest message was sent off; null before. */
    lastDeliveryAt: string | null
  }
}

/** What can be chosen when a destination is made. */
export interface DestinationOptions {
  /** The kinds of destinations that can be made now. */
  types: {
    /** Which kind. */
    type: 'CHAT_CHANNEL' | 'WEBHOOK_ENDPOINT'
    /** Display name of that kind. */
    label: string
    /** How `createSchema` is written. */
    schemaFormat: 'json-schema-2020-12'
    /** What the body of a creation has to be. */
    createSchema: JsonObject
  }[]
  /** The channels of the chat app. */
  chat: ChatOptions
}

/**
 * Which deliveries are sent again.
 * @example {}
 */
export interface ResendDeliveriesBody {
  /** Deliveries of this destination that are `FAILED` or `SKIPPED`, 1 to 100. Default: all that are `FAILED`, 1,000 at most. */
  deliveryIds?: string[]
}

/** The deliveries that are sent again. */
export interface ResentDeliveries {
  /** Each keeps its id. */
  deliveryIds: string[]
}

/** A destination that was created. */
export interface CreatedDestination {
  /** The destination. */
  destination: Destination
  /** For a webhook: the secret that signs its messages. Returned only once. */
  secret?: string
}

/** An accepted event, in its current state. */
export interface AcceptedEvent {
  /** Lower case. */
  uuid: string
  /** When the server accepted it. ISO 8601, UTC. */
  receivedAt: string
  /** When it happened. ISO 8601, UTC. */
  occurredAt: string
  /** Who sent it. */
  source: 'client' | 'server' | 'integration'
  /** Such as `CUSTOM_EVENT`. */
  eventType: string
  /** What happened. */
  eventName: string
  /** The page's address. */
  url: string
  /** The page's path. */
  path: string
  /** Its properties. */
  properties: JsonObject
  /** Whom it belongs to now; null while nobody is identified. */
  contact: {
    /** The person's id here. */
    userId: string
    /** Their e-mail address. */
    email: string | null
    /** Their name. */
    name: string | null
  } | null
  /** Which customer it belongs to now; null while none is known. */
  customer: {
    /** The customer's id. */
    customerId: string
    /** Its name. */
    name: string | null
    /** Its main domain. */
    domain: string | null
  } | null
  /** False: the answers don't hold it yet, so that it may be a repetition, and whose it is isn't known. Absent: they do. */
  read?: false
}

/** Events accepted since the previous answer. */
export interface FollowedEvents {
  /** In the order in which they were accepted; often none. */
  events: AcceptedEvent[]
  /** Where to continue: send it as `after`. */
  next: string
}

/**
 * Body of `POST /api/events`: batches as the Ingest API takes them, each with people of its own.
 * @example {"batches": [{"source": "integration", "userIdentity": {"email": "edith.garland@alder-logistics.example"}, "events": [{"type": "custom", "eventName": "Project created", "uuid": "0197a6f0-7d3c-7b1e-9a55-3f0d2c1b4a68", "timestamp": 1782043200000, "url": "server://history", "path": "/"}]}]}
 */
export interface ImportEventsBody {
  /** 1 to 1,000, 8 MB in all. */
  batches: IngestPayload[]
}

/** 200: every event is durable. A duplicate uuid counts as processed and is stored once. */
export interface EventsImported {
  /** True: every event is stored. */
  success: true
  /** Events that are stored. */
  processed: number
}

/** 207: `processed` events are durable; the others were refused, for the reason given at their place. */
export interface EventsPartlyImported {
  /** False: some were refused. */
  success: false
  /** Events that are stored. */
  processed: number
  /** Each refused one. */
  errors: {
    /** The index of its batch in `batches`, from 0. */
    batch: number
    /** Its index in the batch's `events`, from 0; -1: it is about the whole batch. */
    index: number
    /** What is wrong there, and the remedy. */
    message: string
  }[]
}

export interface FollowEventsQuery {
  /** `next` of the answer before. Absent: from now on. */
  after?: string
  /** How long to wait for an event when there is none. Default 0. */
  waitSeconds?: number
  /**
   * True: at once, from the log. An event that the answers don't hold yet has `read: false`. Default false: waits until they
   * do.
   */
  unread?: boolean
}

/** What of the stream is wanted. Absent filters take everything. */
export interface StreamEventsQuery {
  /** Where to go on, as `next` and the ids of the stream say. Absent: from now on. A `Last-Event-ID` header goes before it. */
  after?: string
  /**
   * Only this: `accepted`, `duplicate` (repetitions alone), `rejected`; several by commas.
   * @example "accepted,rejected"
   */
  status?: string
  /**
   * Only events of these types, such as `PAGE_VIEW`; several by commas.
   * @example "CUSTOM_EVENT,FORM_SUBMITTED"
   */
  eventType?: string
  /**
   * Only events of these names; several by commas.
   * @example "Project created"
   */
  eventName?: string
  /**
   * Only events of this person: their id here, or their e-mail address. They come once that is known.
   * @example "edith.garland@alder-logistics.example"
   */
  person?: string
  /**
   * Only events of this customer: its id, domain or name. They come once that is known.
   * @example "alder-logistics.example"
   */
  customer?: string
}

/** An event as it was accepted, from the log: whose it is follows in a `read`. */
export interface StoredLiveEvent {
  /** It is durable. */
  type: 'stored'
  /** The event. */
  event: {
    /** Lower case. */
    uuid: string
    /** When the server accepted it. ISO 8601, UTC. */
    receivedAt: string
    /** When it happened. ISO 8601, UTC. */
    occurredAt: string
    /** Who sent it. */
    source: 'client' | 'server' | 'integration'
    /** Such as `CUSTOM_EVENT`. */
    eventType: string
    /** What happened. */
    eventName: string
    /** The page's address. */
    url: string
    /** The page's path. */
    path: string
    /** Its properties. */
    properties: JsonObject
    /** What it says of its person itself; each null where it says nothing. */
    stated: {
      /** An e-mail address. */
      email: string | null
      /** Your id of the person. */
      userId: string | null
      /** Your id of the customer. */
      customerId: string | null
      /** The browser. */
      visitorId: string | null
    }
  }
}

/** What the answers hold of an event that was `stored` before. */
export interface ReadLiveEvent {
  /** The answers hold it. */
  type: 'read'
  /** Its uuid. */
  uuid: string
  /** As in `stored`: with the uuid it names one arrival. */
  receivedAt: string
  /** `duplicate`: an event of this uuid was stored already, and this changed nothing. `quarantined`: it can't be applied. */
  outcome: 'accepted' | 'duplicate' | 'quarantined'
  /** Whom it belongs to now; null while nobody is identified, and for a duplicate. */
  contact: {
    /** The person's id here. */
    userId: string
    /** Their e-mail address. */
    email: string | null
    /** Their name. */
    name: string | null
  } | null
  /** Which customer it belongs to now; null while none is known, and for a duplicate. */
  customer: {
    /** The customer's id. */
    customerId: string
    /** Its name. */
    name: string | null
    /** Its main domain. */
    domain: string | null
  } | null
}

/** Something was rejected. Only with the grant `events:explain`, and only by the server that is asked. */
export interface RejectedLiveEvent {
  /** It was rejected. */
  type: 'rejected'
  /** What, and why. */
  rejection: {
    /** When it was rejected. ISO 8601, UTC. */
    at: string
    /** What kind of rejection it is. */
    kind: RejectionKind
    /** The event's uuid in lower case; null: it had none, or the request's events weren't looked at. */
    uuid: string | null
    /** Its index in its batch; null: the request's events weren't looked at. */
    index: number | null
    /** The field that is wrong, such as `utm.source`; null: no single one. */
    field: string | null
    /** What is wrong. */
    reason: string
    /** What to do about it. */
    remedy: string
    /** The event's name, or its type where it has none; null: it isn't known, or holds an `@`. */
    eventName: string | null
    /** The web origin that sent it; null: none was stated. */
    origin: string | null
    /** The public key that it was sent with; null: by an API key, or by this server itself. */
    publicKey: string | null
    /** Who sent it; null: it isn't known. */
    source: IngestSource | null
    /** How often it was rejected within half a second: 1, unless it has no uuid. */
    count: number
  }
}

/** Every five seconds: how far the answers are behind. */
export interface LagLiveEvent {
  /** It says how far the answers are behind. */
  type: 'lag'
  /** The age of the oldest accepted event that isn't in the answers yet; 0: all are. */
  seconds: number
}

/** The reader is too slow, or was away for too long. */
export interface GapLiveEvent {
  /** Something was skipped. */
  type: 'gap'
  /** How many events and rejections were skipped; null: it wasn't counted. */
  skipped: number | null
  /** Where the skipped events begin: `GET /api/events` has them. Null: rejections alone were skipped. */
  after: string | null
}

/** One message of `GET /api/events/stream`; its `type` is the message's event, its `id` where to go on after it. */
export type LiveEvent = StoredLiveEvent | ReadLiveEvent | RejectedLiveEvent | LagLiveEvent | GapLiveEvent

export interface PublicKeyParams {
  /**
   * Starts with `pk_`.
   * @example "pk_exampleKeyOfThirtyTwoLetters"
   */
  publicKey: string
}

/** A provider, and whether it is connected. */
export interface Integration {
  /** The provider’s id. */
  id: ProviderId
  /** For people. */
  name: string
  /** What kind of service it is. */
  category: IntegrationCategory
  /** Whether there is a connection. */
  status: 'connected' | 'not_connected'
  /** Names the connection; null without one. */
  connectionId: string | null
  /** When records were last received. */
  lastDataReceivedAt: string | null
  /** `SUCCESS`: whole and current; `IDLE`: under way, or to begin; `ERROR`: see `errorMessage`. Null without a connection. */
  syncStatus: 'SUCCESS' | 'IDLE' | 'ERROR' | null
  /** The last problem, and the remedy. */
  errorMessage: string | null
}

/** A setup step after connecting. */
export interface PostConnectStep {
  /** Its canonical id. */
  id: string
  /** For people. */
  label: string
  /** Whether the provider's data is incomplete without it. */
  required: boolean
  /** Whether this server has it. */
  supported: boolean
  /** The command that does it. */
  command: string | null
  /** A note. */
  note?: string
}

/** A credential that a person supplies. */
export interface CredentialField {
  /** Its name in `config`. */
  key: string
  /** For people. */
  label: string
  /** Whether to hide it while it is typed. */
  secret: boolean
  /** Where to find it at the service. */
  help?: string
}

/** How a provider is set up. */
export interface IntegrationCapability {
  /** Its name on the command line. */
  cliName: string
  /** The provider’s id. */
  providerId: ProviderId
  /** For people. */
  displayName: string
  /** The service whose public API it speaks. */
  service?: {
    /** As people know it. */
    name: string
    /** Where it is on the web. */
    website: string
  }
  /** What it brings, as the end of a sentence. */
  brings?: string
  /** The rights that it asks for, in the service's words. Empty: the service has none to choose. */
  rights?: string[]
  /** How often it is synced by itself. */
  everyMinutes?: number
  /** What kind of service it is. */
  category: IntegrationCategory
  /** How the server authenticates with the provider. */
  authType: 'api_key' | 'oauth' | 'basic_auth'
  /** `direct_api_key`: by `config` of connect; `browser_auth`: by a page that the user opens. */
  setupMode: 'direct_api_key' | 'browser_auth' | 'manual'
  /** What the credential is. */
  credentialType: 'api_token' | 'api_key' | 'oauth' | 'basic_auth' | null
  /** Whether this server can connect it. */
  connectSupported: boolean
  /** What `config` of connect must hold. */
  requiredFields: CredentialField[]
  /** Commands of the command-line client that set it up. */
  commands: string[]
  postConnectSteps: PostConnectStep[]
  /** What to know before connecting. */
  notes: string[]
}

/** The status of one provider's syncs. Not connected: `syncs` is empty. */
export interface IntegrationSyncStatus {
  /** The provider’s id. */
  provider: ProviderId
  /** For people. */
  name: string
  /** What kind of service it is. */
  category: IntegrationCategory
  /** Whether there is a connection. */
  status: 'connected' | 'not_connected'
  /** Each model. */
  syncs: {
    /** What is synced, such as `Opportunity`. */
    model: string
    /** `SUCCESS`: whole and current; `IDLE`: under way, or to begin; `ERROR`: see `errorMessage`. */
    status: 'SUCCESS' | 'IDLE' | 'ERROR'
    /** When it was last complete and current. */
    lastSyncedAt: string | null
    /** The problem, and the remedy. */
    errorMessage: string | null
    /** Records that it stored, without unchanged ones. */
    recordCount?: number
  }[]
  /** Problems to fix although the syncs work, such as unneeded rights. Absent: none. */
  warnings?: string[]
}

/** One sync of a provider. */
export interface SyncRun {
  /** Names the run. */
  id: string
  /** The provider’s id. */
  provider: ProviderId
  /** `RUNNING`: under way, with the counts so far; `WAITING`: the provider asked to wait, it goes on by itself. */
  status: 'RUNNING' | 'SUCCESS' | 'WAITING' | 'ERROR'
  /** When it began. ISO 8601, UTC. */
  startedAt: string
  /** When it ended; null while it is under way. ISO 8601, UTC. */
  endedAt: string | null
  /** Requests to the provider. */
  requests: number
  /** Objects that the provider sent; null of a run of an older server. */
  received: number | null
  /** Records and events that are new or changed. */
  changed: number
  /** Records that went, since their objects are gone there, or since it was disconnected. */
  removed: number
  /** Objects that could not be accepted. */
  quarantined: number
  /** The first twenty of them. */
  quarantinedObjects: {
    /** What kind of object. */
    model: string
    /** The provider's id of it. */
    id: string
    /** Why. */
    reason: string
  }[]
  /** Seconds that the provider asked to wait, in all. */
  waited: number
  /** What ended it, or failed in it; null: all went well. */
  error: string | null
  /** What to do about the error. */
  remedy: string | null
}

/** Syncs of a provider, or of all. */
export interface SyncRunList {
  /** Newest first; what is under way comes before all. */
  items: SyncRun[]
  /** Where the list stands. */
  pagination: Pagination
}

/** A stage of a CRM's pipeline. */
export interface CrmStage {
  /** The CRM's id of it. */
  id: string
  /** Its name there. */
  name: string
}

/** Stages of a CRM with the same meaning. */
export interface CrmStageMapping {
  /** Our stage. */
  svcStage: 'Created' | 'Quoting' | 'Negotiation' | 'Won' | 'Lost'
  /** The stages of the CRM. */
  crmStages: CrmStage[]
}

/** Maps a CRM's deal stages to ours. */
export interface CrmMapping {
  /** The CRM's id of the pipeline. */
  pipelineId: string
  /** Its name there. */
  pipelineName: string
  /** The mapping of its stages. Other stages aren't mapped. */
  mappings: CrmStageMapping[]
}

/** A CRM's pipeline. */
export interface CrmPipeline {
  /** The CRM's id of it. */
  id: string
  /** Its name there. */
  name: string
  /** In their order. */
  stages: CrmStage[]
}

/** The state of a setup step. Further keys depend on the provider. */
export interface SetupStepResult {
  /** `config_required`: `config` is to be given; `manual_setup_required`: something is to be entered at the provider; `completed`: done. */
  status: 'config_required' | 'manual_setup_required' | 'completed'
  /** The provider's id. */
  provider: ProviderId
  /** Canonical id of the step. */
  step: string
  /** Names the connection. */
  connectionId?: string
  /** A CRM's pipelines, when `config` was omitted. */
  pipelines?: CrmPipeline[]
  /** A recommended mapping, usable as `config.mappings`. */
  recommendation?: CrmMapping[]
  /** The saved mappings; null: none yet. */
  mappings?: CrmMapping[] | null
  /** What to enter at the provider by hand. */
  setup?: {
    /** By hand, at the provider. */
    mode: 'manual'
    /** Where the provider sends to. */
    webhookUrl: string
    /** What each request must carry. */
    headers: Record<string, string>
    /** The secret to sign with; null when the provider creates it, or sends it in a header. */
    secret?: string | null
    /** Events to subscribe to. */
    requiredEvents: string[]
    /** The provider's documentation; null: none. */
    docsUrl: string | null
    /** Whether a webhook was received already. */
    status: string
  }
  /** Commands of the command-line client. */
  nextActions?: string[]
  /** The progress of the provider's setup. */
  setupProgress?: {
    /** Such as `configuration_required`. */
    currentState: string
    /** What keeps it from being ready; null: nothing. */
    blockingStep?: {
      /** Canonical id of the step. */
      id: string
      /** The provider's id. */
      provider: string
      /** For people. */
      label: string
      /** What to name in `step`; null: it isn't done by this route. */
      apiStep: string | null
      /** Whether the provider's data is incomplete without it. */
      required: boolean
    } | null
    /** What to do next; null: nothing. */
    nextAction?: {
      /** Such as `configure-crm-mapping`. */
      id: string
      /** The provider's id. */
      provider: string
      /** For people. */
      label: string
      /** The command that does it. */
      command: string
    } | null
  }
  [key: string]: unknown
}

/** Of calls at once, one starts a sync. */
export interface SyncStarted {
  /** This call began it. */
  started: boolean
  /** One was under way, or about to begin. */
  alreadyRunning: boolean
  /** The provider's id. */
  provider: ProviderId
}

/**
 * Starts a sync.
 * @example {"provider": "billing-a"}
 */
export interface SyncIntegrationBody {
  /** Provider id or alias. */
  provider: string
  /**
   * Walks everything, and takes away whatever is gone there, however much that is: for when sync-status tells that
   * something was held. Default false.
   */
  acceptDeletions?: boolean
}

/**
 * Names a provider.
 * @example {"provider": "billing-a"}
 */
export interface ProviderQuery {
  /**
   * Provider id or alias.
   * @example "billing-a"
   */
  provider: string
}

/** Of which provider. */
export interface CapabilitiesQuery {
  /**
   * Provider id or alias. Default: every provider.
   * @example "billing-a"
   */
  provider?: string
}

/** Which syncs are listed. */
export interface ListSyncsQuery {
  /**
   * Provider id or alias. Default: every provider.
   * @example "billing-a"
   */
  provider?: string
  /** How many to answer. Default 50. */
  limit?: number
  /** Where the previous page ended. */
  cursor?: string
}

/** Which integrations are listed. */
export interface ListIntegrationsQuery {
  /** Only those that are connected. Default false. */
  connectedOnly?: boolean
}

/**
 * Which connecting in a browser is asked for.
 * @example {"sessionId": "ses_7c1f"}
 */
export interface ConnectionStatusQuery {
  /**
   * The `sessionId` that connecting answered.
   * @example "6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8"
   */
  sessionId: string
}

/** What a valid key is and may do. */
export interface ApiKeyValidation {
  /** True: else the answer is a 401. */
  valid: true
  /** Whose key it is. */
  organizationId: string
  /** Who made it; null when that isn't known. */
  createdById: string | null
  /** What it may do. */
  authorization: {
    /** Such as `customer_intelligence:read`. */
    grants: string[]
  }
  /** The organization. */
  organization?: {
    /** Its id. */
    id: string
    /** Its name, for people. */
    name: string | null
    /** Its name in lower case, digits and hyphens. */
    slug: string | null
  }
  /** Who made the key. */
  createdBy?: {
    /** Their id. */
    id: string
    /** Their e-mail address. */
    email: string | null
    /** Their name. */
    name: string | null
  } | null
  /** The key's own entry. */
  apiKey?: {
    /** The key's id, which is no secret. */
    id: string
    /** Its name. */
    name: string
    /** Its first characters, to tell it from others. */
    prefix: string
    /** What it may do. */
    grants: string[]
    /** When it was made. ISO 8601, UTC. */
    createdAt: string
    /** When it was last used. ISO 8601, UTC. */
    lastUsedAt: string | null
    /** How often it was used. */
    totalRequests: number
    /** What kind of key it is. */
    keyType: KeyType
  }
}

/** 401: the key is missing, unknown or disabled. */
export interface InvalidApiKey {
  /** The key is not accepted. */
  valid: false
  /** Why, for people. */
  error: string
}

/** An API key, without the key itself: of that only a hash is kept. */
export interface ApiKey {
  /** Its id, which is no secret. */
  id: string
  /** What people call it. */
  name: string
  /** Its first characters, to tell it from others. */
  prefix: string
  /** What it may do. */
  grants: Grant[]
  /** What it was issued for. */
  keyType: KeyType
  /** Whether it works. */
  state: 'active' | 'expired' | 'revoked'
  /** The id of the key by which somebody gave it to a program, in a sign-in; null otherwise. */
  issuedBy: string | null
  /** When it was made. ISO 8601, UTC. */
  createdAt: string
  /** When it ends; null: not by itself. ISO 8601, UTC. */
  expiresAt: string | null
  /** When it was last used. ISO 8601, UTC. */
  lastUsedAt: string | null
  /** How often it was used. */
  totalRequests: number
}

/**
 * A key to make.
 * @example {"name": "Dashboards", "grants": ["analytics:read"]}
 */
export interface CreateApiKeyBody {
  /** What people call it. */
  name: string
  /** What it may do. Nobody gives what they haven't. */
  grants: Grant[]
  /** What it is for. Default `api`. */
  keyType?: KeyType
  /** When it ends. Default: not by itself. */
  expiresAt?: string
}

/** How a key is replaced. */
export interface RotateApiKeyBody {
  /** How long the old one still works, in seconds; at most 90 days. Default 0. */
  graceSeconds?: number
}

/** A new key, with the key itself, which is shown this once. */
export interface NewApiKey {
  /** Its entry. */
  key: ApiKey
  /** The key itself, `ok_…`. It is shown this once: only its hash is kept. */
  secret: string
}

/** One side of a suggested merge: a customer, or a person where two people may be one. */
export interface MergeParty {
  /** The customer's id, or the person's. */
  id: string
  /** Its name; null when unknown. */
  name: string | null
  /** The company domain; null when there is none. */
  domain: string | null
  /** A person is an individual. */
  type: 'COMPANY' | 'INDIVIDUAL'
  /** `PROVISIONAL`: without known people and events. `MERGED`: it was merged into the other one. */
  status: 'PROVISIONAL' | 'ACTIVE' | 'CHURNED' | 'MERGED' | null
  /** Number of its e-mail addresses, user ids, devices, customer ids and domains. */
  identifierCount: number
  /** People of it. */
  contactCount: number
}

/** What a merge moves from the duplicate to the survivor. */
export interface MergeImpact {
  /** Keys of the duplicate. */
  identifiers: number
  /** People. */
  users: number
  /** Events in its timeline. */
  activities: number
  /** Browsers. */
  visitors: number
  /** Days of revenue and of changes of what is paid. */
  billingEvents: number
  /** Facts about it. */
  facts: number
  /** Support tickets. */
  supportTickets: number
  /** Calls. */
  calls: number
  /** Always 0: everybody of the workspace sees every customer. */
  accessEntries: number
  /** Events of product activity among its activities. */
  analyticsEvents: number
  /** Traits that were stated of it. */
  analyticsDimensions: number
}

/** Two customers, or two people, that may be one: for a person to decide. */
export interface MergeSuggestion {
  /** Follows from the pair. */
  id: string
  /** Its state, for people. */
  status: MergeSuggestionStatus
  /** `STAGED`: accepted and about to be merged. `STALE`: there is no evidence any more, or one of the two no longer exists. */
  proposalStatus: 'PROPOSED' | 'STAGED' | 'STALE' | 'REJECTED' | 'APPLIED'
  /** Strength of the evidence. */
  confidence: MergeConfidence
  /** The one that both are after a merge. */
  survivor: MergeParty
  /** The one whose id leads to the survivor after a merge. */
  duplicate: MergeParty
  /** The reviewer's notes. */
  reviewNotes: string | null
  /** When it was accepted or rejected. */
  reviewedAt: string | null
  /** The name of the API key by which it was reviewed. */
  reviewedByName: string | null
  /** When the two became one. */
  appliedAt: string | null
  /** The name of the API key by which it was accepted. */
  appliedByName: string | null
  /** Since when there are the two. */
  createdAt: string
  /** The evidence, in sentences: supporting first, then contradicting. */
  explanation: string[]
  /** What the merge moves. */
  impact: MergeImpact
  /** The job of the last review. */
  latestJob: {
    /** Its id. */
    id: string
    /** Its status. */
    status: MergeJobStatus
    /** When it was requested. */
    createdAt: string
    /** When its status last changed. */
    updatedAt: string
  } | null
  /** Whether it can be accepted as it stands. */
  canMerge: boolean
  /** Whether it can be rejected as it stands. */
  canReject: boolean
}

/** Suggestions of merges. */
export interface MergeSuggestionList {
  /** Open ones first, most certain first; then decided ones, newest first. */
  suggestions: MergeSuggestion[]
  /** The position in the list. */
  pagination: Pagination
  /** Whether the caller's key may accept and reject. */
  canManageIdentityMerges: boolean
}

/** One suggestion of a merge. */
export interface MergeSuggestionFound {
  /** The suggestion as it stands. */
  suggestion: MergeSuggestion
  /** Whether the caller's key may accept and reject. */
  canManageIdentityMerges: boolean
}

/** Narrows the list. */
export interface ListMergeSuggestionsQuery {
  /** Only those with this status. */
  status?: MergeSuggestionStatus
  /** Only those with this confidence. */
  confidence?: MergeConfidence
  /** 1 to 100, default 50. */
  limit?: number
  /** Where the previous page ended. What is decided in between is neither shown twice nor skipped. */
  cursor?: string
}

/** A reviewer's notes. */
export interface ReviewMergeBody {
  /**
   * Why; up to 10,000 characters.
   * @example "Asked them: it is one company."
   */
  reviewNotes?: string
}

/** The result of a review. */
export interface MergeReview {
  /** The suggestion's id. */
  proposalId: string
  /** Its job; a rejection is done at once. */
  jobId?: string
  /** What was decided. */
  status: 'STAGED' | 'REJECTED'
  /** The job's status. */
  jobStatus?: MergeJobStatus
}

/** The result of taking a decision back. */
export interface MergeUndone {
  /** The suggestion's id. */
  proposalId: string
  /** The decision that is gone. `APPLIED`: the two are two again. */
  undone: 'STAGED' | 'REJECTED' | 'APPLIED'
}

/** One side of a suggested merge, side by side with the other. */
export interface MergeSide extends MergeParty {
  /** The id that you gave it; null: none. */
  externalId: string | null
  /** Its billing status; `NONE` of a person. */
  billingStatus: string
  /** Its monthly revenue in cents; null: unknown, or of several currencies. */
  mrrCents: number | null
  /** The currency, ISO 4217. */
  mrrCurrency: string | null
  /** When it was first seen. ISO 8601, UTC. */
  firstSeenAt: string
  /** Its last activity; null: none. ISO 8601, UTC. */
  lastActivityAt: string | null
  /** What was stated of it. */
  traits: JsonObject
  /** Its keys, those of most events first; at most 200. */
  keys: IdentityKey[]
  /** Its people, the last active first; at most 50. */
  people: {
    /** The person's id here. */
    userId: string
    /** Their e-mail address. */
    email: string | null
    /** Their name. */
    name: string | null
    /** Their last activity. ISO 8601, UTC. */
    lastActivityAt: string | null
  }[]
}

/** Both sides of a suggested merge, and what speaks for and against it. */
export interface MergeEvidence {
  /** The suggestion's id. */
  proposalId: string
  /** The one that both are after a merge; null: it doesn't exist any more. */
  survivor: MergeSide | null
  /** The other one; null: it doesn't exist any more, since they are one. */
  duplicate: MergeSide | null
  /** What speaks for it comes first. */
  evidence: {
    /** What it is. */
    kind:
      | 'shared_domain'
      | 'same_name'
      | 'shared_people'
      | 'stated_together'
      | 'different_domains'
      | 'different_ids'
    /** Whether it speaks for or against the merge. */
    speaks: 'for' | 'against'
    /** What the survivor has of it, such as a domain, a name or a key. */
    left: string | null
    /** What the duplicate has of it. */
    right: string | null
    /** Uuids of events that state it, the latest first; at most 20. `explainEvent` tells of each. */
    eventIds: string[]
  }[]
  /** The answer lacks some of what was accepted before the request. Absent: it is current. */
  stale?: Staleness
}

/**
 * Which two are to be one.
 * @example {"left": "jane@acme.example", "right": "user:u-17", "notes": "She told us."}
 */
export interface JoinIdentitiesBody {
  /** A key of a person (`jane@acme.example`, `user:u-17`), or the id of a customer here. */
  left: string
  /** The other one, of the same kind. */
  right: string
  /** Why; up to 10,000 characters. */
  notes?: string
}

/**
 * Which two are to be apart.
 * @example {"left": "jane@acme.example", "right": "user:u-17", "notes": "They share a laptop."}
 */
export interface SeparateIdentitiesBody {
  /** A key of a person (`jane@acme.example`, `user:u-17`), or the id of a customer here. */
  left: string
  /** The other one, of the same kind. */
  right: string
  /** Why; up to 10,000 characters. */
  notes?: string
}

/** The decision as it was stored. */
export interface IdentityDecision {
  /** What the two are. */
  kind: 'people' | 'customers'
  /** The one, in its own form (`email:jane@acme.example`). */
  left: string
  /** The other one. */
  right: string
  /** Whether they are one now. */
  isOne: boolean
}

/**
 * Whose links are asked for.
 * @example {"key": "jane@acme.example"}
 */
export interface IdentityLinksQuery {
  /**
   * An e-mail address, a userId, a `visitor:…`, or the id of a customer here.
   * @example "jane@acme.example"
   */
  key: string
}

/** What was joined with a key, and why. */
export interface IdentityLinks {
  /** The key in its own form. */
  key: string
  /** Keys that were stated together, earliest first. */
  links: {
    /** One key, such as `email:jane@acme.example`. */
    left: string
    /** The other key. */
    right: string
    /** Stated by a server or an integration. */
    trusted: boolean
    /** The uuid of the event that stated it first, or the record. */
    cause: string
    /** When that was. ISO 8601, UTC. */
    firstAt: string
    /** Whether the two count as one person; `former`: the address was theirs until another had it. */
    status: 'applied' | 'contradicted' | 'cut' | 'crowded' | 'former'
  }[]
  /** Keys of them that name too much and link nobody. */
  crowdedKeys: {
    /** Such as `visitor:…`. */
    key: string
    /** Whose statements reached the limit. */
    statedBy: 'server' | 'browser'
    /** Which limit, such as `devicePeople`. */
    limit: string
  }[]
  /** Of a customer: with which others it was made one. */
  merges: {
    /** The id that leads to the survivor. */
    duplicate: string
    /** The one that both are. */
    survivor: string
    /** Why, such as a merge suggestion. */
    cause: string
    /** When. ISO 8601, UTC. */
    decidedAt: string
  }[]
  /** The answer lacks some of what was accepted before the request. Absent: it is current. */
  stale?: Staleness
}

/** Narrows the list of changes. */
export interface ListAuditQuery {
  /**
   * Only by this key or person: the `id` of an entry's actor.
   * @example "user:6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8"
   */
  actor?: string
  /**
   * Only of resources of this type, or with this id.
   * @example "automation"
   */
  resource?: string
  /**
   * Only since this time, inclusive. ISO 8601, UTC.
   * @example "2026-06-01T00:00:00Z"
   */
  from?: string
  /**
   * Only before this time. ISO 8601, UTC.
   * @example "2026-07-01T00:00:00Z"
   */
  to?: string
  /** How many to answer. Default 50. */
  limit?: number
  /** Where the previous page ended. */
  cursor?: string
}

/** A change of something that is configured. */
export interface AuditedChange {
  /** As `auditId` in the answer of the change. */
  id: string
  /** When. ISO 8601, UTC. */
  at: string
  /** Which command it was. */
  commandId: string
  /** Names the request, for support. */
  correlationId: string
  /** Who made it. */
  actor: {
    /** The id of the API key, or `user:` and the id of the person. */
    id: string
    /** Their name; null: they are gone. */
    name: string | null
    /** Whether a person who signed in, or a key. */
    kind: 'user' | 'key'
  }
  /** What was changed. */
  resource: {
    /** What kind of thing it is. */
    type: string
    /** Its id. */
    id: string
  }
  /** How it was; secrets are masked. */
  before: JsonObject
  /** How it is since. */
  after: JsonObject
}

export interface AuditList {
  /** Newest first. */
  items: AuditedChange[]
  /** The position in the list. */
  pagination: Pagination
}

/** What the workspace has used of the server. */
export interface WorkspaceUsage {
  /** The plan's name. */
  plan: string
  /** Tool calls of this billing cycle, a calendar month in UTC. */
  apiCalls: {
    /** Such as `2026-11`. */
    month: string
    /** So many. */
    used: number
    /** So many may be; null: unlimited. */
    limit: number | null
    /** When the next cycle begins. ISO 8601, UTC. */
    resetAt: string
  }
  /** How many services may be connected; null: unlimited. */
  connectionLimit: number | null
  /** Events are deleted after so many days; null: never. */
  retentionDays: number | null
  /** Bytes of the log on this machine; null: it is stored elsewhere. */
  logBytes: number | null
  /** Each key, and each person who signed in, with their requests. */
  callers: {
    /** The id of the API key, or `user:` and the id of the person. */
    id: string
    /** Their name; null: they are gone. */
    name: string | null
    /** Whether a person who signed in, or a key. */
    kind: 'user' | 'key'
    /** All their requests. */
    requests: number
    /** The last one. ISO 8601, UTC. */
    lastUsedAt: string
  }[]
}

/** What was accepted and is in no answer. */
export interface QuarantineList {
  /** In the order of the log; at most 1,000. */
  items: {
    /** Where in the log. */
    position: number
    /** Its index in its batch; null: the whole batch can't be read. */
    index: number | null
    /** The event's uuid or the record's key; null: neither can be read. */
    name: string | null
    /** Why it can't be applied. */
    reason: string
    /** When that was found. ISO 8601, UTC. */
    at: string
  }[]
  /** All of them. */
  total: number
}

/** What is tried again. */
export interface QuarantineRetry {
  /** So many were quarantined, and are tried again in the background: `GET` the list until it is shorter. */
  retried: number
}

/** Names one thing by its uuid. */
export interface UuidParams {
  /**
   * Uuid.
   * @example "6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8"
   */
  id: string
}

/** Names one thing by an id of any form. */
export interface IdParams {
  /**
   * 1 to 500 characters.
   * @example "6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8"
   */
  id: string
}

/**
 * Names a person.
 * @example {"person": "edith.garland@alder-logistics.example"}
 */
export interface ErasePersonBody {
  /**
   * An e-mail address, a userId of yours, or a user id of ours, also a former one.
   * @example "edith.garland@alder-logistics.example"
   */
  person: string
}

/**
 * Names a person, and where to go on.
 * @example {"person": "edith.garland@alder-logistics.example"}
 */
export interface ExportPersonBody {
  /**
   * An e-mail address, a userId of yours, or a user id of ours, also a former one.
   * @example "edith.garland@alder-logistics.example"
   */
  person: string
  /** `nextCursor` of the page before. */
  cursor?: string
}

/** One thing that is known of a person. */
export interface PersonItem {
  /** What kind of thing it is. */
  kind: PersonItemKind
  /** What it says, by kind. */
  data: JsonObject
}

/** A page of what is known of a person. */
export interface PersonExport {
  /** The things of this page. */
  items: PersonItem[]
  /** Null after the last page. */
  nextCursor: string | null
}

/** That a person was erased. Says nothing of who it was. */
export interface ErasureReceipt {
  /** When it was done. ISO 8601, UTC. */
  completedAt: string
  /** The API key's id, or `operator`. */
  requestedBy: string
  /** Events of theirs. */
  events: number
  /** Sources that were theirs alone. */
  sources: number
  /** Other records that went: users, facts, revenue, decisions. */
  records: number
  /** Events and records of others in which they were masked. */
  masked: number
  /** Segments of the log that were rewritten. */
  segments: number
  /** Server processes whose read models were rebuilt. */
  nodes: number
  /** Server processes that could not be reached: their read models are rebuilt before they answer again. */
  away: number
}

/** An erasure that was asked for. `FAILED`: it didn't get through yet, and is tried again. */
export interface Erasure {
  /** Names the erasure: for `getErasure`. */
  id: string
  /** Its status. */
  status: ErasureStatus
  /** When it was asked for. ISO 8601, UTC. */
  requestedAt: string
  /** Once it is done. */
  receipt: ErasureReceipt | null
}

/** A public key: it stands in websites, and is no secret. */
export interface PublicKey {
  /** The key, `pk_…`. */
  key: string
  /** Whether its events are accepted. */
  active: boolean
  /** When it was made. ISO 8601, UTC. */
  createdAt: string
}

/**
 * Body of `POST /api/query/csv`.
 * @example {"sql": "select name, domain, mrr_cents, currency from customers order by mrr_cents desc"}
 */
export interface QueryCsvBody {
  /**
   * One SELECT over the views, as `svc_query` takes it; 1 to 10,000 characters.
   * @example "select name, domain, mrr_cents, currency from customers order by mrr_cents desc"
   */
  sql: string
  /** What stands for `$1`, `$2` … in the text, in this order; at most 100. */
  params?: (string | number | boolean | null)[]
  /** Texts as they are, also where a spreadsheet would run them as formulas. Default false: those get an apostrophe. */
  raw?: boolean
}

/**
 * Body of `POST /api/records`.
 * @example {"records": [{"kind": "customer", "customerId": "acct_1137", "name": "Alder Logistics", "traits": {"plan": "pro"}}]}
 */
export interface ImportRecordsBody {
  /** 1 to 1,000. */
  records: RecordInput[]
  /** Validate them, store nothing. Default false. */
  dryRun?: boolean
}

/** The body with its records not looked into yet: each is checked by itself, so that one bad record harms no other. */
export interface RecordsEnvelope {
  records: unknown[]
  dryRun?: boolean
}

/** Whom a record is about, where they are known already. */
export interface KnownRecord extends Known {
  /** Its place in what was sent, from 0. */
  index: number
}

/** 200: every record is durable; of a dry run: valid. */
export interface RecordsImported {
  /** True: every record was stored. */
  success: true
  /** How many were stored. */
  processed: number
  /** Of a dry run: the records about somebody who is known already, to whom they add. The others are about somebody new. */
  known?: KnownRecord[]
}

/** 207: `processed` records are durable; the others were refused, for the reason given at their index. */
export interface RecordsPartlyImported {
  /** False: some were refused. */
  success: false
  /** How many were stored. */
  processed: number
  /** Each refused one. */
  errors: {
    /** Its place in what was sent, from 0. */
    index: number
    /** Where in the record. */
    path: (string | number)[]
    /** What is wrong there, and the remedy; then what else is wrong with it. */
    message: string
  }[]
  /** Of a dry run: the records about somebody who is known already. */
  known?: KnownRecord[]
}

/** An event, or a whole request, that was rejected. Nothing else of it is kept. */
export interface Rejection {
  /** Names it in this list. */
  id: string
  /** When it was rejected. ISO 8601, UTC. */
  at: string
  /** What kind of rejection it is. */
  kind: RejectionKind
  /** The event's uuid in lower case; null: it had none, or the request's events weren't looked at. */
  uuid: string | null
  /** Its index in its batch; null: the request's events weren't looked at. */
  index: number | null
  /** The field that is wrong, such as `utm.source`; null: no single one. */
  field: string | null
  /** What is wrong. */
  reason: string
  /** What to do about it. */
  remedy: string
  /** The event's name, or its type where it has none; null: it isn't known, or holds an `@`. */
  eventName: string | null
  /** The web origin that sent it; null: none was stated. */
  origin: string | null
  /** The public key that it was sent with; null: by an API key, or by this server itself. */
  publicKey: string | null
  /** Who sent it; null: it isn't known. */
  source: IngestSource | null
  /** How often it was rejected within half a second: 1, unless it has no uuid. */
  count: number
  /** How often its like was rejected, as far as is kept: of the same kind, field, event name, origin, key and source. */
  alike: number
}

export interface RejectionList {
  /** Newest first. */
  items: Rejection[]
  /** The position in the list. */
  pagination: Pagination
}

export interface ListRejectionsQuery {
  /** Only of this kind. */
  kind?: RejectionKind
  /**
   * Only of this event name.
   * @example "Checkout started"
   */
  eventName?: string
  /**
   * Only sent with this public key.
   * @example "pk_Ht3xQ9bW2mLr7Kd5"
   */
  publicKey?: string
  /**
   * Only from this web origin.
   * @example "https://www.example.com"
   */
  origin?: string
  /**
   * Only since this time, inclusive. ISO 8601, UTC.
   * @example "2026-06-01T00:00:00Z"
   */
  from?: string
  /**
   * Only before this time. ISO 8601, UTC.
   * @example "2026-07-01T00:00:00Z"
   */
  to?: string
  /** How many to answer. Default 50. */
  limit?: number
  /** Where the previous page ended. */
  cursor?: string
}

/** What came in, step by step. */
export interface IngestStats {
  /** The start, inclusive, as it was asked for. ISO 8601, UTC. */
  from: string
  /** The end, exclusive. ISO 8601, UTC. */
  to: string
  /** How long a step is. */
  step: 'minute' | 'hour' | 'day'
  /** The time zone that days and hours begin in. */
  timezone: string
  /** Since when there are counts: what was before is unknown, not 0; null: nothing was counted yet. ISO 8601, UTC. */
  since: string | null
  /** Steps in which something came, oldest first. */
  items: {
    /** Its start. ISO 8601, UTC. */
    at: string
    /** Accepted events, repetitions included. */
    accepted: number
    /** Of these, repetitions of an event that was stored already, by when they were recognised. */
    duplicate: number
    /** Rejected events, and requests that were rejected as a whole. */
    rejected: number
    /** The rejected by kind; kinds without any are absent. */
    reasons: {
      /** The kind. */
      kind: RejectionKind
      /** How many. */
      count: number
    }[]
  }[]
  /** How old the oldest accepted event is that isn't in the answers yet; 0: all are. */
  lagSeconds: number
}

export interface IngestStatsQuery {
  /**
   * The start, inclusive. Default a day before `to`. ISO 8601, UTC.
   * @example "2026-06-01T00:00:00Z"
   */
  from?: string
  /**
   * The end, exclusive. Default now. ISO 8601, UTC.
   * @example "2026-07-01T00:00:00Z"
   */
  to?: string
  /** How long a step is. Default `hour`. */
  step?: 'minute' | 'hour' | 'day'
}

/** A page of runs, newest first. */
export interface RunsQuery {
  /** 1 to 100, default 20. */
  limit?: number
  cursor?: string
}

/** A message on its way to a destination. */
export interface Delivery {
  /** Uuid; the `webhook-id` of what is sent. */
  id: string
  /** What the message comes from. */
  sourceType: 'AUTOMATION_RUN' | 'AGENT_OUTPUT'
  /** The id of that run or output. */
  sourceId: string | null
  /** The run of an automation that it belongs to; null: none. */
  automationRunId: string | null
  /** The agent's output that it brings; null: none. */
  agentOutputId: string | null
  /** Where it goes. */
  destinationId: string
  /** How it goes there: `CHAT` or `WEBHOOK`. */
  provider: string
  /** The receiver's own id of it, where it gives one. */
  providerEventId: string | null
  /** Its status. */
  status: DeliveryStatus
  /** When it was created. */
  queuedAt: string | null
  /** How often it was sent. */
  enqueueAttemptCount: number
  /** When it was sent last; null: never. */
  lastEnqueueAttemptAt: string | null
  /** When the receiver took it; null: not yet. */
  publishedAt: string | null
  /** Why it failed last; null: it did not. */
  errorCode: string | null
  /** The same for people, with the remedy. */
  errorMessage: string | null
  /** When it was created. */
  createdAt: string
  /** When it changed last. */
  updatedAt: string
}

/** An occurrence of a signal. */
export interface SignalOccurrence {
  /** Uuid; follows from the signal and what was seen. */
  id: string
  /** The signal that was seen. */
  signalId: string
  /** What it is about. */
  grain: Grain
  /** The same as `grain`. */
  subjectType: Grain
  /** Of what it is about: the id of the customer, the organization or the segment. */
  subjectId: string | null
  /** The customer that it is about now, merges included; null: none. */
  customerId: string | null
  /** By the time of its events; of what the clock finds, the end of the window. */
  occurredAt: string
  /** When it was found. */
  detectedAt: string
  /** The same as `detectedAt`. */
  createdAt: string
  /** When it changed last. */
  updatedAt: string
}

/** One run of an automation. Holds no payloads and no secrets. */
export interface AutomationRun {
  /** Uuid; follows from the automation and what the run is about. */
  id: string
  /** The automation that ran. */
  automationId: string
  /** What made it run. */
  triggerType: TriggerType
  /** `SKIPPED`: it acted on nothing; `skipReason` says why. */
  status: RunStatus
  /** The same for the same cause, whoever decides it. */
  dedupeKey: string | null
  /** The event that completed it, where it was one. */
  eventProcessedId: string | null
  /** That event's name. */
  eventName: string | null
  /** That event's channel. */
  eventChannel: Channel | null
  /** When the last of what it is about happened, or the slot of its schedule. */
  eventOccurredAt: string | null
  /** When it was decided. */
  matchedAt: string
  /** Destinations that it tells. */
  destinationCount: number
  /** Destinations that took the message. */
  acceptedDestinationCount: number
  /** Destinations that didn't, or were switched off. */
  failedDestinationCount: number
  /** Of the agent's work for it; null: it did none. */
  agentRunId: string | null
  /** A word in capitals, and what it means: `STALE`, `AUDIENCE`, `COOLDOWN`, `MISSED` … */
  skipReason: string | null
  /** Why it failed; null: it did not. */
  errorCode: string | null
  /** The same for people, with the remedy. */
  errorMessage: string | null
  /** When it was created. */
  createdAt: string
  /** When it changed last. */
  updatedAt: string
  /** Its message on the way to each destination. */
  deliveries: Delivery[]
  /** What it acts on, or skips; the newest 50. */
  occurrences: SignalOccurrence[]
}

/**
 * Body to save a view, and, whole again, to update it.
 * @example {"name": "Paying, quiet", "visibility": "workspace", "list": "customers", "state": {"billingStatus": "PAYING", "noActivityInLast": "14d"}}
 */
export interface ViewBody {
  /** 1 to 120 characters. */
  name: string
  /** At most 1,000 characters. Default null. */
  description?: string | null
  /** `workspace` needs the grant `behavior_metrics:manage`. Default `private`. */
  visibility?: Visibility
  /** Which list it is of, such as `customers`: yours to name. */
  list: string
  /** Filters, order and columns, as your page reads them. */
  state: JsonObject
}

/** A list with its filters, order and columns under a name. */
export interface View {
  /** Uuid. */
  id: string
  /** For people. */
  name: string
  /** For people. */
  description: string | null
  /** Who sees it. */
  visibility: Visibility
  /** Whose it is: an API key's id, or `user:` and a person's. */
  ownerId: string
  /** Their name, when they last saved it. */
  ownerName: string
  /** Another one when, and only when, it was changed; for `If-Match`. */
  configHash: string
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Which list it is of. */
  list: string
  /** Filters, order and columns. */
  state: JsonObject
}

/** Saved views. */
export interface ViewList {
  /** Those of the workspace and one's own, by name. */
  views: View[]
}

/** A saved view. */
export interface ViewFound {
  /** As it is now. */
  view: View
}

/**
 * Body to save a question, and, whole again, to update it.
 * @example {"name": "Customers by plan", "visibility": "workspace", "sql": "select plan, count(*) as customers from customers group by plan", "chart": {"type": "bar"}}
 */
export interface QuestionBody {
  /** 1 to 120 characters. */
  name: string
  /** At most 1,000 characters. Default null. */
  description?: string | null
  /** `workspace` needs the grant `behavior_metrics:manage`. Default `private`. */
  visibility?: Visibility
  /** What `svc_query` is asked. */
  sql: string
  /** What stands for `$1`, `$2` …, each as your page asks for it. Default none. */
  parameters?: JsonObject[]
  /** How the rows are drawn; null: as a table. Default null. */
  chart?: JsonObject | null
}

/** SQL with parameters and a chart under a name. */
export interface Question {
  /** Uuid. */
  id: string
  /** For people. */
  name: string
  /** For people. */
  description: string | null
  /** Who sees it. */
  visibility: Visibility
  /** Whose it is: an API key's id, or `user:` and a person's. */
  ownerId: string
  /** Their name, when they last saved it. */
  ownerName: string
  /** Another one when, and only when, it was changed; for `If-Match`. */
  configHash: string
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** What `svc_query` is asked. */
  sql: string
  /** What stands for `$1`, `$2` …. */
  parameters: JsonObject[]
  /** How the rows are drawn; null: as a table. */
  chart: JsonObject | null
}

/** Saved questions. */
export interface QuestionList {
  /** Those of the workspace and one's own, by name. */
  questions: Question[]
}

/** A saved question. */
export interface QuestionFound {
  /** As it is now. */
  question: Question
}

/**
 * Body to save a dashboard, and, whole again, to update it.
 * @example {"name": "Weekly", "visibility": "workspace", "tiles": [{"question": "6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8", "width": 6}]}
 */
export interface DashboardBody {
  /** 1 to 120 characters. */
  name: string
  /** At most 1,000 characters. Default null. */
  description?: string | null
  /** `workspace` needs the grant `behavior_metrics:manage`. Default `private`. */
  visibility?: Visibility
  /** Its tiles, in order: such as a question's id with where it stands. */
  tiles: JsonObject[]
  /** What holds for all of them, as your page reads it. Default none. */
  settings?: JsonObject
}

/** Tiles of questions under a name. */
export interface Dashboard {
  /** Uuid. */
  id: string
  /** For people. */
  name: string
  /** For people. */
  description: string | null
  /** Who sees it. */
  visibility: Visibility
  /** Whose it is: an API key's id, or `user:` and a person's. */
  ownerId: string
  /** Their name, when they last saved it. */
  ownerName: string
  /** Another one when, and only when, it was changed; for `If-Match`. */
  configHash: string
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Its tiles, in order. */
  tiles: JsonObject[]
  /** What holds for all of them. */
  settings: JsonObject
}

/** Saved dashboards. */
export interface DashboardList {
  /** Those of the workspace and one's own, by name. */
  dashboards: Dashboard[]
}

/** A saved dashboard. */
export interface DashboardFound {
  /** As it is now. */
  dashboard: Dashboard
}

/** Something saved that is gone. */
export interface SavedArchived {
  /** Its id. */
  id: string
  /** When. */
  archivedAt: string
}

/** Who asks, and what they may do. */
export interface Session {
  /** Whether somebody asks who is known: a person who signed in, or the holder of an API key. */
  signedIn: boolean
  /** The person; null: nobody, or the holder of an API key. */
  user: {
    /** Their id among the workspace's users. */
    id: string
    /** Their e-mail address. */
    email: string
    /** Their name. */
    name: string
    /** What they are here. */
    role: Role
  } | null
  /** What they may do. */
  grants: Grant[]
  /** The workspace; null where nobody is known. */
  organization: {
    /** Its id. */
    id: string
    /** Its name, for people. */
    name: string
    /** Its name in lower case, digits and hyphens. */
    slug: string
  } | null
  /** When the session ends unless it is used; null: there is none. ISO 8601, UTC. */
  expiresAt: string | null
  /** Whether the session is protected by TLS. False: by plain http anybody in between can take it. */
  isSecure: boolean
  /** Whether there are several workspaces here, so that a sign-in has to name one. */
  needsOrganization: boolean
  /** The ways to sign in. */
  ways: {
    /** By e-mail address and password. */
    password: boolean
    /** By an identity provider; null: none is set up. */
    openId: {
      /** What the provider is called. */
      label: string
      /** Where to go. */
      url: string
    } | null
  }
}

/**
 * Who signs in.
 * @example {"email": "ada@acme.example", "password": "correct horse battery"}
 */
export interface StartSessionBody {
  /** Their e-mail address. */
  email: string
  /** Their password. */
  password: string
  /** The workspace, by its slug or id. Needed where the server has several. */
  organization?: string
}

/** Which sessions end. */
export interface EndSessionBody {
  /** True: all others of this person end, and this one stays. Default: this one ends. */
  others?: boolean
}

export interface EndedSessions {
  /** How many sessions ended. */
  ended: number
}

/**
 * Takes up an invitation, or sets a forgotten password anew.
 * @example {"token": "c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LXNlY3JldA", "password": "correct horse battery", "name": "Ada"}
 */
export interface AcceptInvitationBody {
  /** What stands in the link. */
  token: string
  /** 12 characters or more, and not the e-mail address. */
  password: string
  /** What they are called. Default: as it is known. */
  name?: string
  /** Their e-mail address. Needed for the first owner, whose link names none; otherwise what the link says counts. */
  email?: string
}

/**
 * Another password for oneself.
 * @example {"password": "correct horse battery", "newPassword": "battery horse correct"}
 */
export interface ChangePasswordBody {
  /** The password until now. */
  password: string
  /** 12 characters or more, and not the e-mail address. */
  newPassword: string
}

/** The settings of a workspace. */
export interface WorkspaceSettings {
  /**
   * IANA name.
   * @example "Europe/Berlin"
   */
  defaultTimezone: string
  /** Whether customers and people that look like one are suggested for a merge. True until it is switched off. */
  identityMergeSuggestions: boolean
  /**
   * Your own domains, in ASCII; at most 50. Addresses of them and of their subdomains are internal: they make no customer
   * and no contact from synced records. Empty: members and their companies' addresses alone are.
   * @example ["ourselves.example"]
   */
  domains: string[]
  /**
   * ISO 4217: the currency that reports begin with where amounts are in several, which are never summed. Null: the one
   * with the most recurring revenue.
   * @example "EUR"
   */
  reportCurrency: string | null
  /** Another one when, and only when, these settings were changed; for `If-Match`. */
  configHash: string
}

/** The channel that reports go to; null until one is set. */
export interface ReportSettings {
  /** The channel's id in the chat app. */
  chatChannelId: string | null
  /** What the channel is called. */
  chatChannelName: string | null
  /** Another one when, and only when, these settings were changed; for `If-Match`. */
  configHash: string
}

/**
 * The channel to send reports to.
 * @example {"chatChannelId": "C17", "chatChannelName": "customers"}
 */
export interface UpdateReportSettingsBody {
  /** 1 to 191 characters. */
  chatChannelId: string
  /** 1 to 120 characters. */
  chatChannelName: string
}

/** Who may send events from a browser. */
export interface TrackingSettings {
  /**
   * Origins (`https://app.acme.example`), hosts (`acme.example`), all subdomains (`*.acme.example`), or `null`, the origin
   * of files and sandboxed frames. Empty: the server's `SVC_ALLOWED_ORIGINS`, else this machine alone.
   */
  allowedOrigins: string[]
  /** Another one when, and only when, these settings were changed; for `If-Match`. */
  configHash: string
}

/**
 * Who may send events from a browser from now on.
 * @example {"allowedOrigins": ["acme.example", "*.acme.example"]}
 */
export interface UpdateTrackingSettingsBody {
  /** All of them: what isn't there is not allowed. Empty: the server's `SVC_ALLOWED_ORIGINS`, else this machine alone. */
  allowedOrigins: string[]
}

/** How long events are kept. */
export interface RetentionSettings {
  /** Events that happened before so many days go, once a day; null: none do. 1 to 36,500. */
  days: number | null
  /** Another one when, and only when, these settings were changed; for `If-Match`. */
  configHash: string
}

/** What goes where events are kept for so long. Identify events stay, and so do records. */
export interface RetentionLoss {
  /** Events that happened before it go. ISO 8601, UTC. */
  before: string
  /** How many events that is by now. */
  events: number
}

/** What to say beside the setting. */
export interface RetentionQuery {
  /**
   * Says what would go if events were kept for so many days. Default: the setting's.
   * @example 365
   */
  days?: number
}

/**
 * How long events are kept from now on. What is older is deleted for good, within a day: ask with `days` before.
 * @example {"days": 730}
 */
export interface UpdateRetentionSettingsBody {
  /** 1 to 36,500; null: for ever. */
  days: number | null
}

/** Channels of the chat app to choose from. */
export interface ChatOptions {
  /** Whether a chat app is connected. */
  connected: boolean
  /** The channels that fit. */
  channels: {
    /** The channel's id in the chat app. */
    id: string
    /** Its name. */
    name: string
    /** Whether only invited people see it. */
    isPrivate: boolean
  }[]
  /** Whether there are more channels than came. */
  hasMore: boolean
  /** Null when there are none. */
  nextCursor: string | null
}

/** Narrows {@link ChatOptions}. */
export interface ChatOptionsQuery {
  /**
   * Part of a channel's name or id; 1 to 120 characters.
   * @example "customers"
   */
  search?: string
  /** 1 to 100, default 50. */
  limit?: number
}

/**
 * Runs a follow-up step; without `config`, tells what it needs.
 * @example {"provider": "crm-a", "step": "mappings"}
 */
export interface SetupStepBody {
  /** Provider id or alias. */
  provider: string
  /** A step's id or token, such as `mappings` or `webhooks`. */
  step: string
  /** `{ mappings }` for a CRM, `{ webhookSecret }` for webhooks. */
  config?: JsonObject
}

/** `config` of the CRM mapping step. */
export interface CrmMappingConfig {
  mappings: {
    pipelineId: string
    pipelineName: string
    mappings: {
      svcStage: 'Created' | 'Quoting' | 'Negotiation' | 'Won' | 'Lost'
      crmStages: { id: string; name: string }[]
    }[]
  }[]
}

/** For the server's webhook step. */
export interface WebhookConfig {
  webhookSecret: string
}

/** A condition on one of an event's properties: those of a custom event, else what its type says (`path`, `url`, `formId`). */
export type PropertyCondition =
  | {
      /** The property's name. */
      key: string
      /** It is there, whatever its value. */
      operator: 'exists'
    }
  | {
      /** The property's name. */
      key: string
      /** `not_equals` holds where the property is missing, too. */
      operator: 'equals' | 'not_equals'
      /** Compared with its type: `"5"` isn't `5`. */
      value: string | number | boolean
    }
  | {
      /** The property's name. */
      key: string
      /** Its text begins so, letter by letter. */
      operator: 'starts_with'
      /** How it begins. */
      value: string
    }

/** Definition of an `EVENT_MATCH` signal: one of the named events happens. */
export interface EventMatchDefinition {
  /** Whom an occurrence is about: the whole organization, the event's customer, or the segment that the event names in its property `segmentId` or `segment`. */
  grain: 'organization' | 'customer' | 'segment'
  /** As the grain says: `event_customer` for `customer`, else the grain itself. */
  subjectResolver: 'organization' | 'event_customer' | 'segment'
  /** 1 to 50, compared letter by letter: the name of a custom event, else `pageview`, `form`, `identify`, `engagement`, `calendar`, or what a source is in a timeline, such as `email_received`. */
  eventNames: string[]
  /** Only those; none: any. What the service does itself (`SYSTEM`) is never seen. */
  eventChannels?: Channel[]
  /** At most 5; all of them hold. */
  propertyConditions?: PropertyCondition[]
  /** How conditions belong together. */
  conditionMode?: 'ALL'
}

/** A span of days. */
export interface DayWindow {
  /** 1 to 365. */
  value: number
  /** Whole days. */
  unit: 'day'
}

/** Which events a detection counts. */
export interface EventFilter {
  /** 1 to 50. */
  eventNames: string[]
  /** Only those; none: any. */
  eventChannels?: Channel[]
  /** At most 5; all of them hold. */
  propertyConditions?: PropertyCondition[]
}

/** What an `EVENT_PATTERN` signal looks for. */
export type SignalDetection =
  | ({
      /** One of the events happens. */
      type: 'event_occurred'
    } & EventFilter)
  | ({
      /** The event with which a customer has so many of them within the window. */
      type: 'event_count_threshold'
      /** How many. */
      threshold: {
        /** At least so many, or more. */
        operator: '>=' | '>'
        /** 1 to 10,000. */
        count: number
      }
      /** Before the event, its own moment included and the window's start not. */
      window: {
        /** 1 to 365. */
        value: number
        /** Real hours, or days of 24 of them. */
        unit: 'hour' | 'day'
      }
    } & EventFilter)
  | {
      /** No such event for so long: since the last one, or since the customer was first seen. */
      type: 'event_absence'
      /** `exact` (the default): those of `eventNames`; `all_except`: all but `excludeEventNames`. */
      eventNameMode?: 'exact' | 'all_except'
      /** With `exact`: 1 to 50. */
      eventNames?: string[]
      /** With `all_except`: at most 50. */
      excludeEventNames?: string[]
      /** Only those; none: any. */
      eventChannels?: Channel[]
      /** At most 5; all of them hold. */
      propertyConditions?: PropertyCondition[]
      /** 1 to 30 days. */
      window: DayWindow
    }
  | {
      /** A customer comes to be active on so many days of the window, as of the end of a day (UTC). */
      type: 'customer_activity_threshold'
      /** Days with product activity. */
      metric: 'active_days'
      /** The days that end with it. */
      window: DayWindow
      /** How the active days compare to `count`. */
      operator: '<=' | '<' | '>=' | '>'
      /** 0 to 365. */
      count: number
      /** Customers are looked at once they are known for so many days. Default: the window's for `<` and `<=`, else none. */
      minimumObservedAgeDays?: number
    }
  | {
      /** A customer comes to be active on a smaller part of the days than before, as of the end of a day (UTC). */
      type: 'customer_activity_drop'
      /** Days with product activity. */
      metric: 'active_days'
      /** The days that end with it. */
      window: DayWindow
      /** The days before those. */
      baselineWindow: DayWindow
      /** 1 to 100: how much smaller that part is. */
      dropPercent: number
      /** Customers who were active on fewer days of the baseline are skipped. */
      minimumBaselineActiveDays: number
      /** Customers with fewer events of product activity in the baseline are skipped. */
      minimumBaselineEventCount: number
    }
  | {
      /** All the people of a customer who were active before have come to be inactive, as of the end of a day (UTC). */
      type: 'related_user_inactivity'
      /** The days before `inactiveWindow` in which they were active. */
      priorWindow: DayWindow
      /** The days that end with it, without activity of any of them. */
      inactiveWindow: DayWindow
      /** On how many days of `priorWindow` somebody was active who counts. */
      minimumPriorActiveDays: number
      /** How many such people there have to be. */
      minimumPreviouslyActiveUsers: number
    }

/** Definition of an `EVENT_PATTERN` signal. */
export interface EventPatternDefinition {
  /** Of this form. */
  schemaVersion: '2026-06-17'
  /** Whom an occurrence is about. */
  subjectType: 'customer'
  /** The entry of the catalogue that it was made from. */
  catalogSource?: {
    /** The catalogue. */
    provider: 'svc'
    /** The entry's key. */
    key: string
    /** The entry's version. */
    version: string
  }
  /** What is looked for. */
  detection: SignalDetection
}

/**
 * Asks what a signal would have found: one that is there, or one that isn't yet.
 * @example {"signal": {"kind": "EVENT_MATCH", "definition": {"grain": "customer", "subjectResolver": "event_customer", "eventNames": ["trial_started"]}}, "days": 90}
 */
export interface PreviewSignalBody {
  /** The definition to try. Give this or `signalId`. */
  signal?:
    | {
        /** One of the named events happens. */
        kind: 'EVENT_MATCH'
        /** Which events. */
        definition: EventMatchDefinition
      }
    | {
        /** Events happen often, stop, or change, at one customer. */
        kind: 'EVENT_PATTERN'
        /** How. */
        definition: EventPatternDefinition
      }
  /** Uuid of one that is there. */
  signalId?: string
  /** How many days back; 1 to 730. */
  days: number
}

/** What a signal would have found over the last days. */
export interface SignalPreview {
  /** The start of the time looked at. ISO 8601, UTC. */
  from: string
  /** Its end: now. ISO 8601, UTC. */
  to: string
  /** The time zone of the days. */
  timezone: string
  /** All occurrences. */
  occurrenceCount: number
  /** Customers at whom there were any. */
  customerCount: number
  /** Days with occurrences, oldest first. */
  byDay: {
    /** Such as `2026-06-01`, in that time zone. */
    day: string
    /** Occurrences on it. */
    occurrences: number
    /** Customers at whom there were any on it. */
    customers: number
  }[]
  /** The newest first; at most 200 are returned. */
  occurrences: PreviewOccurrence[]
  /** There were more than 10,000: the earliest of them are looked at, and the counts are lower bounds. */
  truncated: boolean
}

/**
 * Body to create a signal, and, whole again, to update one.
 * @example {"kind": "EVENT_MATCH", "name": "Trial started", "definition": {"grain": "customer", "subjectResolver": "event_customer", "eventNames": ["trial_started"]}}
 */
export type SignalBody =
  | {
      /** One of the named events happens. */
      kind: 'EVENT_MATCH'
      /** 1 to 120 characters. */
      name: string
      /** At most 1,000 characters. Default null. */
      description?: string | null
      /** Which events. */
      definition: EventMatchDefinition
    }
  | {
      /** Events happen often, stop, or change, at one customer. */
      kind: 'EVENT_PATTERN'
      /** 1 to 120 characters. */
      name: string
      /** At most 1,000 characters. Default null. */
      description?: string | null
      /** How. */
      definition: EventPatternDefinition
    }

/** Something worth noticing in the stream of events. */
export interface Signal {
  /** A uuid. */
  id: string
  /** Such as `signal:trial-started`: of the first name it had. */
  key: string
  /** For people. */
  name: string
  /** Of the definition's form. */
  schemaVersion: string
  /** Another one when, and only when, name, description, definition or archiving changed; for `If-Match`. */
  configHash: string | null
  /** For people. */
  description: string | null
  /** As it was written, defaults filled in. */
  definition: unknown
  /** When it was archived; null while it is in use. */
  archivedAt: string | null
  /** Since when it sees events. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Who made it. */
  managedBy: ManagedBy
  /** Which form its definition has. */
  kind: SignalKind
}

/** What an archive command answers of the archived thing. */
export interface Archived {
  /** Its id. */
  id: string
  /** When. */
  archivedAt: string
}

/** What can be chosen when a signal is made. */
export interface SignalOptions {
  /** What an automation can wait for. */
  conditionTypes: {
    /** Its id. */
    id: ConditionId
    /** For people. */
    label: string
    /** The automation's trigger. */
    triggerType: 'SIGNAL_OCCURRENCE' | 'SCHEDULE'
  }[]
  /** The forms of definitions. */
  signalKinds: {
    /** The `kind` of a signal. */
    kind: SignalKind
    /** For people. */
    description: string
    /** What the schemas are written in. */
    schemaFormat: 'json-schema-2020-12'
    /** JSON Schema of its `definition`. */
    createSchema: JsonObject
    /** Of `EVENT_PATTERN`: what its `detection` may be. */
    detectionTypes?: {
      /** The `type` of a detection. */
      type: string
      /** What the schema is written in. */
      schemaFormat: 'json-schema-2020-12'
      /** JSON Schema of the `detection`. */
      definitionSchema: JsonObject
    }[]
  }[]
  /** Signals that many want: a definition names the one it was made from as `catalogSource`. */
  catalog: {
    /** Its name in `catalogSource.key`. */
    key: string
    /** For people. */
    label: string
    /** Its condition. */
    conditionId: ConditionId
    /** The event that it is about; null: none in particular. */
    eventName: string | null
    /** That event's channel. */
    eventChannel: string | null
    /** `AVAILABLE`. */
    state: string
    /** Whether a signal can be made from it now. */
    selectable: boolean
    /** Why not, for people; null where it can. */
    statusLabel: string | null
    /** The signal that was made from it; null: none yet. */
    materializedSignalId: string | null
    /** With which it is made: the `definition` of an `EVENT_PATTERN` signal. */
    definition: JsonObject
  }[]
}

/** Body of `POST /api/tools/call`. */
export interface CallToolBody {
  tool:
    | 'svc_list_customers'
    | 'svc_list_users'
    | 'svc_list_workspace_users'
    | 'svc_get_customer'
    | 'svc_get_user'
    | 'svc_get_timeline'
    | 'svc_list_facts'
    | 'svc_get_fact'
    | 'svc_get_source'
    | 'svc_list_sources'
    | 'svc_search_customer_context'
    | 'svc_query'
    | 'svc_schema'
    | 'svc_send_notification'
    | 'svc_submit_feedback'
  /** Checked against the tool's own input contract. Default `{}`. */
  input?: JsonObject
}

/** A tool, as a caller learns of it. */
export interface OfferedTool {
  /** Its name: `POST /api/tools/<name>` and `callTool` take it. */
  name:
    | 'svc_list_customers'
    | 'svc_list_users'
    | 'svc_list_workspace_users'
    | 'svc_get_customer'
    | 'svc_get_user'
    | 'svc_get_timeline'
    | 'svc_list_facts'
    | 'svc_get_fact'
    | 'svc_get_source'
    | 'svc_list_sources'
    | 'svc_search_customer_context'
    | 'svc_query'
    | 'svc_schema'
    | 'svc_send_notification'
    | 'svc_submit_feedback'
  /** Its name for people. */
  title: string
  /** What it is for, written for an agent that chooses among tools. */
  description: string
  /** What a key needs to call it. */
  grant: Grant
  /** Whether a call changes nothing. */
  readOnly: boolean
  /** JSON Schema 2020-12 of its input. */
  inputSchema: JsonObject
}

/** The tools that the caller's key may call. */
export interface OfferedTools {
  /** In the order in which an agent gets them. */
  tools: OfferedTool[]
}

/** It is durable; a replay of one that was received changes nothing. */
export interface WebhookReceived {
  /** Always. */
  received: true
}

export interface WebhookParams {
  /**
   * Provider id.
   * @example "calls-a"
   */
  provider: string
}

export interface WebhookQuery {
  /** The connection that it is for, as the address says that the webhook set-up gives out. */
  connection?: string
}

/** Somebody of your own, and whether they can sign in. */
export interface WorkspaceAccess {
  /** Their id. */
  id: string
  /** Their e-mail address; null: the first owner, who hasn't said it yet. */
  email: string | null
  /** Their name; null: unknown. */
  name: string | null
  /** Such as `Head of Success`. */
  title: string | null
  /** What they are here; null: they have no access. */
  role: Role | null
  /**
   * `none`: known from records alone. `invited`: has a link that waits to be opened, or is too old. `active`: can sign in.
   * `disabled`: can't any more.
   */
  access: 'none' | 'invited' | 'active' | 'disabled'
  /** When they last did something here. ISO 8601, UTC. */
  lastSeenAt: string | null
  /** Until when their link can be opened; null: there is none. ISO 8601, UTC. */
  linkExpiresAt: string | null
}

/** A link for one person, which is shown once and works once. */
export interface AccessLink {
  /** To be given to them, and nobody else. */
  url: string
  /** Until then it can be opened. ISO 8601, UTC. */
  expiresAt: string
}

/** A page of a workspace's people. */
export interface ListAccessQuery {
  /** 1 to 200, default 50. */
  limit?: number
  /** `pagination.nextCursor` of the page before. */
  cursor?: string
}

/**
 * Who is invited.
 * @example {"email": "ada@acme.example", "role": "viewer"}
 */
export interface InviteWorkspaceUserBody {
  /** Their e-mail address. */
  email: string
  /** What they are called. They can say it themselves. */
  name?: string
  /** What they are here. Nobody gives a role whose grants they haven't, and only an owner names owners. */
  role: Role
}

/**
 * What changes: at least one field.
 * @example {"role": "editor"}
 */
export interface UpdateWorkspaceUserBody {
  /** What they are called. */
  name?: string
  /** What they are here. Their sessions end. */
  role?: Role
  /** `disabled` ends their sessions and links; `active` lets them in again. */
  access?: 'active' | 'disabled'
}

/** Why an answer lacks something. */
export interface Staleness {
  /** For people, such as `The read models are being restarted.` */
  reason: string
  /**
   * How long ago the server accepted the oldest that the answer lacks, in seconds: all that came before is in it. Null
   * when nobody can tell.
   */
  behindSeconds: number | null
}

/** What an answer may say beside its own fields. */
export interface MayBeStale {
  /** The answer lacks some of what was accepted before the call. Absent: it is current. */
  stale?: Staleness
}

/** What a data provider knows of a company. */
export interface EnrichmentSummary {
  /** What the company is called. */
  name?: string
  /** Its main domain. */
  domain?: string
  /** Its website. */
  websiteUrl?: string
  /** What it does. */
  description?: string
  /** Where its logo is. */
  logoUrl?: string
  /** Its page in a social network. */
  socialProfileUrl?: string
  /** The year in which it began. */
  yearFounded?: number
  /** Such as `private`. */
  companyType?: string
  /** Such as `51-200`. */
  employeeCountRange?: string
  /** How many people work there. */
  headcount?: number
  /** What it works in. */
  industry?: string
  /** Finer than the industry. */
  categories?: string[]
  /** Whom it sells to. */
  markets?: string[]
  /** Where it sits. */
  headquarters?: string
  /** Who gave it money. */
  fundingSummary?: {
    /** In all, in US dollars. */
    totalInvestmentUsd?: number
    /** Such as `Series A`. */
    lastRoundType?: string
    /** Of the last round, in US dollars. */
    lastRoundAmountUsd?: number
    /** When the last round was. */
    lastFundraiseDate?: string
    /** Who took part. */
    investors?: string[]
  }
  /** Whom it is looking for. */
  hiringSummary?: {
    /** Open positions. */
    openingsCount?: number
    /** Titles of recent openings. */
    recentTitles?: string[]
  }
  /** Who follows it in social networks. */
  followerSummary?: {
    /** How many. */
    count?: number
    /** By how much they grew, by period. */
    growth?: Record<string, number | null>
  }
}

/** Company data from a provider, and how fresh it is. */
export interface Enrichment {
  /** Whether there is something, and how old it is. */
  status: EnrichmentStatus
  /** Who said it. */
  provider: string | null
  /** The company's id there. */
  providerEntityId: string | null
  /** What was said. */
  summary: EnrichmentSummary | null
  /** Why it is held to be this company. */
  match: JsonObject | null
  /** When it was last brought. ISO 8601, UTC. */
  lastSuccessfulRefreshAt: string | null
  /** When that was last tried. ISO 8601, UTC. */
  lastAttemptAt: string | null
  /** From when on it is stale. ISO 8601, UTC. */
  expiresAt: string | null
  /** Why the last attempt failed; null when it didn't. */
  error: {
    /** What kind of failure. */
    class: string
    /** What went wrong, for people. */
    message: string
    /** Whether another try may succeed. */
    retryable?: boolean
  } | null
}

/** The customer that an answer is about. */
export interface CustomerReference {
  /** The customer's id. */
  id: string
  /** What it is called; null while that isn't known. */
  name: string | null
  /** Its main domain; null for one without. */
  domain: string | null
}

/** The person that a fact is about. */
export interface PersonReference {
  /** The person's id: `svc_list_users` has it. */
  id: string
  /** Their e-mail address; null while it isn't known. */
  email: string | null
  /** Their name; null while it isn't known. */
  name: string | null
}

/** Where a fact came from. The same fields stand flat in the fact itself. */
export interface FactSourceMetadata {
  /** What kind of source it was found in. */
  sourceType: SourceType | null
  /** The source's id within its type. */
  sourceId: string | null
  /** When the source happened. ISO 8601, UTC. */
  sourceOccurredAt: string | null
  /** The words in the source that say it. */
  sourceQuote: string | null
  /** Where the source can be opened. */
  permalink: string | null
}

/** One piece of evidence for a fact. */
export interface FactEvidence {
  /** Names the piece of evidence. */
  id: string
  /** What kind of source it is from. */
  sourceType: SourceType | null
  /** The source's id within its type. */
  sourceId: string | null
  /** The words that say it. */
  excerpt: string | null
  /** What else is known of it: of a source by its type; of behaviour the person that was seen (`userId`, `email`, `name`) and the days. */
  metadata: JsonObject | null
}

/** Something known of a customer, with where it came from. */
export interface Fact extends FactSourceMetadata {
  /** Names the fact: for `svc_get_fact`. */
  id: string
  /** Whom it is about; null while that customer isn't known. */
  customer?: CustomerReference | null
  /** The person whom it is about; null for a fact about a whole customer. */
  person?: PersonReference | null
  /** What is held to be true, in a sentence. */
  assertion: string
  /** Why it is held to be true. */
  reasoning: string | null
  /** A {@link FactType}, or an internal one that filters refuse. */
  factType: string
  /** A {@link FactCategory}. */
  factCategory: string
  /** Where it stands; `CANDIDATE` is not confirmed yet. */
  status: FactStatus
  /** 0 to 1. */
  confidence: number
  /** How much it matters, in the words of who stated it. */
  priority: string | null
  /** How bad it is, in the words of who stated it. */
  severity: string | null
  /** When it happened. ISO 8601, UTC. */
  occurredAt: string | null
  /** When it was first found. ISO 8601, UTC. */
  detectedAt: string
  /** From when on it holds. ISO 8601, UTC. */
  validFrom: string
  /** Until when it held; null while it holds. ISO 8601, UTC. */
  validUntil: string | null
  /** When it was last found again. ISO 8601, UTC. */
  lastDetectedAt: string | null
  /** Of a measurement: begin of what was measured. ISO 8601, UTC. */
  periodStart: string | null
  /** Of a measurement: end of what was measured. ISO 8601, UTC. */
  periodEnd: string | null
  /** When the metric began to change. ISO 8601, UTC. */
  changePointDate: string | null
  /** The source that it is linked to. */
  linkedSourceRef?: {
    /** What kind of source it is. */
    sourceType: SourceType
    /** The source's id within its type. */
    sourceId: string
    /** When the source happened. ISO 8601, UTC. */
    occurredAt: string | null
    /** Where the source can be opened. */
    permalink: string | null
  } | null
  /** The same as the fields of the source beside it. */
  sourceMetadata?: FactSourceMetadata | null
  /** How many pieces of evidence there are. */
  evidenceCount: number
  /** How often it was found. */
  occurrenceCount: number
  /** What was measured. */
  metricName: string | null
  /** What came out, in `metricUnit`. */
  metricValue: number | null
  /** What came out in the period before, in `metricUnit`. */
  metricPreviousValue: number | null
  /** The change from the period before, in `metricUnit`. */
  metricDelta: number | null
  /** Such as `days` or `percent`. */
  metricUnit: string | null
  /** Given when evidence was asked for. */
  evidence?: FactEvidence[] | null
}

/** A customer as its profile begins: money and people stand in sections. */
export interface CustomerProfile {
  /** The customer's id. */
  id: string
  /** What it is called; null while that isn't known. */
  name: string | null
  /** Its main domain; null for one without. */
  domain: string | null
  /** Where it stands with its bill. */
  billingStatus: BillingStatus
  /** ISO 8601, UTC, as all times in answers. */
  activatedAt: string | null
  /** When it was first seen. ISO 8601, UTC. */
  firstSeenAt: string | null
  /** When somebody there last used the product or the website; null when never. ISO 8601, UTC. */
  lastProductActivityAt?: string | null
  /** The last mail, call, meeting, ticket or chat with it; null when there was none. ISO 8601, UTC. */
  lastContactAt?: string | null
  /** The later of the two; null without either. ISO 8601, UTC. */
  lastActivityAt: string | null
  /** Who of the workspace looks after it. */
  owner: Owner | null
}

/** A person of a customer. */
export interface CustomerUser {
  /** The person's id. */
  id: string
  /** Their e-mail address. */
  email: string | null
  /** Their name. */
  name: string | null
  /** How far they have come. */
  journeyStage: JourneyStage
  /** When they last used the product or the website; null when never. ISO 8601, UTC. */
  lastProductActivityAt?: string | null
  /** The last mail, call, meeting, ticket or chat with them; null when there was none. ISO 8601, UTC. */
  lastContactAt?: string | null
  /** The later of the two; null without either. ISO 8601, UTC. */
  lastActivityAt: string | null
}

/**
 * Input of `svc_get_customer`.
 * @example {"customer": "alder-logistics.example", "include": ["users", "revenue"]}
 */
export interface GetCustomerInput {
  /** Id, domain or name; 1 to 500 characters. */
  customer: string
  /** Sections to add. Default none. */
  include?: CustomerSection[]
  /** How far back `recentTimeline` and `behaviorMetrics` look. Default `30d`. */
  timeframe?: ActivityWindow
}

/** What a customer pays. Money in cents. */
export interface CustomerRevenue {
  /** Cents a month, in `currency`; null when it isn't known, or when it is paid in several currencies. */
  currentMrr: number | null
  /** ISO 4217, of `currentMrr`; null when it wasn't said, or when there are several. */
  currency?: string | null
  /** Whether `currentMrr` could be worked out; `mixed_currency`: what each currency pays stands in the view `revenue`. */
  mrrCalculationStatus: MrrCalculationStatus
  /** Cents paid in all, in the currency of `currentMrr`; what was paid in others is not in it. */
  lifetimeRevenue: number
  /** How many run. */
  activeSubscriptions: number
}

/** How much happened with a customer. */
export interface BehaviorMetrics {
  /** How much happened, contact with us included. */
  activityCount: number
  /** How many people used the product or the website. */
  activeUsers: number
  /** When the last e-mail was. ISO 8601, UTC. */
  lastEmailAt: string | null
  /** When the last meeting was; a booking is not yet one. ISO 8601, UTC. */
  lastMeetingAt: string | null
}

/** Output of `svc_get_customer`. A section is there when it was asked for. */
export interface GetCustomerOutput {
  /** The customer. */
  customer: CustomerProfile
  /** How far back `recentTimeline` and `behaviorMetrics` look. */
  timeframe?: ActivityWindow
  /** The people there. With the section `users`. */
  users?: CustomerUser[]
  /** Money in cents. */
  revenue?: CustomerRevenue
  /** What happened lately. With the section `recentTimeline`. */
  recentTimeline?: {
    /** Such as `PAGE_VIEW`. */
    type: string
    /** What it is called, for people. */
    title: string | null
    /** Name or e-mail address of the person. */
    contact: string | null
    /** When it happened. */
    occurredAt: string
  }[]
  /** Counts of what happened. With the section `behaviorMetrics`. */
  behaviorMetrics?: BehaviorMetrics
  /** What a provider says of the company. With the section `enrichment`. */
  enrichment?: Enrichment
}

/**
 * Input of `svc_get_fact`.
 * @example {"factId": "fact-chat-23d0e4c9001c"}
 */
export interface GetFactInput {
  /** The fact's id. */
  factId: string
  /** `evidence` adds the evidence; other words are ignored. */
  include?: string[]
}

/** Output of `svc_get_fact`: the fact itself. */
export type GetFactOutput = Fact

/**
 * Input of `svc_get_source`.
 * @example {"sourceType": "CALL", "sourceId": "call-da95207f37aa"}
 */
export interface GetSourceInput {
  /** What kind of source it is; aliases are taken. */
  sourceType: SourceTypeInput
  /** Its id within its type. */
  sourceId: string
  /** Replies a page of a chat thread, 1 to 100, default 50. No effect on other source types. */
  limit?: number
  /** Of a chat thread's replies. */
  cursor?: string
}

/** Output of `svc_get_source`: the source itself. */
export type GetSourceOutput = Source

/**
 * Input of `svc_get_timeline`.
 * @example {"customer": "alder-logistics.example", "timeframe": "7d"}
 */
export interface GetTimelineInput {
  /** A customer: its id, your own id of it, its domain, exact name, or a person's e-mail address; 1 to 200 characters. Or give `user`. */
  customer?: string
  /** One person: id, your own id or e-mail address. */
  user?: string
  /** Empty or absent: all. */
  channels?: Channel[]
  /** Such as `PAGE_VIEW`; case doesn't count. Empty or absent: all. */
  eventTypes?: string[]
  /** Not together with dates. With neither, the last 30 days. */
  timeframe?: '7d' | '14d' | '30d' | '90d' | 'all'
  /** Inclusive. ISO 8601, UTC. */
  startDate?: string
  /** Inclusive. ISO 8601, UTC. */
  endDate?: string
  /** 1 to 1,000, default 50. */
  limit?: number
  /** `pagination.nextCursor` of the page before. */
  cursor?: string
}

/** One thing that happened with a customer or a person. */
export interface TimelineEvent {
  /** Names the entry. */
  id: string
  /** Such as `PAGE_VIEW`. */
  eventType: string
  /** What happened. */
  eventName: string
  /** Where it came from, broadly. */
  channel: Channel
  /** What it was, in a few words. */
  title: string | null
  /** A summary. */
  summary: string | null
  /** When it happened. ISO 8601, UTC. */
  occurredAt: string
  /** Name or e-mail address of the person; null while nobody is identified. */
  contact: string | null
  /** What kind of source it is from; null for an event. */
  sourceType: SourceType | null
  /** The source's id within its type. */
  sourceId: string | null
  /** Both: for `svc_get_source`. */
  sourceRef?: {
    /** What kind of source it is. */
    sourceType: SourceType
    /** What the system that it comes from calls it. */
    sourceId: string
  }
  /** What else is known of it: properties, address, form fields. */
  metadata: JsonObject
}

/** Newest first. */
export interface GetTimelineOutput {
  /** The entries of this page, newest first. */
  events: TimelineEvent[]
  /** What was looked at: the window that was asked for or is the default, `30d`; null where dates were given. */
  timeframe?: '7d' | '14d' | '30d' | '90d' | 'all' | null
  /** Of an empty list: which filters match nothing that there is. */
  notes?: string[]
  /** Where the list stands. */
  pagination: Pagination
}

/**
 * Input of `svc_get_user`.
 * @example {"user": "edith.garland@alder-logistics.example"}
 */
export interface GetUserInput {
  /** Id, your own id or e-mail address. */
  user: string
}

/** A person, with when they reached each stage and how they first came. */
export interface UserProfile extends User {
  /** Your own id of them. */
  externalUserId: string | null
  /** When they were first seen. ISO 8601, UTC. */
  firstSeenAt: string
  /** When they became known by e-mail address. ISO 8601, UTC. */
  discoveredAt: string | null
  /** When they signed up. ISO 8601, UTC. */
  signedUpAt: string | null
  /** Their first activation event. ISO 8601, UTC. */
  activatedAt: string | null
  /** When they first used the product on enough days. ISO 8601, UTC. */
  engagedAt: string | null
  /** When they became inactive; null while they are active. ISO 8601, UTC. */
  inactiveAt: string | null
  /** How the first visit came about. */
  firstVisitorChannel: string | null
  /** Where it came from. */
  firstVisitorSource: string | null
  /** What was stated of them. */
  traits: JsonObject
}

/** Output of `svc_get_user`. */
export interface GetUserOutput {
  /** The person. */
  user: UserProfile
  /** The keys by which they are known, those of most events first; at most 200. */
  keys: IdentityKey[]
}

/**
 * Input of `svc_list_customers`. All filters must match; none given lists everyone.
 * @example {"billingStatus": "PAYING", "noActivityInLast": "30d", "limit": 20}
 */
export interface ListCustomersInput {
  /** Activated at this time or later. ISO 8601 with `Z` or an offset. */
  activatedSince?: string
  /** The account's billing status. */
  billingStatus?: BillingStatus
  /** Product activity in that window: page views, events, forms, engagement, bookings. Contact with us does not count. */
  hasActivityInLast?: ActivityWindow
  /** No product activity in that window, or none at all. Not together with `hasActivityInLast`. */
  noActivityInLast?: ActivityWindow
  /** Cents a month, exclusive, whatever the currency: give `currency` beside it where there are several. */
  mrrAbove?: number
  /** Cents a month, exclusive, whatever the currency: give `currency` beside it where there are several. */
  mrrBelow?: number
  /** In this currency alone, ISO 4217, in any case. Customers that pay in several have none. */
  currency?: string
  /** Whether `currentMrr` could be worked out; `mixed_currency`: who pays in several. */
  mrrCalculationStatus?: MrrCalculationStatus
  /** With an active fact of any of these types, such as `CHURN_RISK`. Empty or absent: all. */
  factTypes?: AnyFactType[]
  /** Traits that the customer must have. */
  traitFilters?: TraitFilters
  /** Part of the name or the domain, in any case. */
  search?: string
  /** The member who looks after it: their id, e-mail address or exact name, in any case. */
  ownerId?: string
  /** The e-mail address of the member who looks after it. */
  ownerEmail?: string
  /** True: somebody looks after it; false: nobody does. */
  hasOwner?: boolean
  /** 1 to 1,000, default 50. */
  limit?: number
  /** `pagination.nextCursor` of the page before. */
  cursor?: string
  /** Default `last_activity_at`. */
  orderBy?:
    | 'last_activity_at'
    | 'last_product_activity_at'
    | 'last_contact_at'
    | 'first_seen_at'
    | 'name'
    | 'mrr_cents'
  /** Default `desc`. Customers without the value come last either way. */
  orderDirection?: OrderDirection
}

/** The workspace user who looks after a customer. */
export interface Owner {
  /** The member's id. */
  id: string
  /** Their e-mail address. */
  email: string
  /** Their name. */
  name: string
}

/** A customer, as lists tell of it. */
export interface Customer {
  /** The customer's id. */
  id: string
  /** What it is called; null while that isn't known. */
  name: string | null
  /** Its main domain; null for one without. */
  domain: string | null
  /** Where it stands with its bill. */
  billingStatus: BillingStatus
  /** ISO 8601, UTC, as all times in answers. */
  activatedAt: string | null
  /** When it was first seen. ISO 8601, UTC. */
  firstSeenAt: string | null
  /** When somebody there last used the product or the website; null when never. ISO 8601, UTC. */
  lastProductActivityAt?: string | null
  /** The last mail, call, meeting, ticket or chat with it; null when there was none. ISO 8601, UTC. */
  lastContactAt?: string | null
  /** The later of the two; null without either. ISO 8601, UTC. */
  lastActivityAt: string | null
  /** How many people are known there. */
  contactCount: number
  /** Cents a month, in `currency`; null when it isn't known, or when it is paid in several currencies. */
  currentMrr: number | null
  /** ISO 4217, of `currentMrr`; null when it wasn't said, or when there are several. */
  currency?: string | null
  /** Whether `currentMrr` could be worked out; `mixed_currency`: what each currency pays stands in the view `revenue`. */
  mrrCalculationStatus: MrrCalculationStatus
  /** Who of the workspace looks after it. */
  owner: Owner | null
  /** Whole days since `lastActivityAt`; null when never active. */
  daysSinceActivity: number | null
}

export interface ListCustomersOutput {
  /** The customers of this page. */
  items: Customer[]
  /** Of an empty list: which filters match nothing that there is. */
  notes?: string[]
  /** Where the list stands. */
  pagination: Pagination
}

/**
 * Input of `svc_list_facts`. An empty list filters nothing.
 * @example {"customer": "alder-logistics.example", "status": ["ACTIVE"]}
 */
export interface ListFactsInput {
  /** A customer: its id, your own id of it, its domain, exact name, or a person's e-mail address. Absent: of all customers. */
  customer?: string
  /** Any of these. Empty or absent: all. */
  status?: FactStatus[]
  /** From any of these. Empty or absent: all. */
  sourceTypes?: SourceTypeInput[]
  /** Any of these. Empty or absent: all. */
  factTypes?: AnyFactType[]
  /** Any of these. Empty or absent: all. */
  factCategories?: AnyFactCategory[]
  /** Occurred at this time or later. ISO 8601, UTC. */
  after?: string
  /** Occurred at this time or earlier. ISO 8601, UTC. */
  before?: string
  /** 1 to 100, default 50. */
  limit?: number
  /** `pagination.nextCursor` of the page before. */
  cursor?: string
}

export interface ListFactsOutput {
  /** The customer that was asked for; null for all of them: each fact names its own. */
  customer: CustomerReference | null
  /** The facts of this page. */
  facts: Fact[]
  /** Of an empty list: which filters match nothing that there is. */
  notes?: string[]
  /** Where the list stands. */
  pagination: Pagination
}

/**
 * Input of `svc_list_sources`. All filters must match.
 * @example {"customer": "alder-logistics.example", "sourceType": "CALL"}
 */
export interface ListSourcesInput {
  /** What kind of source; aliases are taken. */
  sourceType?: SourceTypeInput
  /** A customer: its id, your own id of it, its domain, exact name, or a person's e-mail address; 1 to 200 characters. */
  customer?: string
  /** Occurred at this time or later. ISO 8601, UTC. */
  after?: string
  /** Occurred at this time or earlier. ISO 8601, UTC. */
  before?: string
  /** Somebody who took part: e-mail address, part of the name, or their id in `svc_list_users` (or your own id of them). */
  participant?: string
  /** Provider id, such as `mail-a`. */
  provider?: string
  /** Calls only: refused together with another source type. */
  hasTranscript?: boolean
  /** 1 to 100, default 50. */
  limit?: number
  /** `pagination.nextCursor` of the page before. */
  cursor?: string
}

/** Newest first. */
export interface ListSourcesOutput {
  /** The sources of this page, newest first. */
  items: Source[]
  /** Of an empty list: which filters match nothing that there is. */
  notes?: string[]
  /** Where the list stands. */
  pagination: Pagination
}

/**
 * Input of `svc_list_users`. All filters must match; none given lists everyone.
 * @example {"journeyStage": "ENGAGED", "hasActivityInLast": "14d"}
 */
export interface ListUsersInput {
  /** How far the person has come. */
  journeyStage?: JourneyStage
  /** A customer: its id, your own id of it, its domain, exact name, or a person's e-mail address. */
  customerId?: string
  /** Traits that the person must have. */
  traitFilters?: TraitFilters
  /** Product activity in that window (contact with us does not count). A number of days, hours or minutes: `14d`, `36h`, `90m`; at most 36,500 days. */
  hasActivityInLast?: string
  /** No product activity in that window, or none at all. Not together with `hasActivityInLast`. */
  noActivityInLast?: string
  /** Part of the e-mail address or the name, in any case. */
  search?: string
  /** 1 to 1,000, default 50. */
  limit?: number
  /** `pagination.nextCursor` of the page before. */
  cursor?: string
  /** Default `last_activity_at`. */
  orderBy?: 'last_activity_at' | 'last_product_activity_at' | 'last_contact_at' | 'first_seen_at' | 'email'
  /** Default `desc`. */
  orderDirection?: OrderDirection
}

/** A person, as lists tell of them. */
export interface User {
  /** The person's id. */
  id: string
  /** Their e-mail address. */
  email: string | null
  /** Their name. */
  name: string | null
  /** The customer they belong to. */
  customerId: string
  /** What that is called. */
  customerName: string | null
  /** Its main domain. */
  customerDomain: string | null
  /** How far they have come. */
  journeyStage: JourneyStage
  /** When they last used the product or the website; null when never. ISO 8601, UTC. */
  lastProductActivityAt?: string | null
  /** The last mail, call, meeting, ticket or chat with them; null when there was none. ISO 8601, UTC. */
  lastContactAt?: string | null
  /** The later of the two; null without either. ISO 8601, UTC. */
  lastActivityAt: string | null
  /** Whole days since `lastActivityAt`; null when never active. */
  daysSinceActivity: number | null
}

export interface ListUsersOutput {
  /** The people of this page. */
  items: User[]
  /** Of an empty list: which filters match nothing that there is. */
  notes?: string[]
  /** Where the list stands. */
  pagination: Pagination
}

/**
 * Input of `svc_list_workspace_users`. All filters must match; none given lists everyone.
 * @example {"hasOwnedCustomers": true}
 */
export interface ListWorkspaceUsersInput {
  /** Part of name, e-mail address, title, role, territory or social profile, in any case. */
  search?: string
  /** Exactly this role, in any case. */
  role?: string
  /** Their manager: the e-mail address, or the exact name or id of a member. */
  managerEmail?: string
  /** True: those who own a customer; false: those who own none. */
  hasOwnedCustomers?: boolean
  /** 1 to 1,000, default 50. */
  limit?: number
  /** `pagination.nextCursor` of the page before. */
  cursor?: string
  /** Default `owned_customer_count`. */
  orderBy?: 'name' | 'email' | 'owned_customer_count'
  /** Default `desc`. */
  orderDirection?: OrderDirection
}

/** Someone of our own: a customer success manager, an account owner, an admin. */
export interface WorkspaceUser {
  /** The member's id. */
  id: string
  /** Their e-mail address. */
  email: string
  /** Their name. */
  name: string
  /** Such as `Head of Success`. */
  title: string | null
  /** Such as `csm`. */
  role: string | null
  /** The e-mail address of their manager. */
  managerEmail: string | null
  /** Which part of the market is theirs. */
  territory: string | null
  /** Their page in a social network. */
  socialProfileUrl: string | null
  /** How many customers they look after. */
  ownedCustomerCount: number
}

export interface ListWorkspaceUsersOutput {
  /** The members of this page. */
  items: WorkspaceUser[]
  /** Of an empty list: which filters match nothing that there is. */
  notes?: string[]
  /** Where the list stands. */
  pagination: Pagination
}

/**
 * Input of `svc_query`.
 * @example {"sql": "select count(*) as customers from customers"}
 */
export interface QueryInput {
  /**
   * One SELECT over the views `activity`, `customers`, `users`, `revenue`, `facts`, `opportunities`, `sources`; 1 to 10,000 characters.
   * @example "select billing_status, count(*) as customers from customers group by billing_status"
   */
  sql: string
  /**
   * What stands for `$1`, `$2` … in the text, in this order; at most 100.
   * @example ["PAYING"]
   */
  params?: (string | number | boolean | null)[]
  /** Rows at most, 1 to 10,000, default 1,000. */
  limit?: number
}

/** Output of `svc_query`. */
export interface QueryOutput {
  /** True: else the answer is an error. */
  success: true
  /** One object a row. Times in ISO 8601, UTC; integers beyond 2^53 as strings. */
  data: JsonObject[]
  /**
   * The columns in their order, also of an answer without rows. Of equal names the later ones have a number (`n`, `n:1`), as
   * in the rows. Absent: the server is older.
   */
  columns?: {
    /** As in the rows. */
    name: string
    /** What its values are. */
    type: QueryColumnType
  }[]
  /** What was accepted before this time is in the answer, unless that says `stale`. Absent: the server is older. ISO 8601, UTC. */
  asOf?: string
  /** How the query went. */
  metadata: {
    /** How many rows came. */
    rowsReturned: number
    /** How long it ran, in milliseconds. */
    executionTimeMs: number
    /** True when rows are missing: the answer is not whole. */
    truncated: boolean
  }
}

/**
 * Input of `svc_schema`.
 * @example {"table": "activity"}
 */
export interface SchemaInput {
  /**
   * One view. Absent: all.
   * @example "activity"
   */
  table?: AnalyticsView
}

/** A view that `svc_query` reads. */
export interface ViewDescription {
  /** What it is called in SQL. */
  name: AnalyticsView
  /** What a row of it is. */
  description: string
  /** Its columns, in their order. */
  columns: {
    /** What it is called in SQL. */
    name: string
    /** Its type. */
    type: string
    /** What it holds. */
    description: string
    /** Of `activity.event_type` and `activity.event_name`: what occurs, the most frequent first; at most 100. */
    values?: string[]
  }[]
  /** Queries that run as they stand. */
  exampleQueries: string[]
}

/** All views. */
export interface AllViewsDescription {
  /** Each with its columns and examples. */
  views: ViewDescription[]
  /** Their names, for readers that know views as tables. */
  tables: {
    /** The name of the view. */
    name: AnalyticsView
  }[]
}

/** Output of `svc_schema`: one view when `table` was given, else all. */
export type SchemaOutput = ViewDescription | AllViewsDescription

/**
 * Input of `svc_search_customer_context`.
 * @example {"query": "worried about the price", "topK": 5}
 */
export interface SearchCustomerContextInput {
  /**
   * 2 to 2,000 characters once trimmed.
   * @example "worried about the price"
   */
  query: string
  /** A customer: its id, your own id of it, its domain, exact name, or a person's e-mail address. Absent or null: the whole organization. */
  customer?: string | null
  /** 1 to 50, default 20. */
  topK?: number
  /** Occurred at this time or later. ISO 8601, UTC. */
  after?: string
  /** Occurred at this time or earlier. ISO 8601, UTC. */
  before?: string
  /** Empty or absent: all. */
  sourceTypes?: SourceTypeInput[]
  /** `customer`: the best result of each customer, and in `groups` how many each has. */
  groupBy?: 'customer'
  /** Also results with one of several words only. Default: only where there are no others. */
  includeWeak?: boolean
}

/** Where a result matched. */
export interface SearchMatch {
  /** The passage that fits. */
  text: string
  /** When it was said. ISO 8601, UTC. */
  occurredAt?: string
}

/** What every result says of how it was found. */
export interface SearchHit {
  /** How well it fits; higher is better. Compares results of one search only. */
  score: number
  /** It has a single one of the query's several words, and not the telling one. Such results come behind all others, and only if `includeWeak` asks for them or there are no others. */
  weak?: boolean
  /** The query's words that it has, in any of their forms. Empty where only the meaning fits. */
  matchedWords?: string[]
  /** How many passages fit. */
  matchCount: number
  /** At most two. */
  matches: SearchMatch[]
}

/** Of one customer, how much fits. */
export interface SearchGroup {
  /** The customer; null for what is about nobody known. */
  customer: CustomerReference | null
  /** How many of its artifacts have the query's words. */
  total: number
}

/** A fact that matched. */
export interface FactSearchResult extends SearchHit {
  /** Tells it from a source. */
  kind: 'fact'
  /** The fact. */
  fact: Fact
}

/** A source record that matched. */
export interface SourceSearchResult extends SearchHit {
  /** Tells it from a fact. */
  kind: 'source'
  /** What kind of source it is. */
  sourceType: SourceType
  /** Its id within its type. */
  sourceId: string
  /** When it happened. ISO 8601, UTC. */
  occurredAt: string | null
  /** Its name. */
  title: string | null
  /** Where it can be opened. */
  permalink: string | null
  /** Which customer it is about; null while nobody is known. */
  customer?: CustomerReference | null
  /** Who took part, at most 20; svc_get_source shows all. */
  participants?: SourceParticipant[]
  /** What was said around it, of a chat. */
  context?: {
    /** The messages around it. */
    text: string
    /** The chat that they stand in. */
    sourceRef: {
      /** Always a chat. */
      sourceType: 'CHAT'
      /** What the chat app calls it. */
      sourceId: string
    }
  }
}

/** Best first; one result an artifact. */
export interface SearchCustomerContextOutput {
  /** The customer that was asked for; null for the whole organization. */
  customer: CustomerReference | null
  /** How many sources and facts have the query's words, without weak ones unless these are given. What is near in meaning alone isn't counted: that has no bound. */
  total: number
  /** How many are weak. */
  weakTotal: number
  /** With `groupBy`: one a result, in the same order. */
  groups?: SearchGroup[]
  /** With `groupBy`: of how many known customers the `total` is. */
  totalCustomers?: number
  /** What is to know of the answer: words that nothing has, and why there is no result. */
  notes?: string[]
  /** What fits, best first; with `groupBy` the best of each customer. */
  results: (FactSearchResult | SourceSearchResult)[]
}

/** A channel of the chat app, by its id or its label; with neither, the default one. */
export interface ChatDestinationInput {
  /** The connected chat app. */
  provider: 'chat'
  /** The channel's id, up to 240 characters. */
  channelId?: string
  /** Or its label, up to 120 characters. */
  label?: string
}

/**
 * Input of `svc_send_notification`.
 * @example {"title": "Alder Logistics asks for a call", "markdown": "They **renew** in May."}
 */
export interface SendNotificationInput {
  /** 1 to 160 characters once trimmed. */
  title: string
  /** The body for people, preferred to `message`; up to 100,000 characters. */
  markdown?: string
  /** Up to 1,200 characters. */
  message?: string
  /** How urgent it is, for whoever receives it. */
  severity?: Severity
  /** What it comes from, up to 120 characters. */
  source?: string
  /** What it is about, up to 240 characters. */
  subject?: string
  /** Any JSON value, up to 100,000 bytes serialized. */
  payload?: unknown
  /** 1 to 10: ids of destinations, or channels. Absent, and no `destinationIds` either: the default destination. */
  destinations?: (string | ChatDestinationInput)[]
  /** 1 to 10 ids; added to `destinations`. */
  destinationIds?: string[]
  /** Sends nothing, and answers with what each destination would show. Default false. */
  dryRun?: boolean
}

/** What a destination would show of a message. */
export interface NotificationPreview {
  /** Where it would go. */
  destinationId: string
  /** What the destination is called. */
  label: string
  /** How it would go there. */
  provider: 'CHAT' | 'WEBHOOK'
  /** In a line of its own, before the text. */
  title: string
  /** The text without markup: a link in it is its words and its address. */
  plainText: string
}

/** Output of `svc_send_notification`: a delivery for each destination. */
export interface SendNotificationOutput {
  /** It is durable; of a dry run, that it could be sent. */
  ok: true
  /** One for each destination; none of a dry run. */
  deliveries: {
    /** Where it goes. */
    destinationId: string
    /** `ENQUEUED`: it is sent within a second. The destination says what became of it. */
    status: DeliveryStatus
    /** What the receiver calls it; null where it isn't known. */
    providerEventId: string | null
  }[]
  /** Of a dry run: what each destination would show. Absent otherwise. */
  preview?: NotificationPreview[]
}

/** Someone who took part in a source record. */
export interface SourceParticipant {
  /** Their e-mail address. */
  email: string | null
  /** Their name. */
  name: string | null
  /** What they did in it, such as `organizer`. */
  role: string
  /** `internal`: of the workspace. */
  affiliation: 'internal' | 'external' | 'unknown' | null
  /** The person's id here; null while nobody is known by that address. */
  resolvedUserId: string | null
}

/** A record that facts and search results rest on: a call, an e-mail, a ticket, a deal. */
export interface Source {
  /** What kind of source it is. */
  sourceType: SourceType
  /** Its id within its type. */
  sourceId: string
  /** When it happened. ISO 8601, UTC. */
  occurredAt: string | null
  /** Its name. */
  title: string | null
  /** A summary. */
  summary: string | null
  /** Where it can be opened. */
  permalink: string | null
  /** Id of the integration it came from. */
  provider: string | null
  /** Which customer it is about. */
  customer: CustomerReference | null
  /** Who took part. */
  participants: SourceParticipant[]
  /** What only this source type has: transcript, thread, ticket, deal fields. */
  record: JsonObject
}

/**
 * Body of `POST /api/feedback`, and input of `svc_submit_feedback`.
 * @example {"body": "The timeline should show the plan.", "area": "timeline"}
 */
export interface SubmitFeedbackInput {
  /**
   * 1 to 20,000 characters once trimmed.
   * @example "The timeline should show the plan."
   */
  body: string
  /** The part of the product it is about; 1 to 100 characters once trimmed. */
  area?: string
  /** Up to 16 KiB serialized. Must not carry secrets. */
  context?: JsonObject
}

/** The feedback is saved. */
export interface SubmitFeedbackOutput {
  /** Names the feedback. */
  id: string
  /** When it was taken. ISO 8601, UTC. */
  createdAt: string
}

/** What each operation takes: path parameters, query and body. */
export interface RouteInputs {
  ingestEvents: { params: PublicKeyParams; body: IngestPayload }
  getSession: NoInput
  startSession: { body: StartSessionBody }
  endSession: { body?: EndSessionBody }
  acceptInvitation: { body: AcceptInvitationBody }
  changePassword: { body: ChangePasswordBody }
  listWorkspaceUsers: { query?: ListAccessQuery }
  inviteWorkspaceUser: { body: InviteWorkspaceUserBody }
  updateWorkspaceUser: { params: IdParams; body: UpdateWorkspaceUserBody }
  createWorkspaceUserLink: { params: IdParams }
  listApiKeys: NoInput
  createApiKey: { body: CreateApiKeyBody }
  rotateApiKey: { params: IdParams; body?: RotateApiKeyBody }
  revokeApiKey: { params: IdParams }
  validateApiKey: NoInput
  listPublicKeys: NoInput
  createPublicKey: NoInput
  revokePublicKey: { params: PublicKeyParams }
  submitFeedback: { body: SubmitFeedbackInput }
  listIntegrations: { query?: ListIntegrationsQuery }
  getIntegrationCapabilities: { query?: CapabilitiesQuery }
  runIntegrationSetupStep: { body: SetupStepBody }
  connectIntegration: { body: ConnectIntegrationBody }
  getIntegrationConnectionStatus: { query: ConnectionStatusQuery }
  getIntegrationSyncStatus: { query: ProviderQuery }
  listSyncRuns: { query?: ListSyncsQuery }
  syncIntegration: { body: SyncIntegrationBody }
  disconnectIntegration: { body: DisconnectIntegrationBody }
  importRecords: { body: ImportRecordsBody }
  importCsv: { body: ImportCsvBody }
  exportPerson: { body: ExportPersonBody }
  erasePerson: { body: ErasePersonBody }
  getErasure: { params: IdParams }
  listTools: NoInput
  callTool: { body: CallToolBody }
  getAutomationOptions: NoInput
  listAutomations: NoInput
  createAutomation: { body: CreateAutomationBody }
  getAutomation: { params: UuidParams }
  updateAutomation: { params: UuidParams; body: UpdateAutomationBody }
  enableAutomation: { params: UuidParams }
  disableAutomation: { params: UuidParams }
  previewAutomation: { body: AutomationPreviewBody }
  listAutomationRuns: { params: AutomationIdParams; query?: RunsQuery }
  getAutomationRun: { params: AutomationRunParams }
  archiveAutomation: { params: UuidParams }
  getSignalOptions: NoInput
  listSignals: NoInput
  createSignal: { body: SignalBody }
  previewSignal: { body: PreviewSignalBody }
  getSignal: { params: UuidParams }
  updateSignal: { params: UuidParams; body: SignalBody }
  archiveSignal: { params: UuidParams }
  getDestinationOptions: { query?: ChatOptionsQuery }
  listDestinations: NoInput
  createDestination: { body: CreateDestinationBody }
  getDestination: { params: UuidParams }
  updateDestination: { params: UuidParams; body: UpdateDestinationBody }
  disableDestination: { params: UuidParams }
  enableDestination: { params: UuidParams }
  resendDeliveries: { params: UuidParams; body?: ResendDeliveriesBody }
  archiveDestination: { params: UuidParams }
  listDeliveries: { query?: ListDeliveriesQuery }
  listSkippedRuns: { params: UuidParams; query?: ListSkippedQuery }
  getWorkspaceSettings: NoInput
  updateWorkspaceSettings: { body: UpdateWorkspaceSettingsBody }
  getTrackingSettings: NoInput
  updateTrackingSettings: { body: UpdateTrackingSettingsBody }
  getRetentionSettings: { query?: RetentionQuery }
  updateRetentionSettings: { body: UpdateRetentionSettingsBody }
  getReportSettings: NoInput
  updateReportSettings: { body: UpdateReportSettingsBody }
  getReportSettingsOptions: { query?: ChatOptionsQuery }
  listAudit: { query?: ListAuditQuery }
  getUsage: NoInput
  listQuarantine: NoInput
  retryQuarantine: NoInput
  queryCsv: { body: QueryCsvBody }
  listViews: NoInput
  createView: { body: ViewBody }
  getView: { params: UuidParams }
  updateView: { params: UuidParams; body: ViewBody }
  archiveView: { params: UuidParams }
  listQuestions: NoInput
  createQuestion: { body: QuestionBody }
  getQuestion: { params: UuidParams }
  updateQuestion: { params: UuidParams; body: QuestionBody }
  archiveQuestion: { params: UuidParams }
  listDashboards: NoInput
  createDashboard: { body: DashboardBody }
  getDashboard: { params: UuidParams }
  updateDashboard: { params: UuidParams; body: DashboardBody }
  archiveDashboard: { params: UuidParams }
  listIdentityLinks: { query: IdentityLinksQuery }
  joinIdentities: { body: JoinIdentitiesBody }
  separateIdentities: { body: SeparateIdentitiesBody }
  getIdentityMergeEvidence: { params: IdParams }
  undoIdentityMerge: { params: IdParams; body?: ReviewMergeBody }
  listIdentityMergeSuggestions: { query?: ListMergeSuggestionsQuery }
  getIdentityMergeSuggestion: { params: IdParams }
  queueIdentityMergeSuggestion: { params: IdParams; body?: ReviewMergeBody }
  rejectIdentityMergeSuggestion: { params: IdParams; body?: ReviewMergeBody }
  explainEvent: { params: ExplainEventParams }
  followEvents: { query?: FollowEventsQuery }
  streamEvents: { query?: StreamEventsQuery }
  importEvents: { body: ImportEventsBody }
  listRejections: { query?: ListRejectionsQuery }
  getIngestStats: { query?: IngestStatsQuery }
  listAgentTemplates: NoInput
  listAgentActions: NoInput
  listAgents: NoInput
  createAgent: { body: CreateAgentBody }
  getAgent: { params: IdParams }
  updateAgent: { params: IdParams; body: UpdateAgentBody }
  enableAgent: { params: IdParams }
  disableAgent: { params: IdParams }
  renameAgent: { params: IdParams; body: RenameAgentBody }
  listAgentRuns: { params: AgentIdParams; query?: RunsQuery }
  startAgentRun: { params: AgentIdParams; body?: StartAgentRunBody }
  getAgentRun: { params: AgentRunParams }
  getCustomerActivation: NoInput
  updateCustomerActivation: { body: UpdateActivationBody }
  previewCustomerActivation: { body: PreviewActivationBody }
  startCliAuth: { body?: StartCliAuthBody }
  pollCliAuth: { body: PollCliAuthBody }
  receiveWebhook: {
    params: WebhookParams
    query?: WebhookQuery
    /**
     * As the provider sends it.
     * @example {"event": "meeting.transcribed", "timestamp": 1795356000000, "meeting_id": "ff-0-0"}
     */
    body: unknown
  }
  getOpenApi: NoInput
}

/** The body of each operation's success. */
export interface RouteOutputs {
  ingestEvents: IngestSuccess | IngestPartial
  getSession: Session
  startSession: Session
  endSession: EndedSessions
  acceptInvitation: Session
  changePassword: Session
  listWorkspaceUsers: CommandSuccess<{ users: WorkspaceAccess[]; pagination: Pagination }>
  inviteWorkspaceUser: CommandSuccess<{ user: WorkspaceAccess; link: AccessLink }>
  updateWorkspaceUser: CommandSuccess<{ user: WorkspaceAccess }>
  createWorkspaceUserLink: CommandSuccess<{ user: WorkspaceAccess; link: AccessLink }>
  listApiKeys: CommandSuccess<{ keys: ApiKey[] }>
  createApiKey: CommandSuccess<NewApiKey>
  rotateApiKey: CommandSuccess<NewApiKey>
  revokeApiKey: CommandSuccess<{ keys: ApiKey[] }>
  validateApiKey: ApiKeyValidation
  listPublicKeys: CommandSuccess<{ publicKeys: PublicKey[] }>
  createPublicKey: CommandSuccess<{ publicKey: PublicKey }>
  revokePublicKey: CommandSuccess<{ publicKey: PublicKey }>
  submitFeedback: SubmitFeedbackOutput
  listIntegrations: { items: Integration[] }
  /** One provider when one was named, else all. */
  getIntegrationCapabilities: { provider: IntegrationCapability } | { providers: IntegrationCapability[] }
  runIntegrationSetupStep: SetupStepResult
  connectIntegration: DirectConnection | BrowserConnection
  getIntegrationConnectionStatus: ConnectionStatus
  getIntegrationSyncStatus: IntegrationSyncStatus
  listSyncRuns: SyncRunList
  syncIntegration: SyncStarted
  disconnectIntegration: Disconnected
  importRecords: RecordsImported | RecordsPartlyImported
  importCsv: CommandSuccess<{ import: CsvImport }>
  exportPerson: PersonExport
  erasePerson: Erasure
  getErasure: Erasure
  listTools: OfferedTools
  callTool: ToolOutputs[ToolName]
  getAutomationOptions: CommandSuccess<AutomationOptions>
  listAutomations: CommandSuccess<{ automations: Automation[] }>
  createAutomation: CommandSuccess<{ automation: Automation }>
  getAutomation: CommandSuccess<{ automation: Automation }>
  updateAutomation: CommandSuccess<{ automation: Automation }>
  enableAutomation: CommandSuccess<{ automation: Automation }>
  disableAutomation: CommandSuccess<{ automation: Automation }>
  previewAutomation: CommandSuccess<AutomationPreview>
  listAutomationRuns: CommandSuccess<{ runs: AutomationRun[]; pagination: Pagination }>
  getAutomationRun: CommandSuccess<{ run: AutomationRun }>
  archiveAutomation: CommandSuccess<{ automation: Archived }>
  getSignalOptions: CommandSuccess<SignalOptions>
  listSignals: CommandSuccess<{ signals: Signal[] }>
  createSignal: CommandSuccess<{ signal: Signal }>
  previewSignal: CommandSuccess<SignalPreview>
  getSignal: CommandSuccess<{ signal: Signal }>
  updateSignal: CommandSuccess<{ signal: Signal }>
  archiveSignal: CommandSuccess<{ signal: Archived }>
  getDestinationOptions: CommandSuccess<DestinationOptions>
  listDestinations: CommandSuccess<{ destinations: Destination[] }>
  createDestination: CommandSuccess<CreatedDestination>
  getDestination: CommandSuccess<{ destination: DestinationDetail }>
  updateDestination: CommandSuccess<{ destination: Destination }>
  disableDestination: CommandSuccess<{ destination: Destination }>
  enableDestination: CommandSuccess<{ destination: Destination }>
  resendDeliveries: CommandSuccess<ResentDeliveries>
  archiveDestination: CommandSuccess<{ destination: Archived }>
  listDeliveries: DeliveryList
  listSkippedRuns: SkippedRunList
  getWorkspaceSettings: CommandSuccess<{ settings: WorkspaceSettings }>
  updateWorkspaceSettings: CommandSuccess<{ settings: WorkspaceSettings }>
  getTrackingSettings: CommandSuccess<{ tracking: TrackingSettings }>
  updateTrackingSettings: CommandSuccess<{ tracking: TrackingSettings }>
  getRetentionSettings: CommandSuccess<{ retention: RetentionSettings; loss: RetentionLoss | null }>
  updateRetentionSettings: CommandSuccess<{ retention: RetentionSettings; loss: RetentionLoss | null }>
  getReportSettings: CommandSuccess<{ report: ReportSettings }>
  updateReportSettings: CommandSuccess<{ report: ReportSettings }>
  getReportSettingsOptions: CommandSuccess<{ chat: ChatOptions }>
  listAudit: AuditList
  getUsage: WorkspaceUsage
  listQuarantine: QuarantineList
  retryQuarantine: CommandSuccess<QuarantineRetry>
  queryCsv: string
  listViews: ViewList
  createView: CommandSuccess<ViewFound>
  getView: ViewFound
  updateView: CommandSuccess<ViewFound>
  archiveView: CommandSuccess<SavedArchived>
  listQuestions: QuestionList
  createQuestion: CommandSuccess<QuestionFound>
  getQuestion: QuestionFound
  updateQuestion: CommandSuccess<QuestionFound>
  archiveQuestion: CommandSuccess<SavedArchived>
  listDashboards: DashboardList
  createDashboard: CommandSuccess<DashboardFound>
  getDashboard: DashboardFound
  updateDashboard: CommandSuccess<DashboardFound>
  archiveDashboard: CommandSuccess<SavedArchived>
  listIdentityLinks: IdentityLinks
  joinIdentities: CommandSuccess<IdentityDecision>
  separateIdentities: CommandSuccess<IdentityDecision>
  getIdentityMergeEvidence: MergeEvidence
  undoIdentityMerge: CommandSuccess<MergeUndone>
  listIdentityMergeSuggestions: CommandSuccess<MergeSuggestionList>
  getIdentityMergeSuggestion: CommandSuccess<MergeSuggestionFound>
  queueIdentityMergeSuggestion: CommandSuccess<MergeReview>
  rejectIdentityMergeSuggestion: CommandSuccess<MergeReview>
  explainEvent: EventExplanation
  followEvents: FollowedEvents
  streamEvents: LiveEvent
  importEvents: EventsImported | EventsPartlyImported
  listRejections: RejectionList
  getIngestStats: IngestStats
  listAgentTemplates: CommandSuccess<{ templates: AgentTemplate[] }>
  listAgentActions: CommandSuccess<{ actions: AgentAction[] }>
  listAgents: CommandSuccess<{ agents: AgentSummary[] }>
  createAgent: CommandSuccess<{ agent: AgentSummary }>
  getAgent: CommandSuccess<{ agent: AgentDetail }>
  updateAgent: CommandSuccess<{ agent: AgentSummary }>
  enableAgent: CommandSuccess<{ agent: AgentSummary }>
  disableAgent: CommandSuccess<{ agent: AgentSummary }>
  renameAgent: CommandSuccess<{ agent: AgentSummary }>
  listAgentRuns: CommandSuccess<{ runs: AgentRunSummary[]; pagination: Pagination }>
  startAgentRun: CommandSuccess<StartedAgentRun>
  getAgentRun: CommandSuccess<{ run: AgentRunDetail }>
  getCustomerActivation: CommandSuccess<{ activation: Activation }>
  updateCustomerActivation: CommandSuccess<UpdatedActivation>
  previewCustomerActivation: CommandSuccess<{ preview: ActivationPreview }>
  startCliAuth: CliAuthRequest
  pollCliAuth: CliAuthStatus
  receiveWebhook: WebhookReceived
  /** OpenAPI 3.1.0. */
  getOpenApi: JsonObject
}

/** What each tool takes. */
export interface ToolInputs {
  svc_list_customers: ListCustomersInput
  svc_list_users: ListUsersInput
  svc_list_workspace_users: ListWorkspaceUsersInput
  svc_get_customer: GetCustomerInput
  svc_get_user: GetUserInput
  svc_get_timeline: GetTimelineInput
  svc_list_facts: ListFactsInput
  svc_get_fact: GetFactInput
  svc_get_source: GetSourceInput
  svc_list_sources: ListSourcesInput
  svc_search_customer_context: SearchCustomerContextInput
  svc_query: QueryInput
  svc_schema: SchemaInput
  svc_send_notification: SendNotificationInput
  svc_submit_feedback: SubmitFeedbackInput
}

/** What each tool answers. */
export interface ToolOutputs {
  svc_list_customers: ListCustomersOutput & MayBeStale
  svc_list_users: ListUsersOutput & MayBeStale
  svc_list_workspace_users: ListWorkspaceUsersOutput & MayBeStale
  svc_get_customer: GetCustomerOutput & MayBeStale
  svc_get_user: GetUserOutput & MayBeStale
  svc_get_timeline: GetTimelineOutput & MayBeStale
  svc_list_facts: ListFactsOutput & MayBeStale
  svc_get_fact: GetFactOutput & MayBeStale
  svc_get_source: GetSourceOutput & MayBeStale
  svc_list_sources: ListSourcesOutput & MayBeStale
  svc_search_customer_context: SearchCustomerContextOutput & MayBeStale
  svc_query: QueryOutput & MayBeStale
  svc_schema: SchemaOutput & MayBeStale
  svc_send_notification: SendNotificationOutput & MayBeStale
  svc_submit_feedback: SubmitFeedbackOutput & MayBeStale
}
