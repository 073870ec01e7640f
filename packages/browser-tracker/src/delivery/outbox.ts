import { toJson } from '../clean.ts'
import { now } from '../clock.ts'
import { EVENT_PREFIX } from '../storage/keys.ts'
import { listKeys, load, remove, store } from '../storage/storage.ts'
import { attempt, warn } from '../warn.ts'
import { type Batch, MAX_BATCH_EVENTS, takeBatch, toRequest } from './batch.ts'
import { runAlone } from './lock.ts'

/** So many don't wait. */
const MAX_WAITING_EVENTS = 10
/** What one action of the visitor records goes together: a click and the page view after it. */
const COALESCE_MS = 250
/** So many batches of an interval may go before it is over: who has been quiet needn't wait. */
const MAX_EARLY_BATCHES = 5
const TIMEOUT_MS = 15_000
const MIN_BACKOFF_MS = 1_000
const MAX_BACKOFF_MS = 300_000
const MAX_RETRY_AFTER_MS = 3_600_000

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
  /** Sends what waits at once, without waiting for a turn: the page may be gone after this call. */
  flushNow: () => void
  /** Leaves what isn't sent yet to the browser, to be sent when the page ends; takes that back while not `isOn`. */
  setSafetyNet: () => void
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
  /** Both on the clock that nobody sets: when to try again, and until when the server asked for silence. */
  let pausedUntil = 0
  let silentUntil = 0
  /** When the next batch is due, each an interval after the one before. */
  let dueAt = -Infinity

  const listWaiting = () => listKeys(prefix)

  // A flush that comes due when all has ended may find no page any more: `isOn` goes before `navigator`.
  const take = (until: number): Batch | false =>
    isOn() && navigator.onLine && now() >= until && takeBatch(listWaiting(), inFlight, maxEvents)

  /** Takes an event out: acknowledged, or given up for a reason. */
  const settle = (key: string, reason?: unknown) => {
    remove(key)
    if (reason) {
      dropped++
      warn('event dropped:', reason)
    } else acknowledged++
  }

  const send = async ({ keys, body }: Batch) => {
    let status = 0
    let waitMs = 0
    let answer: Answer = {}
    const failuresBefore = failures
    for (const key of keys) inFlight.add(key)
    setSafetyNet()
    try {
      const timeout = new AbortController()
      setTimeout(() => timeout.abort(), TIMEOUT_MS)
      const response = await fetch(url, toRequest(body, timeout.signal))
      status = response.status
      waitMs = Math.min(+response.headers.get('Retry-After')! * 1000 || 0, MAX_RETRY_AFTER_MS)
      answer = ((await response.json()) as Answer | null) || {}
    } catch {
      // No answer, or none of the service's: nothing is acknowledged.
    }
    for (const key of keys) inFlight.delete(key)

    const isAccepted = status < 300 && answer.processed! >= 0
    const isMalformed = status === 413 || (status === 400 && answer.success === false)
    if (isAccepted || (isMalformed && keys.length === 1)) {
      const refusals: unknown[] = isAccepted ? [] : [answer.message || status]
      for (const error of answer.errors || []) refusals[error.index] = error.message
      keys.forEach((key, index) => settle(key, refusals[index]))
      failures = 0
      maxEvents = MAX_BATCH_EVENTS
    } else if (isMalformed) {
      // Halve the batch until the event that the server can't take stands alone.
      maxEvents = keys.length / 2
    } else {
      // Reported once, as it is tried again and again, and when it is tried again: a request that fails may only have been
      // cut off, as the page was left. Mostly the page's developer can mend it: a wrong key, origin or address.
      if (failuresBefore === 1) warn(answer.message || 'check apiHost:', status, url)
      const backoffMs = Math.min(MIN_BACKOFF_MS * 2 ** failures++, MAX_BACKOFF_MS) * (1 - Math.random() / 2)
      silentUntil = now() + waitMs
      pausedUntil = now() + (waitMs || backoffMs)
    }
    setSafetyNet()
  }

  /** Leaves what isn't sent yet to the browser, which sends it when the page ends in whatever way. */
  const setSafetyNet = () => {
    safetyNetTimer = undefined
    safetyNet.abort()
    safetyNet = new AbortController()
    const batch = take(silentUntil)
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
    while ((batch = take(pausedUntil))) await send(batch)
  }

  const schedule = (delayMs: number) => {
    flushTimer = setTimeout(flush as () => void, delayMs)
  }

  const scheduleNext = () => {
    clearTimeout(flushTimer)
    running = flushTimer = undefined
    if (isOn() && listWaiting()[0]) schedule(pausedUntil > now() ? pausedUntil - now() : flushIntervalMs)
  }

  const flush = () => {
    running = running || runAlone(url, drain).then(scheduleNext)
    return running
  }

  const flushNow = () => {
    let batch
    while ((batch = take(silentUntil))) void send(batch)
  }

  const add = (envelope: object, event: { uuid: string }) => {
    store(prefix + event.uuid, `${toJson(envelope)}\n${toJson(event)}`)
    recorded++
    if (recorded % MAX_WAITING_EVENTS === 0) void flush()
    if (!flushTimer) {
      // Batches that went early move the next one no further than an interval from now.
      dueAt = Math.min(Math.max(dueAt, now() - MAX_EARLY_BATCHES * flushIntervalMs), now() + flushIntervalMs)
      schedule(Math.max(COALESCE_MS, dueAt - now()))
      dueAt += flushIntervalMs
    }
    // Once per task: a burst of events would set it each time.
    safetyNetTimer = safetyNetTimer || setTimeout(setSafetyNet)
  }

  const stats = () => ({ recorded, acknowledged, dropped, waiting: listWaiting().length })

  return { add, flush, flushNow, setSafetyNet, stats }
}

/** A request that the browser sends when the page ends; only some browsers have it. */
declare const fetchLater: (url: string, init: RequestInit) => unknown
