import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SignalDetection } from '@customer-intel/contract'
import type { EventsRecord, SignalDefinition, StoredEvent } from '../../src/kernel/log/record.ts'
import { evaluateSignal } from '../../src/signals/evaluate-signal.ts'
import { eventsRecord, openProjected, type Projected, storedEvent } from '../support/projected.ts'

const dayMs = 86_400_000
const start = Date.UTC(2026, 0, 1)
const day = (number: number) => start + number * dayMs

let projected: Projected
beforeEach(async () => {
  projected = await openProjected()
})
afterEach(() => projected.close())

const events = (email: string, list: Partial<StoredEvent>[]): EventsRecord =>
  eventsRecord({
    source: 'server',
    receivedAt: day(200),
    userIdentity: { email },
    events: list.map((event) =>
      storedEvent({ type: 'custom', eventName: 'used', timestamp: start, ...event }),
    ),
  })

const pattern = (detection: SignalDetection): SignalDefinition => ({
  kind: 'EVENT_PATTERN',
  definition: { schemaVersion: '2026-06-17', subjectType: 'customer', detection },
})

async function find(signal: SignalDefinition, from: number, until: number) {
  const { occurrences } = await evaluateSignal(projected.database, {
    signalId: 's-1',
    signal,
    from,
    until,
    limit: 1_000,
  })
  return occurrences
}

/** Times in days since the start. */
async function daysOf(signal: SignalDefinition, from: number, until: number) {
  const found = await find(signal, day(from), day(until))
  return found.map(({ occurredAt }) => (Date.parse(occurredAt) - start) / dayMs)
}

const absence = (fields: object = {}): SignalDefinition =>
  pattern({
    type: 'event_absence',
    eventNames: ['used'],
    window: { value: 7, unit: 'day' },
    ...fields,
  })

describe('An absence', () => {
  test('ends a window after the last event, and once; an event exactly then is in it', async () => {
    await projected.apply([
      events(
        'jane@acme.com',
        [0, 3, 10, 17.5, 40].map((number) => ({ timestamp: day(number) })),
      ),
    ])
    expect(await daysOf(absence(), -10, 60)).toEqual([17, 24.5, 47])
    expect(await daysOf(absence(), 17, 24.5)).toEqual([24.5])
    expect(await daysOf(absence(), 24.5, 46.9)).toEqual([])
    const [first] = await find(absence(), day(0), day(20))
    expect(first).toMatchObject({
      customer: { domain: 'acme.com' },
      evidence: { from: new Date(day(10)).toISOString(), eventIds: [expect.any(String)] },
    })
  })

  test('begins when a customer is first seen, of whom there never was such an event', async () => {
    await projected.apply([events('ann@globex.com', [{ timestamp: day(2), eventName: 'other' }])])
    expect(await daysOf(absence(), 0, 30)).toEqual([9])
    expect(await daysOf(absence({ eventNames: [], eventNameMode: 'all_except' }), 0, 30)).toEqual([9])
    const except = { eventNames: [], eventNameMode: 'all_except', excludeEventNames: ['other'] }
    expect(await daysOf(absence(except), 0, 30)).toEqual([9])
  })

  const keys = ['a', '$b', '/c', 'd.e', "'f", '~g']
  const values = fc.oneof(
    fc.constantFrom('5', '', 'free', 'frée', '"', "'; --", 'true', 5, -0.5, 1e21, true, false),
    fc.string({ maxLength: 3 }),
  )
  const condition = fc.oneof(
    fc.record({ key: fc.constantFrom(...keys), operator: fc.constant('exists' as const) }),
    fc.record({
      key: fc.constantFrom(...keys),
      operator: fc.constantFrom('equals' as const, 'not_equals' as const),
      value: values,
    }),
    fc.record({
      key: fc.constantFrom(...keys),
      operator: fc.constant('starts_with' as const),
      value: fc.constantFrom('', 'fr', '"', "'"),
    }),
  )

  test('asks for the same events in SQL as what looks at them when they come', async () => {
    const safe = (text: unknown) => typeof text !== 'string' || !/[\0\p{Surrogate}]/u.test(text)
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom(...keys), values.filter(safe)),
        fc.array(condition, { minLength: 1, maxLength: 2 }),
        async (properties, conditions) => {
          if (!conditions.every((one) => !('value' in one) || safe(one.value))) return
          const own = await openProjected()
          const signal: SignalDefinition = {
            kind: 'EVENT_MATCH',
            definition: {
              grain: 'customer',
              subjectResolver: 'event_customer',
              eventNames: ['used'],
              propertyConditions: conditions,
            },
          }
          await own.apply([
            { kind: 'signal', receivedAt: 0, signalId: 's-1', signal },
            events('jane@acme.com', [{ properties, timestamp: day(1) }]),
          ])
          const seen = await own.rows<{ occurrence_id: string }>('select occurrence_id from occurrences')
          const { occurrences } = await evaluateSignal(own.database, {
            signalId: 's-1',
            signal,
            from: day(0),
            until: day(2),
            limit: 10,
          })
          await own.close()
          expect(occurrences.map(({ occurrenceId }) => occurrenceId)).toEqual(
            seen.map((row) => row.occurrence_id),
          )
        },
      ),
      { numRuns: 60, seed: 20_261_122 },
    )
  })
})

