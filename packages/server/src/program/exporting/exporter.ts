import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { draftSuffix, readIfThere, replaceFile } from '../../kernel/durable-files.ts'
import { StoreError, StoreInUseError } from '../../kernel/errors.ts'
import type { Objects, OrganizationStore } from '../../kernel/store/ports.ts'
import { readErasedEpoch } from '../../kernel/workspace/replicas.ts'
import { type ExportDatabase, openForExport } from '../../projector/process/open-for-export.ts'
import { tablesVersion } from '../../projector/schema.ts'
import { catchUpReadModels } from '../copying/catch-up-read-models.ts'
import { exportMark, followedMark } from '../copying/export-organization.ts'
import { lockFolder } from '../open-store.ts'
import { buildEvents, buildSnapshot, nextTable } from './build-partitions.ts'
import { publishDelta } from './delta-log.ts'
import {
  type ExportCommit,
  type ExportedTable,
  filesOf,
  readManifest,
  readNewestCommit,
  showCommit,
  writeCommit,
} from './export-commit.ts'
import { prepareTables, snapshotTables } from './export-tables.ts'
import type { ExportTarget } from './export-target.ts'
import { buildLog } from './raw-log.ts'
import { clickhouseScript, duckdbScript } from './reader-scripts.ts'
import { partitionWriter, writtenName } from './write-partition.ts'

/** Exports one organization, one state after another. */
export interface Exporter {
  /**
   * Brings the export up to the end of the log, and resolves with the commit; null when nothing has changed. After a
   * failure it can be called again. Rejects with `ExportConflictError` when another process exports to the same place,
   * and with `StoreError` when it holds another export.
   */
  run(): Promise<ExportCommit | null>
  close(): Promise<void>
}

/** Increase it when the same rows are written in another way. */
const exportVersion = 1

/** So often what depends on the time of day is brought up to date where no event comes. */
const idleMs = 60 * 60_000

