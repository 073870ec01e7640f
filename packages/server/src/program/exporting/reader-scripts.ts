import { quoted } from '../../projector/process/open-for-export.ts'
import type { Column, ExportCommit, ExportedTable } from './export-commit.ts'
import type { ExportAddress } from './export-target.ts'

/** Columns of `activity` that come from the subject of an event. */
const owners = ['customer_id', 'customer_domain', 'user_id', 'user_email']

/** The views of `svc_query` in DuckDB, over the files of one commit: all of the same moment. */
export function duckdbScript({ tables, at, position }: ExportCommit, address: ExportAddress): string {
  const views = Object.entries(tables).map(([name, table]) => {
    const columns = [...table.columns.map(asQueried), ...(table.hasDays ? ['day'] : [])]
    return `create or replace view ${name} as select ${columns.join(', ')}\nfrom ${filesIn(address.path(name), table)};`
  })
  return [
    `-- Customer Intel as of ${at}, log position ${position}: written anew with each commit.`,
    ...views,
    activityView(tables),
    '',
  ].join('\n')
}

/** The same in ClickHouse, which finds the files of the newest commit at each query. */
export function clickhouseScript({ tables }: ExportCommit, address: ExportAddress): string {
  const views = Object.keys(tables).map(
    (name) => `create or replace view ${name} as select * from ${address.clickhouse(name)};`,
  )
  return [
    '-- Customer Intel: to be run once, and after an upgrade that brings columns.',
    ...address.notes,
    ...views,
    activityView(tables),
    '',
  ].join('\n')
}

/** A join that each engine knows: events with whose they are now. */
function activityView({ events }: Record<string, ExportedTable>): string {
  const columns = (events?.columns ?? []).flatMap(({ name }) =>
    name === 'subject' ? owners.map((owner) => `k.${owner} as ${owner}`) : [`e.${name} as ${name}`],
  )
  return `create or replace view activity as select ${columns.join(', ')}, e.day as day\nfrom events e join subjects k on k.subject = e.subject;`
}

/** The type that `svc_query` has. */
function asQueried({ name, type }: Column): string {
  if (type === 'TIMESTAMP') return `${name} at time zone 'UTC' as ${name}`
  return type === 'JSON' ? `${name}::json as ${name}` : name
}

function filesIn(home: string, { columns, hasDays, partitions }: ExportedTable): string {
  const files = Object.values(partitions).flatMap((partition) => partition.files)
  if (files.length > 0)
    return `read_parquet([${files.map(({ path }) => quoted(`${home}/${path}`)).join(', ')}], hive_partitioning = ${hasDays})`
  const day: Column[] = hasDays ? [{ name: 'day', type: 'DATE' }] : []
  const empty = [...columns, ...day].map(
    ({ name, type }) => `null::${type === 'TIMESTAMP' ? 'timestamptz' : type} as ${name}`,
  )
  return `(select ${empty.join(', ')} where false)`
}
