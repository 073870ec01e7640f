// Each of the twelve end to end, by itself: connected and synced through the public API, what it plays of one company is in
// the company's timeline, found by search, told of the customer, and counted by SQL. What is expected comes from the played
// world, and no code of the product had a hand in it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dealsOf } from '../../../../examples/provider-sandbox/src/crm-world.ts'
import type { Sandbox } from '../../../../examples/provider-sandbox/src/sandbox.ts'
import { storyOf } from '../../../../examples/provider-sandbox/src/stories.ts'
import { type ConnectedId, connectedIds, connectOne } from '../support/connect-all.ts'
import { type IntegrationServer, openIntegrationServer } from '../support/integration-server.ts'

const companies = 8
/** Which company is looked at: one with a deal, a call, tickets, and a subscription with a coupon. */
const looked = 6
const hour = 3_600_000
const day = 24 * hour
const iso = (ms: number) => new Date(Math.trunc(ms)).toISOString()

/** What one provider has to say, and where it must stand. */
interface Expected {
  /** The company's timeline, the newest first. */
  timeline: object[]
  /** Words that one of its sources has, and which. Null: it brings no sources, and its people are searched. */
  search: { query: string; sourceId: string } | null
  /** As svc_get_customer tells it. */
  customer: object
  /** Addresses of those who are known there. */
  people: string[]
  /** Questions in SQL, with their rows. */
  sql: [string, object[]][]
}

const sourcesOf = (provider: string) =>
  `select count(*)::integer as sources, count(distinct customer_id)::integer as customers from sources where provider = '${provider}'`

