import { afterEach, beforeEach, expect, it } from 'vitest'
import { encodeRecord, type LogRecord } from '../../src/kernel/log/record.ts'
import { Projector } from '../../src/projector/projector.ts'
import { Engine } from '../../src/projector/process/engine.ts'
import type { SqlWriter } from '../../src/kernel/sql/database.ts'
import { eventsRecord, storedEvent } from '../support/projected.ts'

let engine: Engine
let projector: Projector
let position: number
/** What the engine was asked, in order. */
let steps: string[]

beforeEach(async () => {
  engine = await Engine.open({ path: ':memory:' })
  position = 0
  steps = []
  const { writer } = engine
  const counting: SqlWriter = {
    all(sql, parameters) {
      steps.push(sql)
      return writer.all(sql, parameters)
    },
    numbers: (sql) => writer.numbers(sql),
    hasRows: (table) => writer.hasRows(table),
    append(table, rows) {
      if (rows.length > 0) steps.push(`append ${table.name}`)
      return writer.append(table, rows)
    },
    transaction: (work) => writer.transaction(work),
  }
  projector = await Projector.open(counting)
})
afterEach(() => engine.close())

/** The steps that a batch of one record takes. */
async function stepsOf(record: LogRecord): Promise<string[]> {
  steps = []
  const entry = { position, next: ++position, payload: encodeRecord(record) }
  await projector.apply([entry], position)
  return steps
}

const at = Date.UTC(2026, 4, 31)
const visitor = '0190a000-0000-7000-8000-000000000001'
const view = (minute: number) =>
  eventsRecord({
    visitorId: visitor,
    events: [storedEvent({ type: 'pageview', timestamp: at + minute * 60_000 })],
  })
const identify = (minute: number) =>
  eventsRecord({
    visitorId: visitor,
    events: [
      storedEvent({
        type: 'identify',
        timestamp: at + minute * 60_000,
        email: 'jane@acme.example',
        userId: 'u-1',
        traits: { name: 'Jane' },
      }),
    ],
  })

// Each step takes a millisecond or two, however little there is to do, and every read after a write waits for them.
it('a batch takes the steps of what is in it, and none for what is not', async () => {
  expect.soft((await stepsOf(view(1))).length, 'first page view of a visitor').toBeLessThanOrEqual(8)
  expect.soft((await stepsOf(view(2))).length, 'another page view').toBeLessThanOrEqual(7)
  expect.soft((await stepsOf(identify(3))).length, 'a new person and company').toBeLessThanOrEqual(32)
  expect.soft((await stepsOf(identify(4))).length, 'the same said again').toBeLessThanOrEqual(15)
  expect.soft((await stepsOf(view(5))).length, 'a page view of a known person').toBeLessThanOrEqual(11)
  expect.soft((await stepsOf({ kind: 'activation', receivedAt: at, eventName: 'paid' })).length).toBe(1)
})
