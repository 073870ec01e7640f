import fc from 'fast-check'
import freeMailDomains from 'free-email-domains'
import { recordKey } from '../../src/kernel/log/record-key.ts'
import type {
  CustomerKey,
  EventsRecord,
  FactRecord,
  IdentityRecord,
  RecordsRecord,
  StoredRecord,
  Traits,
} from '../../src/kernel/log/record.ts'
import { eventsRecord, storedEvent } from './projected.ts'

/** Few people on few devices in few companies, so that their traces cross; every time on a whole hour, so that some tie. */

const start = Date.UTC(2026, 0, 1)
const hourMs = 3_600_000
const hours = fc.integer({ min: 0, max: 60 * 24 }).map((count) => start + count * hourMs)
const days = fc.integer({ min: 0, max: 60 }).map((count) => start + count * 24 * hourMs)

const traits = fc.constantFrom<(Traits | undefined)[]>(
  { plan: 'free' },
  { plan: 'pro' },
  { seats: 3 },
  { name: 'Jane Doe' },
  { name: 'J. Doe', plan: 'free' },
  undefined,
  undefined,
)
const accounts = fc.constantFrom('acct-1', 'acct-2', undefined, undefined, undefined)
const emails = fc.constantFrom(
  'jane@acme.com',
  'Joe@acme.com',
  'ann@globex.com',
  `kim@${freeMailDomains[0]}`,
  'test@example.com',
)
const identity = fc.option(
  fc.record(
    { email: emails, userId: fc.constantFrom('u-1', 'u-2', 'u-3', 'undefined') },
    { requiredKeys: [] },
  ),
  { nil: undefined },
)

const eventDraft = fc.record({
  /** Settles ties of time, whatever order the events come in. */
  id: fc.nat(9_999),
  at: hours,
  type: fc.constantFrom(
    'pageview' as const,
    'pageview' as const,
    'custom' as const,
    'identify' as const,
    'form' as const,
    'calendar' as const,
  ),
  referrer: fc.constantFrom('https://news.test/a', undefined),
  who: identity,
  customerId: accounts,
  traits,
  customerTraits: traits,
})

const batchDraft = fc.record({
  source: fc.constantFrom('client' as const, 'client' as const, 'server' as const),
  visitorId: fc.constantFrom(
    '11111111-1111-4111-8111-111111111111',
    '22222222-2222-4222-8222-222222222222',
    undefined,
  ),
  fingerprint: fc.constantFrom('device-1', 'device-2', undefined, undefined),
  who: identity,
  customer: fc.option(fc.record({ customerId: accounts, customerTraits: traits }), { nil: undefined }),
  events: fc.array(eventDraft, { minLength: 1, maxLength: 2 }),
})

/** Batches of events, each event with a uuid of its own that doesn't depend on where it stands. */
export const batches: fc.Arbitrary<EventsRecord[]> = fc
  .uniqueArray(batchDraft, { minLength: 1, maxLength: 12, selector: ({ events }) => events[0]!.id })
  .map((drafts) => {
    const taken = new Set<string>()
    return drafts.map(({ source, visitorId, fingerprint, who, customer, events }) =>
      eventsRecord({
        source,
        visitorId,
        fingerprint,
        userIdentity: who,
        customerIdentity: customer,
        events: events.map((draft) => toEvent(draft, taken)),
      }),
    )
  })

type EventDraft = typeof eventDraft extends fc.Arbitrary<infer Draft> ? Draft : never

function toEvent(draft: EventDraft, taken: Set<string>): EventsRecord['events'][number] {
  const { at, type, referrer, who, customerId, customerTraits } = draft
  let id = draft.id
  while (taken.has(`${at} ${id}`)) id++
  taken.add(`${at} ${id}`)
  const time = at.toString(16).padStart(12, '0')
  return storedEvent({
    type,
    timestamp: at,
    uuid: `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${id.toString(16).padStart(12, '0')}`,
    customerId,
    customerTraits,
    referrer,
    ...(type === 'custom' && { eventName: 'project_created' }),
    ...(type === 'calendar' && { inviteeEmail: who?.email, inviteeName: 'Jane' }),
    ...(type !== 'pageview' && type !== 'calendar' && who),
    ...(type === 'identify' && { traits: draft.traits ?? { plan: 'none' } }),
  })
}

export interface Brought {
  /** When it was accepted. */
  at: number
  record: StoredRecord
}

