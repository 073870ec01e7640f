import { AppError } from '../../kernel/errors.ts'
import {
  type Lease,
  type Log,
  type LogEntry,
  type Position,
  assertPayload,
} from '../../kernel/store/ports.ts'

const defaultMaxBytes = 4 * 1024 * 1024

/** A log in memory. A position is the number of bytes before it. */
export function memoryLog(options: { isCurrent: (lease: Lease) => boolean; assertOpen: () => void }): Log {
  const { isCurrent, assertOpen } = options
  /** In order; a deleted payload is null. */
  const entries: { position: Position; next: Position; payload: Uint8Array | null }[] = []
  const listeners = new Set<(end: Position) => void>()
  const end = (): Position => entries.at(-1)?.next ?? 0

  /** The index of the first entry that ends after `position`. */
  function indexAt(position: Position): number {
    let low = 0
    for (let high = entries.length; low < high;) {
      const middle = (low + high) >>> 1
      if (entries[middle]!.next > position) high = middle
      else low = middle + 1
    }
    return low
  }

  return {
    async append(payload, { lease } = {}) {
      assertPayload(payload)
      assertOpenForAppend(assertOpen)
      if (lease !== undefined && !isCurrent(lease))
        throw new AppError(
          'LEASE_LOST',
          `The lease ${lease.name} is held by somebody else: acquire it again.`,
        )
      const position = end()
      const next = position + payload.length
      entries.push({ position, next, payload: payload.slice() })
      for (const listener of listeners) listener(next)
      return next
    },
    async end() {
      assertOpen()
      return end()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async read(from, until, { maxBytes = defaultMaxBytes } = {}) {
      assertOpen()
      const read: LogEntry[] = []
      let bytes = 0
      let next = from
      for (let index = indexAt(from); index < entries.length && entries[index]!.next <= until; index++) {
        const { payload, ...place } = entries[index]!
        if (payload !== null) {
          if (read.length > 0 && bytes + payload.length > maxBytes) break
          read.push({ ...place, payload })
          bytes += payload.length
        }
        next = place.next
      }
      return { entries: read, next, damaged: [] }
    },
    async startOfLast(bytes) {
      assertOpen()
      return entries[indexAt(Math.max(0, end() - bytes))]?.position ?? end()
    },
    async rewrite(change) {
      assertOpen()
      let changed = 0
      for (const entry of entries) {
        if (entry.payload === null) continue
        const payload = change.payload(entry.payload)
        if (payload === entry.payload) continue
        if (payload !== null && payload.length > entry.next - entry.position)
          throw new RangeError(
            `a record of ${entry.next - entry.position} bytes can't become one of ${payload.length}`,
          )
        entry.payload = payload
        changed++
      }
      return changed
    },
    health: { unavailable: null, damaged: [] },
  }
}

function assertOpenForAppend(assertOpen: () => void): void {
  try {
    assertOpen()
  } catch (cause) {
    throw new AppError('LOG_UNAVAILABLE', 'The server is shutting down', { cause, retryAfterSeconds: 5 })
  }
}
