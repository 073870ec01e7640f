/** The occurrence of a term in a document. */
export interface Posting {
  document: number
  /** Weighted: a title counts more. */
  frequency: number
  /** Length of the document in weighted terms. */
  length: number
}

const digits = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_')
const values = new Uint8Array(128)
for (const [value, digit] of digits.entries()) values[digit] = value
/** Each digit holds five bits, the lowest first; this flag says that another one follows. */
const more = 32
/** Numbers are below 2^31. */
const maxDigits = 7

/**
 * Postings as text, about five characters each: variable-length numbers, documents as the difference from the previous
 * one. `postings` are ordered by document.
 */
export function encodePostings(postings: readonly Posting[]): string {
  const bytes = Buffer.allocUnsafe(postings.length * 3 * maxDigits)
  let at = 0
  let last = 0
  for (const { document, frequency, length } of postings) {
    at = write(bytes, at, document - last)
    at = write(bytes, at, frequency)
    at = write(bytes, at, length)
    last = document
  }
  return bytes.toString('latin1', 0, at)
}

function write(bytes: Buffer, from: number, number: number): number {
  let at = from
  let rest = number
  for (; rest >= more; rest >>>= 5) bytes[at++] = digits[more | (rest & 31)]!
  bytes[at++] = digits[rest]!
  return at
}

/** Iterates over the postings of a text from {@link encodePostings}. */
export function eachPosting(
  text: string,
  tell: (document: number, frequency: number, length: number) => void,
): void {
  let document = 0
  let frequency = 0
  let field = 0
  let number = 0
  let shift = 0
  for (let at = 0; at < text.length; at++) {
    const value = values[text.charCodeAt(at)]!
    number |= (value & 31) << shift
    if (value >= more) {
      shift += 5
      continue
    }
    if (field === 0) document += number
    else if (field === 1) frequency = number
    else tell(document, frequency, number)
    field = field === 2 ? 0 : field + 1
    number = 0
    shift = 0
  }
}
