import { createHash } from 'node:crypto'
import { publicId } from '../../identity/keys.ts'
import { type EventKeys, normalizeEmail, normalizeId } from '../../identity/keys.ts'
import { sourceKey } from '../../log/record-key.ts'
import type {
  AgentRunRecord,
  BillingRecord,
  CustomerKey,
  CustomerRecord,
  DeliveryRecord,
  ExtractionRecord,
  FactRecord,
  MemberRecord,
  NotificationRecord,
  OccurrenceRecord,
  RunRecord,
  SourceRecord,
  StoredRecord,
  Traits,
  UserRecord,
} from '../../log/record.ts'
import type { Row } from '../../read-models/sql/schema.ts'
import { type HeldTrait, statedTraits, type TraitKey } from '../trait-table.ts'
import { evidenceText } from '../../signals/evidence.ts'
import { describeSource, type Occurrence } from './describe-source.ts'
import { factRow } from './fact-row.ts'
import type { InternalPeople } from './internal-people.ts'

/** A record on its way into the read models. */
export interface PendingRecord {
  key: string
  record: StoredRecord
  /** Server time of acceptance, Unix milliseconds. */
  receivedAt: number
  /** Stands for the record where events have their uuid. */
  uuid: string
}

/** What a record adds to the read models. */
export interface RecordPlan {
  /** Combinations of keys that it states, and since when. */
  statements: { keys: EventKeys; at: number }[]
  /** What it shows in the timeline. */
  occurrence?: Occurrence & { keys: EventKeys; at: number }
  traits: HeldTrait[]
  /** Company domains that it claims for an account. */
  domains: string[]
  /** Rows by table; `subjectOf` gives the subject of keys that are stated or occur here. */
  rows: (subjectOf: (keys: EventKeys) => number) => RecordRow[]
}

export type RecordTable =
  | 'sources'
  | 'extractions'
  | 'source_participants'
  | 'facts'
  | 'member_records'
  | 'revenue_snapshots'
  | 'account_records'
  | 'notifications'
  | 'deliveries'
  | 'agent_runs'
  | 'occurrences'
  | 'automation_runs'
  | 'run_occurrences'
  | 'run_windows'
  | 'run_customers'

export type RecordRow = { [T in RecordTable]: readonly [table: T, row: Row<T>] }[RecordTable]

/** What a record says, in the terms of the read models. Pure. */
export function planRecord(pending: PendingRecord, internal: InternalPeople): RecordPlan {
  const { record } = pending
  switch (record.kind) {
    case 'deletion':
      return { ...nothing, rows: () => [] }
    case 'source':
      return planSource(record, pending.receivedAt, internal)
    case 'fact':
      return planFact(pending, record)
    case 'extraction':
      return planExtraction(pending, record)
    case 'customer':
      return planCustomer(pending, record)
    case 'user':
      return planUser(pending, record)
    case 'member':
      return planMember(pending, record)
    case 'notification':
      return planNotification(pending, record)
    case 'delivery':
      return planDelivery(pending, record)
    case 'agentRun':
      return planAgentRun(record)
    case 'occurrence':
      return planOccurrence(pending, record)
    case 'run':
      return planRun(pending, record)
    case 'revenue':
      return planRevenue(pending, record.customer, [record])
    case 'billing':
      return planRevenue(pending, record.customer, record.days)
  }
}

const nobody: EventKeys = {
  email: null,
  externalUserId: null,
  fingerprint: null,
  visitor: null,
  account: null,
  about: null,
}

const nothing: Omit<RecordPlan, 'rows'> = { statements: [], traits: [], domains: [] }

/** The keys that name a customer: the account or the domain itself, or the person whose customer it is. */
function customerKeys(customer: CustomerKey | undefined): EventKeys {
  if (customer === undefined) return nobody
  if ('customerId' in customer) {
    const account = normalizeId(customer.customerId)
    return { ...nobody, about: account === null ? null : `customer:${account}` }
  }
  if ('domain' in customer) return { ...nobody, about: `domain:${customer.domain.toLowerCase()}` }
  if ('email' in customer) return { ...nobody, email: normalizeEmail(customer.email) }
  return { ...nobody, externalUserId: normalizeId(customer.userId) }
}

