import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { folderBlobs } from '../../src/drivers/blobs/folder-blobs.ts'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import { encodeRecord, type LogRecord, parseRecord } from '../../src/kernel/log/record.ts'
import type { Objects, OrganizationStore } from '../../src/kernel/store/ports.ts'
import { catchUpReadModels } from '../../src/program/copying/catch-up-read-models.ts'
import { recordsOf } from '../../src/program/copying/copy-log.ts'
import {
  type ExportCommit,
  ExportConflictError,
  filesOf,
  readManifest,
  readNewestCommit,
} from '../../src/program/exporting/export-commit.ts'
import { type Exporter, openExporter } from '../../src/program/exporting/exporter.ts'
import { openForExport } from '../../src/projector/process/open-for-export.ts'
import { filesByDelta, readExported, type Rows } from '../support/exported.ts'
import { batches, brought, decide, toRecords } from '../support/generated-log.ts'
import { eventsRecord, storedEvent } from '../support/projected.ts'

let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'customer-intel-exporter-'))
})
afterAll(() => rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))

const views = ['activity', 'customers', 'users', 'revenue', 'facts', 'opportunities', 'sources']
/** What read models of their own find out by themselves, at their own time. */
const ofEachTime = ['detected_at', 'last_detected_at']

/** A store with one organization, an export of it, and read models from scratch to compare it with. */
async function openCase() {
  const directory = await mkdtemp(join(home, 'case-'))
  const ports = memoryStore().organization('acme')
  const folder = join(directory, 'to')
  let count = 0
  return {
    ports,
    folder,
    objects: folderBlobs(folder),
    append: async (...records: LogRecord[]) => {
      for (const record of records) await ports.log.append(encodeRecord(record))
    },
    /** Deletes records, as an erasure does. */
    erase: async (isGone: (record: LogRecord) => boolean) => {
      await ports.log.rewrite({
        payload: (payload) => (isGone(parseRecord(payload)) ? null : payload),
        isUnwanted: () => false,
      })
      const former = await ports.documents.read('erased')
      await ports.documents.write('erased', Number(former?.value ?? 0) + 1, {
        expected: former?.version ?? null,
      })
    },
    open: (objects: Objects = folderBlobs(folder), work = join(directory, 'work')): Promise<Exporter> =>
      openExporter({
        ports,
        target: {
          objects,
          place: folder,
          work,
          address: {
            path: (table) => `${folder}/${table}`,
            clickhouse: (table) => `deltaLakeLocal('${folder}/${table}')`,
            notes: [],
          },
        },
        fromPlace: 'memory',
        keepMs: 0,
        signal: new AbortController().signal,
        onProblem: (problem) => {
          throw new Error(problem)
        },
      }),
    workBeside: () => join(directory, `work-${++count}`),
    expected: async (): Promise<Record<string, Rows>> => {
      const models = join(directory, `models-${++count}`)
      await mkdir(models)
      await catchUpReadModels(models, ports.log)
      const database = await openForExport(models)
      try {
        return await answers((sql) => database.rows(sql))
      } finally {
        database.close()
      }
    },
    exported: () =>
      readExported(folder, async (ask) => ({
        views: await answers(ask),
        log: (await ask('select record from log order by position')).map(({ record }) => record),
      })),
  }
}

async function answers(ask: (sql: string) => Promise<Rows>): Promise<Record<string, Rows>> {
  const found: Record<string, Rows> = {}
  for (const view of views) {
    const rows = await ask(`select * from ${view}`)
    found[view] = rows
      .map((row) =>
        Object.fromEntries(
          Object.entries(row)
            .filter(([name]) => name !== 'day' && !ofEachTime.includes(name))
            .map(([name, value]) => [name, String(value)]),
        ),
      )
      .toSorted((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1))
  }
  return found
}

async function logOf({ log }: OrganizationStore): Promise<string[]> {
  const records: string[] = []
  for await (const payload of recordsOf(log, await log.end()))
    records.push(JSON.stringify(parseRecord(payload)))
  return records
}

/** Files that stand in a folder, but not in the commit. */
async function unnamed(objects: Objects, commit: ExportCommit): Promise<string[]> {
  const named = new Set(filesOf(commit))
  const parquet = (await objects.list()).filter(({ name }) => name.includes('.parquet'))
  return parquet.map(({ name }) => name).filter((name) => !named.has(name) && !name.includes('_delta_log'))
}

/** Objects of a process that is killed once it has changed so much: what comes then never gets there. */
function killedAfter(objects: Objects, changes: number): Objects {
  let left = changes
  const alive = async <Result>(change: () => Promise<Result>): Promise<Result> => {
    if (left-- <= 0) throw new Error('killed')
    return change()
  }
  return {
    ...objects,
    put: (...given) => alive(() => objects.put(...given)),
    create: (...given) => alive(() => objects.create(...given)),
    remove: (...given) => alive(() => objects.remove(...given)),
  }
}

const step = fc.record({
  batches,
  brought: fc.array(brought, { maxLength: 3 }),
  decision: fc.option(fc.constantFrom('cut' as const, 'join' as const), { nil: undefined }),
  /** Erases each record whose number has this remainder. */
  erases: fc.option(fc.nat(6), { nil: undefined, freq: 4 }),
  killedAfter: fc.option(fc.nat(60), { nil: undefined, freq: 2 }),
  loses: fc.boolean(),
})

