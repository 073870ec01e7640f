import { createHash } from 'node:crypto'
import { publicId } from '../../customers/identity/keys.ts'
import { type EventKeys, normalizeEmail, normalizeId } from '../../customers/identity/keys.ts'
import { toJsonText } from '../../kernel/log/json-text.ts'
import { sourceKey } from '../../kernel/log/record-key.ts'
import type {
  AuthEventRecord,
  BillingRecord,
  CustomerKey,
  CustomerRecord,
  ExtractionRecord,
  FactRecord,
  MemberRecord,
  SourceRecord,
  Traits,
  UserRecord,
} from '../../kernel/log/record.ts'
import { statedHolders } from '../../customers/projection/trait-holders.ts'
import { type HeldTrait, statedTraits, type TraitKey } from '../../customers/projection/trait-table.ts'
import { describeBilling } from '../../records/projection/describe-billing.ts'
import { describeStatedSource } from '../../records/projection/describe-source.ts'
import { factRow } from '../../facts/fact-row.ts'
import type { InternalPeople } from '../../customers/identity/internal-people.ts'
import {
  planAgentRun,
  planDelivery,
  planNotification,
  planOccurrence,
  planRun,
} from './plan-automation-record.ts'
import {
  customerKeys,
  nobody,
  nothing,
  type PendingRecord,
  type RecordPlan,
  type RecordRow,
} from './record-plan.ts'

/** A record as changes of the read models. Pure. */
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
    case 'authEvent':
      return planAuthEvent(pending, record)
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
    case 'billing': {
      const keys = customerKeys(record.customer)
      const shown = describeBilling(record.days).map((change) => ({ ...change, keys }))
      return { ...planRevenue(pending, record.customer, record.days), shown }
    }
  }
}
function planSource(source: SourceRecord, receivedAt: number, internal: InternalPeople): RecordPlan {
  const participants = (source.participants ?? []).map(({ email, name, role, affiliation }) => ({
    email: normalizeEmail(email) ?? undefined,
    name,
    role,
    affiliation,
  }))
  const outside = participants.flatMap(({ email, affiliation }) =>
    email === undefined || affiliation === 'internal' || internal.has(email) ? [] : [email],
  )
  const customer = customerKeys(source.customer)
  // The person who stands for the customer in the timeline: the one named as customer, else the first external one.
  const keys = {
    ...customer,
    email: customer.email ?? (customer.externalUserId === null ? (outside[0] ?? null) : null),
  }
  const key = sourceKey(source.sourceType, source.sourceId)
  return {
    ...nothing,
    statements: [
      ...outside.map((email) => ({
        keys: { ...nobody, email },
        at: Math.min(source.occurredAt, receivedAt),
      })),
      // A meeting that lies ahead makes its customer known when we hear of it.
      ...(source.occurredAt > receivedAt ? [{ keys, at: receivedAt }] : []),
    ],
    shown: [{ ...describeStatedSource(source, internal), keys, at: source.occurredAt }],
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
          customer: source.customer && toJsonText(source.customer),
          participants: toJsonText(participants),
          record: toJsonText(source.record ?? {}),
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

/** Its facts are about the subject of their source: `applyRecords` sets it. */
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
    ...nothing,
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
  const by = { at: receivedAt, eventId: uuid }
  return {
    ...nothing,
    statements: [{ keys, at: firstKnown(user, receivedAt) }],
    traits: statedHolders(keys, true).flatMap((holder) => named({ holder, scope: 'user' }, user, by, key)),
    rows: () => [],
  }
}

function planAuthEvent(
  { receivedAt }: PendingRecord,
  { userId, action, origin, occurredAt }: AuthEventRecord,
): RecordPlan {
  const keys = { ...nobody, externalUserId: normalizeId(userId) }
  const shown = {
    eventType: action,
    eventName: action.toLowerCase(),
    channel: 'IDENTITY' as const,
    title: null,
    properties: toJsonText({ provider: origin }),
  }
  return { ...nothing, shown: [{ ...shown, keys, at: Math.min(occurredAt, receivedAt) }], rows: () => [] }
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
/** What an account pays on one day, or on each of its days. */
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

/** When somebody became known: as the record says, but not after we received it. */
function firstKnown({ createdAt }: { createdAt?: number }, receivedAt: number): number {
  return Math.min(createdAt ?? receivedAt, receivedAt)
}

/** A record's name becomes the trait `name`. */
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
