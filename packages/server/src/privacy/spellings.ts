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

/** A pattern for a text in any spelling. */
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

/** Whitespace between words, in any spelling. */
export const spelledBlanks = String.raw`(?:\s|\+|%(?:25){0,4}(?:20|0[aAdD9])|\\{1,8}(?:[nrt]|u00(?:20|0[aAdD9]))|&(?:amp;){0,4}(?:nbsp|#(?:32|160));){1,20}`

/** Encoded characters that end with a letter or digit without being part of a word: `%2F`, `\n`, `\u003c`. */
const encodedSign = String.raw`%(?:25){0,4}[\da-fA-F]{2}|\\(?:[bfnrtv]|u[\da-fA-F]{4}|x[\da-fA-F]{2})`

/** Where a word can start: not inside another. */
export const wordStart = String.raw`(?:(?<=${encodedSign})|(?<![\p{L}\p{N}]))`

/** Where a word can end. */
export const wordEnd = String.raw`(?![\p{L}\p{N}])`

const joiner = `(?:${['.', '+', '_', '-'].map(spelledCharacter).join('|')})`

/** Where an e-mail address can start: for `jane@…` not in `mary-jane@…`, but in `/-jane@…`. */
export const addressStart = String.raw`${wordStart}(?<!(?<=[\p{L}\p{N}])(?<!${encodedSign})${joiner})`

/** Where one can end: not before `.au`, which makes another address, but before `-`, `.png` and the end of a sentence. */
export const addressEnd = String.raw`(?![\p{L}\p{N}]|\.[a-zA-Z]{2}(?![\p{L}\p{N}]))`

function literal(character: string): string {
  if (character === '-') return String.raw`\x2d`
  return character.replace(/[$()*+.?[\\\]^{|}/]/, String.raw`\$&`)
}

/** Hex digits in either case. */
function hex(value: number, length: number): string {
  return value
    .toString(16)
    .padStart(length, '0')
    .replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
}