function planSource(source: SourceRecord, receivedAt: number, internal: InternalPeople): RecordPlan {
  const participants = (source.participants ?? []).map(({ email, name, role }) => ({
    email: normalizeEmail(email) ?? undefined,
    name,
    role,
  }))
  const outside = participants.flatMap(({ email }) =>
    email === undefined || internal.has(email) ? [] : [email],
  )
  const customer = customerKeys(source.customer)
  // The one who stands for the customer in the timeline: the person named as customer, else the first from outside.
  const keys = {
    ...customer,
    email: customer.email ?? (customer.externalUserId === null ? (outside[0] ?? null) : null),
  }
  const key = sourceKey(source.sourceType, source.sourceId)
  return {
    ...nothing,
    statements: outside.map((email) => ({ keys: { ...nobody, email }, at: source.occurredAt })),
    occurrence: { ...describeSource(source, internal), keys, at: source.occurredAt },
    rows: (subjectOf) => [
      [
        'sources',
        {
          source_key: key,
          source_type: source.sourceType,
          source_id: source.sourceId,
          subject: subjectOf(keys),
          occurred_at: source.occurredAt,
          received_at: receivedAt,
          title: source.title,
          content: source.text,
          text_hash:
            source.text === undefined ? null : createHash('sha256').update(source.text).digest('hex'),
          summary: source.summary,
          permalink: source.permalink,
          provider: source.provider,
          customer: source.customer && JSON.stringify(source.customer),
          participants: JSON.stringify(participants),
          record: JSON.stringify(source.record ?? {}),
        },
      ],
      ...participants.map(({ email, name }): RecordRow => [
        'source_participants',
        { source_key: key, email, domain: email?.slice(email.lastIndexOf('@') + 1), name },
      ]),
    ],
  }
}

function planFact({ key, receivedAt }: PendingRecord, fact: FactRecord): RecordPlan {
  const keys = customerKeys(fact.customer)
  return {
    ...nothing,
    statements: [{ keys, at: receivedAt }],
    rows: (subjectOf) => [
      ['facts', factRow({ fact, id: fact.factId, key, subject: subjectOf(keys), receivedAt })],
    ],
  }
}

/** Its facts are about whatever their source is about: `applyRecords` gives them the source's subject. */
function planExtraction({ key, receivedAt }: PendingRecord, extraction: ExtractionRecord): RecordPlan {
  const { sourceType, sourceId, textHash, facts } = extraction
  return {
    ...nothing,
    rows: () => [
      ['extractions', { source_key: sourceKey(sourceType, sourceId), text_hash: textHash }],
      ...facts.map((fact): RecordRow => [
        'facts',
        factRow({ fact, id: fact.factId, key, subject: null, receivedAt }),
      ]),
    ],
  }
}

function planCustomer({ key, receivedAt, uuid }: PendingRecord, customer: CustomerRecord): RecordPlan {
  const domain = customer.domain?.toLowerCase() ?? null
  const account = normalizeId(customer.customerId)
  const about = account !== null ? `customer:${account}` : `domain:${domain ?? ''}`
  const keys = { ...nobody, about }
  return {
    statements: [{ keys, at: firstKnown(customer, receivedAt) }],
    traits: named({ holder: about, scope: 'customer' }, customer, { at: receivedAt, eventId: uuid }, key),
    domains: domain === null ? [] : [domain],
    rows: (subjectOf) => [
      [
        'account_records',
        {
          record_key: key,
          subject: subjectOf(keys),
          account,
          domain,
          owner_email: normalizeEmail(customer.ownerEmail),
          stated_at: receivedAt,
        },
      ],
    ],
  }
}

function planUser({ key, receivedAt, uuid }: PendingRecord, user: UserRecord): RecordPlan {
  const { customer } = user
  const keys: EventKeys = {
    ...nobody,
    email: normalizeEmail(user.email),
    externalUserId: normalizeId(user.userId),
    account: customer !== undefined && 'customerId' in customer ? normalizeId(customer.customerId) : null,
    about: customer !== undefined && 'domain' in customer ? `domain:${customer.domain.toLowerCase()}` : null,
  }
  const holder = keys.email !== null ? `email:${keys.email}` : `user:${keys.externalUserId ?? ''}`
  return {
    ...nothing,
    statements: [{ keys, at: firstKnown(user, receivedAt) }],
    traits: named({ holder, scope: 'user' }, user, { at: receivedAt, eventId: uuid }, key),
    rows: () => [],
  }
}

function planMember({ key }: PendingRecord, member: MemberRecord): RecordPlan {
  const email = member.email.toLowerCase()
  return {
    ...nothing,
    rows: () => [
      [
        'member_records',
        {
          record_key: key,
          origin: member.origin ?? '',
          member_id: publicId('m', email),
          email,
          name: member.name,
          title: member.title,
          role: member.role,
          manager_email: member.managerEmail?.toLowerCase(),
          territory: member.territory,
        },
      ],
    ],
  }
}

function planNotification({ receivedAt }: PendingRecord, sent: NotificationRecord): RecordPlan {
  return {
    ...nothing,
    rows: () => [
      [
        'notifications',
        {
          notification_id: sent.notificationId,
          run_id: sent.runId,
          title: sent.title,
          content: sent.text,
          severity: sent.severity,
          source: sent.source,
          subject: sent.subject,
          payload: sent.payload === undefined ? null : JSON.stringify(sent.payload),
          sent_at: receivedAt,
        },
      ],
    ],
  }
}

