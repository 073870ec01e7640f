import { rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  encodeRecord,
  type LogRecord,
  type SignalDefinition,
  type StoredEvent,
} from '../packages/server/src/kernel/log/record.ts'
import { Projector } from '../packages/server/src/projector/projector.ts'
import { Engine } from '../packages/server/src/projector/process/engine.ts'
import { evaluateSignal } from '../packages/server/src/signals/evaluate-signal.ts'
import type { Case } from './support/case.ts'
import { percentile } from './support/percentile.ts'
import { createRandom } from './support/random.ts'
import { figure } from './support/table.ts'
import { domainOf, uuidV7 } from './support/visits.ts'

const fullEvents = 100_000
const fullCustomers = 100_000
const batchEvents = 2_000
const names = 2_000
const rounds = 3
const dayMs = 86_400_000
const start = Date.UTC(2026, 0, 1)

type Conditions = NonNullable<
  Extract<SignalDefinition, { kind: 'EVENT_MATCH' }>['definition']['propertyConditions']
>
type Draw = Parameters<typeof eventRecords>[1]

/** What happens, and the signals that look at it. */
interface Workload {
  title: string
  /** How many signals, one after the other. */
  counts: readonly number[]
  signal: (index: number) => SignalDefinition
  draw: (random: ReturnType<typeof createRandom>) => Draw
}

const person = (random: ReturnType<typeof createRandom>, index: number) => ({
  email: `p${random.below(2_000)}@${domainOf(random.below(500))}`,
  at: start + index * 1_000,
})
/** Every event has one name, and one of many plans. */
const ofOneName = (random: ReturnType<typeof createRandom>) => (index: number) => ({
  ...person(random, index),
  name: 'used',
  properties: { plan: `plan_${random.below(names)}_year`, seats: index % 50 },
})

const workloads: readonly Workload[] = [
  {
    title: 'each of a name of its own',
    counts: [0, 10, 1_000],
    signal: (index) => (index % 2 === 0 ? occurred(`event_${index}`) : often(`event_${index}`)),
    draw: (random) => (index) => ({ ...person(random, index), name: `event_${random.below(names)}` }),
  },
  {
    title: 'all of one name, each of another plan',
    counts: [0, 1_000],
    signal: (index) => {
      const propertyConditions = [{ key: 'plan', operator: 'equals', value: `plan_${index}_year` } as const]
      return index % 2 === 0 ? occurred('used', propertyConditions) : often('used', propertyConditions)
    },
    draw: ofOneName,
  },
  {
    title: 'all of one name, each of plans that begin otherwise',
    counts: [0, 1_000],
    signal: (index) => {
      const propertyConditions = [{ key: 'plan', operator: 'starts_with', value: `plan_${index}_` } as const]
      return index % 2 === 0 ? occurred('used', propertyConditions) : often('used', propertyConditions)
    },
    draw: ofOneName,
  },
]

/** What signals add to the projection of events, and what looking for absences costs. */
export const signals: Case = async (context) => {
  const events = Math.round(fullEvents * context.scale)
  const customers = Math.round(fullCustomers * context.scale)
  const runs = workloads.flatMap((workload) =>
    workload.counts.map((count) => ({ workload, count, times: [] as number[], seen: 0 })),
  )
  for (let round = 0; round < rounds; round++)
    for (const run of runs) {
      const { tookMs, occurrences } = await project(context.scratch, run.workload, run.count, events)
      run.times.push(tookMs)
      run.seen = occurrences
      const what = `${events} events under ${run.count} signals, ${run.workload.title},`
      context.log(`${what} took ${figure(tookMs, 'ms')}`)
    }
  const medianOf = (workload: Workload, count: number) =>
    percentile(runs.find((run) => run.workload === workload && run.count === count)!.times, 0.5)
  const absence = await findAbsences(context.scratch, customers)
  return {
    title: 'Signals',
    about: `The projection of ${events.toLocaleString('en-US')} events under signals of which every second one waits for an event and every other one counts three within an hour: of ${names.toLocaleString('en-US')} names, and of one name with ${names.toLocaleString('en-US')} values of a property. Without a server, processor time, median of ${rounds} in turn. Then an absence of seven days looked for among ${customers.toLocaleString('en-US')} customers with three events each.`,
    columns: ['What', 'Measured', 'Against no signal', 'Occurrences'],
    rows: [
      ...runs.map(({ workload, count, seen }) => {
        const median = medianOf(workload, count)
        return [
          `${count.toLocaleString('en-US')} signals, ${workload.title}`,
          figure(median, 'ms'),
          `${((median / medianOf(workload, 0)) * 100).toFixed(0)} %`,
          seen.toLocaleString('en-US'),
        ]
      }),
      ['absences of a whole month', figure(absence.monthMs, 'ms'), '', absence.found.toLocaleString('en-US')],
      ['absences of a minute', figure(absence.minuteMs, 'ms'), '', ''],
    ],
  }
}

