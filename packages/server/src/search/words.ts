import { isAscii, lettersOf, toAsciiDigits } from './letters.ts'

/** A word of a text, in lower case and compatibility form, and its position. */
export interface Word {
  word: string
  /** Index of its first UTF-16 unit in the text's canonical form (NFC). */
  start: number
  end: number
  /** In capital letters: `IT` isn't `it`. */
  capitals: boolean
}

/** Longer strings are keys or encoded data. */
const maxLength = 64

const runs = /[\p{L}\p{N}\p{M}]+/gu
/** Scripts without spaces between words, or with attached endings: split into pairs of characters. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const unspacedRuns =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{M}ー]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu

/** A text as words are read from it: positions refer to it. */
export function canonical(text: string): string {
  return isAscii(text) ? text : toAsciiDigits(text.normalize('NFC'))
}

/** The words of a canonical text, in order. */
export function listWords(text: string): Word[] {
  if (isAscii(text)) return listAsciiWords(text)
  const words: Word[] = []
  for (const match of text.matchAll(runs)) {
    const [raw] = match
    if (!isUnspaced(raw)) addWord(words, raw, match.index)
    else {
      for (const run of raw.matchAll(unspacedRuns)) {
        const start = match.index + run.index
        if (unspaced.test(run[0])) addPairs(words, run[0], start)
        else addWord(words, run[0], start)
      }
    }
  }
  return words
}

/**
 * Most texts: without regular expressions it takes half the time. Words are made small one by one: `toLowerCase` of the
 * whole text is moved into the loop by V8's compiler, which copies the text for each of its characters.
 */
function listAsciiWords(text: string): Word[] {
  const words: Word[] = []
  let start = -1
  for (let at = 0; at <= text.length; at++) {
    const code = text.charCodeAt(at)
    if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57)) {
      if (start === -1) start = at
    } else if (start !== -1) {
      if (at - start <= maxLength) {
        const raw = text.slice(start, at)
        const word = raw.toLowerCase()
        const isCapital = raw.charCodeAt(0) !== word.charCodeAt(0)
        words.push({ word, start, end: at, capitals: isCapital && isCapitals(raw, word) })
      }
      start = -1
    }
  }
  return words
}

function addWord(words: Word[], raw: string, start: number): void {
  if (raw.length > maxLength) return
  const word = lettersOf(raw)
  words.push({ word, start, end: start + raw.length, capitals: isCapitals(raw, word) })
}

function addPairs(words: Word[], text: string, start: number): void {
  const characters = [...text]
  let at = start
  for (let index = 0; index < Math.max(1, characters.length - 1); index++) {
    const pair = characters[index]! + (characters[index + 1] ?? '')
    words.push({ word: lettersOf(pair), start: at, end: at + pair.length, capitals: false })
    at += characters[index]!.length
  }
}

/** Whether a text of two letters or more has none in lower case. */
export function isCapitals(raw: string, lowerCase: string): boolean {
  return raw.length > 1 && raw !== lowerCase && raw === raw.toUpperCase()
}

/** Whether a word is the same in every language: with a number or a sign, or of a script without spaces. */
export function isOfEveryLanguage(word: string): boolean {
  return /[\p{N}+#.~]/u.test(word) || isUnspaced(word)
}

/** Whether a text has letters of a script without spaces between words. */
export function isUnspaced(text: string): boolean {
  return !isAscii(text) && unspaced.test(text)
}
