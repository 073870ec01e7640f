import { appendFile, rename, stat } from 'node:fs/promises'
import type { Rejection, Rejections } from '../../workspaces/rejections.ts'
import { readNdjson } from './ndjson-journal.ts'

export interface RejectionsFileOptions {
  /** The newer half; the older one lies beside it, with `.1` at the end. */
  path: string
  /** A file that has grown past this becomes the older one. Default 512 KiB. */
  maxBytes?: number
  onProblem: (problem: string) => void
}

/** Written together after this long, in milliseconds. */
const writeAfterMs = 500
/** More in that time are left out: a sender gone wild must not fill the memory. */
const maxWaiting = 1_000

/** Refusals in two small files of NDJSON that take turns. Nothing is synced: a crash may lose the last ones. */
export function openRejectionsFile(options: RejectionsFileOptions): Rejections {
  const { path, maxBytes = 512 * 1024, onProblem } = options
  const older = `${path}.1`
  let waiting: Rejection[] = []
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()

  const write = (): Promise<void> => {
    timer = null
    const lines = waiting.map((rejection) => `${JSON.stringify(rejection)}\n`).join('')
    waiting = []
    writing = writing
      .then(async () => {
        await appendFile(path, lines, { mode: 0o600 })
        if ((await stat(path)).size > maxBytes) await rename(path, older)
      })
      .catch((error: unknown) =>
        onProblem(`${path} can't be written: ${error instanceof Error ? error.message : String(error)}`),
      )
    return writing
  }
  const settle = async (): Promise<void> => {
    if (timer !== null) {
      clearTimeout(timer)
      await write()
    }
    await writing
  }

  return {
    note(rejection) {
      if (waiting.length >= maxWaiting) return
      waiting.push(rejection)
      timer ??= setTimeout(() => void write(), writeAfterMs).unref()
    },
    async find(uuid) {
      await settle()
      const known = [...(await readNdjson<Rejection>(older)), ...(await readNdjson<Rejection>(path))]
      return known.filter((rejection) => rejection.uuid === uuid)
    },
    close: settle,
  }
}
