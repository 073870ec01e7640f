import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DuckDBDataChunk } from '@duckdb/node-api'
import { toCsvCell } from '@customer-intel/contract/csv-cell'
import type { CsvFile } from '../../kernel/sql/database.ts'
import { yieldEvery } from '../../kernel/yield-every.ts'
import { csvNotWritten, csvTooLarge } from './request-errors.ts'
import { toJson } from './values.ts'

/** Text that is gathered before it is written, in characters. */
const gatherChars = 256 * 1024
/** After this time a file that nobody has opened waits for nobody: its caller gave up at the last moment. */
const forgottenMs = 600_000
/** Rows are converted on the thread that answers the application's own reads. */
const yieldEveryMs = 10

interface WriteCsvOptions {
  maxBytes: number
  raw: boolean
  signal: AbortSignal | null
}

/** Writes all rows of a result into a file of CSV; one that fails, or would be too large, leaves no file. */
export async function writeCsv(
  folder: string,
  fetch: () => Promise<DuckDBDataChunk | null>,
  names: readonly string[],
  { maxBytes, raw, signal }: WriteCsvOptions,
): Promise<CsvFile> {
  const path = join(folder, `${randomUUID()}.csv`)
  const file = await makeFile(folder, path).catch((error: unknown) => {
    throw notWritten(error)
  })
  const toLine = (cells: readonly unknown[]) =>
    `${cells.map((cell) => toCsvCell(cell, { raw })).join(',')}\r\n`
  const pause = yieldEvery(yieldEveryMs)
  let rows = 0
  let bytes = 0
  let text = toLine(names)
  const write = async () => {
    const { bytesWritten } = await file.write(text)
    text = ''
    bytes += bytesWritten
    if (bytes > maxBytes) throw csvTooLarge(maxBytes)
  }
  try {
    for (;;) {
      const chunk = await fetch()
      if (chunk === null || chunk.rowCount === 0) break
      for (let index = 0; index < chunk.rowCount; index++) {
        await pause()
        signal?.throwIfAborted()
        text += toLine(chunk.convertRowValues(index, toJson))
        if (text.length >= gatherChars) await write()
      }
      rows += chunk.rowCount
    }
    await write()
    await file.close()
    return { path, rows }
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(path, { force: true })
    throw notWritten(error)
  }
}

async function makeFile(folder: string, path: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) {
    const other = join(folder, name)
    const found = await stat(other).catch(() => null)
    if (found && found.mtimeMs < Date.now() - forgottenMs) await rm(other, { force: true })
  }
  return open(path, 'wx', 0o600)
}

/** The system's own errors name local paths. */
function notWritten(error: unknown): unknown {
  const isOfSystem = error instanceof Error && 'syscall' in error && 'code' in error
  return isOfSystem ? csvNotWritten(String(error.code)) : error
}
