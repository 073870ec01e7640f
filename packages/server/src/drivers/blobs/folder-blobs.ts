import { readdir, readFile, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createFile, makeFolder, nullWhereMissing, replaceFile } from '../../kernel/durable-files.ts'
import type { Objects } from '../../kernel/store/ports.ts'

/** Blobs as files of a folder that all nodes share, created with the first one. */
export function folderBlobs(folder: string): Objects {
  return {
    async list() {
      const names = await filesWithin(folder)
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
    async create(name, bytes) {
      const path = join(folder, name)
      await makeFolder(dirname(path), { sync: false })
      return createFile(path, bytes)
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

/** Names of all files, also in folders within: with `/`. What is removed meanwhile may be missing. */
async function filesWithin(folder: string): Promise<string[]> {
  const found = (await readdir(folder, { withFileTypes: true }).catch(nullWhereMissing)) ?? []
  const names: string[] = []
  for (const entry of found) {
    if (entry.isFile()) names.push(entry.name)
    if (!entry.isDirectory()) continue
    const within = await filesWithin(join(folder, entry.name))
    names.push(...within.map((name) => `${entry.name}/${name}`))
  }
  return names
}
