import { CustomerIntel } from '@customer-intel/node-sdk'
import {
  type CustomerIntelServer,
  createServer,
  defineOrganization,
  memoryStore,
} from '@customer-intel/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  customersBehind,
  customersFunnel,
  peopleBehind,
  peopleFunnel,
} from '../src/pages/dashboards/questions/funnel.ts'
import {
  dealsBehind,
  decidedBehind,
  decidedDeals,
  pipelineByStage,
} from '../src/pages/dashboards/questions/pipeline.ts'
import {
  activeBehind,
  activeBy,
  activeByPlan,
  activeCustomersBehind,
  activeTotals,
} from '../src/pages/dashboards/questions/product.ts'
import { cohortBehind, retention } from '../src/pages/dashboards/questions/retention.ts'
import {
  movementBehind,
  payingBehind,
  revenueByDay,
  revenueMovement,
} from '../src/pages/dashboards/questions/revenue.ts'
import * as traffic from '../src/pages/dashboards/questions/traffic.ts'
import { toCourse } from '../src/pages/dashboards/series.ts'
import { startOfDay, startsIn, type Window } from '../src/pages/dashboards/window.ts'
import { countryOf, type Sent, type SentView, send } from './support/sent.ts'

/** Numbers of the built-in dashboards against those counted here from what was sent, by the calendar of each zone. */

let server: CustomerIntelServer
let client: CustomerIntel
let sent: Sent
beforeAll(async () => {
  const organization = defineOrganization({ name: 'Harbor & Pine' })
  server = createServer({
    store: memoryStore(),
    ingestRateLimit: 0,
    countryOf,
    logger: { warn: () => undefined, error: () => undefined },
  })
  await server.workspaces.createOrganization(organization.document.organization, organization.document)
  const { url } = await server.listen({ port: 0 })
  client = new CustomerIntel({ apiKey: organization.apiKey, baseUrl: url })
  await client.activation.update({ eventName: 'Project created' })
  sent = await send(client, `${url}/api/i/v1/${organization.publicKey}/events`)
})
afterAll(() => server.close())

async function ask(sql: string): Promise<Record<string, unknown>[]> {
  const { data, metadata } = await client.tools.query({ sql, limit: 10_000 })
  expect(metadata.truncated).toBe(false)
  return data
}

/**
 * Windows with the weeks that they touch. Berlin set its clocks back on 26 October 2025, New York on 2 November; Kathmandu
 * never does, and is 5:45 ahead.
 */
const windows = [
  { zone: 'Europe/Berlin', from: '2025-10-26', to: '2025-11-05', weeks: ['2025-10-20', '2025-11-09'] },
  { zone: 'America/New_York', from: '2025-10-20', to: '2025-11-02', weeks: ['2025-10-20', '2025-11-02'] },
  { zone: 'Asia/Kathmandu', from: '2025-10-22', to: '2025-10-26', weeks: ['2025-10-20', '2025-10-26'] },
  { zone: 'Pacific/Kiritimati', from: '2025-10-19', to: '2025-11-03', weeks: ['2025-10-13', '2025-11-09'] },
] as const

