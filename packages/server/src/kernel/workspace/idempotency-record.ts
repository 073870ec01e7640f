/** The result of a request with an `Idempotency-Key`, stored as the value of a claim. */
export interface IdempotencyRecord {
  /** Of the request, to tell a repetition from another request with the same key: hex, of constant length. */
  fingerprint: string
  /** Null while it runs. */
  status: number | null
  /** JSON of the response; null when it was too large to store: then only its status is known. */
  body: string | null
}

/** As a claim's value of at most `maxBytes`: a larger response body is not kept. */
export function encodeIdempotencyRecord(record: IdempotencyRecord, maxBytes: number): string {
  const value = JSON.stringify(record)
  return Buffer.byteLength(value) <= maxBytes ? value : JSON.stringify({ ...record, body: null })
}

/** Null for other kinds of claims. */
export function parseIdempotencyRecord(value: string): IdempotencyRecord | null {
  if (!value.startsWith('{"fingerprint":')) return null
  return JSON.parse(value) as IdempotencyRecord
}

/** A claim's value without the response body, if `holds` is true of the body. The status stays. */
export function withoutBody(value: string, holds: (body: string) => boolean): string {
  const record = parseIdempotencyRecord(value)
  if (record === null || record.body === null || !holds(record.body)) return value
  return JSON.stringify({ ...record, body: null } satisfies IdempotencyRecord)
}
