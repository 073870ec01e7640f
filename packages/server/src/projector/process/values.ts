import type {
  DuckDBDataChunk as DataChunk,
  DuckDBDateValue as DateValue,
  DuckDBDecimalValue,
  DuckDBType,
  DuckDBValue,
  DuckDBValueConverter,
  Json,
} from '@duckdb/node-api'
import { duckdb } from './duckdb.ts'
import { type ColumnKind, listSeparator, type SqlValue } from '../../kernel/sql/database.ts'
import type { Table } from '../../kernel/sql/define-table.ts'

const {
  DuckDBDataChunk,
  DuckDBDateValue,
  DuckDBTypeId,
  DuckDBUUIDValue,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  JsonDuckDBValueConverter,
  BIGINT,
  BOOLEAN,
  DATE,
  DOUBLE,
  INTEGER,
  TIMESTAMP,
  UUID,
  VARCHAR,
} = duckdb

/**
 * A column's value as JSON. Timestamps become ISO 8601 in UTC, dates `YYYY-MM-DD`; integers and decimals become numbers
 * if exact, else text; infinities and NaN become null; lists, structs and maps follow the same rules inside.
 */
export const toJson: DuckDBValueConverter<Json> = (value, type, converter) => {
  if (value === null) return null
  switch (type.typeId) {
    case DuckDBTypeId.BIGINT:
    case DuckDBTypeId.UBIGINT:
    case DuckDBTypeId.HUGEINT:
    case DuckDBTypeId.UHUGEINT:
      return integer(value as bigint)
    case DuckDBTypeId.DECIMAL:
      return decimal(value as DuckDBDecimalValue)
    case DuckDBTypeId.DATE:
      return (value as DateValue).toString()
    case DuckDBTypeId.TIMESTAMP:
    case DuckDBTypeId.TIMESTAMP_S:
    case DuckDBTypeId.TIMESTAMP_MS:
    case DuckDBTypeId.TIMESTAMP_NS:
    case DuckDBTypeId.TIMESTAMP_TZ:
      return timestamp(value)
    case DuckDBTypeId.DOUBLE:
    case DuckDBTypeId.FLOAT:
      return Number.isFinite(value) ? (value as number) : null
    default:
      return JsonDuckDBValueConverter(value, type, converter)
  }
}

function integer(value: bigint): Json {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value.toString()
}

function decimal(value: DuckDBDecimalValue): Json {
  const text = value.toString()
  return value.width <= 15 || text.replace(/\D/g, '').length <= 15 ? Number(text) : text
}

function timestamp(value: DuckDBValue): Json {
  let ms: bigint
  if (value instanceof DuckDBTimestampValue || value instanceof DuckDBTimestampTZValue)
    ms = value.micros / 1000n
  else if (value instanceof DuckDBTimestampMillisecondsValue) ms = value.millis
  else if (value instanceof DuckDBTimestampSecondsValue) ms = value.seconds * 1000n
  else if (value instanceof DuckDBTimestampNanosecondsValue) ms = value.nanos / 1_000_000n
  else return String(value)
  const number = Number(ms)
  // Infinity and years past 275760 have no ISO form: the engine's own text is used.
  return Math.abs(number) <= 8.64e15 ? new Date(number).toISOString() : String(value)
}

/** Binds parameters with their types, so that an integer is compared as an integer. */
export function bind(parameters: readonly SqlValue[]): { values: DuckDBValue[]; types: DuckDBType[] } {
  const values: DuckDBValue[] = []
  const types: DuckDBType[] = []
  const add = (value: DuckDBValue, type: DuckDBType) => {
    values.push(value)
    types.push(type)
  }
  for (const value of parameters) {
    if (Array.isArray(value)) {
      add(value.join(listSeparator), VARCHAR)
    } else if (value === null) add(null, VARCHAR)
    else if (value instanceof Date) add(value.toISOString(), VARCHAR)
    else if (typeof value === 'boolean') add(value, BOOLEAN)
    else if (typeof value === 'bigint') add(value, BIGINT)
    else if (typeof value === 'string') add(value, VARCHAR)
    else if (typeof value === 'number') {
      if (!Number.isSafeInteger(value)) add(value, DOUBLE)
      else if (Math.abs(value) < 2 ** 31) add(value, INTEGER)
      else add(BigInt(value), BIGINT)
    }
  }
  return { values, types }
}

type Cell = string | number | boolean

/** The engine takes rows in chunks of at most this many. */
export const chunkRows = 2048

/** The engine's type of each column kind, and how a value becomes a cell. */
const kinds: Record<ColumnKind, { type: DuckDBType; toValue: (cell: Cell) => DuckDBValue }> = {
  text: { type: VARCHAR, toValue: (cell) => cell },
  json: { type: VARCHAR, toValue: (cell) => cell },
  boolean: { type: BOOLEAN, toValue: (cell) => cell },
  integer: { type: INTEGER, toValue: (cell) => cell },
  double: { type: DOUBLE, toValue: (cell) => cell },
  bigint: { type: BIGINT, toValue: (cell) => BigInt(cell) },
  timestamp: { type: TIMESTAMP, toValue: (cell) => new DuckDBTimestampValue(BigInt(cell) * 1000n) },
  date: { type: DATE, toValue: (cell) => new DuckDBDateValue(Date.parse(String(cell)) / 86_400_000) },
  uuid: {
    type: UUID,
    toValue: (cell) => DuckDBUUIDValue.fromUint128(BigInt(`0x${String(cell).replaceAll('-', '')}`)),
  },
}

/** Rows as the engine's chunk for bulk insert, column by column (measured: a third less time than cell by cell). */
export function toChunk({ columns }: Table, rows: readonly object[]): DataChunk {
  const chunk = DuckDBDataChunk.create(
    columns.map(([, kind]) => kinds[kind].type),
    rows.length,
  )
  for (const [index, [name, kind]] of columns.entries()) {
    const vector = chunk.getColumnVector(index)
    const { toValue } = kinds[kind]
    for (let row = 0; row < rows.length; row++) {
      const cell = (rows[row] as Record<string, Cell | null | undefined>)[name] ?? null
      vector.setItem(row, cell === null ? null : toValue(cell))
    }
    vector.flush()
  }
  return chunk
}
