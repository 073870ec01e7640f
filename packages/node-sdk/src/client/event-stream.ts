import { createParser } from 'eventsource-parser'
import { backoffMs } from '../backoff.ts'
import { CustomerIntelError } from '../errors/error.ts'

/** One attempt to open a stream, after the message with this id. */
export type OpenEvents = (lastEventId: string | undefined, signal: AbortSignal) => Promise<Response>

/** The server says something every five seconds: after this time it is gone. */
const silenceMs = 20_000

/**
 * Messages of the server as they come. A connection that is lost is opened again, and goes on where it was; an error that
 * won't pass ends it. It is ended by `break`, or by the signal of the options.
 *
 * ```ts
 * for await (const message of client.events.stream()) if (message.type === 'stored') console.log(message.event.eventName)
 * ```
 */
export class EventStream<Message extends object> implements AsyncIterable<Message & { id: string }> {
  readonly #open: OpenEvents
  readonly #signal: AbortSignal | undefined

  /** @internal */
  constructor(open: OpenEvents, signal?: AbortSignal) {
    this.#open = open
    this.#signal = signal
  }

  /** The messages; `id` says where to go on after each, by `after`. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Message & { id: string }, void, undefined> {
    let lastEventId: string | undefined
    let failures = 0
    for (;;) {
      const end = new AbortController()
      const signal = this.#signal ? AbortSignal.any([this.#signal, end.signal]) : end.signal
      try {
        signal.throwIfAborted()
        for await (const { id, data } of messagesOf(await this.#open(lastEventId, signal), signal)) {
          failures = 0
          lastEventId = id
          yield { ...(JSON.parse(data) as Message), id }
        }
      } catch (error) {
        this.#signal?.throwIfAborted()
        if (error instanceof CustomerIntelError && !error.retryable) throw error
      } finally {
        end.abort()
      }
      this.#signal?.throwIfAborted()
      await pause(Math.max(250, backoffMs(++failures, 1_000, 15_000)), this.#signal)
    }
  }
}

async function* messagesOf(
  { body }: Response,
  signal: AbortSignal,
): AsyncGenerator<{ id: string; data: string }, void, undefined> {
  if (body === null) return
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const read: { id: string; data: string }[] = []
  const parser = createParser({
    onEvent: ({ id = '', data }) => void read.push({ id, data }),
  })
  const end = () => void reader.cancel().catch(() => undefined)
  let timer = setTimeout(end, silenceMs)

  function received(): void {
    clearTimeout(timer)
    timer = setTimeout(end, silenceMs)
  }

  signal.addEventListener('abort', end)
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      received()
      parser.feed(decoder.decode(value, { stream: true }))
      yield* read.splice(0)
    }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
    end()
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
}
