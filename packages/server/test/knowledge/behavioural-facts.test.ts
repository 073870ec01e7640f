import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BehaviouralFact, behaviouralFacts } from '../../src/facts/behaviour/behavioural-facts.ts'
import {
  type CustomerSeries,
  type PersonSeries,
  type RevenueDay,
  dayMs,
  weekCounts,
} from '../../src/facts/behaviour/series.ts'

/** A Monday, and days are counted from it. */
const start = 20_458

interface History {
  /** Events on a day of the history. */
  activity?: (day: number) => number
  actions?: Record<string, (day: number) => number>
  people?: Record<string, (day: number) => boolean>
  revenue?: (Partial<RevenueDay> & { day: number })[]
  days: number
}

/** The facts of a history, seen at the end of its last day. */
function facts({ days, activity, actions = {}, people = {}, revenue = [] }: History): BehaviouralFact[] {
  const range = Array.from({ length: days }, (_, day) => day)
  const today = start + days - 1
  const counts = (count: (day: number) => number) =>
    weekCounts(
      range.map((day) => [start + day - (day % 7), count(day)] as const),
      today,
    )
  const persons: PersonSeries[] = Object.entries(people).map(([name, active]) => ({
    userId: `u_${name}`,
    email: `${name.toLowerCase()}@acme.com`,
    name,
    days: range.filter(active).map((day) => start + day),
  }))
  const someone = (day: number) => persons.filter((person) => person.days.includes(start + day)).length
  const series: CustomerSeries = {
    customerId: 'cus_1',
    days: range.filter((day) => (activity ?? someone)(day) > 0).map((day) => start + day),
    activity: counts(activity ?? someone),
    actions: new Map(Object.entries(actions).map(([name, count]) => [name, counts(count)])),
    people: persons,
    revenue: revenue.map((entry) => ({
      mrrCents: 0,
      paidCents: 0,
      billingStatus: 'NONE',
      currency: 'EUR',
      ...entry,
      day: start + entry.day,
    })),
  }
  return behaviouralFacts(series, today)
}

const workday = (day: number) => day % 7 < 5
const at = (day: number) => (start + day) * dayMs
const named = (found: BehaviouralFact[], metric: string) =>
  found.filter(({ metricName }) => metricName === metric)

describe('an activity drop', () => {
  const steadyThen = (after: number) => (day: number) => (workday(day) ? (day < 84 ? 10 : after) : 0)

  test('opens when two weeks hold at most half of what the four fortnights before held', () => {
    const [drop, ...others] = named(facts({ days: 100, activity: steadyThen(2) }), 'product_events_14d')
    expect(others).toEqual([])
    expect(drop).toMatchObject({
      factType: 'PRODUCT_USAGE',
      status: 'ACTIVE',
      metricPreviousValue: 100,
      metricUnit: 'events',
      severity: 'HIGH',
      validUntil: null,
      occurrenceCount: 1,
    })
    expect(drop!.metricDelta).toBe(drop!.metricValue - 100)
    expect(drop!.occurredAt).toBeGreaterThan(at(84))
    expect(drop!.occurredAt).toBeLessThanOrEqual(at(98))
    expect(drop!.changePointAt).toBe(drop!.occurredAt - 14 * dayMs)
  })

  test('is resolved when three quarters of it are back', () => {
    const activity = (day: number) => (workday(day) ? (day >= 84 && day < 105 ? 1 : 10) : 0)
    const drops = named(facts({ days: 140, activity }), 'product_events_14d')
    expect(drops).toMatchObject([{ status: 'RESOLVED' }])
    expect(drops[0]!.validUntil).toBeGreaterThan(at(105))
    expect(drops[0]!.validUntil).toBeLessThanOrEqual(at(119))
  })

  test('is resolved after 13 weeks, when the lower level is the customer’s own normal, and doesn’t open again', () => {
    const drops = named(facts({ days: 300, activity: steadyThen(3) }), 'product_events_14d')
    expect(drops).toMatchObject([{ status: 'RESOLVED' }])
    expect(drops[0]!.validUntil! - drops[0]!.occurredAt).toBe(91 * dayMs)
  })

  test.each<[string, History]>([
    ['a third less', { days: 110, activity: steadyThen(7) }],
    ['small numbers', { days: 110, activity: (day) => (day < 84 && day % 3 === 0 ? 1 : 0) }],
    [
      'ups and downs',
      { days: 400, activity: (day) => (day % 7 === 1 ? [2, 30, 11, 25, 4, 18][day % 6]! : 0) },
    ],
    ['one burst in the past', { days: 110, activity: (day) => (day === 60 ? 5_000 : workday(day) ? 10 : 0) }],
    ['a customer who is new', { days: 40, activity: (day) => (day < 20 ? 20 : 2) }],
    ['weekends', { days: 400, activity: (day) => (workday(day) ? 12 : 0) }],
    ['no activity at all', { days: 400, activity: () => 0 }],
  ])('is not cried over %s', (_, history) => {
    expect(named(facts(history), 'product_events_14d')).toEqual([])
  })
})

