import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import type { EventsRecord, LogRecord, SignalDefinition } from '../../src/kernel/log/record.ts'
import type { SqlDatabase, SqlValue } from '../../src/kernel/sql/database.ts'
import { detectionOf, type ThresholdDetection } from '../../src/signals/detection.ts'
import { evaluateSignal } from '../../src/signals/evaluate-signal.ts'
import { findThresholdCrossings } from '../../src/signals/find-threshold-crossings.ts'
import { decisionLists, inAnyOrder, inChunks } from '../support/decided-history.ts'
import { batches } from '../support/generated-log.ts'
import { eventsRecord, openProjected, type Projected, storedEvent } from '../support/projected.ts'

const hourMs = 3_600_000

let opened: Projected[] = []
afterEach(async () => {
  await Promise.all(opened.map((projected) => projected.close()))
  opened = []
})

async function open(): Promise<Projected> {
  const projected = await openProjected()
  opened.push(projected)
  return projected
}

const define = (signalId: string, signal: SignalDefinition | null, receivedAt = 0): LogRecord => ({
  kind: 'signal',
  receivedAt,
  signalId,
  signal,
})

function threshold(count: number, hours: number): SignalDefinition {
  return {
    kind: 'EVENT_PATTERN',
    definition: {
      schemaVersion: '2026-06-17',
      subjectType: 'customer',
      detection: {
        type: 'event_count_threshold',
        eventNames: ['pageview', 'project_created'],
        threshold: { operator: '>=', count },
        window: { value: hours, unit: 'hour' },
      },
    },
  }
}

const matching: SignalDefinition = {
  kind: 'EVENT_MATCH',
  definition: { grain: 'customer', subjectResolver: 'event_customer', eventNames: ['project_created'] },
}

const occurring: SignalDefinition = {
  kind: 'EVENT_PATTERN',
  definition: {
    schemaVersion: '2026-06-17',
    subjectType: 'customer',
    detection: { type: 'event_occurred', eventNames: ['project_created'] },
  },
}

interface StoredOccurrence {
  signal_id: string
  event_id: string
  customer_id: string | null
  detected_at: string
  evidence: string
}

const occurrences = (projected: Projected) =>
  projected.rows<StoredOccurrence>(
    `select o.* exclude (subject, sequence), s.customer_id from occurrences o
     left join subjects s on s.subject = o.subject order by o.signal_id, o.occurrence_id`,
  )

interface PlainEvent {
  event_id: string
  event_name: string
  customer_id: string | null
  at: number
  received: number
}

interface PlainCrossing {
  event_id: string
  customer_id: string
  /** All that count, by time. */
  eventIds: string[]
  /** When the last of them was received. */
  detected: number
}

/** How often the histories have what is easily got wrong: of what is never met a test says nothing. */
const met = {
  'an event exactly a window before another': 0,
  'an event exactly at the edge of lateness': 0,
  'an event later than that': 0,
  'crossings of several events': 0,
  'several events of one moment': 0,
}

/** Decisions that changed who a crossing is about, or which event it is. */
const moved: Record<string, number> = { merge: 0, part: 0, cut: 0, mend: 0 }

/** What a threshold should see, from the events and whose they are in the end: the simplest way to say it. */
function expected(events: readonly PlainEvent[], count: number, hours: number): PlainCrossing[] {
  const windowMs = hours * hourMs
  const named = events.filter(({ event_name: name }) => ['pageview', 'project_created'].includes(name))
  const crossings: PlainCrossing[] = []
  for (const customer of new Set(named.map(({ customer_id: id }) => id))) {
    if (customer === null) continue
    for (const { at, received } of named.filter(({ customer_id: id }) => id === customer)) {
      if (received - at === 72 * hourMs) met['an event exactly at the edge of lateness']++
      if (received - at > 72 * hourMs) met['an event later than that']++
    }
    const theirs = named
      .filter(({ customer_id: id, at, received }) => id === customer && received - at <= 72 * hourMs)
      .toSorted((a, b) => a.at - b.at || (a.event_id < b.event_id ? -1 : 1))
    for (const time of new Set(theirs.map(({ at }) => at))) {
      const within = theirs.filter(({ at }) => at > time - windowMs && at <= time)
      if (theirs.some(({ at }) => at === time - windowMs)) met['an event exactly a window before another']++
      if (theirs.filter(({ at }) => at === time).length > 1) met['several events of one moment']++
      const justBefore = theirs.filter(({ at }) => at >= time - windowMs && at < time)
      if (within.length < count || justBefore.length >= count) continue
      if (count > 1) met['crossings of several events']++
      const counted = within.slice(0, count)
      crossings.push({
        event_id: counted.at(-1)!.event_id,
        customer_id: customer,
        eventIds: counted.map(({ event_id: id }) => id),
        detected: Math.max(...counted.map((event) => event.received)),
      })
    }
  }
  return crossings.toSorted((a, b) => (a.event_id < b.event_id ? -1 : 1))
}

