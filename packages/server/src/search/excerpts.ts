import type { Form } from './terms.ts'
import { listWholes } from './wholes.ts'
import { canonical, listWords } from './words.ts'

/** Where a text contains the searched words. */
export interface Excerpts {
  /** Number of passages with any of them. */
  count: number
  /** The best two passages, in the order of the text. */
  texts: string[]
}

/** Length of a passage in characters. */
const passageLength = 240

interface Passage {
  start: number
  end: number
  /** Distinct searched words in it. */
  words: Set<string>
}

/**
 * Quotes the passages of a text with the most searched words. Without any hit it quotes the start and counts none.
 */
export function takeExcerpts(written: string, isHit: (form: Form) => boolean): Excerpts {
  const text = canonical(written)
  const passages: Passage[] = []
  for (const { word, start, end } of listHits(text, isHit)) {
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

/** The words and wholes that are searched for, in order. */
export function listHits(text: string, isHit: (form: Form) => boolean) {
  const words = listWords(text)
  const wholes = listWholes(text, words).flatMap(({ forms, ...place }) =>
    forms.map((word) => ({ word, ...place })),
  )
  return [...words, ...wholes].filter(isHit).sort((left, right) => left.start - right.start)
}

/** The passage, extended on both sides to {@link passageLength}. */
function quoteAround(text: string, start: number, end: number): string {
  const room = Math.max(0, passageLength - (end - start))
  const from = Math.max(0, start - Math.floor(room / 2))
  return quote(text, from, Math.min(text.length, from + Math.max(passageLength, end - from)))
}

/** Cuts between words, and marks omissions. */
function quote(text: string, from: number, until: number): string {
  const start = from === 0 ? 0 : nextBlank(text, from)
  const end = until >= text.length ? text.length : lastBlank(text, until)
  const inside = text.slice(start, Math.max(end, start)).replaceAll(/\s+/g, ' ').trim()
  if (inside === '') return ''
  return `${start > 0 ? '… ' : ''}${inside}${end < text.length ? ' …' : ''}`
}

/** A longer run without spaces is cut anywhere, but never within a character. */
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
