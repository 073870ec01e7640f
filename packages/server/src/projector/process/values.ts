import type {
  DuckDBDateValue as DateValue,
  DuckDBDecimalValue,
  DuckDBType,
  DuckDBValue,
  DuckDBValueConverter,
  Json,
} from '@duckdb/node-api'
import { duckdb } from './duckdb.ts'
import { listSeparator, type SqlValue } from '../../kernel/sql/database.ts'

const {
  DuckDBTypeId,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  JsonDuckDBValueConverter,
  BIGINT,
  BOOLEAN,
  DOUBLE,
  INTEGER,
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
