import { ConnectionError } from '../errors/errors.ts'
import { reasonOf } from '../reason-of.ts'

/**
 * A long text of the server, in parts as they come. Ends when all of it was there; one that is cut off throws a
 * `ConnectionError`, so that a part is never taken for the whole.
 *
 * ```ts
 * for await (const part of client.sql.csv({ sql: 'select * from customers' })) process.stdout.write(part)
 * ```
 */
export class TextStream implements AsyncIterable<string> {
  readonly #operation: string
  readonly #open: () => Promise<Response>

  /** @internal */
  constructor(operation: string, open: () => Promise<Response>) {
    this.#operation = operation
    this.#open = open
  }

  /** The parts; each loop asks anew. */
  async *[Symbol.asyncIterator](): AsyncGenerator<string, void, undefined> {
    const { body } = await this.#open()
    if (body === null) return
    const reader = body.getReader()
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
    try {
      for (;;) {
        const { value, done } = await reader.read().catch((cause: unknown) => {
          throw this.#cutOff(cause)
        })
        if (done) break
        yield decoder.decode(value, { stream: true })
      }
    } finally {
      void reader.cancel().catch(() => undefined)
    }
  }

  /** All of it at once: for what is known to be small. */
  async text(): Promise<string> {
    let text = ''
    for await (const part of this) text += part
    return text
  }

  #cutOff(cause: unknown): ConnectionError {
    return new ConnectionError(
      `${this.#operation} was cut off, and what came isn't whole: ${reasonOf(cause)}. Ask again`,
      { code: 'CONNECTION_FAILED', retryable: true, operation: this.#operation, cause },
    )
  }
}
