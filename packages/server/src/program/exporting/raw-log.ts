import { type Log, type Position, maxPayloadBytes } from '../../kernel/store/ports.ts'
import { parseRecord } from '../../kernel/log/record.ts'
import type { Partition } from './export-commit.ts'
import { logTable, openTable } from './export-tables.ts'
import {
  type BuildOptions,
  type BuiltTable,
  hasTooManyFiles,
  isOn,
  isSame,
  sumDays,
} from './build-partitions.ts'

/** Records are written in groups of about so many bytes: one day of one group is one file. */
const groupBytes = 64 * 1024 * 1024

/** A row of `log_records`. */
type LogRow = readonly [position: bigint, receivedMs: bigint, kind: string, record: string]

/**
 * The raw log, by the day on which its records were received. Records don't change, so that only those since the last
 * commit are read; unless something was erased, when all are compared, and the days that differ are written anew.
 */
export async function buildLog({
  database,
  write,
  former,
  log,
  from,
  until,
  isSameBasis,
}: BuildOptions & {
  log: Pick<Log, 'read'>
  /** The last commit's position. */
  from: Position
  until: Position
  isSameBasis: boolean
}): Promise<BuiltTable> {
  const columns = await openTable(database, logTable)
  const partitions: Record<string, Partition> = { ...former?.partitions }
  /** Days that are written anew, each from its first record on. */
  const anew = new Map<string, Position>()
  let since = from
  if (former !== undefined && !isSameBasis) {
    since = until
    for (const [day, found] of await sumLog()) {
      const known = partitions[day]
      if (!isSame(known, String(found.rows), found.sum)) anew.set(day, found.from ?? 0)
    }
  } else
    for (const [day, partition] of Object.entries(partitions))
      if (hasTooManyFiles(partition)) anew.set(day, partition.from ?? 0)
  for (const day of anew.keys()) delete partitions[day]

  await eachGroup(Math.min(since, ...anew.values()), async () => {
    const wanted = [...anew.keys()].map((day) => `(${isOn(day)})`)
    const where = [`position >= ${since}`, ...wanted].join(' or ')
    for (const [day, found] of await daysOfGroup(where)) {
      const rows = anew.has(day) ? isOn(day) : `${isOn(day)} and position >= ${since}`
      const files = await write(logTable, columns, day, rows)
      partitions[day] = together(partitions[day], { ...found, files })
    }
  })
  return { columns, hasDays: true, partitions }

  /** All days of the log, without files. Those that are gone are removed from `partitions`. */
  async function sumLog(): Promise<Map<string, Partition>> {
    const days = new Map<string, Partition>()
    await eachGroup(0, async () => {
      for (const [day, found] of await daysOfGroup('true')) days.set(day, together(days.get(day), found))
    })
    for (const day of Object.keys(partitions)) if (!days.has(day)) delete partitions[day]
    return days
  }

  async function daysOfGroup(where: string): Promise<Map<string, Partition>> {
    const firsts = await database.rows<{ day: string; first: string }>(
      `select row_at::date::varchar as day, min(position)::varchar as first from export_log where ${where} group by 1`,
    )
    const first = new Map(firsts.map((row) => [row.day, Number(row.first)]))
    const sums = await sumDays(database, logTable, columns, where)
    return new Map(
      sums.map(({ day, row_count: count, row_sum: sum }) => [
        day,
        { rows: Number(count), sum, from: first.get(day) ?? 0, files: [] },
      ]),
    )
  }

  /** Fills `log_records` with one group of records after another, and calls `work` with each. */
  async function eachGroup(start: Position, work: () => Promise<void>): Promise<void> {
    let rows: LogRow[] = []
    let bytes = 0
    for (let position = start; position < until;) {
      const page = await log.read(position, until, { maxBytes: maxPayloadBytes / 4 })
      for (const entry of page.entries) {
        rows.push(rowOf(entry.position, entry.payload))
        bytes += entry.payload.length
      }
      position = page.next
      if (bytes < groupBytes && position < until) continue
      await database.run('delete from log_records')
      await database.append('log_records', rows)
      rows = []
      bytes = 0
      await work()
    }
  }
}

function together(one: Partition | undefined, other: Partition): Partition {
  if (one === undefined) return other
  return {
    rows: one.rows + other.rows,
    sum: String(BigInt(one.sum) + BigInt(other.sum)),
    from: Math.min(one.from ?? 0, other.from ?? 0),
    files: [...one.files, ...other.files],
  }
}

/** What can't be decoded is there as it lies, without a kind and a time. */
function rowOf(position: Position, payload: Uint8Array): LogRow {
  try {
    const record = parseRecord(payload)
    const { kind, receivedAt }: { kind: unknown; receivedAt: unknown } = record
    const isTime = Number.isInteger(receivedAt) && Math.abs(Number(receivedAt)) <= 8.64e15
    return [
      BigInt(position),
      BigInt(isTime ? Number(receivedAt) : 0),
      typeof kind === 'string' ? kind : '',
      JSON.stringify(record),
    ]
  } catch {
    return [BigInt(position), 0n, '', Buffer.from(payload).toString().replaceAll('\0', '\uFFFD')]
  }
}
