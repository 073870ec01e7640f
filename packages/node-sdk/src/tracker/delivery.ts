import { backoffMs } from '../backoff.ts'
import { reasonOf } from '../reason-of.ts'
import { createQueue, type QueuedEvent } from './queue.ts'
import { readOutcome, type Outcome } from './outcome.ts'
import { encodeBatch, send, type Endpoint } from './send.ts'

/** A server can't ask for more than this, whatever it says. */
const longestWaitMs = 600_000

export interface DeliveryOptions {
  endpoint: Endpoint
  fetch: typeof fetch
  timeoutMs: number
  maxBatchSize: number
  maxConcurrency: number
  /** Null: only full batches and flushes are sent, without timers. */
  flushIntervalMs: number | null
  onSettled: (event: QueuedEvent, refusal?: { reason: 'refused' | 'too-large'; message: string }) => void
  /** Trouble began (a message) or is over (null). */
  onTrouble: (message: string | null) => void
}

/** Sends events in batches until each is settled: confirmed or refused by the server. Nothing else ends its wait. */
export function createDelivery(options: DeliveryOptions) {
  const { endpoint, maxBatchSize, maxConcurrency, flushIntervalMs } = options
  const queue = createQueue()
  const inFlight = new Map<QueuedEvent[], AbortController>()
  /** Smaller after a batch was found to be wrong, until the culprit stands alone. */
  const suspects: QueuedEvent[][] = []
  /** Events that are due although they don't fill a batch. */
  let due = 0
  let failures = 0
  let notBefore = 0
  /** Whether the server itself named the time. */
  let told = false
  /** As Node has it; elsewhere it is a number, and holds no process. */
  let timer: (Partial<NodeJS.Timeout> & ReturnType<typeof setTimeout>) | undefined
  let timerAt = Infinity
  let awaited = 0
  let closed = false
  let isPumping = false

  function add(event: QueuedEvent) {
    queue.add(event)
    if (queue.size >= maxBatchSize) {
      // Not within the call: to start a request takes a hundred times as long as to record an event.
      if (!isPumping) queueMicrotask(pump)
      isPumping = true
    } else if (timer === undefined && flushIntervalMs !== null) wake(Date.now() + flushIntervalMs)
  }

  /** Starts as many requests as may be under way. */
  function pump() {
    isPumping = false
    const wait = notBefore - Date.now()
    if (closed || wait > 0) {
      if (!closed) wake(notBefore)
      return
    }
    // After a failure one request shows whether the server is back; the others wait for its answer.
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
    // Whoever closed it has taken the batch over.
    if (closed) return
    settle(batch, outcome)
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

  function settle(batch: QueuedEvent[], outcome: Outcome) {
    if (outcome.kind === 'retry' || outcome.kind === 'hold') {
      putBack(batch)
      failures++
      const asked = outcome.kind === 'retry' ? outcome.afterMs : undefined
      // Longer for what only a person can mend, such as a wrong key.
      const [baseMs, maxMs] = outcome.kind === 'hold' ? [5_000, 60_000] : [500, 30_000]
      const wait = asked ?? backoffMs(failures, baseMs, maxMs)
      told = asked !== undefined
      notBefore = Math.max(notBefore, Date.now() + Math.min(wait, longestWaitMs))
      // Being told to wait is no trouble, unless it goes on and on.
      if (asked === undefined || failures > 5) options.onTrouble(outcome.message)
      return
    }
    failures = 0
    options.onTrouble(null)
    if (outcome.kind === 'stored') {
      for (const [index, event] of batch.entries()) {
        const message = outcome.refused.get(index)
        options.onSettled(event, message === undefined ? undefined : { reason: 'refused', message })
      }
    } else if (batch.length === 1) {
      options.onSettled(batch[0]!, outcome)
    } else {
      const middle = Math.ceil(batch.length / 2)
      suspects.push(batch.slice(middle), batch.slice(0, middle))
    }
  }

  /** A suspect batch stays as small as it is: joined with its neighbours it would fail for them too. */
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
    // Only somebody who awaits a flush keeps the process alive.
    if (awaited === 0) timer?.unref?.()
  }

  return {
    add,

    /** Sends what waits, at once unless the server said when. */
    push() {
      due = queue.size
      if (!told) notBefore = 0
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

    /** Ends all sending and gives what isn't settled. What is under way may arrive all the same. */
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
