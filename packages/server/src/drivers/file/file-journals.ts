import { readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  appendLines,
  makeFolder,
  nullWhereMissing,
  readIfThere,
  replaceFile,
} from '../../kernel/durable-files.ts'
import { type Journals, assertName } from '../../kernel/store/ports.ts'
import { claimsFile } from './claim-lines.ts'
import type { SerialQueue } from './serial-queue.ts'
import { unavailable } from './unavailable.ts'

/**
 * Journals in files `<name>.ndjson`, a JSON object per line. A bounded one has an older half beside it, `.1`, which is
 * dropped when the newer half is full.
 */
export function fileJournals(options: {
  directory: string
  sync: boolean
  queue: SerialQueue
  assertOpen: () => void
}): Journals {
  const { directory, sync, queue, assertOpen } = options
  const pathOf = (name: string): string => join(directory, `${assertName(name)}.ndjson`)
  const halves = (name: string): string[] => [`${pathOf(name)}.1`, pathOf(name)]

  return {
    append(name, entries, { keepBytes, durable = true } = {}) {
      const path = pathOf(name)
      const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
      return queue.run(() =>
        (async () => {
          await makeFolder(directory, { sync })
          await appendLines(path, lines, { sync: sync && durable })
          if (keepBytes !== undefined && (await stat(path)).size > keepBytes / 2)
            await rename(path, `${path}.1`)
        })().catch(unavailable(`The journal ${name} can't be written`)),
      )
    },
    async list() {
      assertOpen()
      const files = (await readdir(directory).catch(nullWhereMissing)) ?? []
      const names = files.flatMap((file) => /^([a-z0-9-]+)\.ndjson(?:\.1)?$/.exec(file)?.[1] ?? [])
      return [...new Set(names)].filter((name) => `${name}.ndjson` !== claimsFile).sort()
    },
    async read<Entry extends object>(name: string) {
      assertOpen()
      const entries = await Promise.all(halves(name).map((path) => readEntries<Entry>(path)))
      return entries.flat()
    },
    rewrite: <Entry extends object>(name: string, change: (entry: Entry) => Entry | null) =>
      queue.run(() =>
        (async () => {
          for (const path of halves(name)) await rewriteFile(path, change, sync)
        })().catch(unavailable(`The journal ${name} can't be written`)),
      ),
  }
}

async function rewriteFile<Entry extends object>(
  path: string,
  change: (entry: Entry) => Entry | null,
  sync: boolean,
): Promise<void> {
  const entries = await readEntries<Entry>(path)
  const changed = entries.map((entry) => change(entry))
  if (changed.every((entry, index) => entry === entries[index])) return
  const lines = changed.flatMap((entry) => (entry === null ? [] : [`${JSON.stringify(entry)}\n`]))
  await replaceFile(path, lines.join(''), { sync })
}

/** All complete lines of a journal's file; none for a missing file. Throws for an invalid line, naming it. */
async function readEntries<Entry extends object>(path: string): Promise<Entry[]> {
  const text = (await readIfThere(path))?.toString('utf8') ?? ''
  const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n')
  return lines.flatMap((line, index) => (line === '' ? [] : [parseLine<Entry>(line, `${path}:${index + 1}`)]))
}

function parseLine<Entry extends object>(line: string, place: string): Entry {
  try {
    return JSON.parse(line) as Entry
  } catch (cause) {
    throw new Error(`${place} is not JSON: correct the line or take it out`, { cause })
  }
}
