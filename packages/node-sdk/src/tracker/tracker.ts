import { isObject } from '../is-object.ts'
import { reasonOf } from '../reason-of.ts'
import { createDelivery } from './delivery.ts'
import { encodeIdentify, encodeTrack, utf8Length, type EncodedEvent } from './event.ts'
import { onProcessEnd, sendSynchronously } from './exit.ts'
import { resolveTrackerOptions } from './options.ts'
import { createQueue, maxBatchBytes, type QueuedEvent } from './queue.ts'
import { createEndpoint, encodeBatch, type Endpoint } from './send.ts'
import { createCompletion } from './completion.ts'
import type { OpenSpool } from './spool.ts'
import { uuidV7 } from './uuid.ts'
import type {
  DropReason,
  EventMap,
  FlushReport,
  IdentifyInput,
  TrackInput,
  TrackValues,
  TrackerOptions,
  TrackerStats,
} from './types.ts'

/** So much of what other processes left is brought in at a time. */
const adoptionRoom = 10_000

/**
 * Records what happens in your backend and delivers it in batches.
 *
 * Each event has its uuid from the moment of the call, so that however often it is sent, it is stored once. An event
 * waits until the server has confirmed or refused it: outages, rate limits and restarts of the server only delay it.
 * Neither `track` nor `identify` waits for the network, and neither fails because of it.
 *
 * ```ts
 * const tracker = new Tracker({ publicKey: 'pk_…', baseUrl: 'https://intel.example.com' })
 * tracker.identify({ userId: 'u-17', email: 'jane@acme.example', traits: { role: 'admin' } })
 * tracker.track({ eventName: 'Plan upgraded', userId: 'u-17', properties: { plan: 'team' } })
 * await tracker.shutdown()
 * ```
 *
 * @throws TypeError when an option is missing or wrong; the message names it.
 */
export class Tracker<Events extends EventMap<Events> = Record<string, TrackValues>> {
  readonly #options: ReturnType<typeof resolveTrackerOptions>
  readonly #endpoint: Endpoint
  readonly #delivery: ReturnType<typeof createDelivery>
  readonly #spool: OpenSpool | undefined
  readonly #stats: TrackerStats = { recorded: 0, acknowledged: 0, waiting: 0, dropped: 0 }
  readonly #stopListening: (() => void) | undefined
  readonly #completion = createCompletion()
  readonly #warned = new Set<string>()
  #waitingBytes = 0
  #isOpen = true
  #isAwake = false
  /** Sending at the process's end was tried in vain: not once more. */
  #exitFailed = false
  #closing: Promise<FlushReport> | undefined

