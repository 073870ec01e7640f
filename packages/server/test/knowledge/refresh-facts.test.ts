import { indexFacts } from '../../src/search/index-artifacts.ts'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFactRefresher } from '../../src/facts/behaviour/refresh-facts.ts'
import type { LogRecord } from '../../src/kernel/log/record.ts'
import type { SqlValue, SqlWriter } from '../../src/kernel/sql/database.ts'
import { type Projected, eventsRecord, openProjected, storedEvent } from '../support/projected.ts'

const dayMs = 86_400_000
const start = Date.UTC(2026, 0, 5)
const noon = (day: number) => start + day * dayMs + dayMs / 2

let projected: Projected
beforeEach(async () => {
  projected = await openProjected()
})
afterEach(() => projected.close())

/** One person's custom events on a day. */
function visit(day: number, email: string, options: { count?: number; name?: string } = {}): LogRecord {
  const { count = 1, name = 'exported' } = options
  return eventsRecord({
    source: 'server',
    receivedAt: noon(day),
    userIdentity: { email },
    events: Array.from({ length: count }, (_, index) =>
      storedEvent({ type: 'custom', eventName: name, timestamp: noon(day) + index * 1_000 }),
    ),
  })
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

const facts = (of: Projected = projected) =>
  of.rows<{ fact_id: string; customer_id: string; fact_type: string; status: string; metric_name: string }>(
    'select * from facts order by fact_id',
  )

describe('behavioural facts', () => {
  test('come from what is in the log, whoever did it', async () => {
    await projected.apply(range(0, 40).map((day) => visit(day, day % 2 ? 'jane@acme.com' : 'kim@acme.com')))
    await projected.refreshFacts(noon(60))
    const [account] = await projected.rows<{ customer_id: string }>('select customer_id from customers')
    expect(await facts()).toMatchObject([
      {
        fact_type: 'QUIET_ACCOUNT',
        customer_id: account!.customer_id,
        origin: 'behavioural',
        status: 'ACTIVE',
        metric_value: 21,
        occurred_at: new Date(start + 54 * dayMs).toISOString(),
        valid_until: null,
      },
    ])
  })

  test('are resolved, under the same id, when somebody comes back', async () => {
    await projected.apply(range(0, 40).map((day) => visit(day, 'jane@acme.com')))
    await projected.refreshFacts(noon(60))
    const [quiet] = await facts()
    await projected.apply([visit(60, 'jane@acme.com')])
    await projected.refreshFacts(noon(60) + 1)
    expect(await facts()).toMatchObject([
      {
        fact_id: quiet!.fact_id,
        status: 'RESOLVED',
        valid_until: new Date(start + 60 * dayMs).toISOString(),
      },
    ])
  })

  test('are not computed again for a customer about whom nothing changed', async () => {
    await projected.apply(range(0, 40).map((day) => visit(day, 'jane@acme.com')))
    await projected.refreshFacts(noon(60))
    const [{ customer_id: id } = { customer_id: '' }] = await facts()
    await projected.rows(`delete from facts`)
    await projected.refreshFacts(noon(60), [id])
    expect(await facts()).toEqual([])
    await projected.refreshFacts(noon(61), [id])
    expect(await facts()).toHaveLength(1)
  })

  test('go with the customer that vanished when two became one', async () => {
    const other = `jane@acme.com`
    await projected.apply(
      range(0, 40).map((day) =>
        eventsRecord({
          source: 'server',
          userIdentity: { userId: 'u-7' },
          events: [storedEvent({ type: 'custom', eventName: 'exported', timestamp: noon(day) })],
        }),
      ),
    )
    await projected.refreshFacts(noon(60))
    const [before] = await facts()
    await projected.apply([
      eventsRecord({
        source: 'server',
        userIdentity: { userId: 'u-7', email: other },
        events: [storedEvent({ type: 'identify', timestamp: noon(41) })],
      }),
    ])
    await projected.refreshFacts(noon(60))
    const now = await facts()
    const [account] = await projected.rows<{ customer_id: string }>('select customer_id from customers')
    expect(now.map(({ customer_id }) => customer_id)).toEqual([account!.customer_id])
    expect(before!.customer_id).not.toBe(account!.customer_id)
  })

  test('tell a first payment from revenue records, the later statement of a day counting', async () => {
    await projected.apply([
      visit(0, 'jane@acme.com'),
      {
        kind: 'records',
        receivedAt: noon(30),
        records: [
          { kind: 'revenue', customer: { domain: 'acme.com' }, date: '2026-01-20', mrrCents: 0 },
          {
            kind: 'revenue',
            customer: { domain: 'acme.com' },
            date: '2026-01-25',
            mrrCents: 4_900,
            currency: 'EUR',
            billingStatus: 'PAYING',
          },
          { kind: 'revenue', customer: { domain: 'acme.com' }, date: '2027-01-25', mrrCents: 4_900 },
        ],
      },
    ])
    await projected.refreshFacts(noon(40))
    expect(await facts()).toMatchObject([
      { metric_name: 'first_payment', metric_value: 4_900, metric_unit: 'cents EUR', status: 'ACTIVE' },
    ])
  })

  test('look at an account in which nobody is identified as a whole', async () => {
    await projected.apply(
      range(0, 40).map((day) =>
        eventsRecord({
          source: 'server',
          customerIdentity: { customerId: 'acct-1' },
          events: [storedEvent({ type: 'custom', eventName: 'exported', timestamp: noon(day) })],
        }),
      ),
    )
    await projected.refreshFacts(noon(60))
    expect(await facts()).toMatchObject([{ fact_type: 'QUIET_ACCOUNT' }])
  })
})

test('a pass of refreshing ends, though everybody whom it passed is active again', async () => {
  const customers = range(0, 600).map((index) => `customer-${index}`)
  const refresher = createFactRefresher({
    index: indexFacts,
    reader: projected.database,
    // Nobody has a history, so nothing is written.
    writer: {} as SqlWriter,
  })
  refresher.touched(customers)
  const left = [await refresher.refreshSome(noon(0))]
  refresher.touched(customers)
  left.push(await refresher.refreshSome(noon(0)))
  expect(left[0]).toBeGreaterThan(0)
  expect(left[0]).toBeLessThan(customers.length)
  expect(left[1]).toBe(0)
})

test('a customer whose facts can’t be computed keeps nobody else from theirs, and is told once', async () => {
  const customers = range(0, 50).map((index) => `customer-${index}`)
  const told: string[] = []
  const asked = new Set<string>()
  let fault = 'Conversion Error: "jane@acme.com" is no number'
  const refresher = createFactRefresher({
    index: indexFacts,
    reader: {
      all: (sql, parameters = []) => {
        const ids = parameters.flat().map(String)
        if (ids.includes('customer-13')) return Promise.reject(new Error(fault))
        for (const id of ids) asked.add(id)
        return projected.database.all(sql, parameters)
      },
    },
    writer: {} as SqlWriter,
    onFault: (customerId, reason) => told.push(`${customerId}: ${reason}`),
  })
  refresher.touched(customers)
  await refresher.refresh(customers, noon(0))
  await refresher.refresh(customers, noon(0))
  expect(told).toEqual(['customer-13: Conversion Error: … is no number'])
  expect(customers.filter((id) => !asked.has(id))).toEqual(['customer-13'])

  fault = 'Out of Memory Error: could not allocate'
  refresher.touched(customers)
  await expect(refresher.refresh(customers, noon(0))).rejects.toThrow('Out of Memory')
})

test('of a person’s 60,000 event names those used most are looked at, and the rest takes no memory', async () => {
  await projected.apply([visit(0, 'jane@acme.com')])
  await projected.rows(
    `insert into events
     select e.* replace (
       row_number() over () + 1 as sequence, uuid() as event_id, added.event_name as event_name,
       e.occurred_at + to_days(added.day::integer) as occurred_at
     )
     from events e, (
       select 'name ' || name as event_name, 7 * (2 * turn + name % 2) as day
       from range(60_000) names(name), range(6) turns(turn)
       union all select 'exported', 7 * week + n % 7 from range(10) weeks(week), range(50) times(n)
     ) added`,
  )
  const [account] = await projected.rows<{ customer_id: string }>('select customer_id from customers')
  let most = 0
  const refresher = createFactRefresher({
    index: indexFacts,
    reader: {
      async all<Row>(sql: string, parameters?: readonly SqlValue[]) {
        const rows = await projected.database.all<Row>(sql, parameters)
        most = Math.max(most, rows.length)
        return rows
      },
    },
    writer: projected.writer,
  })
  refresher.touched([account!.customer_id])
  await refresher.refresh([account!.customer_id], noon(12 * 7))
  expect(most).toBeLessThan(200)
  expect(await facts()).toEqual([
    expect.objectContaining({
      fact_type: 'CORE_ACTION_DECAY',
      assertion: expect.stringContaining('exported'),
    }),
  ])
})

describe('the same history gives the same facts', () => {
  const people = ['jane@acme.com', 'kim@acme.com', 'ann@globex.com']
  const history = fc
    .array(
      fc.record({
        person: fc.constantFrom(...people),
        from: fc.integer({ min: 0, max: 150 }),
        length: fc.integer({ min: 10, max: 70 }),
        every: fc.integer({ min: 1, max: 4 }),
        count: fc.integer({ min: 1, max: 6 }),
      }),
      { minLength: 1, maxLength: 5 },
    )
    .map((periods) =>
      periods.flatMap(({ person, from, length, every, count }) =>
        range(from, from + length)
          .filter((day) => day % every === 0)
          .map((day) => ({ day, record: visit(day, person, { count }) })),
      ),
    )

  async function withProjected<T>(work: (fresh: Projected) => Promise<T>): Promise<T> {
    const fresh = await openProjected()
    try {
      return await work(fresh)
    } finally {
      await fresh.close()
    }
  }

  test('in any order of arrival, with duplicates, refreshed once or now and then', async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.integer({ min: 0, max: 1 << 30 }), async (visits, seed) => {
        const now = noon(230)
        const once = await withProjected(async (fresh) => {
          await fresh.apply(visits.map(({ record }) => record))
          await fresh.refreshFacts(now)
          return facts(fresh)
        })
        const replayed = await withProjected(async (fresh) => {
          const shuffled = visits
            .map((entry, index) => ({ ...entry, place: (index * 7_919 + seed) % 104_729 }))
            .sort((left, right) => left.place - right.place)
          const half = shuffled.slice(0, Math.ceil(shuffled.length / 2))
          await fresh.apply(half.map(({ record }) => record))
          await fresh.refreshFacts(noon(120))
          await fresh.apply([...shuffled, ...half.slice(0, 3)].map(({ record }) => record))
          await fresh.refreshFacts(now)
          await fresh.refreshFacts(now + 1)
          return facts(fresh)
        })
        expect(replayed).toEqual(once)
        const asItHappens = await withProjected(async (fresh) => {
          const inOrder = [...visits].sort((left, right) => left.day - right.day)
          for (let from = 0; from <= 230; from += 21) {
            const records = inOrder.filter(({ day }) => day >= from && day < from + 21)
            if (records.length > 0) await fresh.apply(records.map(({ record }) => record))
            await fresh.refreshFacts(Math.min(noon(from + 20), now))
          }
          await fresh.refreshFacts(now)
          return facts(fresh)
        })
        expect(asItHappens).toEqual(once)
      }),
      { numRuns: 3 * Number(process.env['SVC_TEST_THOROUGHNESS'] ?? 1) },
    )
  })
})
