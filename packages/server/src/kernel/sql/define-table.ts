import type { JsonText } from '../log/json-text.ts'
import type { ColumnKind } from './database.ts'

/** A column's type: its kind, `?` if it may be null, and whether it is stored uncompressed. */
export type ColumnType = `${ColumnKind}${'' | '?'}${'' | ' uncompressed'}`

/** Column to type, in the table's order. */
export type Columns = Readonly<Record<string, ColumnType>>

export interface Table<C extends Columns = Columns> {
  name: string
  /** Visible to the writer's connection only, and deleted with it. */
  temporary: boolean
  types: C
  /** Names and kinds, in the table's order. */
  columns: readonly (readonly [name: string, kind: ColumnKind])[]
  /** The statement that creates it if it is missing. */
  definition: string
}

type Nullable<C extends Columns> = { [N in keyof C]: C[N] extends `${string}?${string}` ? N : never }[keyof C]

type Value<T extends ColumnType> = T extends `json${string}`
  ? JsonText
  : T extends `${'text' | 'uuid' | 'date'}${string}`
    ? string
    : T extends `boolean${string}`
      ? boolean
      : number

/** A row to insert: Unix milliseconds for a timestamp, `YYYY-MM-DD` for a date. Nullable columns may be omitted. */
export type RowOf<C extends Columns> = { [N in Exclude<keyof C, Nullable<C>>]: Value<C[N]> } & {
  [N in Nullable<C>]?: Value<C[N]> | null
}

/** A row as read: a timestamp is ISO 8601 with `Z`; a bigint fits into a number. */
export type StoredRowOf<C extends Columns> = {
  [N in keyof C]:
    | (C[N] extends `timestamp${string}` ? string : Value<C[N]>)
    | (N extends Nullable<C> ? null : never)
}

/** A row to append to a table: `Row<typeof eventTables.events>`. */
export type Row<T extends Table> = RowOf<T['types']>

/** A row as returned by `select *`. */
export type StoredRow<T extends Table> = StoredRowOf<T['types']>

/** Defines tables by name: DDL, bulk inserts and row types are derived from their columns. */
export function defineTables<const T extends Record<string, Columns>>(
  tables: T,
  { temporary = false }: { temporary?: boolean } = {},
): { [N in keyof T]: Table<T[N]> } {
  const defined = Object.entries(tables).map(([name, types]) => [name, defineTable(name, types, temporary)])
  return Object.fromEntries(defined) as { [N in keyof T]: Table<T[N]> }
}

function defineTable(name: string, types: Columns, temporary: boolean): Table {
  const columns = Object.entries(types).map(
    ([column, type]) => [column, type.split(/[? ]/)[0] as ColumnKind] as const,
  )
  const lines = columns.map(([column, kind]) => {
    const nullability = types[column]!.includes('?') ? '' : ' not null'
    const compression = types[column]!.endsWith(' uncompressed') ? ' using compression uncompressed' : ''
    return `  ${column} ${sqlTypes[kind] ?? kind}${nullability}${compression}`
  })
  const create = temporary ? 'create temp table' : 'create table'
  const definition = `${create} if not exists ${name} (\n${lines.join(',\n')}\n);\n`
  return { name, temporary, types, columns, definition }
}

/** For kinds whose SQL type has another name. */
const sqlTypes: Partial<Record<ColumnKind, string>> = {
  text: 'varchar',
  json: 'varchar',
  double: 'double precision',
}
