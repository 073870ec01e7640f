import { createRequire } from 'node:module'
import type { DuckDBDataChunk as DataChunk, DuckDBType } from '@duckdb/node-api'
import type * as Bindings from '@duckdb/node-bindings'
import type { ColumnKind } from '../../kernel/sql/database.ts'
import type { Table } from '../../kernel/sql/define-table.ts'
import { duckdb } from './duckdb.ts'

const { DuckDBDataChunk, BIGINT, BOOLEAN, DATE, DOUBLE, INTEGER, TIMESTAMP, UUID, VARCHAR } = duckdb
const bindings = createRequire(import.meta.url)('@duckdb/node-bindings') as typeof Bindings

/** The engine takes rows in chunks of at most this many. */
export const chunkRows = 2048

type Cell = string | number | boolean

/** One column of a chunk as the engine has it in memory, whatever its kind: filled, copied into the chunk, filled again. */
const buffer = new ArrayBuffer(chunkRows * 16)
const bytes = new Uint8Array(buffer)
const integers = new Int32Array(buffer)
const bigints = new BigInt64Array(buffer)
const doubles = new Float64Array(buffer)
/** A bit for each row: whether its cell has a value. */
const validity = new Uint8Array(chunkRows / 8)

/** How a cell is written into the column at a row, and the bytes that it takes there. */
interface Kind {
  type: DuckDBType
  bytes: number
  /** Returns false for what is handed to the engine by itself: a text that isn't short. */
  write: (row: number, cell: Cell) => unknown
}

const text: Kind = { type: VARCHAR, bytes: 16, write: (row, cell) => writeShort(row, cell as string) }

const kinds: Record<ColumnKind, Kind> = {
  text,
  json: text,
  boolean: { type: BOOLEAN, bytes: 1, write: (row, cell) => void (bytes[row] = cell === true ? 1 : 0) },
  integer: { type: INTEGER, bytes: 4, write: writeInteger },
  double: { type: DOUBLE, bytes: 8, write: (row, cell) => void (doubles[row] = cell as number) },
  bigint: { type: BIGINT, bytes: 8, write: (row, cell) => writeBigint(row, cell as number) },
  timestamp: { type: TIMESTAMP, bytes: 8, write: (row, cell) => writeTimestamp(row, cell as number) },
  date: {
    type: DATE,
    bytes: 4,
    write: (row, cell) => writeInteger(row, Date.parse(String(cell)) / 86_400_000),
  },
  uuid: { type: UUID, bytes: 16, write: (row, cell) => writeUuid(row, cell as string) },
}

/**
 * Rows as the engine's chunk for bulk insert, column by column, written as the engine has them in memory: its package
 * makes an object and a BigInt of most cells, and keeps lists of all.
 */
export function toChunk({ columns }: Table, rows: readonly object[]): DataChunk {
  const chunk = DuckDBDataChunk.create(
    columns.map(([, kind]) => kinds[kind].type),
    rows.length,
  )
  for (const [index, [name, kind]] of columns.entries())
    fillColumn(
      bindings.data_chunk_get_vector(chunk.chunk, index),
      kinds[kind],
      rows as readonly Record<string, Cell | null | undefined>[],
      name,
    )
  return chunk
}

function fillColumn(
  vector: Bindings.Vector,
  { write, bytes: width }: Kind,
  rows: readonly Record<string, Cell | null | undefined>[],
  name: string,
): void {
  let hasNulls = false
  const long: number[] = []
  validity.fill(255)
  bytes.fill(0, 0, rows.length * width)
  for (let row = 0; row < rows.length; row++) {
    const cell = rows[row]![name] ?? null
    if (cell === null) {
      hasNulls = true
      validity[row >> 3]! &= ~(1 << (row & 7))
    } else if (write(row, cell) === false) long.push(row)
  }
  bindings.copy_data_to_vector(vector, 0, buffer, 0, rows.length * width)
  for (const row of long) bindings.vector_assign_string_element(vector, row, rows[row]![name] as string)
  if (!hasNulls) return
  bindings.vector_ensure_validity_writable(vector)
  bindings.copy_data_to_vector_validity(vector, 0, validity.buffer, 0, Math.ceil(rows.length / 64) * 8)
}

/** A text of up to 12 bytes stands in the column itself, its length before it (`duckdb_string_t`). */
function writeShort(row: number, cell: string): boolean {
  const start = 16 * row
  if (cell.length > 12) return false
  for (let at = 0; at < cell.length; at++) {
    const code = cell.charCodeAt(at)
    if (code === 0 || code > 127) return false
    bytes[start + 4 + at] = code
  }
  bytes[start] = cell.length
  return true
}

function writeInteger(row: number, cell: Cell): void {
  integers[row] = cell as number
  if (integers[row] !== cell) throw new Error(`${String(cell)} is no integer of 32 bits`)
}

/** Its lower and its upper half. */
function writeBigint(row: number, value: number): void {
  if (!Number.isSafeInteger(value)) bigints[row] = BigInt(value)
  else {
    const upper = Math.floor(value / 2 ** 32)
    integers[2 * row] = value - upper * 2 ** 32
    integers[2 * row + 1] = upper
  }
}

/** Unix milliseconds as microseconds. */
function writeTimestamp(row: number, value: number): void {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(value * 1_000)) writeBigint(row, value * 1_000)
  else bigints[row] = BigInt(value) * 1_000n
}

/** A number of 128 bits, least first, whose sign is turned so that it sorts as its text does. */
function writeUuid(row: number, uuid: string): void {
  const start = 4 * row
  let digits = 0
  for (let at = 0; at < uuid.length; at++) {
    const code = uuid.charCodeAt(at)
    if (code === 45) continue
    const digit = code <= 57 ? code - 48 : (code | 32) - 87
    if (!(digit >= 0 && digit <= 15) || digits === 32 || (code > 57 && digit < 10))
      throw new Error(`${uuid} is no uuid`)
    const word = start + 3 - (digits >> 3)
    integers[word] = (integers[word]! << 4) | digit
    digits++
  }
  if (digits !== 32) throw new Error(`${uuid} is no uuid`)
  integers[start + 3]! ^= 0x80_00_00_00
}