describe('a quiet account', () => {
  test('opens after 14 whole days of silence, and is resolved on the day somebody comes back', () => {
    const activity = (day: number) => (day < 40 || day >= 90 ? 3 : 0)
    expect(named(facts({ days: 54, activity }), 'days_since_activity')).toEqual([])
    expect(named(facts({ days: 55, activity }), 'days_since_activity')).toMatchObject([
      { status: 'ACTIVE', occurredAt: at(54), metricValue: 15, metricPreviousValue: 1, severity: 'MEDIUM' },
    ])
    expect(named(facts({ days: 90, activity }), 'days_since_activity')).toMatchObject([
      { status: 'ACTIVE', metricValue: 50, severity: 'HIGH' },
    ])
    expect(named(facts({ days: 91, activity }), 'days_since_activity')).toMatchObject([
      { status: 'RESOLVED', validUntil: at(90), changePointAt: at(40), metricValue: 50 },
    ])
  })

  test('opens later where pauses are usual', () => {
    const activity = (day: number) => (day % 5 === 0 && day < 60 ? 3 : 0)
    expect(named(facts({ days: 75, activity }), 'days_since_activity')).toEqual([])
    expect(named(facts({ days: 90, activity }), 'days_since_activity')).toHaveLength(1)
  })

  test('is not told of a customer who hardly ever came', () => {
    const activity = (day: number) => (day % 9 === 0 && day < 60 ? 5 : 0)
    expect(named(facts({ days: 200, activity }), 'days_since_activity')).toEqual([])
  })

  test('counts how often it happened', () => {
    const activity = (day: number) => (day % 50 < 25 ? 3 : 0)
    const found = named(facts({ days: 150, activity }), 'days_since_activity')
    expect(found.map(({ occurrenceCount }) => occurrenceCount)).toEqual([1, 2, 3])
    expect(new Set(found.map(({ factId }) => factId)).size).toBe(3)
  })
})

describe('a champion gone quiet', () => {
  const team = (until: number, back = Infinity) => ({
    Jane: (day: number) => workday(day) && (day < until || day >= back),
    Kim: (day: number) => day % 7 === 1,
  })

  test('opens after 21 days without the most active of several people', () => {
    const found = named(facts({ days: 95, people: team(70) }), 'champion_days_since_activity')
    expect(found).toMatchObject([{ factType: 'CHAMPION_RISK', status: 'ACTIVE', changePointAt: at(68) }])
  })

  test('names the person by id and address, and who came meanwhile, with the days', () => {
    const [found] = named(facts({ days: 95, people: team(70) }), 'champion_days_since_activity')
    expect(found).toMatchObject({ userId: 'u_Jane' })
    expect(found!.assertion).toContain('Jane (jane@acme.com)')
    expect(found!.observations).toEqual([
      {
        userId: 'u_Jane',
        email: 'jane@acme.com',
        name: 'Jane',
        lastActiveOn: '2026-03-13',
        activeDays: 50,
        ofDays: 90,
      },
      {
        userId: 'u_Kim',
        email: 'kim@acme.com',
        name: 'Kim',
        lastActiveOn: '2026-03-31',
        activeDays: 2,
        ofDays: 14,
      },
    ])
  })

  test('is resolved when they are back', () => {
    const found = named(facts({ days: 120, people: team(70, 105) }), 'champion_days_since_activity')
    expect(found).toMatchObject([{ status: 'RESOLVED', validUntil: at(105) }])
  })

  test('is not told of somebody who was alone, of everybody together, nor of the less active ones', () => {
    const alone = { Jane: (day: number) => day < 70 }
    expect(named(facts({ days: 120, people: alone }), 'champion_days_since_activity')).toEqual([])
    const together = { Jane: (day: number) => day < 70, Kim: (day: number) => day < 68 }
    expect(named(facts({ days: 120, people: together }), 'champion_days_since_activity')).toEqual([])
    const steady = { Jane: workday, Kim: (day: number) => day % 2 === 0 && day < 40 }
    expect(named(facts({ days: 120, people: steady }), 'champion_days_since_activity')).toEqual([])
  })
})

