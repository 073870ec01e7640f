import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type ExportDatabase, quoted } from '../../projector/process/open-for-export.ts'
import type { Objects } from '../../kernel/store/ports.ts'
import type { Column, ExportedFile } from './export-commit.ts'
import type { TableDefinition } from './export-tables.ts'

/** Writes the rows of a table's view for which `where` holds as files of a day (empty: of none), named by the commit. */
export type WritePartition = (
  table: TableDefinition,
  columns: readonly Column[],
  day: string,
  where: string,
) => Promise<ExportedFile[]>

/** Where the engine begins another file: each is read as a whole to send it. */
const fileBytes = '48MB'

export function partitionWriter({
  database,
  objects,
  draft,
  stem,
  signal,
}: {
  database: ExportDatabase
  objects: Objects
  /** A local folder for files before they are sent. */
  draft: string
  /** What the files' names start with, which no others do. */
  stem: string
  signal: AbortSignal
}): WritePartition {
  let written = 0
  return async ({ name, at }, columns, day, where) => {
    signal.throwIfAborted()
    const folder = join(draft, String(++written))
    await rm(folder, { recursive: true, force: true })
    const made = await database.rows<{ filename: string; count: string; file_size_bytes: string }>(
      `copy (select ${columns.map((column) => column.name).join(', ')} from export_${name} where ${where}
        order by ${at === null ? '1' : 'row_at'})
      to ${quoted(folder)} (format parquet, compression zstd, file_size_bytes '${fileBytes}', return_stats)`,
    )
    const files: ExportedFile[] = []
    for (const [index, { filename, count, file_size_bytes: bytes }] of made.entries()) {
      signal.throwIfAborted()
      const path = `${day === '' ? '' : `day=${day}/`}${stem}-${written}-${index + 1}.parquet`
      await objects.put(`${name}/${path}`, await readFile(filename))
      files.push({ path, rows: Number(count), bytes: Number(bytes) })
    }
    await rm(folder, { recursive: true, force: true })
    return files
  }
}

/** What {@link partitionWriter} names files like, with the number of the commit. */
export const writtenName = /^[a-z]+\/(?:day=[\d-]+\/)?(\d{8,})-[\da-f]{6}-\d+-\d+\.parquet$/
