import type { ExportDatabase } from '../../projector/process/open-for-export.ts'
import type { Column, ExportedFile, ExportedTable, Partition } from './export-commit.ts'
import { type TableDefinition, eventsTable, openTable } from './export-tables.ts'
import type { WritePartition } from './write-partition.ts'

/** What a table holds now, of which only what is new was written. */
export type BuiltTable = Pick<ExportedTable, 'columns' | 'hasDays' | 'partitions'>

export interface BuildOptions {
  database: ExportDatabase
  write: WritePartition
  /** The table in the last commit. */
  former: ExportedTable | undefined
}

/** Rows and the sum over their hashes, by day. */
export interface Sums {
  day: string
  row_count: string
  row_sum: string
}

/** A day gets files with each commit until it has so many; then it is written anew, as few. */
const smallFiles = 8
const bytesOfOthers = 8 * 1024 * 1024

export function hasTooManyFiles({ files }: Partition): boolean {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return files.length >= smallFiles + bytes / bytesOfOthers
}

/** The hash of a row. */
export const hashOf = (columns: readonly Column[]): string =>
  `hash(${columns.map(({ name }) => name).join(', ')})`

/** The condition for the rows of a day. */
export const isOn = (day: string): string =>
  day === '' ? 'true' : `row_at >= date '${day}' and row_at < date '${day}' + interval 1 day`

/** Counts and sums the rows of a table's view by day. */
export function sumDays(
  database: ExportDatabase,
  { name, at }: TableDefinition,
  columns: readonly Column[],
  where = 'true',
): Promise<Sums[]> {
  const day = at === null ? `''` : 'row_at::date::varchar'
  return database.rows<Sums>(
    `select ${day} as day, count(*)::varchar as row_count, sum(${hashOf(columns)})::varchar as row_sum
    from export_${name} where ${where} group by 1 order by 1`,
  )
}

/** A table whose rows change: partitions with other rows than before are written anew. */
export async function buildSnapshot(
  definition: TableDefinition,
  { database, write, former }: BuildOptions,
): Promise<BuiltTable> {
  const columns = await openTable(database, definition)
  const held = heldWith(columns, former)
  const partitions: Record<string, Partition> = {}
  for (const { day, row_count: count, row_sum: sum } of await sumDays(database, definition, columns)) {
    const known = held[day]
    partitions[day] = isSame(known, count, sum)
      ? known
      : { rows: Number(count), sum, files: await write(definition, columns, day, isOn(day)) }
  }
  return { columns, hasDays: definition.at !== null, partitions }
}

/**
 * Events: their rows don't change but for the subject, now and then. A day that holds what it held, by a sum over what is
 * quickly read, gets a file with what came since. Any other is compared as a whole, and written anew if it differs.
 */
export async function buildEvents({
  database,
  write,
  former,
  nextSequence,
  isSameBasis,
}: BuildOptions & {
  /** Of the last commit. */
  nextSequence: number
  /** False after an erasure or an upgrade: nothing is taken for granted. */
  isSameBasis: boolean
}): Promise<BuiltTable> {
  const columns = await openTable(database, eventsTable)
  const held = heldWith(columns, former)
  const quick = 'sum(hash(event_id, subject, occurred_at))'
  const known = `sequence < ${nextSequence}`
  const days = await database.rows<{
    day: string
    known_count: string
    known_sum: string | null
    row_count: string
    quick_sum: string
  }>(
    `select occurred_at::date::varchar as day, count(*) filter (${known})::varchar as known_count,
      (${quick} filter (${known}))::varchar as known_sum, count(*)::varchar as row_count, ${quick}::varchar as quick_sum
    from events group by 1 order by 1`,
  )
  const hasHeld = (day: (typeof days)[number]): boolean => {
    const was = held[day.day]
    return isSameBasis && was?.quickSum === day.known_sum && was.rows === Number(day.known_count)
  }
  const added = new Map<string, Sums>()
  if (days.some((day) => hasHeld(day) && day.known_count !== day.row_count))
    for (const sums of await sumDays(database, eventsTable, columns, `row_sequence >= ${nextSequence}`))
      added.set(sums.day, sums)
  const whole = new Map<string, Sums>()
  const compared = days.filter((day) => !hasHeld(day)).map(({ day }) => `'${day}'`)
  if (compared.length > 0)
    for (const sums of await sumDays(
      database,
      eventsTable,
      columns,
      `row_at::date::varchar in (${compared.join()})`,
    ))
      whole.set(sums.day, sums)
  const partitions: Record<string, Partition> = {}
  for (const of of days) {
    const { day, row_count: count, quick_sum: quickSum } = of
    const was = held[day]
    const since = added.get(day)
    const rows = Number(count)
    const all = whole.get(day)
    if (was !== undefined && all === undefined && since === undefined) partitions[day] = was
    else if (was !== undefined && all === undefined && since !== undefined) {
      const sum = String(BigInt(was.sum) + BigInt(since.row_sum))
      const isFull = hasTooManyFiles(was)
      const where = isFull ? isOn(day) : `${isOn(day)} and row_sequence >= ${nextSequence}`
      const files = await write(eventsTable, columns, day, where)
      partitions[day] = { rows, sum, quickSum, files: isFull ? files : [...was.files, ...files] }
    } else if (all !== undefined)
      partitions[day] = isSame(was, all.row_count, all.row_sum)
        ? { ...was, quickSum }
        : { rows, sum: all.row_sum, quickSum, files: await write(eventsTable, columns, day, isOn(day)) }
  }
  return { columns, hasDays: true, partitions }
}

/** What a table held with the same columns. */
export function heldWith(
  columns: readonly Column[],
  former: ExportedTable | undefined,
): Record<string, Partition> {
  return JSON.stringify(former?.columns) === JSON.stringify(columns) ? (former?.partitions ?? {}) : {}
}

export function isSame(known: Partition | undefined, count: string, sum: string): known is Partition {
  return known !== undefined && known.rows === Number(count) && known.sum === sum
}

/** The table as the next commit has it. */
export function nextTable(former: ExportedTable | undefined, built: BuiltTable, now: number): ExportedTable {
  const before = new Set(former === undefined ? [] : pathsOf(former))
  const after = new Set(pathsOf(built))
  const added = [...after].filter((path) => !before.has(path))
  const removed = [...before].filter((path) => !after.has(path))
  const isChanged =
    former === undefined ||
    added.length + removed.length > 0 ||
    JSON.stringify(former.columns) !== JSON.stringify(built.columns)
  return isChanged
    ? { ...built, version: (former?.version ?? -1) + 1, changedAt: now, added, removed }
    : { ...former, ...built }
}

function pathsOf({ partitions }: Pick<ExportedTable, 'partitions'>): string[] {
  return Object.values(partitions).flatMap(({ files }: { files: ExportedFile[] }) =>
    files.map(({ path }) => path),
  )
}