const companies = fc.constantFrom<({ customerId: string } | { domain: string })[]>(
  { customerId: 'acct-1' },
  { customerId: 'acct-2' },
  { domain: 'acme.com' },
  { domain: 'globex.com' },
)
const customers = fc.oneof<fc.Arbitrary<CustomerKey>[]>(
  companies,
  fc.constantFrom({ email: 'jane@acme.com' }, { userId: 'u-1' }),
)
const sourceKeys = {
  sourceType: fc.constantFrom('CALL' as const, 'EMAIL' as const),
  sourceId: fc.constantFrom('s-1', 's-2'),
}

/** A record about the same people and companies. */
export const brought: fc.Arbitrary<Brought> = fc.record({
  at: days,
  record: fc.oneof(
    fc.record(
      {
        kind: fc.constant('source' as const),
        ...sourceKeys,
        occurredAt: hours,
        customer: customers,
        participants: fc.array(
          fc.record({ email: fc.constantFrom('jane@acme.com', 'ann@globex.com', 'sam@ourselves.io') }),
          { maxLength: 2 },
        ),
      },
      { requiredKeys: ['kind', 'sourceType', 'sourceId', 'occurredAt'] },
    ),
    fc.record(
      {
        kind: fc.constant('customer' as const),
        customerId: fc.constantFrom('acct-1', 'acct-2'),
        domain: fc.constantFrom('acme.com', 'globex.com'),
        ownerEmail: fc.constantFrom('sam@ourselves.io'),
        name: fc.constantFrom('Acme', 'Globex'),
        traits: fc.constantFrom<Traits[]>({ plan: 'pro' }, { seats: 3 }),
      },
      { requiredKeys: ['kind', 'customerId'] },
    ),
    fc.record({
      kind: fc.constant('customer' as const),
      domain: fc.constantFrom('acme.com', 'globex.com'),
      traits: fc.constantFrom<Traits[]>({ plan: 'pro' }, { seats: 3 }),
    }),
    fc.record(
      {
        kind: fc.constant('user' as const),
        userId: fc.constantFrom('u-1', 'u-2'),
        email: fc.constantFrom('jane@acme.com', 'joe@acme.com'),
        customer: companies,
        name: fc.constant('Jane'),
      },
      { requiredKeys: ['kind', 'userId'] },
    ),
    fc.record({
      kind: fc.constant('user' as const),
      email: emails,
      customer: companies,
      name: fc.constantFrom('Jane', 'J. Doe', undefined),
    }),
    fc.record({
      kind: fc.constant('member' as const),
      email: fc.constantFrom('sam@ourselves.io', 'ann@globex.com'),
      name: fc.constant('Sam'),
    }),
    fc.record({
      kind: fc.constant('revenue' as const),
      customer: customers,
      date: fc.constantFrom('2026-01-01', '2026-02-01'),
      mrrCents: fc.constantFrom(0, 5000),
      paidCents: fc.constantFrom(0, 5000),
    }),
    fc.record({
      kind: fc.constant('fact' as const),
      factId: fc.constantFrom('f-1', 'f-2'),
      origin: fc.constant('stated' as const),
      assertion: fc.constant('They grow.'),
      customer: customers,
      evidence: fc.constant<FactRecord['evidence']>([]),
    }),
    fc
      .record({
        kind: fc.constant('extraction' as const),
        ...sourceKeys,
        textHash: fc.constant('00'),
        model: fc.constant('a-model'),
        found: fc.boolean(),
      })
      .map(({ found, ...extraction }) => {
        // Like a real one's, the fact's id is its source's own.
        const factId = `x-${extraction.sourceType}-${extraction.sourceId}`
        return {
          ...extraction,
          facts: found
            ? [{ factId, origin: 'extracted' as const, assertion: 'They leave.', evidence: [] }]
            : [],
        }
      }),
  ),
})

export function toRecords({ at, record }: Brought): RecordsRecord {
  return { kind: 'records', receivedAt: at, records: [record] }
}

/** One record a key: among several of one key, the later in the log counts. */
export function lastOfEach(drafts: readonly Brought[]): RecordsRecord[] {
  return [...new Map(drafts.map((draft) => [recordKey(draft.record), draft])).values()].map(toRecords)
}

/** A person's decision about two keys of the same people. */
export function decide(decision: IdentityRecord['decision']): IdentityRecord {
  return {
    kind: 'identity',
    receivedAt: start,
    decision,
    left: 'user:u-1',
    right: 'email:jane@acme.com',
    cause: 'operator',
  }
}
