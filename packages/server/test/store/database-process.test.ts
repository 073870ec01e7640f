import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorCodes } from '@customer-intel/contract'
import { expect, test } from 'vitest'
import { openFileLog } from '../../src/log/file/file-log.ts'
import { startDatabaseProcess } from '../../src/store/file/duckdb/database-process.ts'

test('a read that the process can not answer is a 503, which says when to try again', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'customer-intel-process-'))
  const logDirectory = join(directory, 'log')
  const log = await openFileLog({ directory: logDirectory })
  const database = await startDatabaseProcess({ path: join(directory, 'db'), logDirectory, log })
  const read = database.all('select 1')
  const refused = expect(read).rejects.toMatchObject({ code: 'READS_UNAVAILABLE', retryAfterSeconds: 5 })
  await database.close()
  await refused
  expect(errorCodes.READS_UNAVAILABLE).toMatchObject({ status: 503, retryable: true })
  await log.close()
  await rm(directory, { recursive: true, force: true })
})