const plain = (projected: Projected) =>
  projected.rows<PlainEvent>(
    `select e.event_id::varchar as event_id, e.event_name, s.customer_id, epoch_ms(e.occurred_at) as "at",
       epoch_ms(e.received_at) as received from events e join subjects s on s.subject = e.subject`,
  )

/** Received some time after it happened: most within lateness, some exactly at its edge, some later. */
const received = fc
  .tuple(batches, fc.array(fc.constantFrom(0, 1, 24, 72, 73), { minLength: 12, maxLength: 12 }))
  .map(([records, delays]) =>
    records.map((record, index): EventsRecord => {
      const last = Math.max(...record.events.map(({ timestamp }) => timestamp))
      return { ...record, receivedAt: last + delays[index % delays.length]! * hourMs }
    }),
  )

/** Hours that are few, so that windows' edges are met. */
const closer = received.map((records) =>
  records.map((record) => {
    const shift = (ms: number) => Date.UTC(2026, 0, 1) + (ms - Date.UTC(2026, 0, 1)) / 24
    const events = record.events.map((event) => {
      const timestamp = Math.floor(shift(event.timestamp) / hourMs) * hourMs
      return { ...event, timestamp }
    })
    const last = Math.max(...events.map(({ timestamp }) => timestamp))
    const delay = record.receivedAt - Math.max(...record.events.map(({ timestamp }) => timestamp))
    return { ...record, events, receivedAt: last + delay }
  }),
)

/** What one person does by two keys: to cut them, and to mend that again, moves it. */
const byTwoKeys: EventsRecord[] = [{ email: 'jane@acme.com', userId: 'u-1' }, { userId: 'u-1' }].map(
  (who, index) =>
    eventsRecord({
      source: 'server',
      receivedAt: Date.UTC(2026, 0, 2),
      userIdentity: who,
      events: Array.from({ length: 4 }, (_, number) =>
        storedEvent({
          type: 'custom',
          eventName: 'project_created',
          timestamp: Date.UTC(2026, 0, 1, 20 - 10 * index),
          uuid: `0197a6f0-7d3c-7b1e-9a55-3f0d2c1b4a${index}${number}`,
        }),
      ),
    }),
)

