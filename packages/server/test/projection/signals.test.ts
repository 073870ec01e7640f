import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import type { EventsRecord, LogRecord, SignalDefinition } from '../../src/log/record.ts'
import { batches, decide } from '../support/generated-log.ts'
import { openProjected, type Projected } from '../support/projected.ts'

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

const occurrences = (projected: Projected) =>
  projected.rows<{ signal_id: string; event_id: string; customer_id: string | null }>(
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

/** What a signal should see, from the events and whose they are in the end: the simplest way to say it. */
function expected(events: readonly PlainEvent[], count: number, hours: number): string[] {
  const windowMs = hours * hourMs
  const named = events.filter(({ event_name: name }) => ['pageview', 'project_created'].includes(name))
  const crossings: string[] = []
  for (const customer of new Set(named.map(({ customer_id: id }) => id))) {
    if (customer === null) continue
    const theirs = named
      .filter(({ customer_id: id, at, received }) => id === customer && received - at <= 72 * hourMs)
      .toSorted((a, b) => a.at - b.at || (a.event_id < b.event_id ? -1 : 1))
    for (const time of new Set(theirs.map(({ at }) => at))) {
      const within = theirs.filter(({ at }) => at > time - windowMs && at <= time)
      const justBefore = theirs.filter(({ at }) => at >= time - windowMs && at < time)
      if (within.length >= count && justBefore.length < count) crossings.push(within[count - 1]!.event_id)
    }
  }
  return crossings.toSorted()
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

function inChunks<Item>(items: readonly Item[], size: number): Item[][] {
  const chunks: Item[][] = []
  for (let at = 0; at < items.length; at += size) chunks.push(items.slice(at, at + size))
  return chunks
}

describe('Occurrences follow from the events and whose they are', () => {
  test('whatever the order of arrival, the batches, and who became one with whom meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(
        closer,
        fc.constantFrom([], [decide('cut')], [decide('cut'), decide('mend')]),
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom(1, 2, 6, 24),
        fc.integer({ min: 1, max: 5 }),
        fc.infiniteStream(fc.nat()),
        async (records, decisions, count, hours, size, random) => {
          const definitions = [define('t', threshold(count, hours)), define('m', matching)]
          const inOrder = await open()
          await inOrder.apply([...definitions, ...records, ...decisions])
          const seen = await occurrences(inOrder)
          const anchors = seen.filter(({ signal_id: id }) => id === 't').map(({ event_id: id }) => id)
          const events = await plain(inOrder)
          expect(anchors.toSorted()).toEqual(expected(events, count, hours))
          expect(
            seen
              .filter(({ signal_id: id }) => id === 'm')
              .map(({ event_id: id }) => id)
              .toSorted(),
          ).toEqual(
            events
              .filter(({ event_name: name }) => name === 'project_created')
              .map(({ event_id: id }) => id)
              .toSorted(),
          )
          const shuffled = records
            .map((record) => ({ record, place: random.next().value as number }))
            .toSorted((a, b) => a.place - b.place)
            .map(({ record }) => record)
          const otherwise = await open()
          await otherwise.apply(definitions, ...inChunks([...shuffled, ...decisions], size))
          expect(await occurrences(otherwise)).toEqual(seen)
          await Promise.all(opened.splice(0).map((projected) => projected.close()))
        },
      ),
      { numRuns: 25, endOnFailure: true, seed: 20_261_122 },
    )
  }, 240_000)
})
