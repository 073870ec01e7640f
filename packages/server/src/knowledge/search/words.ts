/** A word of a text, in lower case and compatibility form, and its position. */
export interface Word {
  word: string
  /** Index of its first UTF-16 unit in the text. */
  start: number
  end: number
}

/** Longer strings are keys or encoded data. */
const maxLength = 64

const letters = /[\p{L}\p{N}\p{M}]+/gu
// oxlint-disable-next-line no-control-regex
const ascii = /^[\u0000-\u007f]*$/
const asciiWords = /[a-z0-9]+/g
/** Scripts without spaces between words, or with attached endings: split into pairs of characters. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const unspacedRuns =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{M}ー]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu

/** The words of a text, in order. */
export function listWords(text: string): string[] {
  if (ascii.test(text)) return (text.toLowerCase().match(asciiWords) ?? []).filter(isShort)
  const words: string[] = []
  for (const raw of text.match(letters) ?? []) {
    if (ascii.test(raw)) {
      if (isShort(raw)) words.push(raw.toLowerCase())
    } else for (const { word } of foreignWords(raw, 0)) words.push(word)
  }
  return words
}

/** The words with their positions. */
export function* wordsOf(text: string): Generator<Word> {
  for (const match of text.matchAll(letters)) {
    const [raw] = match
    const start = match.index
    if (!ascii.test(raw)) yield* foreignWords(raw, start)
    else if (isShort(raw)) yield { word: raw.toLowerCase(), start, end: start + raw.length }
  }
}

const isShort = (word: string) => word.length <= maxLength

function* foreignWords(raw: string, start: number): Generator<Word> {
  if (!unspaced.test(raw)) {
    if (raw.length <= maxLength) yield { word: fold(raw), start, end: start + raw.length }
    return
  }
  for (const run of raw.matchAll(unspacedRuns)) {
    const [text] = run
    const at = start + run.index
    if (!unspaced.test(text)) {
      if (text.length <= maxLength) yield { word: fold(text), start: at, end: at + text.length }
    } else yield* pairs(text, at)
  }
}

function* pairs(text: string, start: number): Generator<Word> {
  const characters = [...text]
  if (characters.length === 1) yield { word: fold(text), start, end: start + text.length }
  let at = start
  for (let index = 0; index + 1 < characters.length; index++) {
    const pair = characters[index]! + characters[index + 1]!
    yield { word: fold(pair), start: at, end: at + pair.length }
    at += characters[index]!.length
  }
}

/** Whether a word is the same in every language: a number, or a pair of characters of a script without spaces. */
export function isOfEveryLanguage(word: string): boolean {
  return /\p{N}/u.test(word) || (!ascii.test(word) && unspaced.test(word))
}

/** Without accents: `reunion` finds `réunion`. */
export function withoutAccents(word: string): string {
  return ascii.test(word) ? word : word.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, '')
}

function fold(raw: string): string {
  return raw.normalize('NFKC').toLowerCase()
}
