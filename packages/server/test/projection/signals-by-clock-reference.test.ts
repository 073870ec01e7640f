// What the clock finds, against an evaluator that is as plain as the rules.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { activityKind, type SignalDetection } from '@customer-intel/contract'
import type { LogRecord, SignalDefinition } from '../../src/kernel/log/record.ts'
import type { FindingCursor } from '../../src/signals/time-based-finding.ts'
import { type Evaluation, evaluateSignal } from '../../src/signals/evaluate-signal.ts'
import { decisionLists, inAnyOrder, inChunks } from '../support/decided-history.ts'
import { batches } from '../support/generated-log.ts'
import { openProjected, type Projected } from '../support/projected.ts'

const dayMs = 86_400_000
const start = Date.UTC(2026, 0, 1)

interface PlainEvent {
  name: string
  product: boolean
  channel: string
  customer: string | null
  user: string | null
  at: number
}

interface World {
  events: PlainEvent[]
  /** When each customer was first seen. */
  customers: Map<string, number>
}

async function worldOf(projected: Projected): Promise<World> {
  const events = await projected.rows<
    Omit<PlainEvent, 'product'> & { type: Parameters<typeof activityKind>[0] }
  >(
    `select e.event_name as name, e.event_type as type, e.event_channel as channel, s.customer_id as customer,
       s.user_id as "user", epoch_ms(e.occurred_at) as "at" from events e join subjects s on s.subject = e.subject`,
  )
  const accounts = await projected.rows<{ customer_id: string; first: number }>(
    'select customer_id, epoch_ms(first_seen_at) as first from accounts',
  )
  return {
    events: events.map(({ type, ...event }) => ({ ...event, product: activityKind(type) === 'PRODUCT' })),
    customers: new Map(accounts.map(({ customer_id: id, first }) => [id, first])),
  }
}

const days = (max: number) => fc.integer({ min: 1, max }).map((value) => ({ value, unit: 'day' as const }))
const names = fc.subarray(['pageview', 'project_created', 'never'], { minLength: 1 })
const channels = fc.subarray(['PRODUCT' as const, 'MEETING' as const, 'IDENTITY' as const])

