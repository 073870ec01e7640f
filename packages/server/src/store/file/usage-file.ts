import { open, readFile, rename } from 'node:fs/promises'
import * as v from 'valibot'
import type { Usage, UsageBook } from '../../workspaces/usage.ts'

export interface UsageFileOptions {
  path: string
  /** False leaves syncing to the operating system. Default true. */
  sync?: boolean
  /** Told of a file that can't be read or written. */
  onProblem: (problem: string) => void
  /** How long a count may wait to be stored, in milliseconds. Default 5,000. */
  writeAfterMs?: number
}

const UsageSchema = v.object({
  keys: v.record(v.string(), v.object({ lastUsedAt: v.string(), totalRequests: v.number() })),
  apiCalls: v.object({ month: v.string(), count: v.number() }),
}) satisfies v.GenericSchema<Usage>

/**
 * Usage in a small JSON file, replaced whole a few seconds after a count: a crash loses the counts of those seconds and
 * never the file. One that can't be read is told, and counting begins anew.
 */
export async function openUsageFile(options: UsageFileOptions): Promise<UsageBook> {
  const { path, sync = true, onProblem, writeAfterMs = 5_000 } = options
  const tell = (what: string, error: unknown) =>
    onProblem(`${path} can't be ${what}: ${error instanceof Error ? error.message : String(error)}`)
  const usage = await readUsage(path).catch((error: unknown) => {
    tell('read, and counting begins anew', error)
    return emptyUsage()
  })
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()

  const write = (): Promise<void> => {
    timer = null
    writing = writing
      .then(() => replaceFile(path, `${JSON.stringify(usage, null, 2)}\n`, sync))
      .catch((error: unknown) => tell('written; the counts are tried again with the next', error))
    return writing
  }

  return {
    usage,
    changed() {
      timer ??= setTimeout(() => void write(), writeAfterMs).unref()
    },
    async close() {
      if (timer !== null) {
        clearTimeout(timer)
        await write()
      }
      await writing
    },
  }
}

/** What was counted, as it was last stored. None where there is no file. Throws when the file is damaged. */
export async function readUsage(path: string): Promise<Usage> {
  try {
    return v.parse(UsageSchema, JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return emptyUsage()
    throw error
  }
}

function emptyUsage(): Usage {
  return { keys: {}, apiCalls: { month: '', count: 0 } }
}

async function replaceFile(path: string, text: string, sync: boolean): Promise<void> {
  const draft = `${path}.tmp`
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(text)
    if (sync) await file.datasync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
}
