const zero = 0x30
const nine = 0x39
/** Every double has its digits here; some whole numbers of 16 digits have none. */
const longDigits = 16

/** Whether a JSON text may have a number of 16 digits or more, which parsing could change. Looks at each 16th character. */
export function hasLongNumber(text: string | Uint8Array): boolean {
  const codeAt =
    typeof text === 'string' ? (at: number) => text.charCodeAt(at) : (at: number) => text[at] ?? 0
  const isDigit = (at: number): boolean => codeAt(at) >= zero && codeAt(at) <= nine
  for (let at = longDigits - 1; at < text.length; at += longDigits) {
    if (!isDigit(at)) continue
    let start = at
    let end = at + 1
    while (start > 0 && isDigit(start - 1)) start -= 1
    while (end < text.length && isDigit(end)) end += 1
    if (end - start >= longDigits) return true
  }
  return false
}

/** A JSON text whose numbers that parsing would change are texts instead: no digit is lost. */
export function withExactNumbers(json: string): string {
  return json.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs, (token) =>
    token.startsWith('"') || isExact(token) ? token : `"${token}"`,
  )
}

/**
 * Whether parsing keeps the number: a whole number its value, a fraction its first 17 digits, which tell doubles apart. A
 * double as JavaScript writes it, such as 9223372036854776000, is itself.
 */
function isExact(number: string): boolean {
  if (number.length < longDigits || /[eE]/.test(number) || String(Number(number)) === number) return true
  if (!number.includes('.')) return BigInt(number) === BigInt(Number(number))
  return number.replace(/^-?[0.]*|\./g, '').length <= 17
}
