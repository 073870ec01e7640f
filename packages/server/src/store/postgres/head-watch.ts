import type { Client } from 'pg'
import type { Position } from '../ports.ts'
import type { Database } from './database.ts'

/** Who is told where the logs end: of this process's appends at once, of others' within a second. */
export interface HeadWatch {
  /** The end of an organization's log is known to be here. */
  moved(organization: string, end: Position): void
  subscribe(organization: string, listener: (end: Position) => void): () => void
  close(): Promise<void>
}

/** Between two looks at the heads, in milliseconds: shortly after somebody appended, and else. */
const busyMs = 50
const idleMs = 500
/** How long after a move the looks stay frequent, in milliseconds. */
const busyForMs = 5_000
/** Hints to other nodes, at most one in so many milliseconds. */
const hintEveryMs = 50
const channel = 'customer_intel_log'

/**
 * Looks at the heads of the logs that somebody follows, with one statement for all of them. A NOTIFY from a connection of
 * its own, never from an append, is a hint to look at once: where it doesn't arrive, the next look finds what there is.
 */
export function watchHeads(database: Database): HeadWatch {
  const listeners = new Map<string, Set<(end: Position) => void>>()
  const ends = new Map<string, Position>()
  let closed = false
  let timer: NodeJS.Timeout | null = null
  let looking: Promise<void> | null = null
  let busyUntil = 0
  let hints: Client | null = null
  let connecting: Promise<void> | null = null
  let hintTimer: NodeJS.Timeout | null = null

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
      // The next look tries again; appends and reads tell what is wrong.
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

  async function listen(): Promise<void> {
    const client = await database.connect()
    if (closed) return client.end()
    client.on('notification', () => lookSoon(0))
    client.on('end', () => (hints = null))
    await client.query(`listen ${channel}`)
    hints = client
  }

  /** The connection for hints, made anew when it has ended. */
  function connected(): Client | null {
    if (hints === null && !closed) {
      connecting ??= listen()
        .catch(() => undefined)
        .finally(() => (connecting = null))
    }
    return hints
  }

  return {
    moved(organization, end) {
      tell(organization, end)
      if (closed) return
      hintTimer ??= setTimeout(() => {
        hintTimer = null
        connected()
          ?.query(`notify ${channel}`)
          .catch(() => undefined)
      }, hintEveryMs).unref()
    },
    subscribe(organization, listener) {
      const theirs = listeners.get(organization) ?? new Set()
      theirs.add(listener)
      listeners.set(organization, theirs)
      connected()
      lookSoon(0)
      return () => {
        theirs.delete(listener)
        if (theirs.size === 0) listeners.delete(organization)
      }
    },
    async close() {
      closed = true
      for (const pending of [timer, hintTimer]) if (pending !== null) clearTimeout(pending)
      await looking
      await connecting
      await hints?.end().catch(() => undefined)
    },
  }
}