it('whatever came, was decided, erased or killed, it holds what svc_query finds and the raw log, once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 3 }), async (steps) => {
      const { ports, objects, folder, ...made } = await openCase()
      let before: { views: Record<string, Rows>; log: unknown[] } | null = null
      let work = join(folder, '.read-models')
      for (const given of steps) {
        await made.append(...given.batches, ...given.brought.map(toRecords))
        if (given.decision !== undefined) await made.append(decide(given.decision))
        let number = 0
        if (given.erases !== undefined) await made.erase(() => number++ % 7 === given.erases)
        const after = { views: await made.expected(), log: await logOf(ports) }
        if (given.loses) work = made.workBeside()
        if (given.killedAfter !== undefined) {
          const killed = await made.open(killedAfter(objects, given.killedAfter), work)
          await killed.run().catch((error: unknown) => expect(error).toEqual(new Error('killed')))
          await killed.close()
          if ((await objects.get('views.duckdb.sql')) !== null)
            expect([before, after]).toContainEqual(await made.exported())
        }
        const exporter = await made.open(objects, work)
        await exporter.run()
        // Removes what it has replaced.
        expect(await exporter.run()).toBeNull()
        await exporter.close()
        expect(await made.exported()).toEqual(after)
        const commit = (await readNewestCommit(objects))!
        expect(await readManifest(objects)).toEqual(commit)
        expect(await unnamed(objects, commit)).toEqual([])
        for (const [table, { partitions }] of Object.entries(commit.tables)) {
          const files = Object.values(partitions).flatMap((partition) => partition.files)
          expect(await filesByDelta(objects, table)).toEqual(files.map(({ path }) => path).sort())
        }
        before = after
      }
    }),
    { numRuns: 1, endOnFailure: true },
  )
})

const at = (day: number, hour = 12) => Date.UTC(2026, 9, day, hour)
const visit = (person: string, timestamp: number, uuid?: string) =>
  eventsRecord({
    source: 'server',
    userIdentity: { email: `${person}@acme.example` },
    events: [
      storedEvent({ type: 'custom', eventName: 'Seen', timestamp, ...(uuid !== undefined && { uuid }) }),
    ],
  })

it('an erasure writes only the days that it touches, and late events land in theirs', async () => {
  const { append, erase, open, objects, exported } = await openCase()
  const exporter = await open()
  await append(...[1, 2, 3, 4].map((day) => visit('ann', at(day))), visit('joe', at(2, 13)))
  await exporter.run()
  const days = (commit: ExportCommit | null, table: string) =>
    Object.fromEntries(
      Object.entries(commit!.tables[table]!.partitions).map(([day, { files }]) => [
        day,
        files.map(({ path }) => path),
      ]),
    )
  const first = days(await readManifest(objects), 'events')
  expect(Object.keys(first)).toEqual(['2026-10-01', '2026-10-02', '2026-10-03', '2026-10-04'])

  await append(visit('ann', at(1, 15)))
  const second = days(await exporter.run(), 'events')
  expect(second).toEqual({ ...first, '2026-10-01': [...first['2026-10-01']!, expect.any(String)] })

  const raw = days(await readManifest(objects), 'log')
  await erase((record) => JSON.stringify(record).includes('joe@'))
  const third = days(await exporter.run(), 'events')
  expect(third).toEqual({ ...second, '2026-10-02': [expect.any(String)] })
  expect(third['2026-10-02']).not.toEqual(second['2026-10-02'])
  // All of these records were received on one day.
  expect(days(await readManifest(objects), 'log')).not.toEqual(raw)
  await exporter.run()
  const names = (await objects.list()).map(({ name }) => name)
  expect(names).not.toContain(`events/${second['2026-10-02']![0]}`)
  expect(JSON.stringify(await exported())).not.toContain('joe@')
  await exporter.close()
})

it('a day with many files is written anew, as one', async () => {
  const { append, open, objects, exported } = await openCase()
  const exporter = await open()
  const counts: number[] = []
  for (let hour = 0; hour < 11; hour++) {
    await append(visit('ann', at(1, hour)))
    await exporter.run()
    const { tables } = (await readManifest(objects))!
    counts.push(tables['events']!.partitions['2026-10-01']!.files.length)
  }
  expect(counts).toEqual([...Array.from({ length: 9 }, (_, index) => index + 1), 1, 2])
  expect((await exported()).log).toHaveLength(11)
  await exporter.close()
})

it('of two that export to one place the first to write goes on, and the other ends with the reason', async () => {
  const { append, open, exported, workBeside } = await openCase()
  await append(visit('ann', at(1)))
  const one = await open()
  await expect(open()).rejects.toThrow(/Another process on this machine exports to .*run one of them/)
  const other = await open(undefined, workBeside())
  await one.run()
  expect(await other.run()).toBeNull()
  await append(visit('ann', at(2)))
  await other.run()
  await append(visit('ann', at(3)))
  const lost = await one.run().catch((error: unknown) => error)
  expect(lost).toBeInstanceOf(ExportConflictError)
  expect(String(lost)).toMatch(/Another process exports acme to the same place.*commit 2/)
  await other.run()
  expect((await exported()).log).toHaveLength(3)
  await one.close()
  await other.close()
})