describe.each(windows)('in $zone', ({ zone, from, to, weeks: [firstMonday, lastSunday] }) => {
  const window: Window = { from, to, zone }
  beforeAll(async () => {
    await client.settings.update({ defaultTimezone: zone })
  })
  const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: zone })
  const dayOf = (at: number) => calendar.format(at)
  const inside = (at: number) => dayOf(at) >= window.from && dayOf(at) <= window.to
  const mondayOf = (at: number) => {
    const date = new Date(`${dayOf(at)}T12:00:00Z`)
    while (date.getUTCDay() !== 1) date.setUTCDate(date.getUTCDate() - 1)
    return date.toISOString().slice(0, 10)
  }
  const sessions = () =>
    [...group(sent.views, ({ session }) => session).values()]
      .map((views) => views.toSorted((a, b) => a.at - b.at))
      .filter(([first]) => inside(first!.at))
  const cameFrom = ({ referrer, site }: SentView) => {
    const host = referrer === '' ? '' : new URL(referrer).hostname.replace(/^www\./, '')
    return host === site.replace(/^www\./, '') ? '' : host
  }

  it('visitors and views are those of its days', async () => {
    const views = sent.views.filter(({ at }) => inside(at))
    expect(await ask(traffic.trafficTotals(window))).toEqual([
      { visitors: distinct(views, ({ visitor }) => visitor), views: views.length },
    ])
    expect(await ask(traffic.trafficByDay(window))).toEqual(
      rows(
        group(views, ({ at }) => dayOf(at)),
        (day, found) => ({
          day,
          visitors: distinct(found, ({ visitor }) => visitor),
          views: found.length,
        }),
      ),
    )
    const pages = rows(
      group(views, ({ path }) => path),
      (path, found) => ({
        site: 'www.harborpine.example',
        path,
        visitors: distinct(found, ({ visitor }) => visitor),
        views: found.length,
      }),
    )
    expect(sorted(await ask(traffic.topPages(window)))).toEqual(sorted(pages))
  })

  it('sessions are of the day on which they began, also across midnight', async () => {
    expect(await ask(traffic.sessionsByDay(window))).toEqual(
      rows(
        group(sessions(), ([first]) => dayOf(first!.at)),
        (day, found) => ({
          day,
          sessions: found.length,
          bounced: found.filter(({ length }) => length === 1).length,
        }),
      ),
    )
    const referrers = rows(
      group(sessions(), ([first]) => cameFrom(first!)),
      (referrer, found) => ({
        referrer,
        sessions: found.length,
        visitors: distinct(found, ([first]) => first!.visitor),
      }),
    )
    expect(sorted(await ask(traffic.topReferrers(window)))).toEqual(sorted(referrers))
    for (const column of ['device', 'browser', 'country'] as const) {
      const senders = rows(
        group(sessions(), ([first]) => first!.from[column]),
        (value, found) => ({
          value,
          sessions: found.length,
          visitors: distinct(found, ([first]) => first!.visitor),
        }),
      )
      expect(sorted(await ask(traffic.topSenders(window, column)))).toEqual(sorted(senders))
      for (const { value, sessions: count } of senders)
        expect(await ask(traffic.sessionsBehind(window, { [column]: value }))).toHaveLength(count)
    }
    const withCampaign = sessions().filter(([first]) => first!.campaign !== null)
    const campaigns = rows(
      group(withCampaign, ([first]) => first!.campaign!.source),
      (_, found) => ({
        utm_source: found[0]![0]!.campaign!.source,
        utm_medium: found[0]![0]!.campaign!.medium,
        utm_campaign: found[0]![0]!.campaign!.name,
        sessions: found.length,
        visitors: distinct(found, ([first]) => first!.visitor),
      }),
    )
    expect(sorted(await ask(traffic.topCampaigns(window)))).toEqual(sorted(campaigns))
  })

  it('people are active by day, by whole week, by whole month and by plan', async () => {
    const companyOf = ({ person }: { person: number }) => sent.people[person]!.company
    const count = (uses: Sent['uses']) => ({
      people: distinct(uses, ({ person }) => person),
      customers: distinct(uses, companyOf),
    })
    const uses = sent.uses.filter(({ at }) => inside(at))
    expect(await ask(activeBy('day', window))).toEqual(
      rows(
        group(uses, ({ at }) => dayOf(at)),
        (day, found) => ({ day, ...count(found) }),
      ),
    )
    const weeks = sent.uses.filter(({ at }) => dayOf(at) >= firstMonday && dayOf(at) <= lastSunday)
    expect(await ask(activeBy('week', window))).toEqual(
      rows(
        group(weeks, ({ at }) => mondayOf(at)),
        (week, found) => ({ week, ...count(found) }),
      ),
    )
    const months = sent.uses.filter(
      ({ at }) => dayOf(at).slice(0, 7) >= from.slice(0, 7) && dayOf(at).slice(0, 7) <= to.slice(0, 7),
    )
    expect(await ask(activeBy('month', window))).toEqual(
      rows(
        group(months, ({ at }) => `${dayOf(at).slice(0, 7)}-01`),
        (month, found) => ({ month, ...count(found) }),
      ),
    )
    const plans = rows(
      group(uses, (use) => sent.companies[companyOf(use)]!.plan),
      (plan, found) => ({ plan, ...count(found) }),
    )
    expect(sorted(await ask(activeByPlan(window)))).toEqual(sorted(plans))
  })

  it('the funnel counts who was first seen in it, by how far they came', async () => {
    const engaged = (person: number) => {
      const days = [
        ...new Set(
          sent.uses.filter((use) => use.person === person).map(({ at }) => Math.floor(at / 86_400_000)),
        ),
      ].toSorted((a, b) => a - b)
      return days.some((day, at) => at >= 2 && day - days[at - 2]! < 14)
    }
    const found = sent.people
      .map((person, at) => ({ ...person, engaged: engaged(at) }))
      .filter(({ firstSeenAt }) => inside(firstSeenAt))
    expect(await ask(peopleFunnel(window))).toEqual([
      {
        seen: found.length,
        signed_up: found.length,
        activated: found.filter((one) => one.activatedAt !== null || one.engaged).length,
        engaged: found.filter((one) => one.engaged).length,
      },
    ])
    const companies = sent.companies
      .map((_, company) => {
        const people = sent.people.filter((person) => person.company === company)
        const paid = sent.revenue.some((one) => one.company === company && one.mrrCents > 0)
        return {
          firstSeenAt: Math.min(...people.map(({ firstSeenAt }) => firstSeenAt)),
          activated: paid || people.some(({ activatedAt }) => activatedAt !== null),
          paid,
        }
      })
      .filter(({ firstSeenAt }) => inside(firstSeenAt))
    expect(await ask(customersFunnel(window))).toEqual([
      {
        seen: companies.length,
        activated: companies.filter(({ activated }) => activated).length,
        paid: companies.filter(({ paid }) => paid).length,
      },
    ])
  })

  it('cohorts return week by week', async () => {
    const inWeeks = (at: number) => dayOf(at) >= firstMonday && dayOf(at) <= lastSunday
    const cohorts = group(
      sent.people.map((person, id) => ({ ...person, id })).filter(({ signedUpAt }) => inWeeks(signedUpAt)),
      ({ signedUpAt }) => mondayOf(signedUpAt),
    )
    const wanted = rows(cohorts, (cohort, people) => {
      const returns = new Map<number, Set<number>>()
      for (const { at, person } of sent.uses) {
        if (!inWeeks(at) || !people.some(({ id }) => id === person)) continue
        const after = Math.round((Date.parse(mondayOf(at)) - Date.parse(cohort)) / (7 * 86_400_000))
        if (after >= 0) returns.set(after, (returns.get(after) ?? new Set()).add(person))
      }
      return [...returns].map(([after, who]) => ({ cohort, size: people.length, after, people: who.size }))
    }).flat()
    const answer = await ask(retention('week', window))
    expect(sorted(answer.filter(({ after }) => after !== null))).toEqual(sorted(wanted))
    expect(new Map(answer.map(({ cohort, size }) => [cohort, size]))).toEqual(
      new Map([...cohorts].map(([cohort, people]) => [cohort, people.length])),
    )
  })

  // In one zone: where days begin is asked of each number above.
  it.runIf(zone === 'Europe/Berlin')('behind each number stand as many as it counts', async () => {
    const [totals] = await ask(traffic.trafficTotals(window))
    const sessionDays = await ask(traffic.sessionsByDay(window))
    const sum = (found: readonly Record<string, unknown>[], name: string) =>
      found.reduce((total, row) => total + Number(row[name]), 0)
    expect(await ask(traffic.visitorsBehind(window))).toHaveLength(Number(totals!.visitors))
    expect(await ask(traffic.viewsBehind(window))).toHaveLength(Number(totals!.views))
    expect(await ask(traffic.sessionsBehind(window))).toHaveLength(sum(sessionDays, 'sessions'))
    expect(await ask(traffic.sessionsBehind(window, 'bounced'))).toHaveLength(sum(sessionDays, 'bounced'))
    expect(await ask(traffic.sessionsBehind(window, 'campaign'))).toHaveLength(
      sum(await ask(traffic.topCampaigns(window)), 'sessions'),
    )
    for (const { site, path, views } of await ask(traffic.topPages(window)))
      expect(await ask(traffic.viewsBehind(window, { site: String(site), path: String(path) }))).toHaveLength(
        Number(views),
      )
    for (const { referrer, sessions: count } of await ask(traffic.topReferrers(window)))
      expect(await ask(traffic.sessionsBehind(window, { referrer: String(referrer) }))).toHaveLength(
        Number(count),
      )
    const [active] = await ask(activeTotals(window))
    const used = sent.uses.filter(({ at }) => inside(at))
    expect(active!.people).toBe(distinct(used, ({ person }) => person))
    expect(await ask(activeBehind(window))).toHaveLength(Number(active!.people))
    expect(await ask(activeCustomersBehind(window))).toHaveLength(Number(active!.customers))
    for (const { plan, people } of await ask(activeByPlan(window)))
      expect(await ask(activeBehind(window, String(plan)))).toHaveLength(Number(people))
    const [people] = await ask(peopleFunnel(window))
    for (const step of ['seen', 'signed_up', 'activated', 'engaged'] as const)
      expect(await ask(peopleBehind(window, step))).toHaveLength(Number(people![step]))
    const [customers] = await ask(customersFunnel(window))
    for (const step of ['seen', 'activated', 'paid'] as const)
      expect(await ask(customersBehind(window, step))).toHaveLength(Number(customers![step]))
    const weeks = { from: firstMonday, to: lastSunday, zone }
    const signedUp = sent.people.filter(
      ({ signedUpAt: at }) => dayOf(at) >= firstMonday && dayOf(at) <= lastSunday,
    )
    expect(await ask(cohortBehind(weeks, weeks))).toHaveLength(signedUp.length)
    const stages = await ask(pipelineByStage())
    for (const { stage, currency, deals } of stages)
      expect(await ask(dealsBehind(String(stage), String(currency)))).toHaveLength(Number(deals))
    const open = stages.filter(({ stage }) => !['won', 'lost'].includes(String(stage).toLowerCase()))
    expect(await ask(dealsBehind())).toHaveLength(sum(open, 'deals'))
    const decided = await ask(decidedDeals(window))
    expect(await ask(decidedBehind(window))).toHaveLength(sum(decided, 'deals'))
    const won = decided.filter(({ outcome }) => String(outcome).toLowerCase() === 'won')
    expect(await ask(decidedBehind(window, 'won'))).toHaveLength(sum(won, 'deals'))
  })

  it('deals stand by stage, and those decided by their day', async () => {
    const add = (deals: Sent['deals']) => ({
      deals: deals.length,
      amount_cents: deals.every(({ amountCents }) => amountCents === null)
        ? null
        : deals.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0),
    })
    expect(await ask(pipelineByStage())).toEqual(
      rows(
        group(sent.deals, ({ stage, currency }) => `${stage} ${currency}`),
        (key, deals) => ({
          stage: key.split(' ')[0],
          currency: key.split(' ')[1],
          ...add(deals),
          without_amount: deals.filter(({ amountCents }) => amountCents === null).length,
        }),
      ),
    )
    const decided = sent.deals.filter(({ stage, at }) => ['Won', 'Lost', 'won'].includes(stage) && inside(at))
    expect(await ask(decidedDeals(window))).toEqual(
      rows(
        group(decided, ({ stage, currency }) => `${stage} ${currency}`),
        (key, deals) => ({
          outcome: key.split(' ')[0],
          currency: key.split(' ')[1],
          ...add(deals),
        }),
      ),
    )
  })
})

