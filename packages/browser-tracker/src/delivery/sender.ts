import type { Storage } from '../storage/storage.ts'
import { guard, warn } from '../warn.ts'
import { createLock } from './lock.ts'
import type { Entry, Outbox } from './outbox.ts'

const MAX_BATCH_EVENTS = 100
/** Browsers allow 64 KiB of keepalive bodies in flight; the page may have some of its own. */
const MAX_KEEPALIVE_BYTES = 60_000
const TIMEOUT_MS = 15_000
const MAX_BACKOFF_MS = 300_000
const MAX_RETRY_AFTER_MS = 3_600_000
const RETRY_KEY = 'svc_retry_at'

/** Sends what the outbox holds. */
export interface Sender {
  /** Sends until nothing waits, as the one tab that does; ends early when the server can't be reached. */
  flush: () => Promise<void>
  /** Tells the sender of a new event, to be sent with the next batch. */
  notice: (key: string) => void
  /** Sends this page's events at once, without waiting for a turn: the page may be gone after this call. */
  flushNow: () => void
  /** Stops timers and safety nets. What waits stays in the outbox. */
  stop: () => void
}

interface Batch {
  entries: Entry[]
  body: string
  bytes: number
}

type Answer =
  | { success?: boolean; processed?: number; errors?: { index: number; message: string }[] }
  | undefined

/** Milliseconds that a `Retry-After` header asks for, as seconds or as a date; 0 when it asks for none. */
export const readRetryAfter = (header: string | null): number =>
  (header && Math.min(+header >= 0 ? +header * 1000 : Date.parse(header) - Date.now(), MAX_RETRY_AFTER_MS)) ||
  0