const expected: Record<ConnectedId, (sandbox: Sandbox) => Expected> = {
  'calls-a': ({ world }) => {
    const { name, people } = world.companies[looked]!
    const heldAt = [0, 1].map((number) => iso(world.now - (looked * 2 + number + 1) * 20 * hour))
    return {
      timeline: [
        { channel: 'MEETING', title: `Call: Kick-off with ${name}`, occurredAt: heldAt[0] },
        { channel: 'MEETING', title: `Call: Check-in with ${name}`, occurredAt: heldAt[1] },
      ],
      search: { query: `Kick-off ${name}`, sourceId: `ff-${looked}-0` },
      customer: { customer: { lastContactAt: heldAt[0] } },
      people: [people[2]!.email],
      sql: [[sourcesOf('calls-a'), [{ sources: companies * 2, customers: companies }]]],
    }
  },
  'calls-b': ({ world }) => {
    const { name, people } = world.companies[looked]!
    const heldAt = iso(world.now - (looked + 1) * 30 * hour)
    const held = world.companies.filter(({ index }) => index % 3 === 0).length
    return {
      timeline: [{ channel: 'MEETING', title: `Call: Quarterly review with ${name}`, occurredAt: heldAt }],
      search: { query: `Quarterly review ${name}`, sourceId: `${50_000 + looked}` },
      customer: { customer: { lastContactAt: heldAt } },
      people: [people[0]!.email, people[1]!.email],
      sql: [[sourcesOf('calls-b'), [{ sources: held, customers: held }]]],
    }
  },
  'calendar-a': ({ world }) => {
    const { name, people } = world.companies[looked]!
    const heldAt = iso(world.now - looked * day - 5 * hour)
    return {
      timeline: [{ channel: 'MEETING', title: `Meeting: ${name}: next steps`, occurredAt: heldAt }],
      search: { query: `${name} next steps`, sourceId: `meeting${looked}` },
      customer: { behaviorMetrics: { lastMeetingAt: heldAt } },
      people: [people[0]!.email, people[1]!.email],
      // And a series of four.
      sql: [[sourcesOf('calendar-a'), [{ sources: companies + 4, customers: companies }]]],
    }
  },
  'mail-a': ({ world, mailA }) => {
    const { name, people } = world.companies[looked]!
    const askedAt = world.now - (looked + 1) * 7 * hour
    return {
      timeline: [
        {
          eventType: 'EMAIL_SENT',
          title: `E-mail sent: Re: Seats for ${name}`,
          occurredAt: iso(askedAt + hour),
        },
        {
          eventType: 'EMAIL_RECEIVED',
          title: `E-mail received: Seats for ${name}`,
          occurredAt: iso(askedAt),
        },
      ],
      search: {
        query: `${looked + 5} more seats for ${name}`,
        sourceId: mailA.messages.find(({ payload }) =>
          payload.headers.some((header) => header.name === 'Subject' && header.value === `Seats for ${name}`),
        )!.id,
      },
      customer: { behaviorMetrics: { lastEmailAt: iso(askedAt + hour) } },
      people: [people[0]!.email],
      sql: [[sourcesOf('mail-a'), [{ sources: companies * 2, customers: companies }]]],
    }
  },
  'support-a': ({ world }) => {
    const company = world.companies[looked]!
    const asked = [0, 1].map((number) =>
      iso((Math.floor(world.now / 1_000) - (looked + 1) * 2 * 86_400 - number * 3_600) * 1_000),
    )
    return {
      timeline: asked.map((occurredAt) => ({ channel: 'SUPPORT', occurredAt })),
      search: { query: storyOf(company).said, sourceId: `${1_000 + looked * 10 + 1}` },
      customer: { customer: { lastContactAt: asked[0] } },
      people: [company.people[0]!.email, company.people[1]!.email],
      // Every other company asks, twice.
      sql: [[sourcesOf('support-a'), [{ sources: companies, customers: companies / 2 }]]],
    }
  },
  'chat-app': ({ world }) => {
    const { name, people, domain } = world.companies[looked]!
    const start = Math.trunc(world.now / 1_000) - (looked + 1) * 7_200
    return {
      timeline: [
        {
          channel: 'COMMUNICATION',
          title: `Chat: #ext-${domain.split('.')[0]}: The export of ${name} fails & support is asleep`,
          occurredAt: iso(start * 1_000),
        },
      ],
      search: { query: `export of ${name} fails`, sourceId: `C0X${looked}:${start}.000100` },
      customer: { customer: { lastContactAt: iso(start * 1_000) } },
      people: [people[0]!.email, people[1]!.email],
      sql: [[sourcesOf('chat-app'), [{ sources: companies, customers: companies }]]],
    }
  },
  'crm-a': (sandbox) => expectedOfCrm('crm-a', sandbox),
  'crm-b': (sandbox) => expectedOfCrm('crm-b', sandbox),
  'analytics-a': ({ world, analyticsA: { events } }) => {
    const person = world.companies[looked]!.people[looked]!
    const begun = world.now - (5 + looked) * day
    const lastAt = Math.max(
      ...events.flatMap(({ event, distinct_id: id, ms }) =>
        id === `u-${looked}` && event !== '$autocapture' ? [ms] : [],
      ),
    )
    return {
      // A page view before anybody knew who it was, who it was, and six times a page view and a use of the product.
      timeline: [
        ...Array.from({ length: 6 }, () => [
          { eventType: 'CUSTOM_EVENT' },
          { eventType: 'PAGE_VIEW' },
        ]).flat(),
        { eventType: 'IDENTIFY', occurredAt: iso(begun + 60_000) },
        { eventType: 'PAGE_VIEW', occurredAt: iso(begun) },
      ],
      search: null,
      customer: { customer: { lastProductActivityAt: iso(lastAt) } },
      people: [person.email],
      sql: [
        [
          `select event_type, count(*)::integer as events, count(distinct user_id)::integer as people from activity group by 1 order by 1`,
          [
            { event_type: 'CUSTOM_EVENT', events: companies * 6, people: companies },
            { event_type: 'IDENTIFY', events: companies, people: companies },
            { event_type: 'PAGE_VIEW', events: companies * 7, people: companies },
          ],
        ],
      ],
    }
  },
  'billing-a': ({ world }) => {
    const { people } = world.companies[looked]!
    // Seven of a monthly price of 49.00, a fifth taken off by a coupon; paid every thirty days since.
    const mrr = 4_900 * 7 * 0.8
    const begun = looked * 3 + 5 - 730
    const payments = Math.ceil(-begun / 30)
    const begunOn = iso(Math.floor(world.now / day + begun) * day)
    return {
      timeline: [{ channel: 'BILLING', title: 'Billing: Pays 274.40 USD a month', occurredAt: begunOn }],
      search: null,
      customer: {
        customer: { billingStatus: 'PAYING' },
        revenue: {
          currentMrr: mrr,
          currency: 'USD',
          mrrCalculationStatus: 'calculated',
          lifetimeRevenue: payments * mrr,
          activeSubscriptions: 1,
        },
      },
      people: [people[0]!.email],
      sql: [
        [
          `select currency, count(distinct customer_id)::integer as customers, sum(mrr_cents)::integer as mrr
           from revenue where snapshot_date = (select max(snapshot_date) from revenue) group by 1 order by 1`,
          // Prices of 49, 99 and 199, of each seat; every fourth is paid by the year, for ten months of it.
          [
            { currency: 'EUR', customers: 2, mrr: 4_900 * 1 + 19_900 * 6 },
            {
              currency: 'USD',
              customers: 6,
              mrr:
                9_900 * 2 +
                19_900 * 3 +
                Math.round((4_900 * 10 * 4) / 12) +
                9_900 * 5 +
                mrr +
                Math.round((9_900 * 10 * 8) / 12),
            },
          ],
        ],
      ],
    }
  },
  'auth-analytics-a': ({ world }) => expectedOfUsers(world),
  'auth-analytics-b': ({ world }) => expectedOfUsers(world),
}

