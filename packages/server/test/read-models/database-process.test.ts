import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorCodes } from '@customer-intel/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { WorkspaceLog } from '../../src/workspaces/workspace.ts'
import { openFileLog } from '../../src/store/file/log/file-log.ts'
import { startDatabaseProcess } from '../../src/read-models/database-process.ts'
import { startReplaceableDatabase } from '../../src/read-models/replaceable-database.ts'

let directory: string
let log: WorkspaceLog

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'customer-intel-process-'))
  log = await openFileLog({ directory: join(directory, 'log') })
})

afterEach(async () => {
  await log.close()
  await rm(directory, { recursive: true, force: true })
})

const place = () => ({ path: join(directory, 'db'), logDirectory: join(directory, 'log'), log })

test('a read that the process can not answer is a 503, which says when to try again', async () => {
  const database = await startDatabaseProcess(place())
  const read = database.all('select 1')
  const refused = expect(read).rejects.toMatchObject({ code: 'READS_UNAVAILABLE', retryAfterSeconds: 5 })
  await database.close()
  await refused
  expect(errorCodes.READS_UNAVAILABLE).toMatchObject({ status: 503, retryable: true })
})

test('a read of our own that has a time limit ends at it', async () => {
  const database = await startReplaceableDatabase(place())
  await database.all('select 1')
  await expect(
    database.all('select count(*) from range(1000000000000)', [], { timeoutMs: 100 }),
  ).rejects.toMatchObject({ code: 'EXECUTION_ERROR', message: expect.stringContaining('100 ms') as string })
  await database.close()
})

test('a read of our own waits for the memory that a query of a user holds', async () => {
  const database = await startDatabaseProcess(place())
  await database.all('select 1')
  const holding = 'select count(*) from (select list(range) from range(16000000)) held, range(1000000000000)'
  const query = expect(
    database.runUntrusted(holding, { timeoutMs: 3_000, spentMs: 1_000, maxRows: 1, maxBytes: 1_000 }),
  ).rejects.toMatchObject({ message: expect.stringContaining('longer than 3000 ms') as string })
  const hungry = "select length(string_agg('xxxxxxxx', ''))::integer as length from range(7000000)"
  while (database.counters.runningQueries > 0) {
    expect(await database.all(hungry)).toEqual([{ length: 56_000_000 }])
  }
  await query
  await database.close()
})
