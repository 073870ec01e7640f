import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { NewOrganization } from '../../src/organizations/define-organization.ts'
import { fileStore } from '../../src/drivers/file/file-store.ts'
import { postgresStore } from '../../src/drivers/postgres/postgres-store.ts'
import { type Answers, answersOf, makeHistory, sendEvents, serving } from '../support/history.ts'
import { runSql, startPostgres, type TestPostgres } from '../support/postgres.ts'
import { runCommand } from '../support/run-command.ts'

let database: TestPostgres
let home: string
/** Of a database with a history. */
let url: string
let organization: NewOrganization
let former: Answers
let latest: Answers
/** Between what `former` and what `latest` tell. */
let moment: string
beforeAll(async () => {
  database = await startPostgres()
  home = await mkdtemp(join(tmpdir(), 'customer-intel-backup-postgres-'))
  url = await database.createDatabase()
  await serving(storeAt(url), async (server) => {
    organization = await makeHistory(server)
    former = await answersOf(server, organization)
    moment = new Date(Date.now() + 1).toISOString()
    while (new Date().toISOString() <= moment);
    await sendEvents(server, organization, 20)
    latest = await answersOf(server, organization)
  })
})
afterAll(async () => {
  await database.dispose()
  await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

const storeAt = (place: string) => postgresStore({ url: place, connections: 4, onProblem: () => {} })
const answersFrom = (store: ReturnType<typeof storeAt>) =>
  serving(store, (server) => answersOf(server, organization))
/** Runs a command over a database. */
function run(place: string, ...argv: string[]) {
  vi.stubEnv('SVC_DATABASE_URL', place)
  return runCommand(join(home, 'local'), ...argv)
}

describe('backup and restore of a database', () => {
  it('takes along what is acknowledged while servers run, and is a database or a folder again', async () => {
    const kept = join(home, 'whole')
    const during = await serving(storeAt(url), async (server) => {
      await answersOf(server, organization)
      return run(url, 'backup', '--to', kept)
    })
    expect(during).toMatchObject({ code: 0, err: '' })
    const other = await database.createDatabase()
    expect(await run(other, 'restore', '--from', kept)).toMatchObject({ code: 0, err: '' })
    expect(await answersFrom(storeAt(other))).toEqual(latest)
    const folder = join(home, 'folder')
    expect(await runCommand(folder, 'restore', '--from', kept)).toMatchObject({ code: 0, err: '' })
    expect(await answersFrom(fileStore({ directory: folder }))).toEqual(latest)
  })

  it('goes back to a moment', async () => {
    const kept = join(home, 'moment')
    await run(url, 'backup', '--to', kept)
    const other = await database.createDatabase()
    const result = await run(other, 'restore', '--from', kept, '--until', moment)
    expect(result).toMatchObject({ code: 0, err: '' })
    expect(await answersFrom(storeAt(other))).toEqual(former)
  })

  it('is verified: rows that are missing or cannot be read are named', async () => {
    expect(await run(url, 'verify')).toMatchObject({ code: 0, err: '' })
    const other = await database.createDatabase()
    await run(url, 'migrate', '--from', url, '--to', other)
    await runSql(
      other,
      `delete from customer_intel.log where position = 3;
      update customer_intel.log set payload = 'no record' where position = 5`,
    )
    const { code, err } = await run(other, 'verify')
    expect(code).toBe(1)
    expect(err).toMatch(/Log, from position 3 to 4: 1 records are missing/)
    expect(err).toMatch(/Log, record at position 5: /)
  })
})
