/** In how many places of which document a term stands. */
export interface Posting {
  document: number
  /** Weighted: a title counts for more. */
  frequency: number
  /** Of the document, in terms, weighted. */
  length: number
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const values = new Uint8Array(128)
for (const [value, digit] of [...digits].entries()) values[digit.charCodeAt(0)] = value
/** Each digit holds five bits, the lowest first; this one says that another follows. */
const more = 32

/**
 * Postings as text, five characters or so each: numbers of as many digits as they need, of documents the distance from
 * the one before. `postings` in the order of their documents.
 */
export function encodePostings(postings: readonly Posting[]): string {
  let text = ''
  let last = 0
  for (const { document, frequency, length } of postings) {
    text += encode(document - last) + encode(frequency) + encode(length)
    last = document
  }
  return text
}

function encode(number: number): string {
  let text = ''
  let rest = number
  for (; rest >= more; rest = Math.floor(rest / more)) text += digits[more | (rest % more)]
  return text + digits[rest]
}

/** Tells each posting of a text that {@link encodePostings} made. */
export function eachPosting(
  text: string,
  tell: (document: number, frequency: number, length: number) => void,
): void {
  let at = 0
  let document = 0
  const next = () => {
    let number = 0
    for (let scale = 1; ; scale *= more) {
      const value = values[text.charCodeAt(at++)]!
      number += (value % more) * scale
      if (value < more) return number
    }
  }
  while (at < text.length) {
    document += next()
    tell(document, next(), next())
  }
}
