import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Database } from './database.ts'

/** `customer_intel_log`: a log has grown. `customer_intel_documents`: a document of the named organization has changed. */
export type Channel = 'customer_intel_log' | 'customer_intel_documents'

/**
 * Notifies other nodes of changes, by NOTIFY on its own connection, never in the transaction of the change: such
 * transactions would wait for each other. A hint may not arrive: whoever must know polls, too, but less often.
 */
export interface Hints {
  /** Sends a hint soon, also to this process; equal hints in between are sent once. */
  tell(channel: Channel, about?: string): void
  listen(channel: Channel, listener: (about: string) => void): () => void
  /** Sends what is still to be sent. */
  close(): Promise<void>
}

/** At most one statement in this time. */
const tellEveryMs = 50
/** Pause before a lost connection is replaced, while there are listeners. */
const reconnectMs = 5_000

export function openHints(database: Database): Hints {
  const listeners = new Map<string, Set<(about: string) => void>>()
  const unsent = new Map<string, [Channel, string]>()
  let client: Client | null = null
  let connecting: Promise<void> | null = null
  let tellTimer: NodeJS.Timeout | null = null
  let reconnectTimer: NodeJS.Timeout | null = null
  let closed = false

  async function connect(): Promise<void> {
    const connected = await database.connect()
    connected.on('notification', ({ channel, payload = '' }) => {
      for (const listener of listeners.get(channel) ?? []) listener(payload)
    })
    connected.on('end', () => drop(connected))
    client = connected
    for (const channel of listeners.keys()) await ask(`listen ${channel}`)
  }

  /** A connection on which a statement failed may be dead: it is replaced. */
  async function ask(text: string, values?: unknown[]): Promise<void> {
    const asked = client
    await asked?.query(text, values).catch(() => drop(asked))
  }

  function drop(dropped: Client): void {
    if (dropped !== client) return
    client = null
    void dropped.end().catch(() => undefined)
    reconnectSoon()
  }

  /** Resolves once there is a connection, or connecting has failed. */
  function ensureConnected(): Promise<void> {
    if (client !== null || closed) return Promise.resolve()
    connecting ??= connect()
      .catch(reconnectSoon)
      .finally(() => (connecting = null))
    return connecting
  }

  function reconnectSoon(): void {
    if (closed || listeners.size === 0) return
    reconnectTimer ??= setTimeout(() => {
      reconnectTimer = null
      void ensureConnected()
    }, reconnectMs).unref()
  }

  async function tellAll(): Promise<void> {
    await ensureConnected()
    const [channels, abouts] = [0, 1].map((at) => [...unsent.values()].map((hint) => hint[at]))
    unsent.clear()
    await ask(
      'select pg_notify(channel, about) from unnest($1::text[], $2::text[]) as hint(channel, about)',
      [channels, abouts],
    )
  }

  return {
    tell(channel, about = '') {
      if (closed) return
      unsent.set(`${channel} ${about}`, [channel, about])
      tellTimer ??= setTimeout(() => {
        tellTimer = null
        void tellAll()
      }, tellEveryMs).unref()
    },
    listen(channel, listener) {
      const known = listeners.get(channel)
      const theirs = known ?? new Set()
      listeners.set(channel, theirs.add(listener))
      if (known === undefined) void ask(`listen ${channel}`)
      void ensureConnected()
      return () => theirs.delete(listener)
    },
    async close() {
      for (const timer of [tellTimer, reconnectTimer]) if (timer !== null) clearTimeout(timer)
      if (unsent.size > 0) await tellAll()
      closed = true
      await connecting
      // What doesn't answer doesn't say goodbye either: the database cuts its connections in the end.
      await Promise.race([client?.end().catch(() => undefined), sleep(1_000, null, { ref: false })])
    },
  }
}
