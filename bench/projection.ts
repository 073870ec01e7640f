import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { defineTables } from '../packages/server/src/kernel/sql/define-table.ts'
import { decodeRecord, encodeRecord, type EventsRecord } from '../packages/server/src/kernel/log/record.ts'
import { Engine } from '../packages/server/src/projector/process/engine.ts'
import { Projector } from '../packages/server/src/projector/projector.ts'
import type { Case } from './support/case.ts'
import { createRandom, type Random } from './support/random.ts'
import { figure } from './support/table.ts'
import { createBatch, uuidV7 } from './support/visits.ts'

const history = 1_000_000
const floorEvents = 200_000
/** Events of a batch in a rebuild: about 8 MB of the log. */
const rebuildBatch = 20_000
/** Live batches of each shape: some first that don't count. */
const warmUp = 5
const counted = 30
const day = 86_400_000

/**
 * What it costs to make events readable: processor time of this process, the engine's threads included. The floor is the
 * least that has to be done: decode a record, look its person up in a map, append 17 columns.
 */
export const projection: Case = async (context) => {
  const directory = mkdtempSync(join(context.scratch, 'projection-'))
  const events = history * context.scale
  const start = Date.now() - 90 * day
  const random = createRandom(7)
  const records = function* (count: number, seed: Random): Generator<Uint8Array[]> {
    for (let done = 0; done < count; done += rebuildBatch)
      yield Array.from({ length: Math.min(rebuildBatch, count - done) / 100 }, (_, index) =>
        encodeRecord(ordinary(seed, 100, start + (80 * day * (done + index * 100)) / count)),
      )
  }
  const floorMs = await measureFloor(
    join(directory, 'floor.duckdb'),
    records(floorEvents * context.scale, createRandom(7)),
  )
  const floorUs = (floorMs * 1_000) / (floorEvents * context.scale)
  context.log(`floor: ${figure(floorUs, 'µs')} an event`)

  const engine = await Engine.open({ path: join(directory, 'activity.duckdb') })
  const projector = await Projector.open(engine.writer)
  let position = 0
  const apply = (payloads: readonly Uint8Array[]) => {
    const entries = payloads.map((payload) => ({ position, next: ++position, payload }))
    return projector.apply(entries, position)
  }
  let rebuildMs = 0
  let sinceCheckpoint = 0
  for (const payloads of records(events, random)) {
    rebuildMs += await processorMs(async () => {
      await apply(payloads)
      sinceCheckpoint += payloads.length * 100
      if (sinceCheckpoint < 80_000) return
      sinceCheckpoint = 0
      await engine.checkpoint()
    })
  }
  const rebuildUs = (rebuildMs * 1_000) / events
  const rows = [['rebuild, an event', figure(rebuildUs, 'µs'), (rebuildUs / floorUs).toFixed(1)]]
  let now = start + 81 * day
  let newest = 0
  const shapes: Record<string, () => EventsRecord[]> = {
    'a live batch of 95 ordinary events': () =>
      [30, 5, 30, 5, 25].map((size) => ordinary(random, size, (now += 1_000))),
    'one of 20 ordinary events, as a trickle brings each second': () =>
      [12, 8].map((size) => ordinary(random, size, (now += 500))),
    'one of 100 new people': () => [
      backend(Array.from({ length: 100 }, () => newcomer(random, ++newest, (now += 10)))),
    ],
    'one of 20 browsers that 2,000 people use': () =>
      Array.from({ length: 20 }, (_, device) => kiosk(random, device, (now += 100))),
  }
  for (const [name, shape] of Object.entries(shapes)) {
    const batches = Array.from({ length: warmUp + counted }, () => shape())
    for (const batch of batches.slice(0, warmUp)) await apply(batch.map(encodeRecord))
    const live = batches.slice(warmUp).map((batch) => batch.map(encodeRecord))
    const ms = await processorMs(async () => {
      for (const payloads of live) await apply(payloads)
    })
    const size = batches[0]!.reduce((sum, record) => sum + record.events.length, 0)
    rows.push([name, figure(ms / counted, 'ms'), (((ms / counted) * 1_000) / size / floorUs).toFixed(1)])
    context.log(`${name}: ${rows.at(-1)![1]}`)
  }
  await engine.close()
  rmSync(directory, { recursive: true })
  return {
    title: 'Making events readable',
    about: `Processor time of the projection in one process, without a server: ${events.toLocaleString('en-US')} events of up to 60,000 people and 200,000 browsers applied as a rebuild does, then live batches on that history, ${counted} each after ${warmUp} that don't count. The floor decodes the same records, looks their person up in a map and appends 17 columns: ${figure(floorUs, 'µs')} an event. The last column is per event, in floors.`,
    columns: ['Work', 'Processor time', 'Times the floor'],
    rows,
  }
}

