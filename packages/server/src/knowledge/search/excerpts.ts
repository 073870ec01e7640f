import { wordsOf } from './words.ts'

/** Where a text holds words that were looked for. */
export interface Excerpts {
  /** Passages that hold some. */
  count: number
  /** The best of them, at most two, in the order of the text. */
  texts: string[]
}

/** A passage is about so many characters long. */
const passageLength = 240

interface Passage {
  start: number
  end: number
  /** Words that were looked for, each once. */
  words: Set<string>
}

/**
 * Quotes the passages of a text that hold the most of the words looked for. `isHit` tells of a word, in lower case,
 * whether it is one. Without a hit it quotes the beginning and counts none.
 */
export function takeExcerpts(text: string, isHit: (word: string) => boolean): Excerpts {
  const passages: Passage[] = []
  for (const { word, start, end } of wordsOf(text)) {
    if (!isHit(word)) continue
    const last = passages.at(-1)
    if (last !== undefined && end - last.start <= passageLength) {
      last.end = end
      last.words.add(word)
    } else passages.push({ start, end, words: new Set([word]) })
  }
  const best = passages
    .toSorted((left, right) => right.words.size - left.words.size || left.start - right.start)
    .slice(0, 2)
    .toSorted((left, right) => left.start - right.start)
  if (best.length === 0) {
    const opening = quote(text, 0, Math.min(text.length, passageLength))
    return { count: 0, texts: opening === '' ? [] : [opening] }
  }
  return { count: passages.length, texts: best.map(({ start, end }) => quoteAround(text, start, end)) }
}

/** The passage with as much on either side as makes it {@link passageLength} long. */
function quoteAround(text: string, start: number, end: number): string {
  const room = Math.max(0, passageLength - (end - start))
  const from = Math.max(0, start - Math.floor(room / 2))
  return quote(text, from, Math.min(text.length, from + Math.max(passageLength, end - from)))
}

/** Cuts between words, and marks where something was left out. */
function quote(text: string, from: number, until: number): string {
  const start = from === 0 ? 0 : nextBlank(text, from)
  const end = until >= text.length ? text.length : lastBlank(text, until)
  const inside = text.slice(start, Math.max(end, start)).replaceAll(/\s+/g, ' ').trim()
  if (inside === '') return ''
  return `${start > 0 ? '… ' : ''}${inside}${end < text.length ? ' …' : ''}`
}

/** A long run without a blank is cut anywhere, but never within a character. */
const maxRun = 40

function nextBlank(text: string, at: number): number {
  const found = text.slice(at, at + maxRun).search(/\s/)
  return found === -1 ? wholeCharacter(text, at) : at + found + 1
}

function lastBlank(text: string, at: number): number {
  const run = text.slice(Math.max(0, at - maxRun), at)
  const found = run.search(/\s\S*$/)
  return found === -1 ? wholeCharacter(text, at) : at - run.length + found
}

function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at
}
