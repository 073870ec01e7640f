import type { Storage } from '../storage/storage.ts'
import { warn } from '../warn.ts'

const MAX_EVENTS = 1000
const MAX_CHARS = 1_000_000
/** The server recognises a repeated uuid for 30 days; an older event could be stored twice. */
const MAX_AGE_MS = 28 * 86_400_000

/** An event as it waits: the batch fields it was recorded under, and the event, both as JSON. */
export interface Entry {
  key: string
  envelope: string
  event: string
}

/** What happened to this page's events, and how many wait. */
export interface Stats {
  /** Events recorded by this page. */
  recorded: number
  /** Events that the server acknowledged to this page, those left by earlier pages included. */
  acknowledged: number
  /** Events that wait in storage now, those of other tabs included. */
  waiting: number
  /** Events given up by this page: refused by the server, too old, or the oldest when too many waited. */
  dropped: number
}

/**
 * The write-ahead queue. Each event has a storage key of its own, ordered by its uuid v7: tabs share the queue
 * without a common list that they would have to change at the same time.
 */
export interface Outbox {
  stats: Omit<Stats, 'waiting'>
  add(uuid: string, envelope: string, event: string): string
  keys(): string[]
  read(key: string): Entry | undefined
  remove(key: string): void
  /** Gives an event up, with a warning. */
  drop(key: string, reason: string): void
  /** Drops the oldest events beyond the caps on count, size and age. */
  prune(maxAgeMs?: number): void
}

/** Opens the queue of one public key. */
export const openOutbox = (storage: Storage, publicKey: string): Outbox => {
  const prefix = `svc_e:${publicKey}:`
  const stats = { recorded: 0, acknowledged: 0, dropped: 0 }
  const outbox: Outbox = {
    stats,
    add(uuid, envelope, event) {
      storage.set(prefix + uuid, `${envelope}\n${event}`)
      if (++stats.recorded % 100 === 0) outbox.prune()
      return prefix + uuid
    },
    keys: () => storage.keys(prefix),
    read(key) {
      const [envelope, event] = (storage.get(key) || '').split('\n')
      return event ? { key, envelope: envelope!, event } : undefined
    },
    remove: storage.remove,
    drop(key, reason) {
      storage.remove(key)
      stats.dropped++
      warn('event dropped:', reason)
    },
    prune(maxAgeMs = Infinity) {
      let chars = 0
      outbox
        .keys()
        .reverse()
        .forEach((key, at) => {
          const recordedAt = parseInt(key.slice(prefix.length).replace('-', ''), 16)
          chars += storage.get(key)!.length
          if (at >= MAX_EVENTS || chars > MAX_CHARS || Date.now() - recordedAt > maxAgeMs)
            outbox.drop(key, 'too many, or too old')
        })
    },
  }
  outbox.prune(MAX_AGE_MS)
  return outbox
}