function planDelivery({ receivedAt }: PendingRecord, delivery: DeliveryRecord): RecordPlan {
  return {
    ...nothing,
    rows: () => [
      [
        'deliveries',
        {
          delivery_id: delivery.deliveryId,
          notification_id: delivery.notificationId,
          destination_id: delivery.destinationId,
          status: delivery.status,
          tries: delivery.tries,
          next_at: delivery.nextAt,
          error_code: delivery.errorCode,
          error_message: delivery.errorMessage,
          updated_at: receivedAt,
        },
      ],
    ],
  }
}

function planAgentRun(run: AgentRunRecord): RecordPlan {
  const { kind: _, ...told } = run
  return {
    ...nothing,
    rows: () => [
      [
        'agent_runs',
        {
          run_id: run.runId,
          agent_id: run.agentId,
          status: run.status,
          asked_at: run.askedAt,
          ended_at: run.endedAt,
          record: JSON.stringify(told),
        },
      ],
    ],
  }
}

/** What the clock found about a customer. */
function planOccurrence({ receivedAt }: PendingRecord, occurrence: OccurrenceRecord): RecordPlan {
  const { occurrenceId, signalId, customer, occurredAt, windowFrom, count, eventIds } = occurrence
  const keys = customerKeys(customer)
  return {
    ...nothing,
    statements: [{ keys, at: receivedAt }],
    rows: (subjectOf) => [
      [
        'occurrences',
        {
          occurrence_id: occurrenceId,
          signal_id: signalId,
          grain: 'CUSTOMER',
          subject: subjectOf(keys),
          occurred_at: occurredAt,
          detected_at: receivedAt,
          evidence: evidenceText({ eventIds, count, from: windowFrom, until: occurredAt }),
          sequence: 0,
        },
      ],
    ],
  }
}

function planRun({ receivedAt }: PendingRecord, run: RunRecord): RecordPlan {
  const { runId: run_id, automationId: automation_id, occurredAt: occurred_at, told, agentRunId } = run
  return {
    ...nothing,
    ...(told === undefined
      ? {}
      : {
          occurrence: {
            keys: customerKeys(told.customer),
            at: run.matchedAt,
            eventType: 'AUTOMATION_RUN',
            eventName: 'automation_run',
            channel: 'SYSTEM',
            title: told.title,
            properties: JSON.stringify({ automationId: automation_id, automationRunId: run_id, agentRunId }),
          },
        }),
    rows: () => [
      [
        'automation_runs',
        {
          run_id,
          automation_id,
          trigger_type: run.triggerType,
          status: run.status,
          occurred_at,
          matched_at: run.matchedAt,
          event_id: run.event?.id,
          event_name: run.event?.name,
          event_channel: run.event?.channel,
          agent_run_id: run.agentRunId,
          require_all: run.requireAllDestinations ?? false,
          skip_reason: run.skipReason,
          error_code: run.errorCode,
          error_message: run.errorMessage,
          updated_at: receivedAt,
        },
      ],
      ...run.occurrenceIds.map((occurrence_id): RecordRow => [
        'run_occurrences',
        { run_id, automation_id, occurrence_id },
      ]),
      ...(run.windows ?? []).map((window): RecordRow => [
        'run_windows',
        {
          run_id,
          automation_id,
          occurrence_id: window.occurrenceId,
          signal_id: window.signalId,
          window_from: window.from,
          window_until: window.until,
        },
      ]),
      ...run.customerIds.map((customer_id): RecordRow => [
        'run_customers',
        { run_id, automation_id, customer_id, occurred_at, acted: run.status !== 'SKIPPED' },
      ]),
    ],
  }
}

/** What an account pays on a day, or on each of its days. */
function planRevenue(
  { key, receivedAt }: PendingRecord,
  customer: CustomerKey,
  days: BillingRecord['days'],
): RecordPlan {
  const keys = customerKeys(customer)
  return {
    ...nothing,
    statements: days.length === 0 ? [] : [{ keys, at: receivedAt }],
    rows: (subjectOf) =>
      days.map((day) => [
        'revenue_snapshots',
        {
          record_key: key,
          subject: subjectOf(keys),
          snapshot_date: day.date,
          mrr_cents: day.mrrCents,
          currency: day.currency ?? '',
          billing_status: day.billingStatus ?? (day.mrrCents > 0 ? 'PAYING' : 'NONE'),
          plan: day.plan ?? '',
          active_subscriptions: day.activeSubscriptions,
          paid_cents: day.paidCents ?? 0,
          stated_at: receivedAt,
        },
      ]),
  }
}

/** When somebody became known: as the books say, but never later than we heard of them. */
function firstKnown({ createdAt }: { createdAt?: number }, receivedAt: number): number {
  return Math.min(createdAt ?? receivedAt, receivedAt)
}

/** A record's name is the trait `name`, beside its other traits. */
function named(
  holder: TraitKey,
  { name, traits }: { name?: string; traits?: Traits },
  by: { at: number; eventId: string },
  key: string,
): HeldTrait[] {
  return statedTraits(
    holder,
    name === undefined ? { ...traits } : { ...traits, name },
    { trusted: true, ...by },
    key,
  )
}