describe('recurring revenue', () => {
  const window: Window = { from: '2025-09-01', to: '2025-12-31', zone: 'UTC' }
  /** What each company pays in a currency on a day: what its last statement says. */
  const paidOn = (company: number, currency: string, day: string) => {
    const last = sent.revenue.filter((one) => one.company === company && one.day <= day).at(-1)
    return last?.currency === currency ? last.mrrCents : 0
  }
  const days = Array.from({ length: 122 }, (_, at) =>
    new Date(Date.UTC(2025, 8, 1 + at)).toISOString().slice(0, 10),
  )
  const companies = [0, 1, 2, 3, 4, 5, 6, 7]

  it('of each day adds up what holds on it, by currency', async () => {
    const answer = await ask(revenueByDay(window))
    const byDay = new Map(answer.map((row) => [`${String(row.day)} ${String(row.currency)}`, row.mrr_cents]))
    for (const day of days)
      for (const currency of ['EUR', 'USD'])
        expect({ day, currency, cents: byDay.get(`${day} ${currency}`) ?? 0 }).toEqual({
          day,
          currency,
          cents: companies.reduce((sum, company) => sum + paidOn(company, currency, day), 0),
        })
  })

  it('moves by what each customer changed on each day', async () => {
    const wanted = new Map<string, { change_cents: number; customers: number }>()
    for (const company of companies)
      for (const currency of ['EUR', 'USD']) {
        let hasPaid = false
        let before = 0
        for (const day of days) {
          const now = paidOn(company, currency, day)
          if (now !== before) {
            const kind =
              before === 0
                ? hasPaid
                  ? 'reactivation'
                  : 'new'
                : now === 0
                  ? 'churn'
                  : now > before
                    ? 'expansion'
                    : 'contraction'
            const key = `${day.slice(0, 7)}-01 ${currency} ${kind}`
            const known = wanted.get(key) ?? { change_cents: 0, customers: 0 }
            wanted.set(key, {
              change_cents: known.change_cents + now - before,
              customers: known.customers + 1,
            })
          }
          hasPaid ||= now > 0
          before = now
        }
      }
    const answer = await ask(revenueMovement('month', window))
    expect(new Set(answer.map(({ kind }) => kind))).toEqual(
      new Set(['new', 'expansion', 'contraction', 'churn', 'reactivation']),
    )
    expect(answer).toEqual(
      [...wanted]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, value]) => {
          const [month, currency, kind] = key.split(' ')
          return { month, currency, kind, ...value }
        }),
    )
  })
})

