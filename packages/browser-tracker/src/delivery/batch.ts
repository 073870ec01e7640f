import { load } from '../storage/storage.ts'

export const MAX_BATCH_EVENTS = 100
/**
 * Browsers refuse more than 64 KiB of keepalive bodies in flight. A character has at most three bytes, and usually one: a
 * single batch always fits, three usually do, and what is refused stays in storage.
 */
const MAX_KEEPALIVE_CHARS = 20_000
/** Leaves room for the envelope. */
const MAX_BATCH_CHARS = 19_000

/** Events of one request. */
export interface Batch {
  /** Their storage keys, in the order of the body. */
  keys: string[]
  body: string
}

/**
 * The oldest of the `waiting` events that aren't in flight, were recorded under the same batch fields and fit into one
 * request. A stored value is the batch's fields and the event, both as JSON, separated by a line break.
 */
export const takeBatch = (waiting: string[], inFlight: Set<string>, maxEvents: number): Batch | false => {
  const keys: string[] = []
  const events: string[] = []
  let envelope = ''
  let chars = 0
  for (const key of waiting) {
    const [head, event] = load(key).split('\n')
    if (!event || inFlight.has(key)) continue
    chars += event.length
    if (envelope && (head !== envelope || keys.length >= maxEvents || chars > MAX_BATCH_CHARS)) break
    envelope = head!
    keys.push(key)
    events.push(event)
  }
  return !!envelope && { keys, body: `{"events":[${events.join()}],${envelope.slice(1)}` }
}

/** A request to the service. Its body is a string, which is sent as text/plain and needs no preflight. */
export const toRequest = (body: string, signal: AbortSignal): RequestInit => ({
  method: 'POST',
  body,
  credentials: 'omit',
  keepalive: body.length <= MAX_KEEPALIVE_CHARS,
  signal,
})
