import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openSnapshots } from '../../src/projector/process/snapshots.ts'
import { bucketBlobs } from '../../src/drivers/blobs/bucket-blobs.ts'
import { folderBlobs } from '../../src/drivers/blobs/folder-blobs.ts'
import type { Blobs } from '../../src/kernel/store/ports.ts'
import { postgresStore } from '../../src/drivers/postgres/postgres-store.ts'
import { startBucket } from '../support/bucket.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'

let database: TestPostgres
let service: Awaited<ReturnType<typeof startBucket>>
let store: ReturnType<typeof postgresStore>
let home: string
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'customer-intel-snapshots-'))
  database = await startPostgres()
  store = postgresStore({ url: await database.createDatabase() })
  await store.open()
  service = await startBucket()
})
afterAll(async () => {
  await service.close()
  await store.close()
  await database.dispose()
  rmSync(home, { recursive: true, force: true })
})

let count = 0
describe.each([
  ['a folder', (id: string): Blobs => folderBlobs(join(home, 'shared', id))],
  ['a bucket', (id: string): Blobs => bucketBlobs(service.bucket, id)],
  ['the database', (id: string): Blobs => store.organization(id).blobs!],
])('snapshots in %s', (_place, placeOf) => {
  let id: string
  let blobs: Blobs
  beforeEach(() => {
    id = `org-${count++}`
    blobs = placeOf(id)
  })

  /** A node's folder, whose read models are some bytes of more than two chunks. */
  function nodeOf(name: string) {
    const directory = mkdtempSync(join(home, `${name}-`))
    return {
      snapshots: openSnapshots(blobs, directory),
      files: () => readdirSync(directory),
      read: () => readFileSync(join(directory, 'activity.duckdb')),
    }
  }
  const readModelsAt = (position: number, bytes: Buffer) => ({
    copyTo: async (path: string) => {
      writeFileSync(path, bytes)
      return position
    },
  })
  const contentOf = (size = 20 * 1024 * 1024) => randomBytes(size)

  it('come whole to a node without read models, the newest of them', async () => {
    const [here, there] = [nodeOf('here'), nodeOf('there')]
    expect(await there.snapshots.restore({ epoch: 0 })).toBe(false)
    await here.snapshots.take(readModelsAt(9, contentOf(1_000)), { epoch: 0 })
    const newest = contentOf()
    await here.snapshots.take(readModelsAt(10, newest), { epoch: 0 })
    expect(await there.snapshots.newest()).toEqual({ position: 10, madeAt: expect.any(Number) as number })
    expect(Math.abs((await there.snapshots.newest())!.madeAt - Date.now())).toBeLessThan(60_000)
    expect(await there.snapshots.restore({ epoch: 0 })).toBe(true)
    expect(there.read().equals(newest)).toBe(true)
    expect(there.files()).toEqual(['activity.duckdb'])
    // What is there stays.
    await here.snapshots.take(readModelsAt(11, contentOf(1_000)), { epoch: 0 })
    expect(await there.snapshots.restore({ epoch: 0 })).toBe(false)
    expect(here.files()).toEqual([])
  })

  it('are two at most, of one organization alone', async () => {
    const { snapshots } = nodeOf('here')
    const other = openSnapshots(placeOf(`${id}-other`), home)
    await other.take(readModelsAt(1, contentOf(10)), { epoch: 0 })
    for (let position = 1; position <= 5; position++)
      await snapshots.take(readModelsAt(position, contentOf(1_000)), { epoch: 0 })
    const names = (await blobs.list()).map(({ name }) => name.replace(/^\w+-/, '')).sort()
    expect(names).toEqual(['0-4/000000-of-1', '0-5/000000-of-1'])
    expect(await other.newest()).toMatchObject({ position: 1 })
  })

  it('are not taken while a chunk is missing, and what was broken off is removed', async () => {
    const [here, there] = [nodeOf('here'), nodeOf('there')]
    const first = contentOf()
    await here.snapshots.take(readModelsAt(1, first), { epoch: 0 })
    await here.snapshots.take(readModelsAt(2, contentOf()), { epoch: 0 })
    const newest = (await blobs.list()).filter(({ name }) => name.includes('-0-2/'))
    expect(newest).toHaveLength(3)
    await blobs.remove([newest[1]!.name])
    expect(await there.snapshots.restore({ epoch: 0 })).toBe(true)
    expect(there.read().equals(first)).toBe(true)
    await here.snapshots.removeBefore(0)
    expect((await blobs.list()).every(({ name }) => name.includes('-0-1/'))).toBe(true)
  })

  it('of before an erasure are removed, also one that is in the making', async () => {
    const { snapshots, files } = nodeOf('here')
    await snapshots.take(readModelsAt(1, contentOf(1_000)), { epoch: 0 })
    const removing: Promise<void>[] = []
    const readModels = {
      copyTo: async (path: string) => {
        writeFileSync(path, contentOf())
        removing.push(snapshots.removeBefore(1))
        return 2
      },
    }
    await expect(snapshots.take(readModels, { epoch: 0 })).rejects.toThrow(/left the log/)
    await Promise.all(removing)
    expect(await blobs.list()).toEqual([])
    expect(files()).toEqual([])
    await snapshots.take(readModelsAt(3, contentOf(1_000)), { epoch: 1 })
    await snapshots.removeBefore(1)
    expect(await snapshots.newest()).toMatchObject({ position: 3 })
    expect(await nodeOf('there').snapshots.restore({ epoch: 2 })).toBe(false)
  })
})