describe('At the ends of days', () => {
  const on = (email: string, ...days: number[]) =>
    events(
      email,
      days.map((number) => ({ timestamp: day(number) + dayMs / 2 })),
    )

  test('a customer comes to be active on many days, and on few', async () => {
    await projected.apply([on('jane@acme.com', 0, 1, 2, 3, 4, 20)])
    const detection = {
      type: 'customer_activity_threshold' as const,
      metric: 'active_days' as const,
      window: { value: 7, unit: 'day' as const },
    }
    expect(await daysOf(pattern({ ...detection, operator: '>=', count: 4 }), 0, 30)).toEqual([4])
    // Five days until the 5th; the last two of them are in the window until the 9th.
    expect(await daysOf(pattern({ ...detection, operator: '<=', count: 1 }), 0, 40)).toEqual([11])
    expect(await daysOf(pattern({ ...detection, operator: '<', count: 1 }), 0, 40)).toEqual([12, 28])
    expect(
      await daysOf(pattern({ ...detection, operator: '<', count: 1, minimumObservedAgeDays: 20 }), 0, 40),
    ).toEqual([28])
  })

  test('a customer becomes much less active than before', async () => {
    await projected.apply([
      on('jane@acme.com', ...Array.from({ length: 20 }, (_, number) => number), 22),
      on('ann@globex.com', 0, 5, 10),
    ])
    const drop = (minimumBaselineEventCount: number) =>
      pattern({
        type: 'customer_activity_drop',
        metric: 'active_days',
        window: { value: 5, unit: 'day' },
        baselineWindow: { value: 10, unit: 'day' },
        dropPercent: 50,
        minimumBaselineActiveDays: 5,
        minimumBaselineEventCount,
      })
    // Of the five days until the 23rd (18 to 22) three were active, until the 24th two: 40 % of all ten before.
    expect(await daysOf(drop(5), 0, 40)).toEqual([24])
    expect(await daysOf(drop(11), 0, 40)).toEqual([])
  })

  test('all the people of a customer who were active go quiet', async () => {
    await projected.apply([
      on('jane@acme.com', 0, 1, 2, 3),
      on('joe@acme.com', 1, 2, 3, 4),
      on('kim@acme.com', 12),
      on('ann@globex.com', 0, 1, 2, 3),
    ])
    const quiet = pattern({
      type: 'related_user_inactivity',
      priorWindow: { value: 10, unit: 'day' },
      inactiveWindow: { value: 5, unit: 'day' },
      minimumPriorActiveDays: 3,
      minimumPreviouslyActiveUsers: 2,
    })
    expect(await daysOf(quiet, 0, 40)).toEqual([10])
    expect(await find(quiet, day(0), day(40))).toMatchObject([
      { customer: { domain: 'acme.com' }, evidence: { count: 2 } },
    ])
  })
})
