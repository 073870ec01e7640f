import type { ColumnKind } from '../database.ts'

/** How a column is written down: its kind, `?` where it may be null, and that it stands uncompressed. */
export type ColumnType = `${ColumnKind}${'' | '?'}${'' | ' uncompressed'}`

/** Column to type, in the table's order. */
export type Columns = Readonly<Record<string, ColumnType>>

export interface Table<C extends Columns = Columns> {
  name: string
  /** Private to the writer's connection, and gone with it. */
  temporary: boolean
  types: C
  /** Names and kinds, in the table's order. */
  columns: readonly (readonly [name: string, kind: ColumnKind])[]
  /** The statement that makes it where it isn't there yet. */
  definition: string
}

type Nullable<C extends Columns> = { [N in keyof C]: C[N] extends `${string}?${string}` ? N : never }[keyof C]

type Value<T extends ColumnType> = T extends `${'text' | 'uuid' | 'date'}${string}`
  ? string
  : T extends `boolean${string}`
    ? boolean
    : number

/**
 * A row on its way into a table: Unix milliseconds for a timestamp, `YYYY-MM-DD` for a date. A column that may be null
 * may be left out.
 */
export type RowOf<C extends Columns> = { [N in Exclude<keyof C, Nullable<C>>]: Value<C[N]> } & {
  [N in Nullable<C>]?: Value<C[N]> | null
}

/** A row as it is read: a timestamp is ISO 8601 with `Z`. A bigint is one that a number holds. */
export type StoredRowOf<C extends Columns> = {
  [N in keyof C]:
    | (C[N] extends `timestamp${string}` ? string : Value<C[N]>)
    | (N extends Nullable<C> ? null : never)
}

/** Tables by name: from their columns follow DDL, bulk appends and the rows' types. */
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

/** Where SQL's name for a kind is another. */
const sqlTypes: Partial<Record<ColumnKind, string>> = { text: 'varchar', double: 'double precision' }
