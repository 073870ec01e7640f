import type { Objects, Position } from '../../kernel/store/ports.ts'

/** A file of a table. */
export interface ExportedFile {
  /** In the table's folder: `day=2026-11-22/00000042-a1b2c3-1.parquet`. */
  path: string
  rows: number
  bytes: number
}

/** The rows of a day, or of a table without days. */
export interface Partition {
  rows: number
  /** Sum over the hashes of its rows: two that have the same rows have the same. */
  sum: string
  /** The same over what may change in rows that were appended, which is quickly computed. */
  quickSum?: string
  /** Of the raw log: where its first record stands. */
  from?: Position
  files: ExportedFile[]
}

export interface Column {
  name: string
  /** DuckDB's name of the type. */
  type: string
}

export interface ExportedTable {
  columns: Column[]
  hasDays: boolean
  /** By day, `2026-11-22`; under the empty name where the table has no days. */
  partitions: Record<string, Partition>
  /** Counts the commits that changed it, from 0. */
  version: number
  /** Unix milliseconds of that commit. */
  changedAt: number
  /** Paths of the files that came and went with it. */
  added: string[]
  removed: string[]
}

/** A state of the whole export: readers take the newest. */
export interface ExportCommit {
  format: 1
  number: number
  /** Of the process that wrote it. */
  writer: string
  at: string
  organization: string
  /** The store, for people. */
  from: string
  /** It holds the log up to here. */
  position: Position
  /** The first event that it doesn't hold, as the read models count them. */
  nextSequence: number
  /** The last erasure or deletion that it includes. */
  epoch: number
  /** Changes with the tables and the engine, and with them what sums mean. */
  basis: string
  tables: Record<string, ExportedTable>
  /** Files that readers of former commits may still read, by name, and since when they are retired. */
  retired: Record<string, number>
}

/** What differs from the export of another process: this one must end. */
export class ExportConflictError extends Error {
  override readonly name = 'ExportConflictError'
}

const manifestName = 'manifest.json'
/** How many commits are kept, to look at. */
const kept = 10

const commitName = (number: number) => `_commits/${String(number).padStart(12, '0')}.json`

/** The last commit; null before the first. */
export async function readNewestCommit(objects: Objects): Promise<ExportCommit | null> {
  const numbers = (await objects.list()).flatMap(({ name }) => {
    const [, number] = /^_commits\/(\d{12})\.json$/.exec(name) ?? []
    return number === undefined ? [] : [Number(number)]
  })
  return numbers.length === 0 ? null : readCommit(objects, commitName(Math.max(...numbers)))
}

async function readCommit(objects: Objects, name: string): Promise<ExportCommit | null> {
  const bytes = await objects.get(name)
  return bytes === null ? null : (JSON.parse(Buffer.from(bytes).toString()) as ExportCommit)
}

/**
 * Makes the next state visible: from here on its files are the export. Rejects with {@link ExportConflictError} when
 * another process has gone on from the same state, also one that is ahead by so much that this number is free again.
 */
export async function writeCommit(objects: Objects, commit: ExportCommit): Promise<void> {
  const name = commitName(commit.number)
  const isMade = await objects.create(name, encode(commit))
  // A service may have taken it the first time that it was sent, and refused the second.
  const { number, writer } = isMade ? commit : ((await readCommit(objects, name)) ?? commit)
  const shown = (await readManifest(objects))?.number ?? 0
  if (writer === commit.writer && shown < commit.number) return
  if (isMade) await objects.remove([name])
  throw new ExportConflictError(
    `Another process exports ${commit.organization} to the same place: it has written commit ${Math.max(number, shown)}. This one has changed nothing and ends: run one of them.`,
  )
}

/** What readers see. */
export const readManifest = (objects: Objects): Promise<ExportCommit | null> =>
  readCommit(objects, manifestName)

/** Shows a commit under the name that readers know. */
export async function showCommit(objects: Objects, commit: ExportCommit): Promise<void> {
  await objects.put(manifestName, encode(commit))
  await objects.remove(commit.number > kept ? [commitName(commit.number - kept)] : [])
}

/** The names of all files of a commit. */
export function filesOf({ tables }: ExportCommit): string[] {
  return Object.entries(tables).flatMap(([table, { partitions }]) =>
    Object.values(partitions).flatMap(({ files }) => files.map(({ path }) => `${table}/${path}`)),
  )
}

function encode(value: object): Uint8Array {
  return Buffer.from(`${JSON.stringify(value)}\n`)
}
