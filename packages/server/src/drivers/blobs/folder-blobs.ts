import { readdir, readFile, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder, nullWhereMissing, replaceFile } from '../../kernel/durable-files.ts'
import type { Blobs } from '../../kernel/store/ports.ts'

/** Blobs as files of a folder that all nodes share, created with the first one. */
export function folderBlobs(folder: string): Blobs {
  return {
    async list() {
      const found = (await readdir(folder, { withFileTypes: true }).catch(nullWhereMissing)) ?? []
      const names: string[] = []
      for (const entry of found) {
        if (!entry.isDirectory()) continue
        const within = (await readdir(join(folder, entry.name)).catch(nullWhereMissing)) ?? []
        names.push(...within.map((name) => `${entry.name}/${name}`))
      }
      const listed = await Promise.all(
        names.map(async (name) => {
          const status = await stat(join(folder, name)).catch(nullWhereMissing)
          return status === null ? [] : [{ name, madeAt: status.mtimeMs }]
        }),
      )
      return listed.flat()
    },
    async put(name, bytes) {
      const path = join(folder, name)
      await makeFolder(dirname(path), { sync: false })
      await replaceFile(path, bytes)
    },
    get: (name) => readFile(join(folder, name)).catch(nullWhereMissing),
    async remove(names) {
      for (const name of names) await rm(join(folder, name), { force: true })
      // Removes folders that are empty now.
      for (const of of new Set(names.map((name) => dirname(join(folder, name)))))
        await rmdir(of).catch(() => undefined)
    },
  }
}