async function project(scratch: string, { signal, draw }: Workload, count: number, events: number) {
  const { engine, projector, apply } = await openProjection(scratch)
  await apply(
    Array.from({ length: count }, (_, index): LogRecord => ({
      kind: 'signal',
      receivedAt: start,
      signalId: `s-${index}`,
      signal: signal(index),
    })),
  )
  const records = eventRecords(events, draw(createRandom(7)))
  // Processor time: what else runs on the machine moves the other by more than signals do.
  const begun = process.cpuUsage()
  for (const record of records) await apply([record])
  const { user, system } = process.cpuUsage(begun)
  const tookMs = (user + system) / 1_000
  const [row] = await engine.all<{ n: number }>('select count(*)::integer as n from occurrences')
  if (projector.quarantined > 0) throw new Error('Some events were quarantined')
  await engine.close()
  return { tookMs, occurrences: row!.n }
}

async function findAbsences(scratch: string, customers: number) {
  const { engine, apply } = await openProjection(scratch)
  const records = eventRecords(customers * 3, (index) => ({
    email: `p@c${index % customers}.example`,
    name: 'used',
    at: start + Math.floor((index / (customers * 3)) * 20 * dayMs),
  }))
  for (const record of records) await apply([record])
  const signal: SignalDefinition = pattern({
    type: 'event_absence',
    eventNames: ['used'],
    window: { value: 7, unit: 'day' },
  })
  const look = async (from: number, until: number) => {
    const begun = performance.now()
    const { occurrences } = await evaluateSignal(engine, {
      signalId: 's',
      signal,
      from,
      until,
      limit: 1_000_000,
    })
    return { tookMs: performance.now() - begun, found: occurrences.length }
  }
  const month = await look(start, start + 31 * dayMs)
  const minutes: number[] = []
  for (let minute = 0; minute < 20; minute++) {
    const at = start + 10 * dayMs + minute * 60_000
    minutes.push((await look(at, at + 60_000)).tookMs)
  }
  await engine.close()
  return { monthMs: month.tookMs, found: month.found, minuteMs: percentile(minutes, 0.5) }
}

async function openProjection(scratch: string) {
  const path = join(scratch, 'signals.duckdb')
  for (const file of [path, `${path}.wal`]) rmSync(file, { force: true })
  const engine = await Engine.open({ path })
  const projector = await Projector.open(engine.writer)
  let position = 0
  const apply = (records: readonly LogRecord[]) => {
    const entries = records.map((record) => ({
      position: position++,
      next: position,
      payload: encodeRecord(record),
    }))
    return projector.apply(entries, position)
  }
  return { engine, projector, apply }
}

function eventRecords(
  count: number,
  draw: (index: number) => {
    email: string
    name: string
    at: number
    properties?: StoredEvent['properties']
  },
): LogRecord[] {
  const records: LogRecord[] = []
  const ids = createRandom(3)
  for (let first = 0; first < count; first += batchEvents) {
    const drawn = Array.from({ length: Math.min(batchEvents, count - first) }, (_, index) =>
      draw(first + index),
    )
    records.push({
      kind: 'events',
      source: 'server',
      receivedAt: drawn.at(-1)!.at,
      events: drawn.map(({ email, name, at, properties }) => ({
        type: 'custom',
        uuid: uuidV7(ids, at),
        timestamp: at,
        url: 'https://shop.example/',
        path: '/',
        eventName: name,
        email,
        ...(properties && { properties }),
      })),
    })
  }
  return records
}

function pattern(
  detection: Extract<SignalDefinition, { kind: 'EVENT_PATTERN' }>['definition']['detection'],
): SignalDefinition {
  return {
    kind: 'EVENT_PATTERN',
    definition: { schemaVersion: '2026-06-17', subjectType: 'customer', detection },
  }
}

const occurred = (name: string, propertyConditions: Conditions = []) =>
  pattern({ type: 'event_occurred', eventNames: [name], propertyConditions })

const often = (name: string, propertyConditions: Conditions = []) =>
  pattern({
    type: 'event_count_threshold',
    eventNames: [name],
    propertyConditions,
    threshold: { operator: '>=', count: 3 },
    window: { value: 1, unit: 'hour' },
  })
