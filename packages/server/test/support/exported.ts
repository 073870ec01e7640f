import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { folderBlobs } from '../../src/drivers/blobs/folder-blobs.ts'
import { bucketBlobs, type Bucket } from '../../src/drivers/blobs/bucket-blobs.ts'
import type { Objects } from '../../src/kernel/store/ports.ts'

export type Rows = Record<string, unknown>[]

/** DuckDB with the views that an export in a folder has for it. */
export async function readExported<Result>(
  folder: string,
  work: (ask: (sql: string) => Promise<Rows>) => Promise<Result>,
): Promise<Result> {
  const instance = await DuckDBInstance.create()
  const connection = await instance.connect()
  try {
    await connection.run(`set TimeZone = 'UTC'`)
    const script = await folderBlobs(folder).get('views.duckdb.sql')
    if (script === null) throw new Error(`There is no export in ${folder}.`)
    await connection.run(Buffer.from(script).toString())
    return await work(async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJson())
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

/**
 * Brings what an organization's export in a bucket holds into a folder, and lets its script name that: the engine's
 * extension for buckets comes from the network.
 */
export async function bringExported(bucket: Bucket, organizationId: string, to: string): Promise<string> {
  const folder = join(to, organizationId)
  const objects = bucketBlobs(bucket, organizationId)
  const there = folderBlobs(folder)
  for (const { name } of await objects.list()) {
    const bytes = Buffer.from((await objects.get(name))!)
    const place = `s3://${bucket.bucket}/${bucket.prefix}/${organizationId}`
    await there.put(
      name,
      name.endsWith('.sql') ? Buffer.from(String(bytes).replaceAll(place, folder)) : bytes,
    )
  }
  return folder
}

/** Files of the newest version of a table, by its Delta log, as a reader finds them: from the last checkpoint on. */
export async function filesByDelta(objects: Objects, table: string): Promise<string[]> {
  const text = async (name: string) => {
    const bytes = await objects.get(`${table}/_delta_log/${name}`)
    return bytes === null ? null : Buffer.from(bytes).toString()
  }
  const live = new Set<string>()
  for (let version = 0; ; version++) {
    const lines = await text(`${String(version).padStart(20, '0')}.json`)
    if (lines === null) return [...live].sort()
    for (const line of lines.trim().split('\n')) {
      const { add, remove } = JSON.parse(line) as Record<'add' | 'remove', { path: string } | undefined>
      if (add !== undefined) live.add(add.path)
      if (remove !== undefined) live.delete(remove.path)
    }
  }
}
