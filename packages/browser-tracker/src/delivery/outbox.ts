import { toJson } from '../clean.ts'
import { now } from '../clock.ts'
import { EVENT_PREFIX } from '../storage/keys.ts'
import { listKeys, load, remove, store } from '../storage/storage.ts'
import { attempt, warn } from '../warn.ts'
import { type Batch, MAX_BATCH_CHARS, MAX_BATCH_EVENTS, toRequest } from './batch.ts'

/** This many events are sent without waiting. */
const MAX_WAITING_EVENTS = 10
/** Collects what one action of the visitor records: a click and the page view after it. */
const COALESCE_MS = 250
/** Batches that may be sent early within an interval: after a pause events needn't wait. */
const MAX_EARLY_BATCHES = 5
const TIMEOUT_MS = 15_000
const MIN_BACKOFF_MS = 1_000
const MAX_BACKOFF_MS = 300_000
const MAX_RETRY_AFTER_MS = 3_600_000

const MAX_KEPT_EVENTS = 1000
const MAX_KEPT_CHARS = 1_000_000

/** What happened to this page's events, and how many are waiting. */
export interface Stats {
  /** Events recorded by this page. */
  recorded: number
  /** Events that the server acknowledged to this page, those left by earlier pages included. */
  acknowledged: number
  /** Events that are waiting now, including those of other tabs. */
  waiting: number
  /** Events that this page dropped: rejected by the server, or the oldest of too many. */
  dropped: number
}

/**
 * The write-ahead queue and its delivery. Each event has its own storage key, ordered by its uuid v7: tabs share the
 * queue without a common list that they would have to change at the same time.
 */
export interface Outbox {
  /** Stores an event for the next batch. `envelope`: the batch's fields at this time. */
  add: (envelope: object, event: { uuid: string }) => void
  /** Sends until the queue is empty, in one tab only; ends early when the server can't accept events. */
  flush: () => Promise<void>
  /**
   * Sends waiting events at once: the page may be gone after this call. While not `isOn` it sends nothing, and cancels
   * what was left to the browser.
   */
  flushNow: () => void
  stats: () => Stats
}

/** A response of the service. Other servers' responses acknowledge nothing. */
interface Answer {
  success?: boolean
  processed?: number
  message?: string
  errors?: { index: number; message: string }[]
}

