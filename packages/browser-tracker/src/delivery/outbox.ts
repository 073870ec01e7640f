import { toJson } from '../clean.ts'
import { now } from '../clock.ts'
import { EVENT_PREFIX } from '../storage/keys.ts'
import { listKeys, load, remove, store } from '../storage/storage.ts'
import { attempt, warn } from '../warn.ts'
import { type Batch, MAX_BATCH_EVENTS, takeBatch, toRequest } from './batch.ts'
import { runAlone } from './lock.ts'

/** So many don't wait. */
const MAX_WAITING_EVENTS = 10
/** At most so long an event waits, for what the same action of the visitor records; after each failure four times as long. */
const DELAY_MS = 250
/** No timer is longer. Who wakes too early finds out that it has to wait. */
const MAX_DELAY_MS = 300_000
/** So many batches of an interval may go before it is over: who has been quiet needn't wait. */
const MAX_EARLY_BATCHES = 5
const TIMEOUT_MS = 15_000

const MAX_KEPT_EVENTS = 1000
const MAX_KEPT_CHARS = 1_000_000

/** What happened to this page's events, and how many wait. */
export interface Stats {
  /** Events recorded by this page. */
  recorded: number
  /** Events that the server acknowledged to this page, those left by earlier pages included. */
  acknowledged: number
  /** Events that wait now, those of other tabs included. */
  waiting: number
  /** Events given up by this page: refused by the server, or the oldest when too many waited. */
  dropped: number
}

/**
 * The write-ahead queue, and the way out of it. Each event has a storage key of its own, ordered by its uuid v7: tabs
 * share the queue without a common list that they would have to change at the same time.
 */
export interface Outbox {
  /** Keeps an event, to go with the next batch. `envelope` are the batch's fields of that moment. */
  add: (envelope: object, event: { uuid: string }) => void
  /** Sends until nothing waits, as the one tab that does; ends early when the server can't take it. */
  flush: () => Promise<void>
  /**
   * Sends what waits at once, without waiting for a turn: the page may be gone after this call. When not `isOn`, takes
   * back what was left to the browser.
   */
  flushNow: () => void
  stats: () => Stats
}

/** What the service answers. Anything else that calls itself a server acknowledges nothing. */
interface Answer {
  success?: boolean
  processed?: number
  message?: string
  errors?: { index: number; message: string }[]
}