describe('a core action’s decay', () => {
  const visits = (day: number) => (workday(day) ? 20 : 0)
  const exports = (day: number) => (workday(day) && day < 84 ? 4 : 0)

  test('opens when an action falls while the customer still comes', () => {
    const found = facts({ days: 100, activity: visits, actions: { exported: exports } })
    expect(found).toMatchObject([
      { factType: 'CORE_ACTION_DECAY', metricName: 'core_action_events_14d', status: 'ACTIVE' },
    ])
    expect(found[0]!.assertion).toContain('exported')
  })

  test('is not told when everything falls: that is an activity drop', () => {
    const activity = (day: number) => visits(day) * (day < 84 ? 1 : 0.1)
    const found = facts({ days: 99, activity, actions: { exported: exports } })
    expect(named(found, 'core_action_events_14d')).toEqual([])
    expect(named(found, 'product_events_14d')).toHaveLength(1)
  })
})

describe('a surge of new people', () => {
  const joining = (...days: number[]) =>
    Object.fromEntries(days.map((first, index) => [`p${index}`, (day: number) => day >= first]))

  test('opens when many more than usual become active, and is resolved when they are new no more', () => {
    const people = joining(0, 30, 100, 102, 103, 104)
    expect(named(facts({ days: 105, people }), 'new_active_people_14d')).toMatchObject([
      { factType: 'EXPANSION', status: 'ACTIVE', metricValue: 4, changePointAt: at(100) },
    ])
    expect(named(facts({ days: 130, people }), 'new_active_people_14d')).toMatchObject([
      { status: 'RESOLVED', metricValue: 4 },
    ])
  })

  test('names the people who are new', () => {
    const [found] = named(
      facts({ days: 105, people: joining(0, 30, 100, 102, 103, 104) }),
      'new_active_people_14d',
    )
    expect(found!.observations.slice(0, 2)).toEqual([
      { userId: 'u_p2', email: 'p2@acme.com', name: 'p2', firstActiveOn: '2026-04-15' },
      { userId: 'u_p3', email: 'p3@acme.com', name: 'p3', firstActiveOn: '2026-04-17' },
    ])
  })

  test('is not told of a new account, nor where so many are usual', () => {
    expect(named(facts({ days: 60, people: joining(0, 1, 2, 3, 4) }), 'new_active_people_14d')).toEqual([])
    const steady = joining(...Array.from({ length: 60 }, (_, index) => index * 4))
    expect(named(facts({ days: 240, people: steady }), 'new_active_people_14d')).toEqual([])
  })
})

describe('a first payment', () => {
  test('is told on its day, once, and holds until the customer has churned', () => {
    const revenue: History['revenue'] = [
      { day: 3, billingStatus: 'TRIALING' },
      { day: 10, mrrCents: 49_900, paidCents: 49_900, billingStatus: 'PAYING' },
      { day: 40, mrrCents: 60_000, paidCents: 60_000, billingStatus: 'PAYING' },
    ]
    expect(facts({ days: 60, revenue })).toMatchObject([
      {
        factType: 'FUNDING_REVENUE',
        factCategory: 'JOURNEY',
        status: 'ACTIVE',
        occurredAt: at(10),
        metricValue: 49_900,
        metricPreviousValue: 0,
        metricDelta: 49_900,
        metricUnit: 'cents EUR',
      },
    ])
    const churned = [...revenue, { day: 50, billingStatus: 'CHURNED' as const }]
    expect(facts({ days: 60, revenue: churned })).toMatchObject([{ status: 'RESOLVED', validUntil: at(50) }])
  })
})

describe('a risk of churn', () => {
  const activity = (day: number) => (day < 84 && workday(day) ? 10 : 0)

  test('opens with the second sign of trouble', () => {
    const found = facts({ days: 110, activity })
    const [risk] = named(found, 'churn_signals')
    expect(risk).toMatchObject({
      factType: 'CHURN_RISK',
      status: 'ACTIVE',
      severity: 'MEDIUM',
      metricValue: 2,
      metricPreviousValue: 1,
      metricDelta: 1,
    })
    expect(risk!.assertion).toContain('the account is quiet')
  })

  test('is severe with a third one', () => {
    const revenue = [{ day: 90, billingStatus: 'PAST_DUE' as const }]
    const found = facts({ days: 110, activity, revenue })
    expect(named(found, 'churn_signals')).toMatchObject([{ severity: 'HIGH', metricValue: 3 }])
  })

  test('is resolved when the customer recovers, and when it has left', () => {
    const back = (day: number) => (workday(day) && (day < 84 || day >= 112) ? 10 : 0)
    expect(named(facts({ days: 130, activity: back }), 'churn_signals')).toMatchObject([
      { status: 'RESOLVED', validUntil: at(112) },
    ])
    const revenue = [{ day: 105, billingStatus: 'CHURNED' as const }]
    expect(named(facts({ days: 130, activity, revenue }), 'churn_signals')).toMatchObject([
      { status: 'RESOLVED', validUntil: at(105) },
    ])
  })

  test('needs more than one sign', () => {
    const revenue = [{ day: 90, billingStatus: 'PAST_DUE' as const }]
    expect(named(facts({ days: 100, activity: () => 5, revenue }), 'churn_signals')).toEqual([])
  })
})

