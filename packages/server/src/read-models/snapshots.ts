import { createHash } from 'node:crypto'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder, nullWhereMissing } from '../durable-files.ts'
import type { Position } from '../store/ports.ts'
import { copyDurably } from './copy-durably.ts'
import { databasePath } from './open-read-models.ts'
import type { ReadModels } from './read-models.ts'
import { schema } from './sql/schema.ts'

/** Copies of one organization's read models, for nodes that have none: so that they needn't apply the whole log. */
export interface Snapshots {
  /** Puts the newest one in the place of read models that aren't there. Resolves false where there is none that fits. */
  restore(options: { directory: string; epoch: number }): Promise<boolean>
  /** Makes one, and removes all but the last two. Answers wait while the file is copied. */
  take(readModels: Pick<ReadModels, 'copyTo'>, options: { epoch: number }): Promise<void>
  /** Of the newest one: how far it is, and when it was made, Unix milliseconds. Null: there is none that fits. */
  newest(): Promise<{ position: Position; madeAt: number } | null>
  /** Removes what was made before something left the log. */
  removeBefore(epoch: number): Promise<void>
}

/** So many are kept. */
const kept = 2
const suffix = '.duckdb'
/** Of the tables: one that other tables are in fits nobody here. */
const tables = createHash('sha256').update(schema).digest('hex').slice(0, 12)

/** Snapshots in a folder that all nodes share: `<tables>-<epoch>-<position>.duckdb`. */
export function openSnapshots(folder: string): Snapshots {
  async function list(): Promise<{ name: string; tables: string; epoch: number; position: Position }[]> {
    const names = (await readdir(folder).catch(nullWhereMissing)) ?? []
    return names
      .flatMap((name) => {
        const [, of = '', epoch, position] = /^([\da-f]{12})-(\d+)-(\d+)\.duckdb$/.exec(name) ?? []
        return epoch === undefined
          ? []
          : [{ name, tables: of, epoch: Number(epoch), position: Number(position) }]
      })
      .sort((left, right) => right.position - left.position)
  }

  const fitting = async () => (await list()).filter((snapshot) => snapshot.tables === tables)

  return {
    async restore({ directory, epoch }) {
      const path = databasePath(directory)
      if ((await stat(path).catch(nullWhereMissing)) !== null) return false
      const found = (await fitting()).find((snapshot) => snapshot.epoch >= epoch)
      if (found === undefined) return false
      await copyDurably(join(folder, found.name), path)
      return true
    },
    async take(readModels, { epoch }) {
      await makeFolder(folder, { sync: false })
      const draft = join(folder, `draft-${process.pid}${suffix}.tmp`)
      try {
        const position = await readModels.copyTo(draft)
        await rename(draft, join(folder, `${tables}-${epoch}-${position}${suffix}`))
      } finally {
        await rm(draft, { force: true })
      }
      for (const { name } of (await fitting()).slice(kept)) await rm(join(folder, name), { force: true })
    },
    async newest() {
      const [found] = await fitting()
      const status = found && (await stat(join(folder, found.name)).catch(nullWhereMissing))
      return found && status ? { position: found.position, madeAt: status.mtimeMs } : null
    },
    async removeBefore(epoch) {
      for (const snapshot of await list())
        if (snapshot.epoch < epoch) await rm(join(folder, snapshot.name), { force: true })
    },
  }
}