function expectedOfCrm(provider: 'crm-a' | 'crm-b', { world }: Sandbox): Expected {
  const deals = dealsOf(world)
  const deal = deals.find(({ company }) => company.index === looked)!
  const money = (currency: string) => {
    const held = deals.filter((one) => one.currency === currency)
    return { currency, deals: held.length, cents: held.reduce((sum, { amount }) => sum + amount * 100, 0) }
  }
  return {
    timeline: [{ channel: 'CRM', title: `Deal: ${deal.title}` }],
    search: {
      query: deal.title,
      sourceId: provider === 'crm-a' ? `crm-a/${40_000 + looked}` : `crm-b/${looked + 1}`,
    },
    customer: {
      customer: { name: deal.company.name, owner: { email: world.colleagues[looked % 3]!.email } },
    },
    people: deal.company.people.slice(0, 3).map(({ email }) => email),
    sql: [
      [
        `select currency, count(*)::integer as deals, sum(amount_cents)::integer as cents from opportunities where provider = '${provider}' group by 1 order by 1`,
        [money('EUR'), money('USD')],
      ],
    ],
  }
}

function expectedOfUsers(world: Sandbox['world']): Expected {
  const { people } = world.companies[looked]!
  return {
    timeline: people.flatMap(() =>
      ['Signed in', 'Signed up'].map((title) => ({ channel: 'IDENTITY', title })),
    ),
    search: null,
    customer: {},
    people: people.map(({ email }) => email),
    sql: [
      [
        `select count(*)::integer as people, count(distinct customer_id)::integer as customers from users`,
        [{ people: companies * 10, customers: companies }],
      ],
    ],
  }
}

describe.each(connectedIds)('%s', (id) => {
  let test: IntegrationServer
  let known: Expected
  let domain: string
  beforeAll(async () => {
    test = await openIntegrationServer({ companies })
    domain = test.sandbox.world.companies[looked]!.domain
    known = expected[id](test.sandbox)
    await connectOne(test, id)
    const { syncs } = await test.synced(id)
    for (const model of syncs as object[]) expect(model).not.toMatchObject({ status: 'ERROR' })
  })
  afterAll(() => test.close())

  it('is in the timeline of the company', async () => {
    const { events } = await test.call<{ events: object[] }>('svc_get_timeline', {
      customer: domain,
      timeframe: 'all',
    })
    expect(events).toMatchObject(known.timeline)
  })

  it('is found by search', async () => {
    if (known.search !== null) {
      const { query, sourceId } = known.search
      for (const customer of [domain, null]) {
        const { results } = await test.call<{ results: object[] }>('svc_search_customer_context', {
          query,
          customer,
        })
        expect(results[0]).toMatchObject({ kind: 'source', sourceId, customer: { domain } })
      }
    }
    const [address] = known.people
    const { items } = await test.call<{ items: object[] }>('svc_list_users', { search: address })
    expect(items).toMatchObject([{ email: address, customerDomain: domain }])
  })

  it('is told of the customer', async () => {
    const told = await test.call<{ users: { email: string }[] }>('svc_get_customer', {
      customer: domain,
      include: ['users', 'revenue', 'behaviorMetrics'],
      timeframe: '90d',
    })
    expect(told).toMatchObject({ customer: { domain }, ...known.customer })
    expect(told.users.map(({ email }) => email).toSorted()).toEqual(known.people.toSorted())
  })

  it('is counted by SQL', async () => {
    for (const [sql, rows] of known.sql)
      expect((await test.call<{ data: object[] }>('svc_query', { sql })).data).toEqual(rows)
  })
})