describe('a customer who has churned', () => {
  const people = {
    Jane: (day: number) => workday(day) && day < 84,
    Kim: (day: number) => (day % 7 === 1 || day % 7 === 2) && day < 110,
  }
  const activity = (day: number) => (people.Jane(day) ? 20 : 0) + (people.Kim(day) ? 1 : 0)
  const churned = (...days: [day: number, status: 'CHURNED' | 'PAYING'][]) =>
    days.map(([day, billingStatus]) => ({ day, billingStatus }))

  test('has none of the facts that warn of it: those that held are resolved on that day', () => {
    const before = facts({ days: 135, people, activity })
    expect(before.map(({ factType, status }) => `${factType} ${status}`).toSorted()).toEqual([
      'CHAMPION_RISK ACTIVE',
      'CHURN_RISK ACTIVE',
      'PRODUCT_USAGE ACTIVE',
      'QUIET_ACCOUNT ACTIVE',
    ])
    const after = facts({ days: 135, people, activity, revenue: churned([132, 'CHURNED']) })
    expect(after.map(({ factId }) => factId)).toEqual(before.map(({ factId }) => factId))
    for (const fact of after) expect(fact).toMatchObject({ status: 'RESOLVED', validUntil: at(132) })
    expect(facts({ days: 135, people, activity, revenue: churned([80, 'CHURNED']) })).toEqual([])
  })

  test('and pays again without coming back is quiet from then on', () => {
    const early = (day: number) => (day < 40 ? 3 : 0)
    const revenue = churned([60, 'CHURNED'], [90, 'PAYING'])
    const quiet = named(facts({ days: 100, activity: early, revenue }), 'days_since_activity')
    expect(quiet).toMatchObject([
      { status: 'RESOLVED', occurredAt: at(54), validUntil: at(60), metricValue: 20 },
      { status: 'ACTIVE', occurredAt: at(90), validUntil: null, metricValue: 60, occurrenceCount: 2 },
    ])
  })
})

describe('all of them', () => {
  const history = fc
    .array(
      fc.record({
        length: fc.integer({ min: 5, max: 60 }),
        events: fc.integer({ min: 0, max: 20 }),
        people: fc.integer({ min: 0, max: 4 }),
        status: fc.constantFrom('NONE' as const, 'PAYING' as const, 'PAST_DUE' as const, 'CHURNED' as const),
      }),
      { minLength: 2, maxLength: 8 },
    )
    .map((periods): History => {
      const days = periods.flatMap((period) => Array.from({ length: period.length }, () => period))
      const revenue = days.flatMap((period, day) =>
        day === 0 || days[day - 1] !== period
          ? [{ day, billingStatus: period.status, mrrCents: period.status === 'PAYING' ? 100 : 0 }]
          : [],
      )
      return {
        days: days.length,
        activity: (day) => days[day]!.events + days[day]!.people,
        actions: { exported: (day) => days[day]!.events },
        people: Object.fromEntries(
          [0, 1, 2, 3].map((person) => [
            `p${person}`,
            (day: number) => days[day]!.people > person && (day + person) % (person + 1) === 0,
          ]),
        ),
        revenue,
      }
    })

  test('what is known at the end of a day only ever opens, holds and is resolved later', () => {
    fc.assert(
      fc.property(history, fc.integer({ min: 1, max: 60 }), (whole, shorter) => {
        const days = Math.max(1, whole.days - shorter)
        const earlier = facts({ ...whole, days, revenue: whole.revenue!.filter(({ day }) => day < days) })
        const later = new Map(facts(whole).map((fact) => [fact.factId, fact]))
        for (const fact of earlier) {
          const now = later.get(fact.factId)
          expect(now).toMatchObject({ occurredAt: fact.occurredAt, assertion: fact.assertion })
          if (fact.status === 'RESOLVED') expect(now).toEqual(fact)
        }
        for (const fact of later.values()) {
          if (fact.occurredAt >= at(days)) continue
          expect(earlier.map(({ factId }) => factId)).toContain(fact.factId)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('none that warns of churn is active while the customer has churned', () => {
    fc.assert(
      fc.property(history, (whole) => {
        const last = whole.revenue!.findLast(({ day }) => day < whole.days)
        const open = facts(whole).filter(
          ({ status, factCategory }) => status === 'ACTIVE' && factCategory === 'CHURN',
        )
        if (last?.billingStatus === 'CHURNED') expect(open).toEqual([])
      }),
      { numRuns: 200 },
    )
  })

  test('the same fact has one id, and no two facts share one', () => {
    fc.assert(
      fc.property(history, (whole) => {
        const ids = facts(whole).map(({ factId }) => factId)
        expect(new Set(ids).size).toBe(ids.length)
      }),
      { numRuns: 100 },
    )
  })
})
