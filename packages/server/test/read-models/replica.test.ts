import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorCodes } from '@customer-intel/contract'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FileLog, openFileLog } from '../../src/drivers/file/log/file-log.ts'
import { encodeRecord, type LogRecord, type SourceRecord } from '../../src/kernel/log/record.ts'
import { Engine } from '../../src/projector/process/engine.ts'
import { openReplica } from '../../src/projector/process/replica.ts'
import { createSlots } from '../../src/projector/process/slots.ts'
import { eventsRecord, storedEvent } from '../support/projected.ts'

let directory: string
let log: FileLog

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'customer-intel-process-'))
  log = await openFileLog({ directory: join(directory, 'log') })
})

afterEach(async () => {
  await log.close()
  await rm(directory, { recursive: true, force: true })
})

const place = () => ({ path: join(directory, 'db'), log, slots: createSlots(1) })

test('a read that the process can not answer is a 503, which says when to try again', async () => {
  const database = await openReplica(place())
  const read = database.read('listMemberEmails', [])
  const refused = expect(read).rejects.toMatchObject({ code: 'READS_UNAVAILABLE', retryAfterSeconds: 5 })
  await database.close()
  await refused
  expect(errorCodes.READS_UNAVAILABLE).toMatchObject({ status: 503, retryable: true })
})

test('a read of our own that has a time limit ends at it', async () => {
  const engine = await Engine.open({ path: ':memory:' })
  const late = engine.all('select count(*) from range(1000000000000)', [], { timeoutMs: 100 })
  // It is told otherwise where the machine is so busy that it hardly ran.
  await expect(late).rejects.toMatchObject({
    code: expect.stringMatching(/^(?:EXECUTION_ERROR|READS_UNAVAILABLE)$/) as string,
    message: expect.stringContaining('100 ms') as string,
  })
  await engine.close()
})

test('a database that another process holds is told, with what to do, and read once it is free', async () => {
  const place_ = place()
  const other = await DuckDBInstance.create(place_.path)
  const database = await openReplica(place_)
  const refusal = {
    code: 'READS_UNAVAILABLE',
    message: expect.stringContaining('another process holds their file: end the other server') as string,
  }
  for (const _ of ['while it starts', 'from then on'])
    await expect(database.read('listMemberEmails', [])).rejects.toMatchObject(refusal)
  other.closeSync()
  await vi.waitFor(async () => expect(await database.read('listMemberEmails', [])).toEqual([]))
  expect(database.unavailable).toBeNull()
  await database.close()
})

test('a file that is no database, and a folder in its place, are rebuilt', async () => {
  for (const put of [
    (path: string) => writeFile(path, 'no database'),
    (path: string) => mkdir(join(path, 'a'), { recursive: true }),
  ]) {
    const { path, ...others } = place()
    const at = `${path}-${randomUUID()}`
    await put(at)
    const database = await openReplica({ path: at, ...others })
    expect(await database.read('listMemberEmails', [])).toEqual([])
    await database.close()
  }
})

test('what is asked while the process sleeps wakes it, and it sleeps again once nobody needs it', async () => {
  const database = await openReplica({ ...place(), idleMs: 200 })
  for (let round = 0; round < 3; round++) {
    await vi.waitFor(() => expect(pids()).toEqual([]))
    expect(await database.read('listMemberEmails', [])).toEqual([])
    expect(pids()).toHaveLength(1)
  }
  const event = storedEvent({ type: 'identify', timestamp: Date.now(), email: 'jane@acme.com' })
  const position = await log.append(encodeRecord(eventsRecord({ source: 'server', events: [event] })))
  await vi.waitFor(() => expect(database.projected).toBe(position))
  expect(database.counters.restarts).toBe(0)
  await database.close()
  // Where it stands is known without a process.
  const again = await openReplica(place())
  expect(again.projected).toBe(position)
  expect(pids()).toEqual([])
  await again.close()
})

test('a meeting counts from the moment of its time on, whether the process is awake or asleep then', async () => {
  const page = { orderBy: 'last_contact_at', orderDirection: 'desc', limit: 5, after: null } as const
  for (const idleMs of [200, 60_000]) {
    const database = await openReplica({ ...place(), idleMs })
    const times = async () =>
      (await database.read('listUsers', [page])).items.map(({ lastContactAt }) => lastContactAt)
    const receivedAt = Date.now()
    const occurredAt = receivedAt + 2_000
    const meeting: SourceRecord = {
      kind: 'source',
      sourceType: 'CALENDAR_EVENT',
      sourceId: String(idleMs),
      occurredAt,
      participants: [{ email: `${idleMs}@acme.com` }],
    }
    const position = await log.append(
      encodeRecord({ kind: 'records', receivedAt, records: [meeting] } satisfies LogRecord),
    )
    await vi.waitFor(() => expect(database.projected).toBe(position))
    const planned = await times()
    if (Date.now() < occurredAt) expect(planned).toContain(null)
    if (idleMs === 200) await vi.waitFor(() => expect(pids()).toEqual([]), 10_000)
    await vi.waitUntil(() => Date.now() >= occurredAt, 10_000)
    await vi.waitFor(async () => expect((await times())[0]).toBe(new Date(occurredAt).toISOString()))
    await database.close()
  }
})

/** The processes that hold the database. */
function pids(): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(directory)
    } catch {
      return false
    }
  })
}
