/** What became of a request with an `Idempotency-Key`: the value of a claim. */
export interface IdempotencyRecord {
  /** Of what was sent, to tell a repetition from another request under the same key: hexadecimal, of constant length. */
  fingerprint: string
  /** Null while it runs. */
  status: number | null
  /** The answer's JSON; null when it was too large to be kept: then only that it was given is known. */
  body: string | null
}

/** As a claim's value of at most `maxBytes`: an answer that is larger is left out. */
export function encodeIdempotencyRecord(record: IdempotencyRecord, maxBytes: number): string {
  const value = JSON.stringify(record)
  return Buffer.byteLength(value) <= maxBytes ? value : JSON.stringify({ ...record, body: null })
}

/** Null for the value of another kind of claim. */
export function parseIdempotencyRecord(value: string): IdempotencyRecord | null {
  if (!value.startsWith('{"fingerprint":')) return null
  return JSON.parse(value) as IdempotencyRecord
}

/** A claim's value without the answer's body, where `holds` says so of the body: that the answer was given stays known. */
export function withoutBody(value: string, holds: (body: string) => boolean): string {
  const record = parseIdempotencyRecord(value)
  if (record === null || record.body === null || !holds(record.body)) return value
  return JSON.stringify({ ...record, body: null } satisfies IdempotencyRecord)
}