/** Opens the queue of events for `url`, and sends them while `isOn`. */
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
  /** By the monotonic clock: until when to wait after a failure, and until when the server asked to. */
  let silentUntil = 0
  let pausedUntil = 0
  /** When the next batch is due, one interval after the previous one. */
  let dueAt = -Infinity

  /**
   * The oldest waiting events that aren't in flight, were recorded under the same batch fields and fit into one request;
   * none before `time`. A stored value is the batch's fields and the event, both as JSON, separated by a line break.
   */
  const take = (time: number): Batch | '' => {
    const keys: string[] = []
    let envelope = ''
    let events = ''
    // A flush may become due after the page has ended: `isOn` is checked before `navigator`.
    for (const key of isOn() && navigator.onLine && now() >= time ? listKeys(prefix) : []) {
      const [head, event] = load(key).split('\n')
      if (!event || inFlight.has(key)) continue
      const isTooLong = (events + event).length > MAX_BATCH_CHARS
      if (events && (head !== envelope || keys.length >= maxEvents || isTooLong)) break
      envelope = head!
      events += ',' + event
      keys.push(key)
    }
    return events && { keys, body: `{"events":[${events.slice(1)}],${envelope.slice(1)}` }
  }

  /** Removes an event: acknowledged, or dropped for a reason. */
  const complete = (key: string, reason?: unknown) => {
    remove(key)
    if (reason) {
      dropped++
      warn('dropped:', reason)
    } else acknowledged++
  }

  const send = async ({ keys, body }: Batch) => {
    let status = 0
    let answer: Answer = {}
    const failuresBefore = failures
    for (const key of keys) inFlight.add(key)
    setSafetyNet()
    try {
      const timeout = new AbortController()
      setTimeout(() => timeout.abort(), TIMEOUT_MS)
      // When this attempt is made, by the clock that timed the events: the server corrects a wrong one.
      const response = await fetch(url, toRequest(`{"sentAt":${Date.now()},${body.slice(1)}`, timeout))
      status = response.status
      silentUntil = now() + Math.min(+response.headers.get('Retry-After')! * 1000 || 0, MAX_RETRY_AFTER_MS)
      answer = ((await response.json()) as Answer | null) || {}
    } catch {
      // No response, or not one of the service: nothing is acknowledged.
    }
    for (const key of keys) inFlight.delete(key)

    const isAccepted = status < 300 && answer.processed! >= 0
    const isMalformed = status === 413 || (status === 400 && answer.success === false)
    if (isMalformed && keys[1]) {
      // Halves the batch until the rejected event is alone.
      maxEvents = keys.length / 2
    } else if (isAccepted || isMalformed) {
      const refusals: unknown[] = isAccepted ? [] : [answer.message || status]
      for (const error of answer.errors || []) refusals[error.index] = error.message
      keys.forEach((key, index) => complete(key, refusals[index]))
      failures = 0
      maxEvents = MAX_BATCH_EVENTS
    } else {
      // Reported once, with the first retry: the first failure may only be a request that was cut off when the page was
      // left. Usually the page's developer can fix it: a wrong key, origin or address.
      if (failuresBefore === 1) warn(answer.message || 'check apiHost', status, url)
      const backoffMs = Math.min(MIN_BACKOFF_MS * 2 ** failures++, MAX_BACKOFF_MS) * (1 - Math.random() / 2)
      pausedUntil = silentUntil > now() ? silentUntil : now() + backoffMs
    }
    setSafetyNet()
  }

  /** Leaves unsent events to the browser, which sends them when the page ends. */
  const setSafetyNet = () => {
    safetyNetTimer = undefined
    safetyNet.abort()
    safetyNet = new AbortController()
    const batch = take(silentUntil)
    // Without `fetchLater`, or without quota for it, events stay in storage.
    attempt(() => batch && fetchLater(url, toRequest(batch.body, safetyNet)))
  }

  const drain = async () => {
    let chars = 0
    const newestFirst = listKeys(prefix).reverse()
    newestFirst.forEach((key, index) => {
      chars += load(key).length
      if (index >= MAX_KEPT_EVENTS || chars > MAX_KEPT_CHARS) complete(key, 'too many')
    })
    for (let batch; (batch = take(pausedUntil));) await send(batch)
  }

  /** Sends when the next batch is due and no pause lasts. */
  const schedule = () => {
    // Early batches delay the next one by an interval from now at most.
    dueAt = Math.min(Math.max(dueAt, now() - MAX_EARLY_BATCHES * flushIntervalMs), now() + flushIntervalMs)
    const delayMs = Math.max(pausedUntil, dueAt) - now()
    flushTimer = setTimeout(flush as () => void, Math.max(COALESCE_MS, delayMs))
    dueAt += flushIntervalMs
  }

  /**
   * Without Web Locks (pages without TLS, or blocked) all tabs send at once: that is wasteful but correct, since the
   * server recognises duplicates by uuid.
   */
  const run = async () => {
    try {
      await navigator.locks.request(url, { ifAvailable: true }, (lock) => lock && drain())
    } catch {
      await drain()
    }
    clearTimeout(flushTimer)
    running = flushTimer = undefined
    if (isOn() && listKeys(prefix)[0]) schedule()
  }

  const flush = () => (running = running || run())

  const flushNow = () => {
    for (let batch; (batch = take(silentUntil));) void send(batch)
    setSafetyNet()
  }

  const add = (envelope: object, event: { uuid: string }) => {
    store(prefix + event.uuid, `${toJson(envelope)}\n${toJson(event)}`)
    if (++recorded % MAX_WAITING_EVENTS === 0) void flush()
    if (!flushTimer) schedule()
    // Once per task: a burst of events would call it each time.
    safetyNetTimer = safetyNetTimer || setTimeout(setSafetyNet)
  }

  const stats = () => ({ waiting: listKeys(prefix).length, recorded, acknowledged, dropped })

  return { add, flushNow, flush, stats }
}

/** A request that the browser sends when the page ends; only some browsers have it. */
declare const fetchLater: (url: string, init: RequestInit) => unknown
