import { builtIn } from './built-in.ts'
import type { OpenSpool, Spool, SpoolHost } from '../tracker/spool.ts'
import { openFiles, type Segment } from './files.ts'
import { reasonOf } from '../reason-of.ts'

/** How often a writer updates its file's time for processes on other machines, and looks for files of dead ones. */
const beatMs = 10_000

/**
 * Keeps a tracker's events in a directory: each is written before `track` returns and removed when the server has
 * confirmed or refused it. What a killed process leaves there is delivered by the next one that opens the directory, or
 * by a neighbour that has it open. Any number of processes may share it; the directory is made if it is missing,
 * readable by its owner only.
 *
 * ```ts
 * const tracker = new Tracker({ publicKey: 'pk_…', spool: directorySpool('/var/lib/shop/events') })
 * ```
 */
export function directorySpool(directory: string): Spool {
  return { open: (host) => open(directory, host) }
}

function open(directory: string, host: SpoolHost): OpenSpool {
  const { publicKey, source } = host
  const path = builtIn('node:path')
  // Events of two organizations, or of two sources, must not be in one batch.
  const folder = encodeURIComponent(source === 'server' ? publicKey : `${publicKey}.${source}`)
  const files = openFiles(path ? path.join(directory, folder) : directory)
  let isExhausted = false

  const beat = setInterval(() => {
    attempt(() => files.beat())
    isExhausted = false
    adopt()
  }, beatMs)
  beat.unref()
  const first = setTimeout(adopt, 0)
  first.unref()

  function attempt<Result>(action: () => Result): Result | undefined {
    try {
      return action()
    } catch (error) {
      host.onTrouble(reasonOf(error))
      return undefined
    }
  }

  function adopt() {
    while (!isExhausted && host.hasRoom()) {
      const adopted = attempt(() => files.adopt())
      if (adopted === undefined) isExhausted = true
      else {
        if (adopted.damaged > 0) host.onDamaged(adopted.damaged)
        for (const json of adopted.events) host.take(json, adopted.segment)
      }
    }
  }

  return {
    get hasMore() {
      return !isExhausted
    },
    adopt,
    write: (json, bytes) => attempt(() => files.append(json, bytes)),
    release: (place) => attempt(() => files.release(place as Segment)),
    close() {
      clearInterval(beat)
      clearTimeout(first)
      attempt(() => files.close())
    },
  }
}
