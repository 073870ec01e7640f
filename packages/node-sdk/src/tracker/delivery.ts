import { backoffMs } from '../backoff.ts'
import { reasonOf } from '../reason-of.ts'
import { createQueue, type QueuedEvent } from './queue.ts'
import { readOutcome, type Outcome } from './outcome.ts'
import { encodeBatch, send, type Endpoint } from './send.ts'

/** Maximal wait, whatever the server asks for. */
const longestWaitMs = 600_000

export interface DeliveryOptions {
  endpoint: Endpoint
  fetch: typeof fetch
  timeoutMs: number
  maxBatchSize: number
  maxConcurrency: number
  /** Null: only full batches and flushes are sent, without timers. */
  flushIntervalMs: number | null
  onCompleted: (event: QueuedEvent, refusal?: { reason: 'refused' | 'too-large'; message: string }) => void
  /** A problem started (a message) or is over (null). */
  onTrouble: (message: string | null) => void
}

/**
 * Sends events in batches until each is complete: acknowledged or rejected by the server. Nothing else removes them from
 * the queue.
 */
export function createDelivery(options: DeliveryOptions) {
  const { endpoint, maxBatchSize, maxConcurrency, flushIntervalMs } = options
  const queue = createQueue()
  const inFlight = new Map<QueuedEvent[], AbortController>()
  /** Halves of a rejected batch, until the invalid event is alone. */
  const suspects: QueuedEvent[][] = []
  /** Number of events that are due although they don't fill a batch. */
  let due = 0
  let failures = 0
  let notBefore = 0
  /** Whether the server stated the time. */
  let isAsked = false
  /** Node's type; elsewhere it is a number, and keeps no process alive. */
  let timer: (Partial<NodeJS.Timeout> & ReturnType<typeof setTimeout>) | undefined
  let timerAt = Infinity
  let awaited = 0
  let closed = false
  let isPumping = false

  function add(event: QueuedEvent) {
    queue.add(event)
    if (queue.size >= maxBatchSize) {
      // Not within the call: starting a request takes a hundred times as long as recording an event.
      if (!isPumping) queueMicrotask(pump)
      isPumping = true
    } else if (timer === undefined && flushIntervalMs !== null) wake(Date.now() + flushIntervalMs)
  }

  /** Starts as many requests as allowed. */
  function pump() {
    isPumping = false
    const wait = notBefore - Date.now()
    if (closed || wait > 0) {
      if (!closed) wake(notBefore)
      return
    }
    // After a failure a single request shows whether the server is back; the others wait.
    const concurrency = failures > 0 ? 1 : maxConcurrency
    while (inFlight.size < concurrency) {
      const batch = suspects.pop() ?? (due > 0 || queue.size >= maxBatchSize ? queue.take(maxBatchSize) : [])
      if (batch.length === 0) break
      due = Math.max(0, due - batch.length)
      const controller = new AbortController()
      inFlight.set(batch, controller)
      void deliver(batch, controller)
    }
    if (queue.size > 0 && inFlight.size === 0 && flushIntervalMs !== null) wake(Date.now() + flushIntervalMs)
  }

  async function deliver(batch: QueuedEvent[], controller: AbortController) {
    const outcome = await attempt(batch, controller.signal)
    inFlight.delete(batch)
    // After `close` the batch belongs to the caller of that.
    if (closed) return
    complete(batch, outcome)
    pump()
  }

  async function attempt(batch: QueuedEvent[], signal: AbortSignal): Promise<Outcome> {
    try {
      const answer = await send(endpoint, encodeBatch(batch, endpoint.source), { ...options, signal })
      return readOutcome(answer, batch.length, Date.now())
    } catch (error) {
      return { kind: 'retry', message: reasonOf(error) }
    }
  }

  function complete(batch: QueuedEvent[], outcome: Outcome) {
    if (outcome.kind === 'retry' || outcome.kind === 'hold') {
      putBack(batch)
      failures++
      const asked = outcome.kind === 'retry' ? outcome.afterMs : undefined
      // Longer for problems that only a person can fix, such as a wrong key.
      const [baseMs, maxMs] = outcome.kind === 'hold' ? [5_000, 60_000] : [500, 30_000]
      const wait = asked ?? backoffMs(failures, baseMs, maxMs)
      isAsked = asked !== undefined
      notBefore = Math.max(notBefore, Date.now() + Math.min(wait, longestWaitMs))
      // Being asked to wait is no problem, unless it goes on for long.
      if (asked === undefined || failures > 5) options.onTrouble(outcome.message)
      return
    }
    failures = 0
    options.onTrouble(null)
    if (outcome.kind === 'stored') {
      for (const [index, event] of batch.entries()) {
        const message = outcome.refused.get(index)
        options.onCompleted(event, message === undefined ? undefined : { reason: 'refused', message })
      }
    } else if (batch.length === 1) {
      options.onCompleted(batch[0]!, outcome)
    } else {
      const middle = Math.ceil(batch.length / 2)
      suspects.push(batch.slice(middle), batch.slice(0, middle))
    }
  }

  /** A suspect batch stays as small as it is: merged with others it would make them fail, too. */
  function putBack(batch: QueuedEvent[]) {
    if (batch.length < maxBatchSize && suspects.length > 0) suspects.push(batch)
    else {
      queue.putBack(batch)
      due += batch.length
    }
  }

  function wake(at: number) {
    if (timer !== undefined && timerAt <= at) return
    clearTimeout(timer)
    timerAt = at
    timer = setTimeout(
      () => {
        timer = undefined
        due = queue.size
        pump()
      },
      Math.max(0, at - Date.now()),
    )
    // Only a pending flush keeps the process alive.
    if (awaited === 0) timer?.unref?.()
  }

  return {
    add,

    /** Sends waiting events, at once unless the server stated a time. */
    push() {
      due = queue.size
      if (!isAsked) notBefore = 0
      pump()
    },

    /** Keeps the process alive until the returned function is called. */
    await(): () => void {
      awaited++
      timer?.ref?.()
      return () => {
        if (--awaited === 0) timer?.unref?.()
      }
    },

    /** Stops sending and returns incomplete events. Running requests may still succeed. */
    close(): QueuedEvent[] {
      closed = true
      clearTimeout(timer)
      const waiting = [...inFlight.keys(), ...suspects.splice(0), queue.takeAll()].flat()
      for (const controller of inFlight.values()) controller.abort(new Error('the tracker was shut down'))
      inFlight.clear()
      return waiting
    },
  }
}