describe('what recurring revenue names', () => {
  it('is who pays on a day, and each change of a month with its size', async () => {
    const window: Window = { from: '2025-09-01', to: '2025-12-31', zone: 'UTC' }
    const days = await ask(revenueByDay(window))
    const { day, currency, paying, mrr_cents: cents } = days.findLast((row) => row.currency === 'EUR')!
    const payers = await ask(payingBehind(String(day), String(currency)))
    expect(payers).toHaveLength(Number(paying))
    expect(Math.round(payers.reduce((sum, { mrr }) => sum + Number(mrr) * 100, 0))).toBe(cents)
    const movements = await ask(revenueMovement('month', window))
    await Promise.all(
      movements.map(async ({ month, currency: money, kind, customers, change_cents: change }) => {
        const to = new Date(Date.parse(String(month)) + 40 * 86_400_000)
        to.setUTCDate(0)
        const part = { from: String(month), to: to.toISOString().slice(0, 10), zone: 'UTC' }
        const changes = await ask(movementBehind(part, String(money), String(kind)))
        expect(changes).toHaveLength(Number(customers))
        expect(changes.every(({ customer }) => typeof customer === 'string')).toBe(true)
        const sum = changes.reduce((all, { before, after }) => all + Number(after) - Number(before), 0)
        expect(Math.round(sum * 100)).toBe(change)
      }),
    )
  })
})