function ordinary(random: Random, size: number, time: number): EventsRecord {
  const { source, visitorId, sessionId, events } = createBatch(random, size, time)
  return {
    kind: 'events',
    receivedAt: time + 3_600_000,
    source,
    visitorId,
    sessionId,
    events: events as never,
  }
}

function backend(events: Record<string, unknown>[]): EventsRecord {
  return {
    kind: 'events',
    receivedAt: Number(events.at(-1)!['timestamp']),
    source: 'server',
    events: events as never,
  }
}

function newcomer(random: Random, number: number, timestamp: number): Record<string, unknown> {
  return {
    type: 'custom',
    uuid: uuidV7(random, timestamp),
    timestamp,
    url: 'server://app',
    path: '/',
    eventName: 'Signed Up',
    properties: {},
    email: `newcomer-${number}@new-${number % 3_000}.example`,
    userId: `n-${number}`,
  }
}

function kiosk(random: Random, device: number, time: number): EventsRecord {
  const person = random.below(2_000)
  const page = { url: 'https://www.example.com/', path: '/' }
  const events = Array.from({ length: 5 }, (_, index) => ({
    ...(index === 0
      ? { type: 'identify', email: `guest-${person}@kiosk.example`, userId: `k-${person}` }
      : { type: 'pageview' }),
    ...page,
    uuid: uuidV7(random, time + index),
    timestamp: time + index,
  }))
  const visitorId = `00000000-0000-4000-9000-${device.toString(16).padStart(12, '0')}`
  return { kind: 'events', receivedAt: time, source: 'client', visitorId, events: events as never }
}

const { floor: floorTable } = defineTables({
  floor: {
    sequence: 'bigint',
    event_id: 'uuid uncompressed',
    subject: 'integer',
    event_type: 'text',
    event_name: 'text',
    occurred_at: 'timestamp',
    received_at: 'timestamp',
    source: 'text',
    activation: 'boolean',
    visitor_id: 'text?',
    session_id: 'uuid?',
    url: 'text',
    path: 'text',
    referrer: 'text?',
    utm_source: 'text?',
    title: 'text?',
    properties: 'json',
  },
})

async function measureFloor(path: string, batches: Iterable<Uint8Array[]>): Promise<number> {
  const engine = await Engine.open({ path })
  await engine.writer.all(floorTable.definition)
  const people = new Map<string, number>()
  let sequence = 0
  let ms = 0
  for (const payloads of batches)
    ms += await processorMs(() =>
      engine.writer.transaction(async () => {
        const rows = payloads.flatMap((payload) => {
          const record = decodeRecord(payload) as EventsRecord
          return record.events.map((event) => {
            const key = `${event.email ?? ''} ${event.userId ?? ''} ${record.visitorId ?? ''}`
            if (!people.has(key)) people.set(key, people.size + 1)
            return {
              sequence: ++sequence,
              event_id: event.uuid,
              subject: people.get(key)!,
              event_type: event.type,
              event_name: event.eventName ?? event.type,
              occurred_at: event.timestamp,
              received_at: record.receivedAt,
              source: record.source,
              activation: false,
              visitor_id: record.visitorId,
              session_id: record.sessionId,
              url: event.url,
              path: event.path,
              referrer: event.referrer,
              utm_source: event.utm?.source,
              title: event.title,
              properties: JSON.stringify(event.properties ?? {}) as never,
            }
          })
        })
        await engine.writer.append(floorTable, rows)
      }),
    )
  await engine.close()
  return ms
}

async function processorMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
