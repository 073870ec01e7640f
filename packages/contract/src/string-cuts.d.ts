/**
 * For lint alone, which refuses calls of what is deprecated: a text that is cut to a fixed length. Lengths below 40 are
 * those of dates, ids and digests, which are ASCII.
 */
interface String {
  /** @deprecated It may cut a character in half: use `cutText` of the contract. */
  slice<const Length extends number>(
    start: 0,
    length: number extends Length ? never : `${Length}` extends LengthOfId ? never : Length,
  ): string
  /** @deprecated It may cut a character in half: use `cutText` of the contract. */
  substring(start: number, end?: number): string
}

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9
type LengthOfId = `${Digit}` | `${1 | 2 | 3}${Digit}`