/** Opens the queue of what goes to `url`, which it does while `isOn`. */
export const openOutbox = (url: string, flushIntervalMs: number, isOn: () => boolean): Outbox => {
  const prefix = `${EVENT_PREFIX}${url}:`
  const inFlight = new Set<string>()
  let recorded = 0
  let acknowledged = 0
  let dropped = 0
  let failures = 0
  let maxEvents = MAX_BATCH_EVENTS
  let running: Promise<void> | undefined
  let flushTimer: ReturnType<typeof setTimeout> | undefined
  let safetyNetTimer: ReturnType<typeof setTimeout> | undefined
  let safetyNet = new AbortController()
  /** Until when the server asked for silence, on the clock that nobody sets. */
  let silentUntil = 0
  /** When the latest batch was due, each an interval after the one before. */
  let dueAt = -Infinity

  const listWaiting = () => listKeys(prefix)

  // A flush that comes due when all has ended may find no page any more: `isOn` goes before `navigator`.
  const take = (): Batch | false =>
    isOn() && navigator.onLine && now() >= silentUntil && takeBatch(listWaiting(), inFlight, maxEvents)

  /** Takes an event out: acknowledged, or given up for a reason. */
  const settle = (key: string, reason?: unknown) => {
    remove(key)
    if (reason) {
      dropped++
      warn('event dropped:', reason)
    } else acknowledged++
  }

  /** Sends a batch; whether another one may follow at once. */
  const send = async ({ keys, body }: Batch) => {
    const failuresBefore = failures
    let status = 0
    let answer: Answer = {}
    for (const key of keys) inFlight.add(key)
    try {
      const response = await fetch(
        url,
        toRequest(body, AbortSignal.timeout && AbortSignal.timeout(TIMEOUT_MS)),
      )
      status = response.status
      silentUntil = now() + +response.headers.get('Retry-After')! * 1000 || 0
      answer = ((await response.json()) as Answer | null) || {}
    } catch {
      // No answer, or none of the service's: nothing is acknowledged.
    }
    for (const key of keys) inFlight.delete(key)

    failures = 0
    if (status < 300 && answer.processed! >= 0) {
      const refusals: string[] = []
      for (const error of answer.errors || []) refusals[error.index] = error.message
      keys.forEach((key, index) => settle(key, refusals[index]))
      maxEvents = MAX_BATCH_EVENTS
    } else if (status === 413 || (status === 400 && answer.success === false)) {
      // Halve the batch until the event that the server can't take stands alone.
      maxEvents = keys.length / 2
      if (maxEvents < 1) settle(keys[0]!, answer.message || status)
    } else if (now() >= silentUntil) {
      // Reported once, as it is tried again and again, and when it is tried again: a request that fails may only have been
      // cut off, as the page was left. Mostly the page's developer can mend it: a wrong key, origin or address.
      if (failuresBefore === 1) warn(answer.message || 'check apiHost:', status, url)
      failures = failuresBefore + 1
    }
    setSafetyNet()
    return !failures
  }

  /** Leaves what isn't sent yet to the browser, which sends it when the page ends in whatever way. */
  const setSafetyNet = () => {
    safetyNetTimer = undefined
    safetyNet.abort()
    safetyNet = new AbortController()
    const batch = take()
    // Where there is no `fetchLater`, or no quota left for it, the events just wait in storage.
    attempt(() => batch && fetchLater(url, toRequest(batch.body, safetyNet.signal)))
  }

  const drain = async () => {
    let chars = 0
    const newestFirst = listWaiting().reverse()
    newestFirst.forEach((key, index) => {
      chars += load(key).length
      if (index >= MAX_KEPT_EVENTS || chars > MAX_KEPT_CHARS) settle(key, 'too many')
    })
    let batch
    while ((batch = take()) && (await send(batch)));
  }

  const schedule = () => {
    const delayMs = DELAY_MS * 4 ** failures * (1 - Math.random() / 2)
    // An interval after the batch before; but who has been quiet for some intervals may send as many batches earlier.
    dueAt = Math.min(Math.max(dueAt, now() - MAX_EARLY_BATCHES * flushIntervalMs), now()) + flushIntervalMs
    flushTimer = setTimeout(
      flush as () => void,
      Math.min(Math.max(delayMs, silentUntil - now(), dueAt - now()), MAX_DELAY_MS),
    )
  }

  const flush = () => {
    running =
      running ||
      runAlone(url, drain).then(() => {
        clearTimeout(flushTimer)
        running = flushTimer = undefined
        if (isOn() && listWaiting()[0]) schedule()
      })
    return running
  }

  const flushNow = () => {
    let batch
    while ((batch = take())) void send(batch)
    setSafetyNet()
  }

  const add = (envelope: object, event: { uuid: string }) => {
    store(prefix + event.uuid, `${toJson(envelope)}\n${toJson(event)}`)
    recorded++
    if (recorded % MAX_WAITING_EVENTS === 0 && !failures) void flush()
    if (!flushTimer) schedule()
    // Once per task: a burst of events would set it anew each time.
    safetyNetTimer = safetyNetTimer || setTimeout(setSafetyNet)
  }

  const stats = () => ({ recorded, acknowledged, dropped, waiting: listWaiting().length })

  return { add, flush, flushNow, stats }
}

/** A request that the browser sends when the page ends; only some browsers have it. */
declare const fetchLater: (url: string, init: RequestInit) => unknown
