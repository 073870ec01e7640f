import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { openFileLog } from '../../src/drivers/file/log/file-log.ts'
import { encodeRecord } from '../../src/kernel/log/record.ts'
import { openReadModels } from '../../src/projector/process/open-read-models.ts'
import { createSlots } from '../../src/projector/process/slots.ts'
import { eventsRecord, storedEvent } from '../support/projected.ts'

test('read models that another version made are rebuilt from the log, and leave nothing behind', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'customer-intel-version-'))
  try {
    const other = await DuckDBInstance.create(join(directory, 'activity.duckdb'))
    const connection = await other.connect()
    await connection.run('create table checkpoint (place bigint)')
    connection.closeSync()
    other.closeSync()

    const logDirectory = join(directory, 'log')
    const log = await openFileLog({ directory: logDirectory, sync: false })
    const event = storedEvent({ type: 'identify', timestamp: Date.now(), email: 'jane@acme.com' })
    await log.append(encodeRecord(eventsRecord({ source: 'server', events: [event] })))
    const readModels = await openReadModels({ directory, log, slots: createSlots(1) })
    await readModels.exact({ withinMs: 60_000 })
    expect(await readModels.findCustomer('acme.com')).toMatchObject({ kind: 'found' })
    await readModels.close()
    await log.close()
    // A copy that nothing keeps up to date would keep a person who is erased.
    expect((await readdir(directory)).filter((name) => name.includes('broken'))).toEqual([])
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
})

test('who asks first after an upgrade waits for what is rebuilt', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'customer-intel-version-'))
  const path = join(directory, 'activity.duckdb')
  const log = await openFileLog({ directory: join(directory, 'log'), sync: false })
  const open = () => openReadModels({ directory, log, slots: createSlots(1) })
  try {
    const event = storedEvent({ type: 'identify', timestamp: Date.now(), email: 'jane@acme.com' })
    await log.append(encodeRecord(eventsRecord({ source: 'server', events: [event] })))
    const former = await open()
    await former.exact({ withinMs: 60_000 })
    await former.close()

    // As another version would have left them.
    const file = await DuckDBInstance.create(path)
    const connection = await file.connect()
    await connection.run(`update schema_version set tables_hash = 'another'`)
    connection.closeSync()
    file.closeSync()
    const [position] = (await readFile(`${path}.position`, 'utf8')).split(' ')
    expect(Number(position)).toBeGreaterThan(0)
    await writeFile(`${path}.position`, `${position} another`)

    const readModels = await open()
    const { reads, stale } = await readModels.fresh()
    expect(stale).toBe(null)
    expect(await reads.findCustomer('acme.com')).toMatchObject({ kind: 'found' })
    await readModels.close()
  } finally {
    await log.close()
    await rm(directory, { recursive: true, force: true })
  }
})