  constructor(options: TrackerOptions = {}) {
    const resolved = resolveTrackerOptions(options)
    this.#options = resolved
    this.#endpoint = createEndpoint(resolved)
    this.#delivery = createDelivery({
      ...resolved,
      endpoint: this.#endpoint,
      flushIntervalMs: resolved.serverless ? null : resolved.flushIntervalMs,
      onCompleted: (event, refusal) => this.#complete(event, refusal),
      onTrouble: (message) => this.#onTrouble(message),
    })
    this.#spool = resolved.spool?.open({
      publicKey: resolved.publicKey,
      source: resolved.source,
      hasRoom: () => this.#stats.waiting < Math.min(adoptionRoom, resolved.maxQueueSize),
      take: (json, place) => {
        this.#stats.recorded++
        this.#enqueue({ json, bytes: utf8Length(json), place, generation: this.#completion.generation })
      },
      onDamaged: (count) => {
        this.#stats.recorded += count
        for (let index = 0; index < count; index++)
          this.#report(null, 'unreadable', 'a line of the spool was damaged')
      },
      onTrouble: (message) => this.#warn('spool', `the spool can't be used: ${message}`),
    })
    this.#stopListening = resolved.flushOnExit
      ? onProcessEnd({ drain: () => this.#drainAtExit(), finish: () => this.#finishAtExit() })
      : undefined
  }

  /**
   * Records that something happened, and returns the event's uuid. It never throws: a call that can't make an event (no
   * `eventName`, nobody whom it is about, after `shutdown`) is reported to `onDrop`, or in a warning.
   */
  track<Name extends keyof Events & string>(input: TrackInput<Name, Events[Name]>): string {
    return this.#record(input, encodeTrack)
  }

  /**
   * Records who someone is, and returns the event's uuid. What was recorded before under the same ids joins them. Like
   * `track`, it never throws.
   */
  identify(input: IdentifyInput): string {
    return this.#record(input, encodeIdentify)
  }

  /** Events that wait or are under way. */
  get queueSize(): number {
    return this.#stats.waiting
  }

  /** What became of the events so far. */
  stats(): TrackerStats {
    return { ...this.#stats }
  }

  /**
   * Sends everything recorded so far, and resolves when each event is confirmed by the server or reported to `onDrop`.
   * Past the deadline it resolves with `waiting` above 0; these events are still tried. It never rejects.
   *
   * @param options.timeoutMs Deadline in milliseconds. Default 30,000.
   */
  async flush(options: { timeoutMs?: number } = {}): Promise<FlushReport> {
    const deadline = Date.now() + (options.timeoutMs ?? 30_000)
    do {
      this.#spool?.adopt()
      const completed = this.#completion.next()
      this.#delivery.push()
      const release = this.#delivery.await()
      await completed(deadline - Date.now())
      release()
    } while (this.#spool?.hasMore && Date.now() < deadline)
    return this.#toReport(this.#spool ? this.#stats.waiting : 0)
  }

  /**
   * Takes no more events, delivers what waits, and resolves when each event is confirmed or reported. Past the deadline
   * the rest is reported to `onDrop`, or left to the next start where there is a spool. A second call gives the same
   * promise. It never rejects.
   *
   * @param options.timeoutMs Deadline in milliseconds. Default 10,000.
   */
  shutdown(options: { timeoutMs?: number } = {}): Promise<FlushReport> {
    const { timeoutMs = 10_000 } = options
    this.#isOpen = false
    this.#closing ??= this.flush({ timeoutMs }).then(() =>
      this.#end('shutdown', `the server had not confirmed it after ${timeoutMs} ms`),
    )
    return this.#closing
  }

  #record<Input>(input: Input, encode: (input: Input, nowMs: number) => EncodedEvent): string {
    let event: EncodedEvent
    try {
      event = encode(input, Date.now())
    } catch (error) {
      this.#stats.recorded++
      this.#report(toJson(input), 'invalid', reasonOf(error))
      return uuidV7(Date.now())
    }
    const { json, bytes, uuid, left } = event
    const { maxQueueSize, maxQueueBytes } = this.#options
    this.#stats.recorded++
    if (left.length > 0) {
      this.#warn('values', `skipped what can't be sent (make it text): ${left.join(', ')}`)
    }
    if (!this.#isOpen) {
      this.#report(json, 'shutdown', 'it was recorded after shutdown: track first, shut down last')
    } else if (bytes > maxBatchBytes) {
      this.#report(json, 'too-large', `it has ${bytes} bytes; the API takes ${maxBatchBytes}`)
    } else if (this.#stats.waiting >= maxQueueSize || this.#waitingBytes + bytes > maxQueueBytes) {
      this.#report(json, 'queue-full', 'maxQueueSize or maxQueueBytes was reached')
    } else {
      this.#enqueue({
        json,
        bytes,
        place: this.#spool?.write(json, bytes),
        generation: this.#completion.generation,
      })
    }
    return uuid
  }

  #enqueue(event: QueuedEvent) {
    this.#stats.waiting++
    this.#waitingBytes += event.bytes
    this.#completion.add(event.generation)
    this.#delivery.add(event)
    const { waitUntil } = this.#options
    if (waitUntil === undefined || this.#isAwake) return
    this.#isAwake = true
    // One promise for all events of this turn.
    const delivery = Promise.resolve().then(() => {
      this.#isAwake = false
      return this.flush()
    })
    try {
      waitUntil(delivery)
    } catch (error) {
      this.#warn('waitUntil', `waitUntil threw: ${reasonOf(error)}`)
    }
  }

  #complete(event: QueuedEvent, refusal?: { reason: DropReason; message: string }) {
    this.#stats.waiting--
    this.#waitingBytes -= event.bytes
    if (refusal) this.#report(event.json, refusal.reason, refusal.message)
    else this.#stats.acknowledged++
    if (event.place) this.#spool?.release(event.place)
    this.#completion.complete(event.generation)
  }

  /** Ends everything; what isn't complete stays in the spool or is reported. */
  #end(reason: DropReason, message: string): FlushReport {
    const left = this.#stop()
    for (const event of left) {
      if (!event.place) this.#complete(event, { reason, message })
    }
    this.#spool?.close()
    return this.#toReport(this.#stats.waiting)
  }

  #stop(): QueuedEvent[] {
    this.#isOpen = false
    this.#stopListening?.()
    return this.#delivery.close()
  }

  async #drainAtExit(): Promise<void> {
    if (this.#exitFailed || this.#stats.waiting === 0) return
    const { waiting } = await this.flush({ timeoutMs: this.#options.exitTimeoutMs })
    this.#exitFailed = waiting > 0
  }

  /** The process exits: what isn't in the spool is sent by a child process, in this last moment. */
  #finishAtExit() {
    const queue = createQueue(this.#stop().filter((event) => !event.place))
    const { source, maxBatchSize, exitTimeoutMs } = this.#options
    const batches: QueuedEvent[][] = []
    while (queue.size > 0) batches.push(queue.take(maxBatchSize))
    const bodies = batches.map((batch) => encodeBatch(batch, source))
    const isTried = bodies.length > 0 && !this.#exitFailed
    const sent = isTried ? sendSynchronously(this.#endpoint, bodies, exitTimeoutMs) : new Set()
    for (const [index, batch] of batches.entries()) {
      const refusal = { reason: 'exit', message: 'the process ended before' } as const
      for (const event of batch) this.#complete(event, sent.has(index) ? undefined : refusal)
    }
    this.#spool?.close()
  }

  #toReport(spooled: number): FlushReport {
    return { ...this.#stats, spooled }
  }

  #report(json: string | null, reason: DropReason, message: string) {
    this.#stats.dropped++
    const { onDrop } = this.#options
    if (onDrop === undefined) {
      // Each fault in the caller's code is worth a line; the rest is trouble of one kind.
      const kind = reason === 'invalid' ? message : reason
      this.#warn(kind, `dropped an event (${reason}): ${message}`)
      return
    }
    try {
      onDrop({ reason, message, event: json === null ? null : (JSON.parse(json) as Record<string, unknown>) })
    } catch (error) {
      this.#warn('onDrop', `onDrop threw: ${reasonOf(error)}`)
    }
  }

  #onTrouble(message: string | null) {
    if (message === null) this.#warned.delete('delivery')
    else this.#warn('delivery', `can't deliver: ${message}. Events wait and are tried again`)
  }

  /** Each kind of trouble once, so that a log isn't flooded while it lasts. */
  #warn(kind: string, message: string) {
    if (this.#warned.has(kind)) return
    this.#warned.add(kind)
    try {
      this.#options.warn(`customer-intel: ${message}`)
    } catch (error) {
      // A failing log of the caller's must not stop the delivery.
      console.error(error)
    }
  }
}

/** What was given to a call that made no event; null where it has no JSON. */
function toJson(input: unknown): string | null {
  try {
    return isObject(input) ? JSON.stringify(input) : null
  } catch {
    return null
  }
}
