import type { Position } from '../../kernel/store/ports.ts'
import type { Database } from './database.ts'
import type { Hints } from './hints.ts'

/** Notifies about the ends of logs: of this process's appends at once, of others' within a second. */
export interface HeadWatch {
  /** The end of an organization's log is here. */
  moved(organization: string, end: Position): void
  subscribe(organization: string, listener: (end: Position) => void): () => void
  close(): Promise<void>
}

/** Pause between two polls: shortly after an append, and otherwise. */
const busyMs = 50
const idleMs = 500
/** How long after an append polls stay frequent. */
const busyForMs = 5_000

/**
 * Polls the heads of all followed logs, with one statement: at once after a hint that one has moved; without hints, the
 * next poll finds it.
 */
export function watchHeads(database: Database, hints: Hints): HeadWatch {
  const listeners = new Map<string, Set<(end: Position) => void>>()
  const ends = new Map<string, Position>()
  let closed = false
  let timer: NodeJS.Timeout | null = null
  let looking: Promise<void> | null = null
  let busyUntil = 0
  let isListening = false

  function tell(organization: string, end: Position): void {
    if (end <= (ends.get(organization) ?? 0)) return
    ends.set(organization, end)
    busyUntil = performance.now() + busyForMs
    for (const listener of listeners.get(organization) ?? []) listener(end)
  }

  async function look(): Promise<void> {
    const rows = await database
      .query<{ organization: string; position: string }>({
        name: 'log-heads',
        text: 'select organization, position from log_head where organization = any($1)',
        values: [[...listeners.keys()]],
      })
      // The next poll tries again; appends and reads report the problem.
      .catch(() => [])
    for (const { organization, position } of rows) tell(organization, Number(position))
  }

  function lookSoon(ms = performance.now() < busyUntil ? busyMs : idleMs): void {
    if (closed || listeners.size === 0) return
    if (timer !== null) clearTimeout(timer)
    timer = setTimeout(() => {
      timer = null
      looking ??= look().finally(() => {
        looking = null
        lookSoon()
      })
    }, ms).unref()
  }

  return {
    moved(organization, end) {
      tell(organization, end)
      hints.tell('customer_intel_log')
    },
    subscribe(organization, listener) {
      const theirs = listeners.get(organization) ?? new Set()
      theirs.add(listener)
      listeners.set(organization, theirs)
      if (!isListening) hints.listen('customer_intel_log', () => lookSoon(0))
      isListening = true
      lookSoon(0)
      return () => {
        theirs.delete(listener)
        if (theirs.size === 0) listeners.delete(organization)
      }
    },
    async close() {
      closed = true
      if (timer !== null) clearTimeout(timer)
      await looking
    },
  }
}
