import { createHash } from 'node:crypto'
import { writeParquet } from '../../projector/process/write-parquet.ts'
import type { Objects } from '../../kernel/store/ports.ts'
import type { Column, ExportCommit, ExportedTable } from './export-commit.ts'

/**
 * The transaction log of Delta Lake (protocol 1), by which ClickHouse, Trino, Spark and others find a table's files: one
 * JSON file for each version, and a checkpoint now and then, so that readers needn't read them all. Without statistics of
 * values, which would keep what was erased.
 */

/** A checkpoint comes with so many versions. */
const versionsOfCheckpoint = 10
/** So many versions stay, three days of one each five minutes, for readers that go on from one. */
const keptVersions = 1_000

const deltaTypes: Record<string, string> = {
  BIGINT: 'long',
  HUGEINT: 'long',
  INTEGER: 'integer',
  BOOLEAN: 'boolean',
  DOUBLE: 'double',
  DATE: 'date',
  TIMESTAMP: 'timestamp',
}

/** The columns of a checkpoint. */
const checkpointColumns = {
  txn: 'struct(appId varchar, version bigint, lastUpdated bigint)',
  add: 'struct(path varchar, partitionValues map(varchar, varchar), size bigint, modificationTime bigint, dataChange boolean, stats varchar)',
  remove: 'struct(path varchar, deletionTimestamp bigint, dataChange boolean)',
  metaData:
    'struct(id varchar, format struct(provider varchar, options map(varchar, varchar)), schemaString varchar, partitionColumns varchar[], configuration map(varchar, varchar), createdTime bigint)',
  protocol: 'struct(minReaderVersion integer, minWriterVersion integer)',
}

type Action = { [Name in keyof typeof checkpointColumns]?: object }

const fileName = (version: number, kind: string) => `_delta_log/${String(version).padStart(20, '0')}.${kind}`

/** Writes the versions that a commit made, where they aren't yet. */
export async function publishDelta(objects: Objects, commit: ExportCommit, draft: string): Promise<void> {
  for (const [name, table] of Object.entries(commit.tables)) {
    if (table.changedAt !== Date.parse(commit.at)) continue
    const { version } = table
    const log = (file: string) => `${name}/${file}`
    await objects.create(log(fileName(version, 'json')), encode(actionsOf(commit, name, table)))
    if (version === 0 || version % versionsOfCheckpoint !== 0) continue
    const actions = stateOf(commit, name, table)
    await objects.put(
      log(fileName(version, 'checkpoint.parquet')),
      await writeParquet(encode(actions), checkpointColumns, draft),
    )
    await objects.put(log('_delta_log/_last_checkpoint'), encode([{ version, size: actions.length }]))
    const gone = Array.from({ length: versionsOfCheckpoint }, (_, back) => version - keptVersions - back)
    const names = gone
      .filter((number) => number >= 0)
      .flatMap((number) => [fileName(number, 'json'), fileName(number, 'checkpoint.parquet')])
    if (version >= keptVersions) await objects.remove(names.map(log))
  }
}

/** What the last version of a table changed. */
function actionsOf(commit: ExportCommit, name: string, table: ExportedTable): Action[] {
  const added = new Set(table.added)
  return [
    txn(commit),
    ...(table.version === 0 ? [protocol] : []),
    // Repeated, so that a new column is known from the version on that has it.
    metaData(commit, name, table),
    ...table.removed.map((path) => ({
      remove: { path, deletionTimestamp: table.changedAt, dataChange: true },
    })),
    ...addsOf(table).filter(({ add }) => added.has(add.path)),
  ]
}

function stateOf(commit: ExportCommit, name: string, table: ExportedTable): Action[] {
  return [txn(commit), protocol, metaData(commit, name, table), ...addsOf(table)]
}

const protocol = { protocol: { minReaderVersion: 1, minWriterVersion: 2 } }

const txn = ({ number, at }: ExportCommit) => ({
  txn: { appId: 'customer-intel', version: number, lastUpdated: Date.parse(at) },
})

function metaData({ organization }: ExportCommit, name: string, { columns, hasDays }: ExportedTable) {
  const id = createHash('sha256').update(`${organization} ${name}`).digest('hex')
  const day: Column[] = hasDays ? [{ name: 'day', type: 'DATE' }] : []
  const fields = [...columns, ...day].map(({ name: column, type }) => ({
    name: column,
    type: deltaTypes[type] ?? 'string',
    nullable: true,
    metadata: {},
  }))
  return {
    metaData: {
      id: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5'),
      format: { provider: 'parquet', options: {} },
      schemaString: JSON.stringify({ type: 'struct', fields }),
      partitionColumns: day.map((column) => column.name),
      configuration: {},
      createdTime: 0,
    },
  }
}

function addsOf({ partitions, changedAt }: ExportedTable) {
  return Object.entries(partitions).flatMap(([day, { files }]) =>
    files.map(({ path, bytes, rows }) => ({
      add: {
        path,
        partitionValues: day === '' ? {} : { day },
        size: bytes,
        modificationTime: changedAt,
        dataChange: true,
        stats: JSON.stringify({ numRecords: rows }),
      },
    })),
  )
}

function encode(lines: readonly object[]): Uint8Array {
  return Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
}
