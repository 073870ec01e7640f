import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { openFileLog } from '../../src/store/file/log/file-log.ts'
import { encodeRecord } from '../../src/log/record.ts'
import { openReadModels } from '../../src/read-models/open-read-models.ts'
import { createSlots } from '../../src/read-models/slots.ts'
import { eventsRecord, storedEvent } from '../support/projected.ts'

test('read models that another version made are made anew from the log, and leave nothing behind', async () => {
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