const detections: fc.Arbitrary<SignalDetection> = fc.oneof(
  fc.record({
    type: fc.constant('event_absence' as const),
    eventNames: names,
    eventChannels: channels,
    window: days(10),
  }),
  fc.record({
    type: fc.constant('event_absence' as const),
    eventNameMode: fc.constant('all_except' as const),
    excludeEventNames: names,
    eventChannels: channels,
    window: days(10),
  }),
  fc.record(
    {
      type: fc.constant('customer_activity_threshold' as const),
      metric: fc.constant('active_days' as const),
      window: days(12),
      operator: fc.constantFrom('<=' as const, '<' as const, '>=' as const, '>' as const),
      count: fc.integer({ min: 0, max: 4 }),
      minimumObservedAgeDays: fc.integer({ min: 1, max: 20 }),
    },
    { requiredKeys: ['type', 'metric', 'window', 'operator', 'count'] },
  ),
  fc.record({
    type: fc.constant('customer_activity_drop' as const),
    metric: fc.constant('active_days' as const),
    window: days(6),
    baselineWindow: days(20),
    dropPercent: fc.constantFrom(1, 25, 50, 99.5, 100),
    minimumBaselineActiveDays: fc.integer({ min: 1, max: 3 }),
    minimumBaselineEventCount: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({
    type: fc.constant('related_user_inactivity' as const),
    priorWindow: days(20),
    inactiveWindow: days(8),
    minimumPriorActiveDays: fc.integer({ min: 1, max: 2 }),
    minimumPreviouslyActiveUsers: fc.integer({ min: 1, max: 2 }),
  }),
)

/** How often the histories have what is easily got wrong: of what is never met a test says nothing. */
const met: Record<string, number> = {
  'an event exactly at the end of a window': 0,
  'an absence that ends exactly where the look begins': 0,
  'an absence that ends exactly where the look ends': 0,
  'found by event_absence': 0,
  'found by customer_activity_threshold': 0,
  'found by customer_activity_drop': 0,
  'found by related_user_inactivity': 0,
  'found after merge': 0,
  'found after part': 0,
  'found after cut': 0,
  'found after mend': 0,
  'found after join': 0,
}
const meet = (what: string, count = 1) => (met[what] = met[what]! + count)

/** What is found behind `from`, up to `until` and with it, as `customer time`. */
function expected(detection: SignalDetection, world: World, from: number, until: number): string[] {
  const found: string[] = []
  for (const [customer, first] of world.customers) {
    const theirs = world.events.filter((event) => event.customer === customer)
    if (detection.type === 'event_absence') {
      const windowMs = detection.window.value * dayMs
      const listed = detection.eventNames ?? []
      const counts = ({ name, channel }: PlainEvent) =>
        (detection.eventNameMode === 'all_except'
          ? !detection.excludeEventNames!.includes(name)
          : listed.includes(name)) &&
        (detection.eventChannels!.length === 0 || detection.eventChannels!.some((one) => one === channel))
      const times = [first, ...theirs.filter(counts).map(({ at }) => at)]
      for (const began of new Set(times)) {
        const end = began + windowMs
        const isQuiet = !times.some((at) => at > began && at <= end)
        if (times.includes(end)) meet('an event exactly at the end of a window')
        if (isQuiet && end === from) meet('an absence that ends exactly where the look begins')
        if (isQuiet && end === until) meet('an absence that ends exactly where the look ends')
        if (isQuiet && end > from && end <= until) found.push(`${customer} ${end}`)
      }
      continue
    }
    for (let day = Math.floor(from / dayMs) + 1; day * dayMs <= until; day++)
      if (holds(detection, theirs, first, day) && !holds(detection, theirs, first, day - 1))
        found.push(`${customer} ${day * dayMs}`)
  }
  return found.toSorted()
}

/** Whether it is so at the beginning of a day (since 1970-01-01). */
function holds(
  detection: SignalDetection,
  theirs: readonly PlainEvent[],
  first: number,
  day: number,
): boolean {
  const product = theirs.filter((event) => event.product)
  const within = (from: number, until: number) =>
    product.filter(({ at }) => at >= from * dayMs && at < until * dayMs)
  const activeDays = (events: readonly PlainEvent[]) =>
    new Set(events.map(({ at }) => Math.floor(at / dayMs))).size
  if (detection.type === 'customer_activity_threshold') {
    const { window, operator, count } = detection
    const age = detection.minimumObservedAgeDays ?? (operator.startsWith('<') ? window.value : 0)
    const active = activeDays(within(day - window.value, day))
    const compares = {
      '<=': active <= count,
      '<': active < count,
      '>=': active >= count,
      '>': active > count,
    }
    return compares[operator] && first <= (day - age) * dayMs
  }
  if (detection.type === 'customer_activity_drop') {
    const { window, baselineWindow, dropPercent } = detection
    const before = within(day - window.value - baselineWindow.value, day - window.value)
    const [recent, baseline] = [activeDays(within(day - window.value, day)), activeDays(before)]
    return (
      baseline >= detection.minimumBaselineActiveDays &&
      before.length >= detection.minimumBaselineEventCount &&
      recent * baselineWindow.value * 100 <= baseline * window.value * (100 - dropPercent)
    )
  }
  if (detection.type === 'related_user_inactivity') {
    const quietSince = day - detection.inactiveWindow.value
    const before = within(quietSince - detection.priorWindow.value, quietSince)
    const users = [...new Set(before.map(({ user }) => user))].filter(
      (user) =>
        user !== null &&
        activeDays(before.filter((event) => event.user === user)) >= detection.minimumPriorActiveDays,
    )
    const isQuiet = !within(quietSince, day).some(({ user }) => users.includes(user))
    return users.length >= detection.minimumPreviouslyActiveUsers && isQuiet
  }
  throw new Error(`${detection.type} is not by the clock`)
}

/** Page by page. */
async function find(
  projected: Projected,
  signal: SignalDefinition,
  from: number,
  until: number,
  limit: number,
) {
  const found: string[] = []
  let after: FindingCursor | null = null
  do {
    const page: Evaluation = await evaluateSignal(projected.database, {
      signalId: 's',
      signal,
      from,
      until,
      limit,
      after,
    })
    expect(page.occurrences.length).toBeLessThanOrEqual(limit)
    expect(page.truncated).toBe(page.resumeAfter !== null)
    for (const { customerId, occurredAt } of page.occurrences)
      found.push(`${customerId} ${Date.parse(occurredAt)}`)
    after = page.resumeAfter
  } while (after !== null)
  return found.toSorted()
}

/** Times of few hours of a day, so that windows' edges are met. */
const coarse = batches.map((records) =>
  records.map((record) => ({
    ...record,
    events: record.events.map((event) => ({
      ...event,
      timestamp: event.timestamp - ((event.timestamp - start) % (dayMs / 2)),
    })),
  })),
)

test('the clock finds what the rules say, in any order of arrival, with people who become one, or two again, in between', async () => {
  await fc.assert(
    fc.asyncProperty(
      coarse,
      fc.constantFrom(...decisionLists),
      fc.array(detections, { minLength: 8, maxLength: 8 }),
      fc.integer({ min: 0, max: 40 }),
      fc.integer({ min: 1, max: 60 }),
      fc.nat(),
      fc.integer({ min: 1, max: 5 }),
      fc.infiniteStream(fc.nat()),
      async (records, decisions, some, first, length, cut, size, random) => {
        const projected = await openProjected()
        const draw = () => random.next().value as number
        await projected.apply(...inChunks(inAnyOrder<LogRecord>(records, decisions, draw), size))
        const world = await worldOf(projected)
        const from = start + first * dayMs
        const until = from + length * dayMs
        // Whole hours, as the events: windows end exactly there.
        const between = from + (cut % (length * 24)) * 3_600_000
        for (const detection of some) {
          const signal: SignalDefinition = {
            kind: 'EVENT_PATTERN',
            definition: { schemaVersion: '2026-06-17', subjectType: 'customer', detection },
          }
          const wanted = expected(detection, world, from, until)
          meet(`found by ${detection.type}`, wanted.length)
          const last = decisions.at(-1)
          if (last !== undefined && 'decision' in last) meet(`found after ${last.decision}`, wanted.length)
          expect(await find(projected, signal, from, until, 2)).toEqual(wanted)
          const parts = [
            ...(await find(projected, signal, from, between, 100)),
            ...(await find(projected, signal, between, until, 100)),
          ]
          expect(parts.toSorted()).toEqual(wanted)
        }
        await projected.close()
      },
    ),
    { numRuns: 15, endOnFailure: true, seed: 20_261_122 },
  )
  for (const [what, count] of Object.entries(met)) expect(count, what).toBeGreaterThan(0)
})