describe('DuckDB spills into activity.duckdb.tmp, and a snapshot', () => {
  let directory: string
  let blobs: Blobs
  beforeEach(async () => {
    directory = mkdtempSync(join(home, 'there-'))
    blobs = folderBlobs(join(home, 'shared', `org-${count++}`))
    const copyTo = async (path: string) => {
      writeFileSync(path, randomBytes(9 * 1024 * 1024))
      return 1
    }
    await openSnapshots(blobs, mkdtempSync(join(home, 'here-'))).take({ copyTo }, { epoch: 0 })
  })

  it('that a kill leaves half restored isn’t there', async () => {
    const found: string[] = []
    const get: Blobs['get'] = (name) => {
      found.push(...readdirSync(directory))
      return blobs.get(name)
    }
    expect(await openSnapshots({ ...blobs, get }, directory).restore({ epoch: 0 })).toBe(true)
    expect(found).not.toHaveLength(0)
    expect(found).not.toContain('activity.duckdb.tmp')
  })

  it('is restored beside what a kill left there', async () => {
    mkdirSync(join(directory, 'activity.duckdb.tmp'))
    expect(await openSnapshots(blobs, directory).restore({ epoch: 0 })).toBe(true)
    expect(readdirSync(directory)).toEqual(['activity.duckdb', 'activity.duckdb.tmp'])
  })

  it('is not restored where a chunk was removed meanwhile', async () => {
    const get: Blobs['get'] = (name) => (name.includes('000001-') ? Promise.resolve(null) : blobs.get(name))
    expect(await openSnapshots({ ...blobs, get }, directory).restore({ epoch: 0 })).toBe(false)
    expect(readdirSync(directory)).toEqual([])
  })
})

it('a bucket that is not there, and keys that are wrong, are told', async () => {
  const missing = openSnapshots(bucketBlobs({ ...service.bucket, bucket: 'nowhere' }, 'org'), home)
  await expect(missing.newest()).rejects.toThrow(/no bucket nowhere at http/)
  const wrong = openSnapshots(bucketBlobs({ ...service.bucket, accessKeyId: 'wrong' }, 'org'), home)
  await expect(wrong.newest()).rejects.toThrow(/S3 returned 403 – InvalidAccessKeyId/)
})
