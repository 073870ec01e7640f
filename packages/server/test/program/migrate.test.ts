import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { copyStore } from '../../src/program/copying/copy-store.ts'
import type { NewOrganization } from '../../src/organizations/define-organization.ts'
import { fileStore } from '../../src/drivers/file/file-store.ts'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import type { Store } from '../../src/kernel/store/ports.ts'
import { postgresStore } from '../../src/drivers/postgres/postgres-store.ts'
import { type Answers, answersOf, makeHistory, sendEvents, serving } from '../support/history.ts'
import { runSql, type TestPostgres, startPostgres } from '../support/postgres.ts'
import { runCommand } from '../support/run-command.ts'

let database: TestPostgres
let home: string
/** A data folder with a history, made once. */
let data: string
let organization: NewOrganization
let answers: Answers
beforeAll(async () => {
  database = await startPostgres()
  home = await mkdtemp(join(tmpdir(), 'customer-intel-migrate-'))
  data = join(home, 'data')
  await serving(fileStore({ directory: data }), async (server) => {
    organization = await makeHistory(server)
    answers = await answersOf(server, organization)
  })
})
afterAll(async () => {
  await database.dispose()
  await rm(home, { recursive: true, force: true })
})

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(home, 'case-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const migrate = (...argv: string[]) => runCommand(join(folder, 'unused'), 'migrate', ...argv)
const answersFrom = (store: Store) => serving(store, (server) => answersOf(server, organization))
const organizationFolder = (directory: string) =>
  join(directory, 'organizations', organization.document.organization.id)

describe('svc-server migrate', () => {
  it('moves a folder into PostgreSQL and back, after which each server gives the same answers', async () => {
    const url = await database.createDatabase()
    const there = await migrate('--from', data, '--to', url)
    expect(there).toMatchObject({ code: 0, err: '' })
    expect(there.out).toMatch(
      /records of the log \(\d+ bytes, SHA-256 [0-9a-f]{64}\), .*compared, and the same/,
    )
    const moved = () => postgresStore({ url, localDirectory: join(folder, 'local') })
    expect(await answersFrom(moved())).toEqual(answers)

    await serving(moved(), (server) => sendEvents(server, organization, 20))
    const later = await answersFrom(moved())
    expect(later).not.toEqual(answers)
    const back = join(folder, 'back')
    expect(await migrate('--from', url, '--to', back)).toMatchObject({ code: 0, err: '' })
    expect(await answersFrom(fileStore({ directory: back }))).toEqual(later)
  })

  it('goes on where it was broken off, and does nothing where it is done', async () => {
    const target = join(folder, 'target')
    const [from, to] = [fileStore({ directory: data }), fileStore({ directory: target })]
    await Promise.all([from.open(), to.open()])
    const { id } = organization.document.organization
    // The disk is away after a part of the log.
    const failing: Store = {
      ...to,
      organization(organizationId) {
        const ports = to.organization(organizationId)
        let left = 10
        const append: typeof ports.log.append = (payload) =>
          left-- > 0 ? ports.log.append(payload) : Promise.reject(new Error('gone'))
        return { ...ports, log: { ...ports.log, append } }
      },
    }
    const options = { purpose: 'migrate' as const, fromPlace: data, toPlace: target }
    await expect(copyStore(from, failing, options)).rejects.toThrow('gone')
    expect(await to.organization(id).log.end()).toBeGreaterThan(0)
    await Promise.all([from.close(), to.close()])

    // Nobody serves what is incomplete, nor takes the store for an empty one.
    const told: string[] = []
    await serving(fileStore({ directory: target }), async (server) => {
      await server.workspaces.listOrganizations().catch((error: Error) => told.push(error.message))
    })
    expect(told.join()).toMatch(/incomplete: it is being copied from .*run the migrate again/)

    const again = await migrate('--from', data, '--to', target)
    expect(again).toMatchObject({ code: 0 })
    const third = await migrate('--from', data, '--to', target)
    expect(third.out).toMatch(/Was there already; compared, and the same/)
    expect(await answersFrom(fileStore({ directory: target }))).toEqual(answers)
  })

  it('refuses a target that holds something else, and changes nothing there', async () => {
    const other = join(folder, 'other')
    await serving(fileStore({ directory: other }), makeHistory)
    await expect(migrate('--from', data, '--to', other)).rejects.toThrow(/holds other organizations than/)

    const target = join(folder, 'target')
    await migrate('--from', data, '--to', target)
    await serving(fileStore({ directory: target }), (server) => sendEvents(server, organization, 30))
    const later = await answersFrom(fileStore({ directory: target }))
    await expect(migrate('--from', data, '--to', target)).rejects.toThrow(
      /its log has more than the \d+ records .*name an empty folder/,
    )
    expect(await answersFrom(fileStore({ directory: target }))).toEqual(later)
  })

  it('refuses a folder that was never copied to but has the same organization', async () => {
    const target = join(folder, 'target')
    await mkdir(organizationFolder(target), { recursive: true })
    await writeFile(join(organizationFolder(target), 'workspace.json'), '{}')
    await expect(migrate('--from', data, '--to', target)).rejects.toThrow(/that was not copied there/)
    expect(await readFile(join(organizationFolder(target), 'workspace.json'), 'utf8')).toBe('{}')
  })

  it('refuses a folder that is served, a source that holds nothing, and a place named twice', async () => {
    const held = fileStore({ directory: data })
    await held.open()
    await expect(migrate('--from', data, '--to', join(folder, 'to'))).rejects.toThrow(/in use by the process/)
    await held.close()
    await expect(migrate('--from', join(folder, 'none'), '--to', folder)).rejects.toThrow(
      /There is no data directory .*none/,
    )
    await mkdir(join(folder, 'empty'))
    await expect(migrate('--from', join(folder, 'empty'), '--to', folder)).rejects.toThrow(
      /no organization in .*empty: nothing to migrate/,
    )
    await expect(migrate('--from', data, '--to', data)).rejects.toThrow(/name another place/)
    await expect(migrate('--from', data)).rejects.toThrow(/Say where to by --to/)
  })

  it('refuses a database that is served, and takes all of it once the server has stopped', async () => {
    const url = await database.createDatabase()
    await migrate('--from', data, '--to', url)
    const target = join(folder, 'target')
    const store = () => postgresStore({ url, localDirectory: join(folder, 'local') })
    await serving(store(), async (server) => {
      await sendEvents(server, organization, 21)
      const works = () => runSql(url, 'select from customer_intel.leases where expires_at > now()')
      await expect.poll(works).toMatchObject({ rowCount: 1 })
      await expect(migrate('--from', url, '--to', target)).rejects.toThrow(
        /A server works for .* in PostgreSQL at .*: stop its servers first/,
      )
      await sendEvents(server, organization, 22)
    })
    const later = await answersFrom(store())
    expect(await migrate('--from', url, '--to', target)).toMatchObject({ code: 0, err: '' })
    expect(await answersFrom(fileStore({ directory: target }))).toEqual(later)
  })

  it('takes over what arrives meanwhile, and gives up where that does not end', async () => {
    const from = memoryStore()
    const { log, documents } = from.organization('org')
    await documents.write('workspace', {}, { expected: null })
    await log.append(Buffer.from('first'))
    let arriving = 2
    const onProgress = ({ step }: { step: string }) => {
      if (step === 'verifying' && arriving-- > 0) void log.append(Buffer.from('later'))
    }
    const options = { purpose: 'migrate' as const, fromPlace: 'one', toPlace: 'two', onProgress }
    const [copied] = await copyStore(from, memoryStore(), options)
    expect(copied).toMatchObject({ records: 3, documents: 1 })
    arriving = Number.POSITIVE_INFINITY
    await expect(copyStore(from, memoryStore(), options)).rejects.toThrow(/keeps changing: stop its servers/)
  })
})