describe('the parts of a chart', () => {
  const months = { from: '2026-01-10', to: '2026-03-20', zone: 'UTC' }
  it('that are not whole are named: what isn’t over, what began within, what is cut', () => {
    expect(toCourse(months, 'month', '2026-03-25')).toMatchObject({ openAt: 2, beganAt: undefined })
    expect(toCourse(months, 'month', '2026-05-01').openNote).toBe('')
    expect(toCourse(months, 'month', '2026-05-01', { cut: true })).toMatchObject({
      openAt: 2,
      beganAt: 0,
      openNote: 'the last month isn’t whole, the first month isn’t whole',
    })
    expect(toCourse(months, 'month', '2026-05-01', { since: '2026-02-03' }).beganAt).toBe(1)
    expect(toCourse(months, 'day', '2026-03-20', { since: '2026-01-12' })).toMatchObject({
      openAt: 69,
      beganAt: 2,
      openNote: 'today isn’t over, the first day isn’t whole',
    })
    expect(toCourse(months, 'day', '2026-04-20', { since: '2025-01-12' }).openNote).toBe('')
  })
})

describe('a day', () => {
  it.each([
    ['Europe/Berlin', '2025-10-27', '2025-10-26T23:00:00.000Z'],
    ['Africa/Cairo', '2025-04-25', '2025-04-24T22:00:00.000Z'], // clocks skip from midnight to one
    ['America/Havana', '2025-11-02', '2025-11-02T04:00:00.000Z'], // it is midnight twice
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00.000Z'], // the day before was none
  ])('in %s begins at its first moment', (zone, day, begins) => {
    expect(new Date(startOfDay(day, zone)).toISOString()).toBe(begins)
  })

  it('is in a week from Monday and in a month, also over a year’s end', () => {
    const window = { from: '2025-12-30', to: '2026-02-01' }
    expect(startsIn(window, 'month')).toEqual(['2025-12-01', '2026-01-01', '2026-02-01'])
    expect(startsIn(window, 'week').at(0)).toBe('2025-12-29')
    expect(startsIn(window, 'week').at(-1)).toBe('2026-01-26')
  })
})

function group<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

function rows<Item, Row>(groups: Map<string, Item[]>, make: (key: string, items: Item[]) => Row): Row[] {
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, items]) => make(key, items))
}

function distinct<Item>(items: readonly Item[], valueOf: (item: Item) => unknown): number {
  return new Set(items.map(valueOf)).size
}

function sorted(found: readonly Record<string, unknown>[]): string[] {
  const inOrder = (row: object) => Object.entries(row).toSorted(([left], [right]) => (left < right ? -1 : 1))
  return found.map((row) => JSON.stringify(inOrder(row))).toSorted()
}