describe('Occurrences follow from the events and whose they are', () => {
  test('whatever the order of arrival, the batches, and who became one with whom, or two again, meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(
        closer,
        fc.constantFrom(true, true, false),
        fc.constantFrom(...decisionLists),
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom(1, 2, 6, 24),
        fc.integer({ min: 1, max: 5 }),
        fc.infiniteStream(fc.nat()),
        async (drawn, isTied, decisions, count, hours, size, random) => {
          const draw = () => random.next().value as number
          const records = isTied ? [...drawn, ...byTwoKeys] : drawn
          const definitions = [
            define('t', threshold(count, hours)),
            define('m', matching),
            define('o', occurring),
          ]
          const inOrder = await open()
          await inOrder.apply([...definitions, ...records])
          for (const decision of decisions) {
            const before = expected(await plain(inOrder), count, hours)
            await inOrder.apply([decision])
            const after = expected(await plain(inOrder), count, hours)
            if (JSON.stringify(after) !== JSON.stringify(before) && 'decision' in decision)
              moved[decision.decision] = (moved[decision.decision] ?? 0) + 1
          }
          const seen = await occurrences(inOrder)
          const events = await plain(inOrder)
          const crossings = expected(events, count, hours)
          const of = (id: string) =>
            seen.filter((one) => one.signal_id === id).toSorted((a, b) => (a.event_id < b.event_id ? -1 : 1))
          expect(of('t')).toMatchObject(
            crossings.map(({ eventIds, detected, ...crossing }) => ({
              ...crossing,
              detected_at: new Date(detected).toISOString(),
              evidence: expect.stringContaining(
                `{"eventIds":${JSON.stringify(eventIds)},"count":${eventIds.length},`,
              ),
            })),
          )
          expect(of('t')).toHaveLength(crossings.length)
          const created = events
            .filter(({ event_name: name }) => name === 'project_created')
            .map(({ event_id: id, customer_id: customer }) => `${id} ${customer}`)
            .toSorted()
          for (const id of ['m', 'o'])
            expect(of(id).map((one) => `${one.event_id} ${one.customer_id}`)).toEqual(created)
          const { occurrences: looked } = await evaluateSignal(inOrder.database, {
            signalId: 't',
            signal: threshold(count, hours),
            from: 0,
            until: Date.UTC(2030, 0, 1),
            limit: 1_000,
          })
          expect(
            looked.map(({ eventId, customerId }) => ({ event_id: eventId, customer_id: customerId })),
          ).toEqual(
            expect.arrayContaining(of('t').map(({ event_id, customer_id }) => ({ event_id, customer_id }))),
          )
          expect(looked).toHaveLength(crossings.length)
          const detection = detectionOf(threshold(count, hours)) as ThresholdDetection
          const range = { from: 0, until: Date.UTC(2030, 0, 1) }
          const [inParts, atOnce] = await Promise.all(
            [2, 1_000].map((hits) => findThresholdCrossings(inOrder.database, detection, range, 5, hits)),
          )
          expect(inParts).toEqual(atOnce)
          const otherwise = await open()
          const came = inAnyOrder<LogRecord>(records, decisions, draw)
          await otherwise.apply(definitions, ...inChunks(came, size))
          expect(await occurrences(otherwise)).toEqual(seen)
          await Promise.all(opened.splice(0).map((projected) => projected.close()))
        },
      ),
      { numRuns: 14, endOnFailure: true, seed: 20_261_122 },
    )
    for (const [what, count] of Object.entries({ ...met, ...moved })) expect(count, what).toBeGreaterThan(0)
  })
})

test('of many hits only the crossings that are asked for leave the engine', async () => {
  const projected = await open()
  const at = Date.UTC(2026, 0, 1)
  await projected.apply([
    eventsRecord({
      source: 'server',
      receivedAt: at,
      userIdentity: { email: 'jane@acme.com' },
      events: [storedEvent({ type: 'pageview', timestamp: at })],
    }),
  ])
  const columns = await projected.rows<{ name: string }>(`select name from pragma_table_info('events')`)
  const others = columns.map(({ name }) => name).filter((name) => !isOwn.has(name))
  // One customer's, a second apart.
  await projected.rows(
    `insert into events (${[...isOwn, ...others].join(', ')})
     select sequence + n, gen_random_uuid(), occurred_at + n * interval 1 second, received_at, ${others.join(', ')}
     from events, range(1, 200000) r(n)`,
  )
  let left = 0
  const counting: SqlDatabase = {
    async all<Of>(sql: string, parameters?: readonly SqlValue[]) {
      const rows = await projected.database.all<Of>(sql, parameters)
      left += rows.length
      return rows
    },
  }
  const { occurrences: found, truncated } = await evaluateSignal(counting, {
    signalId: 't',
    signal: threshold(1, 1),
    from: at - 1,
    until: at + 90 * 24 * hourMs,
    limit: 10,
  })
  expect(found).toHaveLength(1)
  expect(truncated).toBe(false)
  expect(left).toBeLessThan(20)
})

const isOwn = new Set(['sequence', 'event_id', 'occurred_at', 'received_at'])
