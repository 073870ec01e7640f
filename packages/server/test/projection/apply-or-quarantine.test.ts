import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { encodeRecord, type LogRecord } from '../../src/kernel/log/record.ts'
import { applyOrQuarantine } from '../../src/projector/apply-or-quarantine.ts'
import { Projector } from '../../src/projector/projector.ts'
import type { Quarantined } from '../../src/projector/quarantine.ts'
import { Engine } from '../../src/projector/process/engine.ts'
import type { SqlWriter } from '../../src/kernel/sql/database.ts'
import { createSqlQuarantineReads } from '../../src/projector/quarantine-reads.ts'
import type { LogEntry } from '../../src/kernel/store/ports.ts'
import { eventsRecord, storedEvent } from '../support/projected.ts'

let engine: Engine
let projector: Projector
let told: Quarantined[]

beforeEach(async () => {
  engine = await Engine.open({ path: ':memory:' })
  projector = await Projector.open(engine.writer)
  told = []
})
afterEach(() => engine.close())

const at = Date.UTC(2026, 5, 1)
const good = (userId = 'u-1') => storedEvent({ type: 'identify', timestamp: at, userId })
/** As no version would write them, and as a fault in one might. */
const odd = (fields: object = { userId: 17 }) => ({ ...good(), ...fields })
const batch = (events: unknown[]) =>
  eventsRecord({ source: 'server', events: events as ReturnType<typeof good>[] })
const records = (list: unknown[]) => ({ kind: 'records', receivedAt: at, records: list }) as LogRecord

function entriesOf(...payloads: (LogRecord | Uint8Array)[]): LogEntry[] {
  return payloads.map((payload, index) => ({
    position: projector.position + index * 10,
    next: projector.position + (index + 1) * 10,
    payload: payload instanceof Uint8Array ? payload : encodeRecord(payload),
  }))
}

async function apply(...payloads: (LogRecord | Uint8Array)[]): Promise<void> {
  const entries = entriesOf(...payloads)
  told.push(...(await applyOrQuarantine(projector, entries, entries.at(-1)!.next)))
}

const stored = async () =>
  new Set(
    (await engine.all<{ id: string }>('select event_id::varchar as id from events')).map(({ id }) => id),
  )

describe('a batch that can’t be applied', () => {
  it('loses what is at fault alone: all before it, beside it and behind it is applied', async () => {
    const events = Array.from({ length: 40 }, (_, index) => (index % 13 === 5 ? odd() : good(`u-${index}`)))
    const [before, after] = [good(), good('u-2')]
    await apply(batch([before]), batch(events), Buffer.from('{"kind":"ev'), batch([after]))
    const sound = [before, ...events.filter(({ userId }) => typeof userId === 'string'), after]
    expect(sound).toHaveLength(39)
    expect(await stored()).toEqual(new Set(sound.map(({ uuid }) => uuid)))
    expect(projector.position).toBe(40)
    expect(projector.quarantined).toBe(4)
    const items = await createSqlQuarantineReads(engine).listQuarantined(10)
    expect(items.map(({ position, index, name }) => ({ position, index, name }))).toEqual([
      ...[5, 18, 31].map((index) => ({ position: 10, index, name: events[index]!.uuid })),
      { position: 20, index: null, name: null },
    ])
    expect(items[0]!.reason).toMatch(/^The event.userId|userId/)
    expect(items[3]!.reason).toBe('The record is not JSON')
    expect(told).toHaveLength(4)
  })

  it('goes on also where what is at fault has a key that is no text', async () => {
    await apply(records([{ kind: 'deletion', of: 17 }]), batch([good()]))
    expect(projector.position).toBe(20)
    expect(told.map(({ position, index, name }) => ({ position, index, name }))).toEqual([
      { position: 0, index: 0, name: null },
    ])
  })

  it('says what of a record can’t be applied, and repeats nothing of what it says', async () => {
    const revenue = { kind: 'revenue', customer: { domain: 'acme.com' }, date: '2026-01-01', mrrCents: 1 }
    await apply(
      records([
        revenue,
        { ...revenue, date: 'the first of "jane@acme.com"' },
        { kind: 'nonsense' },
        { kind: 'member', email: 'a@acme.com', name: 'A' },
        null,
      ]),
    )
    expect(await engine.all('select snapshot_date from revenue_snapshots')).toEqual([
      { snapshot_date: '2026-01-01' },
    ])
    expect(await engine.all('select email from members')).toEqual([{ email: 'a@acme.com' }])
    expect(told.map(({ index }) => index)).toEqual([1, 2, 4])
    expect(JSON.stringify(told.map(({ reason }) => reason))).not.toContain('jane')
  })

  it('loses the records at fault of a sync’s page alone, and keeps its mark; or the mark alone', async () => {
    const revenue = { kind: 'revenue', customer: { domain: 'acme.com' }, mrrCents: 1 }
    const sync = {
      provider: 'billing-a',
      generation: 'g',
      model: 'BillingCustomer',
      state: '{}',
      recordCount: 2,
      setAsideCount: 0,
    }
    const page = (date: string, bad: string, mark: object): LogRecord => ({
      ...(records([
        { ...revenue, date },
        { ...revenue, date: bad },
      ]) as Extract<LogRecord, { kind: 'records' }>),
      sync: mark as typeof sync,
    })
    await apply(page('2026-01-01', 'never', sync))
    await apply(page('2026-01-02', '2026-01-03', { ...sync, objects: [null], model: 'Odd' }))
    const days = await engine.all<{ day: string }>(
      'select snapshot_date::varchar as day from revenue_snapshots order by 1',
    )
    expect(days.map(({ day }) => day)).toEqual(['2026-01-01', '2026-01-02', '2026-01-03'])
    expect(await engine.all('select model, record_count::integer as n from syncs')).toEqual([
      { model: 'BillingCustomer', n: 2 },
    ])
    expect(told.map(({ index }) => index)).toEqual([1, 2])
  })

  it('of 2,000 events with 20 faults is through within a second of what they take without', async () => {
    const events = Array.from({ length: 20 }, () =>
      batch(
        Array.from({ length: 100 }, (_, index) =>
          index === 50 ? odd({ path: null, email: 1 }) : good(`u-${index}`),
        ),
      ),
    )
    await apply(...events)
    expect(told).toHaveLength(20)
    expect((await stored()).size).toBe(1_980)
  })

  it('is quarantined once, however often it is tried', async () => {
    const entries = entriesOf(batch([odd()]))
    for (let time = 0; time < 2; time++) await applyOrQuarantine(projector, entries, 10)
    expect(projector.quarantined).toBe(1)
    expect((await Projector.open(engine.writer)).quarantined).toBe(1)
  })

  it.each([
    'Out of Memory Error: could not allocate block',
    'IO Error: Could not write file: No space left on device',
    'FATAL Error: Failed: database has been invalidated',
    'INTERRUPT Error: Interrupted!',
    'Binder Error: Referenced column not found',
  ])('stays where it is while the fault is the world’s: %s', async (message) => {
    let failing = true
    const writer: SqlWriter = {
      ...engine.writer,
      append: (...values) => (failing ? Promise.reject(new Error(message)) : engine.writer.append(...values)),
    }
    projector = await Projector.open(writer)
    await expect(apply(batch([good(), good('u-2')]))).rejects.toThrow(message)
    expect(projector.position).toBe(0)
    expect(projector.quarantined).toBe(0)
    failing = false
    await apply(batch([good(), good('u-2')]))
    expect(told).toEqual([])
    expect((await stored()).size).toBe(2)
  })
})