export async function openExporter({
  ports: { organizationId, log, documents },
  target: { objects, place, work, address },
  fromPlace,
  keepMs,
  signal,
  onProblem,
}: {
  ports: OrganizationStore
  target: ExportTarget
  fromPlace: string
  /** How long files stay for readers that began before they were replaced. */
  keepMs: number
  signal: AbortSignal
  onProblem: (problem: string) => void
}): Promise<Exporter> {
  const readModels = join(work, 'models')
  const draft = join(work, 'draft')
  await mkdir(work, { recursive: true, mode: 0o700 })
  const lock = await lockFolder(work).catch((error: unknown) => {
    if (!(error instanceof StoreInUseError)) throw error
    throw new StoreError(`Another process on this machine exports to ${place}: run one of them.`)
  })
  const writer = randomBytes(3).toString('hex')
  let last: ExportCommit | null = null
  let isOpen = false
  /** Whether files of a try that failed are gone, which has the number of the commit after it. */
  let isClean = false
  let lookedAt = 0

  /** Completes what another process, or a try that failed, has left. */
  async function open(): Promise<void> {
    await mark()
    last = await readNewestCommit(objects)
    if (last !== null) {
      if ((await readManifest(objects))?.number !== last.number) await publish(last)
      await removeUnnamed(objects, last)
    }
    isOpen = true
    isClean = false
  }

  async function mark(): Promise<void> {
    if ((await objects.get(exportMark)) !== null)
      throw new StoreError(`${place} holds an export without --follow: export to another place.`)
    const own = Buffer.from(`${JSON.stringify({ organization: organizationId, from: fromPlace })}\n`)
    await objects.create(followedMark, own)
    // What is there now may not be made again.
    if (await objects.create(followedMark, own))
      onProblem(
        `${place} makes objects anew that are there (it ignores If-None-Match): see to it that one process alone exports to it.`,
      )
    const { from } = JSON.parse(Buffer.from((await objects.get(followedMark)) ?? own).toString()) as {
      from: string
    }
    if (from !== fromPlace)
      throw new StoreError(
        `${place} holds an export of ${from}: export ${fromPlace} to another place, or remove that one.`,
      )
  }

  async function publish(commit: ExportCommit): Promise<void> {
    await mkdir(draft, { recursive: true })
    await publishDelta(objects, commit, draft)
    await objects.put('views.duckdb.sql', Buffer.from(duckdbScript(commit, address)))
    await objects.put('views.clickhouse.sql', Buffer.from(clickhouseScript(commit, address)))
    await showCommit(objects, commit)
  }

  /** Removes read models from before an erasure. */
  async function emptyBefore(epoch: number): Promise<void> {
    const path = join(work, 'epoch')
    if (String(await readIfThere(path)) !== String(epoch)) {
      await rm(readModels, { recursive: true, force: true })
      await replaceFile(path, String(epoch))
    }
    await mkdir(readModels, { recursive: true, mode: 0o700 })
  }

  async function removeRetired(now: number): Promise<void> {
    if (last === null) return
    const due = Object.entries(last.retired).filter(([, since]) => since + keepMs <= now)
    await objects.remove(due.map(([name]) => name))
    for (const [name] of due) delete last.retired[name]
  }

  async function run(): Promise<ExportCommit | null> {
    if (!isOpen) await open()
    const now = Date.now()
    await removeRetired(now)
    const epoch = await readErasedEpoch(documents)
    const end = await log.end()
    if (last === null ? end === 0 : last.position === end && last.epoch === epoch && now < lookedAt + idleMs)
      return null
    isOpen = false
    await emptyBefore(epoch)
    const position = await catchUpReadModels(readModels, log, signal)
    await rm(draft, { recursive: true, force: true })
    await mkdir(draft, { recursive: true })
    const database = await openForExport(readModels)
    try {
      last = await commitFrom(database, { position, epoch, now })
      isOpen = true
      lookedAt = now
    } finally {
      database.close()
    }
    return last.at === new Date(now).toISOString() ? last : null
  }

  async function commitFrom(
    database: ExportDatabase,
    { position, epoch, now }: { position: number; epoch: number; now: number },
  ): Promise<ExportCommit> {
    const former = last
    const number = (former?.number ?? 0) + 1
    const [engine] = await database.rows<{ version: string; next: string }>(
      'select version() as version, (select coalesce(max(sequence), -1) + 1 from events)::varchar as next',
    )
    const basis = `${exportVersion} ${tablesVersion.slice(0, 12)} ${engine!.version}`
    const isSameBasis = former?.basis === basis && former.epoch === epoch
    const write = partitionWriter({
      database,
      objects,
      draft,
      stem: `${String(number).padStart(8, '0')}-${writer}`,
      signal,
    })
    await prepareTables(database)
    const options = (name: string) => ({ database, write, former: former?.tables[name], isSameBasis })
    const tables: Record<string, ExportedTable> = {}
    for (const definition of snapshotTables) {
      const built = await buildSnapshot(definition, options(definition.name))
      tables[definition.name] = nextTable(former?.tables[definition.name], built, now)
    }
    const events = await buildEvents({ ...options('events'), nextSequence: former?.nextSequence ?? 0 })
    tables['events'] = nextTable(former?.tables['events'], events, now)
    const records = await buildLog({
      ...options('log'),
      log,
      from: former?.position ?? 0,
      until: position,
    })
    tables['log'] = nextTable(former?.tables['log'], records, now)
    const isChanged = Object.values(tables).some(({ changedAt }) => changedAt === now)
    if (!isChanged && former !== null && former.position === position && former.epoch === epoch) return former
    const retired = { ...former?.retired }
    for (const [name, { changedAt, removed }] of Object.entries(tables))
      if (changedAt === now) for (const path of removed) retired[`${name}/${path}`] = now
    const commit: ExportCommit = {
      format: 1,
      number,
      writer,
      at: new Date(now).toISOString(),
      organization: organizationId,
      from: fromPlace,
      position,
      nextSequence: Number(engine!.next),
      epoch,
      basis,
      tables,
      retired,
    }
    signal.throwIfAborted()
    await writeCommit(objects, commit)
    await publish(commit)
    if (!isClean) await removeUnnamed(objects, commit)
    isClean = true
    return commit
  }

  return { run, close: () => lock.release() }
}

/** Removes files that no commit names: of tries that failed, and of processes that were killed. */
async function removeUnnamed(objects: Objects, commit: ExportCommit): Promise<void> {
  const named = new Set([...filesOf(commit), ...Object.keys(commit.retired)])
  const names = (await objects.list()).flatMap(({ name }) => {
    const number = Number(writtenName.exec(name)?.[1] ?? Infinity)
    const isDraft = name.endsWith(draftSuffix) && !name.startsWith('.')
    return isDraft || (number <= commit.number && !named.has(name)) ? [name] : []
  })
  await objects.remove(names)
}
