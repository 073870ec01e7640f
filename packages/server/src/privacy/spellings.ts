/**
 * The spellings in which a text is found: as it is, in any case where `i` is set, and each of its characters
 * percent-encoded (also again and again), as an escape of JSON or JavaScript (`\u0040`, `\x40`, `\/`, also inside of
 * each other) or as an HTML entity. Regular expression sources, for the flag `u`. What may be repeated is bounded, so
 * that a search takes time in proportion to the text.
 */

const percent = '%(?:25){0,4}'
const backslashes = String.raw`\\{1,8}`
const named: Record<string, string> = {
  '@': 'commat',
  '.': 'period',
  '+': 'plus',
  _: 'lowbar|UnderBar',
  '-': 'hyphen|dash',
  "'": 'apos',
  '/': 'sol',
  '&': 'amp',
  ':': 'colon',
}

/** A text in any of its spellings. */
export function spelled(text: string): string {
  return [...text].map(spelledCharacter).join('')
}

function spelledCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0
  const bytes = [...Buffer.from(character)].map((byte) => percent + hex(byte, 2)).join('')
  const units = character.split('').map((unit) => unit.charCodeAt(0))
  const escaped = units.map((unit) => `${backslashes}u${hex(unit, 4)}`).join('')
  return `(?:${[
    literal(character),
    bytes,
    escaped,
    ...(code < 256 ? [`${backslashes}x${hex(code, 2)}`] : []),
    ...(character === '/' ? [`${backslashes}/`] : []),
    `&(?:amp;){0,4}#(?:0{0,4}${code}|[xX]0{0,4}${hex(code, 1)});?`,
    ...(named[character] === undefined ? [] : [`&(?:amp;){0,4}(?:${named[character]});`]),
  ].join('|')})`
}

/** Blanks between words, in any of their spellings. */
export const spelledBlanks = String.raw`(?:\s|\+|%(?:25){0,4}(?:20|0[aAdD9])|\\{1,8}(?:[nrt]|u00(?:20|0[aAdD9]))|&(?:amp;){0,4}(?:nbsp|#(?:32|160));){1,20}`

/** What ends in a letter or a digit without being one of a word: `%2F`, `\n`, `\u003c`. */
const encodedSign = String.raw`%(?:25){0,4}[\da-fA-F]{2}|\\(?:[bfnrtv]|u[\da-fA-F]{4}|x[\da-fA-F]{2})`

/** Where a word may begin: not inside of another. */
export const wordStart = String.raw`(?:(?<=${encodedSign})|(?<![\p{L}\p{N}]))`

/** Where a word may end. */
export const wordEnd = String.raw`(?![\p{L}\p{N}])`

const joiner = `(?:${['.', '+', '_', '-'].map(spelledCharacter).join('|')})`

/** Where an e-mail address may begin: `jane@…` doesn't in `mary-jane@…`, and does in `/-jane@…`. */
export const addressStart = String.raw`${wordStart}(?<!(?<=[\p{L}\p{N}])(?<!${encodedSign})${joiner})`

/** Where one may end: not before `.au`, which makes another address, but before `-`, `.png` and the end of a sentence. */
export const addressEnd = String.raw`(?![\p{L}\p{N}]|\.[a-zA-Z]{2}(?![\p{L}\p{N}]))`

function literal(character: string): string {
  if (character === '-') return String.raw`\x2d`
  return character.replace(/[$()*+.?[\\\]^{|}/]/, String.raw`\$&`)
}

/** Digits of either case. */
function hex(value: number, length: number): string {
  return value
    .toString(16)
    .padStart(length, '0')
    .replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
}
