import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { duckdb } from './duckdb.ts'
import { quoted } from './open-for-export.ts'

/** Lines of JSON as Parquet, with these columns (name to DuckDB's type). `folder` exists, and has it for a moment. */
export async function writeParquet(
  lines: Uint8Array,
  columns: Readonly<Record<string, string>>,
  folder: string,
): Promise<Uint8Array> {
  const home = await mkdtemp(join(folder, 'parquet-'))
  const instance = await duckdb.DuckDBInstance.create(':memory:', { threads: '1' })
  const connection = await instance.connect()
  try {
    const [from, to] = [join(home, 'lines.json'), join(home, 'lines.parquet')]
    await writeFile(from, lines)
    const types = Object.entries(columns).map(([name, type]) => `${name}: ${quoted(type)}`)
    await connection.run(
      `copy (from read_json(${quoted(from)}, format = 'newline_delimited', columns = {${types.join(', ')}}))
      to ${quoted(to)} (format parquet)`,
    )
    return await readFile(to)
  } finally {
    connection.closeSync()
    instance.closeSync()
    await rm(home, { recursive: true, force: true })
  }
}
