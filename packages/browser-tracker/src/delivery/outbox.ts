import { now } from '../clock.ts'
import { listKeys, load, store } from '../storage/storage.ts'
import { attempt, warn } from '../warn.ts'
import { toHex } from '../uuid.ts'
import { runAlone } from './lock.ts'

const MAX_BATCH_EVENTS = 100
/** So many don't wait for the interval. */
const MAX_WAITING_EVENTS = 10
/**
 * Browsers refuse more than 64 KiB of keepalive bodies in flight. A character is at most three bytes, and most are
 * one: a single batch always fits, three usually do, and what is refused waits in storage.
 */
const MAX_KEEPALIVE_CHARS = 20_000
/** Leaves room for what is around the events. */
const MAX_BATCH_CHARS = 19_000
const TIMEOUT_MS = 15_000
const MAX_BACKOFF_MS = 300_000
const MAX_RETRY_AFTER_MS = 3_600_000

const MAX_KEPT_EVENTS = 1000
const MAX_KEPT_CHARS = 1_000_000
/** The server recognises a repeated uuid for 30 days; an older event could be stored twice. */
const MAX_KEPT_MS = 28 * 86_400_000

/** What happened to this page's events, and how many wait. */
export interface Stats {
  /** Events recorded by this page. */
  recorded: number
  /** Events that the server acknowledged to this page, those left by earlier pages included. */
  acknowledged: number
  /** Events that wait now, those of other tabs included. */
  waiting: number
  /** Events given up by this page: refused by the server, too old, or the oldest when too many waited. */
  dropped: number
}

/**
 * The write-ahead queue, and the way out of it. Each event has a storage key of its own, ordered by its uuid v7: tabs
 * share the queue without a common list that they would have to change at the same time. The value is the batch's
 * fields of that moment and the event, both as JSON, with a line break between them. A list, as it takes less room in
 * the script than names of properties.
 */
export type Outbox = [
  /** Keeps an event, to go with the next batch. */
  add: (envelope: string, event: string, uuid: string) => void,
  /** Sends until nothing waits, as the one tab that does; ends early when the server can't take it. */
  flush: () => Promise<void>,
  /** Sends what waits at once, without waiting for a turn: the page may be gone after this call. */
  flushNow: () => void,
  /** Leaves what isn't sent yet to the browser, to be sent when the page ends; takes that back while not `isOn`. */
  setSafetyNet: () => void,
  stats: () => Stats,
]

type Batch = [keys: string[], body: string]

/** What the service answers. Anything else that calls itself a server acknowledges nothing. */
interface Answer {
  success?: boolean
  processed?: number
  errors?: { index: number; message: string }[]
}

/** A request for the service. Its body is a string, which goes as text/plain and needs no preflight. */
const describe = (body: string, { signal }: AbortController): RequestInit => ({
  method: 'POST',
  body,
  credentials: 'omit',
  keepalive: body.length <= MAX_KEEPALIVE_CHARS,
  signal,
})