/** A sender for the events of `outbox`, to the ingest address `url`. */
export const createSender = (
  url: string,
  outbox: Outbox,
  storage: Storage,
  flushIntervalMs: number,
): Sender => {
  const lock = createLock(storage, `svc ${url}`)
  /** Keys of events recorded by this page that no answer has settled yet. */
  const own = new Set<string>()
  const inFlight = new Set<string>()
  let bytesInFlight = 0
  let failures = 0
  let maxEvents = MAX_BATCH_EVENTS
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let stopped = false
  let safetyNet: AbortController | undefined

  /** On the clock that nobody can set. The server's own wish is kept across pages, so it's in wall-clock time. */
  const now = () => performance.now()
  const askedMs = +storage.get(RETRY_KEY)! - Date.now()
  let askedUntil = askedMs < MAX_RETRY_AFTER_MS ? now() + askedMs : 0
  let pausedUntil = askedUntil

  const schedule = (delayMs: number) => {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(() => void sender.flush(), delayMs)
  }

  /** The oldest events that were recorded under the same envelope and fit into one request. */
  const take = (keys: Iterable<string>): Batch | undefined => {
    const entries: Entry[] = []
    let bytes = 0
    for (const key of keys) {
      const entry = !inFlight.has(key) && outbox.read(key)
      if (!entry) continue
      const size = new Blob([entry.envelope, entry.event]).size
      if (
        entries[0] &&
        (entries[0].envelope !== entry.envelope ||
          entries.length >= maxEvents ||
          bytes + size > MAX_KEEPALIVE_BYTES)
      )
        break
      entries.push(entry)
      bytes += size
    }
    return (
      entries[0] && {
        entries,
        bytes,
        body: `${entries[0].envelope.slice(0, -1)},"events":[${entries.map((entry) => entry.event).join()}]}`,
      }
    )
  }

  const settle = ({ key }: Entry, refusal?: string) => {
    own.delete(key)
    if (refusal) outbox.drop(key, refusal)
    else {
      outbox.remove(key)
      outbox.stats.acknowledged++
    }
  }

  const send = async ({ entries, body, bytes }: Batch) => {
    const abort = new AbortController()
    const timeout = setTimeout(() => abort.abort(), TIMEOUT_MS)
    let status = 0
    let answer: Answer
    let waitMs = 0
    bytesInFlight += bytes
    for (const { key } of entries) inFlight.add(key)
    setSafetyNet()
    try {
      const response = await fetch(url, {
        method: 'POST',
        // A string goes as text/plain, which needs no preflight.
        body,
        credentials: 'omit',
        keepalive: bytesInFlight <= MAX_KEEPALIVE_BYTES,
        signal: abort.signal,
      })
      status = response.status
      waitMs = readRetryAfter(response.headers.get('Retry-After'))
      answer = await response.json()
    } catch {
      answer = undefined // No answer, or none of the service's: nothing is acknowledged.
    }
    clearTimeout(timeout)
    bytesInFlight -= bytes
    for (const { key } of entries) inFlight.delete(key)

    if (answer && status < 300 && answer.processed! >= 0) {
      const refusals: string[] = []
      for (const { index, message } of answer.errors || []) refusals[index] = message
      entries.forEach((entry, index) => settle(entry, refusals[index]))
      failures = 0
      maxEvents = MAX_BATCH_EVENTS
    } else if (status === 413 || (status === 400 && answer && answer.success === false)) {
      // Halve the batch until the event that the server can't take stands alone.
      maxEvents = Math.ceil(entries.length / 2)
      if (!entries[1]) {
        settle(entries[0]!, `status ${status}`)
        maxEvents = MAX_BATCH_EVENTS
      }
    } else {
      if (status === 403 && !failures && origin !== 'null')
        warn('refused: check publicKey and allowed origins')
      if (waitMs) {
        askedUntil = now() + waitMs
        storage.set(RETRY_KEY, `${Date.now() + waitMs}`)
      }
      // A refused key or origin is not going to pass in a minute.
      failures += status === 403 ? 9 : 1
      pausedUntil =
        now() + Math.max(waitMs, Math.min(500 * 2 ** failures, MAX_BACKOFF_MS) * (1 - Math.random() / 2))
    }
    setSafetyNet()
  }

  /** Leaves what isn't sent yet to the browser, to be sent when the page ends in whatever way. */
  const setSafetyNet = guard(() => {
    if (safetyNet) safetyNet.abort()
    const batch = !stopped && window.fetchLater && now() >= askedUntil && take(own)
    if (batch && batch.bytes <= MAX_KEEPALIVE_BYTES) {
      safetyNet = new AbortController()
      const { signal } = safetyNet
      window.fetchLater!(url, { method: 'POST', body: batch.body, credentials: 'omit', signal })
    }
  })

  const drain = async (renew: () => void) => {
    let batch
    while (!stopped && now() >= pausedUntil && navigator.onLine !== false && (batch = take(outbox.keys()))) {
      renew()
      await send(batch)
    }
  }

  let noticed = 0
  let arming = false
  const sender: Sender = {
    flush() {
      if (!running)
        running = lock(drain).then(() => {
          running = timer = undefined
          if (outbox.keys()[0]) schedule(Math.max(flushIntervalMs, pausedUntil - now()))
        })
      return running
    },
    notice(key) {
      own.add(key)
      if (++noticed % 10 === 0) void sender.flush()
      if (!timer) schedule(noticed > 1 ? flushIntervalMs : 0)
      // Once per task, as a burst of events would set it anew each time.
      if (!arming) {
        arming = true
        void Promise.resolve().then(() => {
          arming = false
          setSafetyNet()
        })
      }
    },
    flushNow() {
      let batch
      while (now() >= askedUntil && (batch = take(own)) && bytesInFlight + batch.bytes <= MAX_KEEPALIVE_BYTES)
        void send(batch)
    },
    stop() {
      stopped = true
      clearTimeout(timer)
      setSafetyNet()
    },
  }
  return sender
}

declare global {
  interface Window {
    /** A request that the browser sends when the page ends; only some browsers have it. */
    fetchLater?: (url: string, init: RequestInit) => unknown
  }
}
