/** A line of `claims.ndjson`. The last one of a key is valid. */
export interface ClaimLine {
  key: string
  /** Null: the claim was released. */
  value: string | null
  /** Unix milliseconds. */
  expires: number
}

/** The file of an organization's claims. It looks like a journal, but isn't one. */
export const claimsFile = 'claims.ndjson'

const newline = 0x0a

export function toLine(claim: ClaimLine): Buffer {
  return Buffer.from(`${JSON.stringify(claim)}\n`)
}

/** The complete lines. */
export function* linesOf(bytes: Buffer): Generator<{ offset: number; line: Buffer }> {
  let offset = 0
  for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, offset)) {
    yield { offset, line: bytes.subarray(offset, end) }
    offset = end + 1
  }
}

/** Null for an invalid claim: damaged, or cut off by a kill. */
export function parseLine(line: Uint8Array): ClaimLine | null {
  let read: unknown
  try {
    read = JSON.parse(Buffer.from(line).toString('utf8'))
  } catch {
    return null
  }
  if (typeof read !== 'object' || read === null) return null
  const { key, value, expires } = read as Partial<Record<keyof ClaimLine, unknown>>
  const isClaim =
    typeof key === 'string' && (typeof value === 'string' || value === null) && typeof expires === 'number'
  return isClaim ? { key, value, expires } : null
}