/** Opens the queue of what goes to `url`, which it does while `isOn`. */
export const openOutbox = (url: string, flushIntervalMs: number, isOn: () => boolean): Outbox => {
  const prefix = `svc_e:${url}:`
  const inFlight = new Set<string>()
  let recorded = 0
  let acknowledged = 0
  let dropped = 0
  let failures = 0
  let maxEvents = MAX_BATCH_EVENTS
  let running: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let arming: unknown
  let safetyNet: AbortController | undefined
  /** Both on the clock that nobody sets: when to try again, and until when the server asked for silence. */
  let pausedUntil = 0
  let silentUntil = 0

  const listWaiting = () => listKeys(prefix)
  const schedule = (delayMs: number) => {
    timer = timer || setTimeout(flush as () => void, delayMs)
  }

  /** Takes an event out: acknowledged, or given up for a reason. */
  const settle = (key: string, reason?: unknown) => {
    store(key)
    if (reason) {
      dropped++
      warn('event dropped:', reason)
    } else acknowledged++
  }

  /** The oldest events that were recorded under the same batch fields and fit into one request. */
  const take = (until: number): Batch | '' | undefined => {
    if (!isOn() || now() < until) return undefined
    const keys: string[] = []
    let events = ''
    let head = ''
    for (const key of listWaiting()) {
      const [envelope, event] = (load(key) || '').split('\n') as [string, string?]
      if (!event || inFlight.has(key)) continue
      if (
        keys[0] &&
        (envelope !== head || keys.length >= maxEvents || (events + event).length > MAX_BATCH_CHARS)
      )
        break
      keys.push(key)
      events += `,${event}`
      head = envelope
    }
    return keys[0] && [keys, `{"events":[${events.slice(1)}],${head.slice(1)}`]
  }

  const send = async ([keys, body]: Batch) => {
    let status = 0
    let waitMs = 0
    let answer: Answer = {}
    keys.forEach((key) => inFlight.add(key))
    setSafetyNet()
    try {
      const request = new AbortController()
      setTimeout(() => request.abort(), TIMEOUT_MS)
      const response = await fetch(url, describe(body, request))
      status = response.status
      waitMs = Math.min(+response.headers.get('Retry-After')! * 1000, MAX_RETRY_AFTER_MS) || 0
      answer = (await response.json()) || answer
    } catch {
      // No answer, or none of the service's: nothing is acknowledged.
    }
    keys.forEach((key) => inFlight.delete(key))
    const isAccepted = status < 300 && answer.processed! >= 0
    const isMalformed = status === 413 || (status === 400 && answer.success === false)
    if (isAccepted || (isMalformed && !keys[1])) {
      const refusals: unknown[] = isAccepted ? [] : [status]
      for (const error of answer.errors || []) refusals[error.index] = error.message
      keys.forEach((key, index) => settle(key, refusals[index]))
      failures = 0
      maxEvents = MAX_BATCH_EVENTS
    } else if (isMalformed) {
      // Halve the batch until the event that the server can't take stands alone.
      maxEvents = keys.length / 2
    } else {
      silentUntil = now() + waitMs
      pausedUntil =
        now() + (waitMs || Math.min(1000 * 2 ** failures++, MAX_BACKOFF_MS) * (1 - Math.random() / 2))
    }
    setSafetyNet()
  }

  /** Leaves what isn't sent yet to the browser, which sends it when the page ends in whatever way. */
  const setSafetyNet = () =>
    // Where there is no `fetchLater`, or no quota left for it, the events just wait in storage.
    attempt(() => {
      arming = 0
      if (safetyNet) safetyNet.abort()
      const batch = take(silentUntil)
      if (!batch) return
      safetyNet = new AbortController()
      fetchLater(url, describe(batch[1], safetyNet))
    })

  /** From earlier pages: alone these can be too old. That the clock was set makes none of this page's events old. */
  const leftBehind = listWaiting()

  const drain = async () => {
    let chars = 0
    listWaiting()
      .reverse()
      .forEach((key, at) => {
        chars += (load(key) as string).length
        if (
          at >= MAX_KEPT_EVENTS ||
          chars > MAX_KEPT_CHARS ||
          // A uuid begins with its time.
          (leftBehind.includes(key) && key < prefix + toHex(Date.now() - MAX_KEPT_MS, 12))
        )
          settle(key, 'too old')
      })
    let batch
    // One that comes due when all has ended may find no page any more.
    while (isOn() && navigator.onLine && (batch = take(pausedUntil))) await send(batch)
  }

  const flush = () =>
    (running =
      running ||
      runAlone(url, drain).then(() => {
        running = timer = clearTimeout(timer) as undefined
        if (isOn() && listWaiting()[0]) schedule(pausedUntil > now() ? pausedUntil - now() : flushIntervalMs)
      }))

  const add = (envelope: string, event: string, uuid: string) => {
    store(prefix + uuid, `${envelope}\n${event}`)
    if (++recorded % MAX_WAITING_EVENTS === 0) void flush()
    schedule(flushIntervalMs)
    // Once per task: a burst of events would set it anew each time.
    arming = arming || setTimeout(setSafetyNet)
  }
  const flushNow = () => {
    let batch
    while ((batch = take(silentUntil))) void send(batch)
  }
  const stats = () => ({ recorded, acknowledged, dropped, waiting: listWaiting().length })
  return [add, flush, flushNow, setSafetyNet, stats]
}

/** A request that the browser sends when the page ends; only some browsers have it. */
declare const fetchLater: (url: string, init: RequestInit) => unknown
