import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openFileLogReader } from '../store/file/log/file-log-reader.ts'
import { openFileLog } from '../store/file/log/file-log.ts'
import { Projector } from '../projection/projector.ts'
import { Engine } from './engine.ts'
import { databasePath } from './open-read-models.ts'

/**
 * Makes an organization's read models anew from its log, beside the present ones, and puts them in their place when
 * they are complete: killed at any point, the organization has whole read models. Whoever calls holds the data
 * directory's lock.
 */
export async function rebuildReadModels(
  directory: string,
  options: { onProgress?: (done: number, total: number) => void } = {},
): Promise<void> {
  const path = databasePath(directory)
  const fresh = `${path}.rebuilding`
  const logDirectory = join(directory, 'log')
  await remove(fresh)
  // Opened as a writer would open it: a torn tail is cut, so that the end of the log is known.
  const log = await openFileLog({ directory: logDirectory })
  const reader = await openFileLogReader({ directory: logDirectory })
  const engine = await Engine.open({ path: fresh, memoryLimitMb: 512 })
  try {
    const projector = await Projector.open(engine.writer)
    while (projector.position < log.durable) {
      const { entries, next } = await reader.read(projector.position, log.durable, {
        maxBytes: 8 * 1024 * 1024,
      })
      await projector.apply(entries, next)
      options.onProgress?.(projector.position, log.durable)
    }
  } finally {
    await engine.close()
    await log.close()
  }
  // The old write-ahead log belongs to the old file: it must be gone before the new file stands there.
  await rm(`${path}.wal`, { force: true })
  await rename(fresh, path)
}

async function remove(path: string): Promise<void> {
  await rm(path, { force: true })
  await rm(`${path}.wal`, { force: true })
  await rm(`${path}.tmp`, { recursive: true, force: true })
}
