export const MAX_BATCH_EVENTS = 100

/**
 * Browsers refuse more than 64 KiB of keepalive bodies in flight. A character has at most three bytes, and usually one: a
 * single batch always fits, three usually do, and what is refused stays in storage.
 */
const MAX_KEEPALIVE_CHARS = 21_000
/** Leaves room for the envelope. */
export const MAX_BATCH_CHARS = 20_000

/** Events of one request. */
export interface Batch {
  /** Their storage keys, in the order of the body. */
  keys: string[]
  body: string
}

/** A request to the service. Its body is a string, which is sent as text/plain and needs no preflight. */
export const toRequest = (body: string, { signal }: AbortController): RequestInit => ({
  method: 'POST',
  body,
  credentials: 'omit',
  keepalive: body.length <= MAX_KEEPALIVE_CHARS,
  signal,
})
