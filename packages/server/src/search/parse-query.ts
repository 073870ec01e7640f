import type { Form } from './terms.ts'
import { listWholes } from './wholes.ts'
import { canonical, isUnspaced, listWords, type Word } from './words.ts'

/** A word of a query. */
export interface QueryWord {
  /** As typed, in lower case. */
  text: string
  /** The word itself, and how else it may be written: with a hyphen, with its neighbour, without blanks. */
  forms: Form[]
}

/** A parsed search query. */
export interface ParsedQuery {
  /** Distinct words, including those in phrases. */
  words: QueryWord[]
  /** Quoted phrases: words in direct sequence, in exactly these forms except for marks and case. */
  phrases: string[][]
  /** The phrases, or without any the whole query as one. */
  verbatim: string[][]
}

/** Maximal number of words; the cost of a search grows with it. */
const maxWords = 48
const maxPhrases = 8
/** Of a word that stands in a query again and again. */
const maxForms = 8

const quoted = /["“”„«]([^"“”„«»]*)["“”»]/gu

/** Parses a query into words and quoted phrases. An unmatched quotation mark is ignored. */
export function parseQuery(query: string): ParsedQuery {
  const text = canonical(query)
  const phrases = [...text.matchAll(quoted)]
    .map(([, inside]) => phraseOf(inside!))
    .filter((words) => words.length > 0)
    .slice(0, maxPhrases)
  return {
    words: listQueryWords(text).slice(0, maxWords),
    phrases,
    verbatim: phrases.length > 0 ? phrases : [phraseOf(text)],
  }
}

function phraseOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  )
}

function listQueryWords(text: string): QueryWord[] {
  const listed = listWords(text)
  const wholes = listWholes(text, listed)
  const isWithin = (word: Word, whole: Pick<Word, 'start' | 'end'>) =>
    word.start >= whole.start && word.end <= whole.end
  const ones = wholes.filter(({ isOne }) => isOne)
  const pairs = listed.slice(1).map((word, index) => joinNeighbours(text, listed[index]!, word))
  const others = [...wholes.filter(({ isOne }) => !isOne), ...pairs.filter((pair) => pair !== null)]
  const words = [
    ...listed
      .filter((word) => !ones.some((one) => isWithin(word, one)))
      .map((word) => ({
        start: word.start,
        text: word.word,
        forms: [
          word,
          ...others
            .filter((other) => isWithin(word, other))
            .flatMap(({ forms, capitals }) => forms.map((form) => ({ word: form, capitals }))),
        ],
      })),
    ...ones.map(({ start, end, forms, capitals }) => ({
      start,
      text: text.slice(start, end).toLowerCase(),
      forms: forms.map((word) => ({ word, capitals })),
    })),
  ].toSorted((left, right) => left.start - right.start)
  const distinct = new Map<string, Map<string, Form>>()
  for (const { text: typed, forms } of words) {
    const known = distinct.get(typed) ?? new Map<string, Form>()
    distinct.set(typed, known)
    for (const form of forms) if (known.size < maxForms && !known.has(form.word)) known.set(form.word, form)
  }
  return Array.from(distinct, ([typed, forms]) => ({ text: typed, forms: [...forms.values()] }))
}

/** Two words with only a blank between them, written as one: `sign up`, `signup`. */
function joinNeighbours(text: string, first: Word, second: Word) {
  if (isUnspaced(first.word) || isUnspaced(second.word)) return null
  if (!/^\s+$/.test(text.slice(first.end, second.start))) return null
  const { start } = first
  return { start, end: second.end, forms: [first.word + second.word], capitals: false }
}
