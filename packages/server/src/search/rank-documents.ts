import type { IndexDescription, RankedDocument, TermPostings } from './search-read-types.ts'
import { eachPosting } from './postings.ts'

/** The usual constants of BM25: saturation of term frequency, and length normalisation. */
const saturation = 1.2
const lengthPenalty = 0.75

/** A term of the query. The terms of one word are its other forms: together they are as rare as the word. */
export interface WantedTerm {
  term: number
  word: number
  /** 1; less for a term that is only similar. */
  weight: number
}

/** A document with some of the words. */
export interface MatchedDocument extends RankedDocument {
  /** Has only one of several words, and not the distinctive one. */
  weak: boolean
}

export interface RankedByWords extends MatchedDocument {
  /** The query's words that it has. */
  words: number[]
}

/** All documents with some of the words, in any order. */
export interface Matches {
  documents: MatchedDocument[]
  /** The query's words that a document has. */
  wordsOf: (document: number) => number[]
}

export interface TermQuery {
  index: Pick<IndexDescription, 'documents' | 'averageLength'>
  terms: readonly WantedTerm[]
  /** Of these terms, and possibly of others. */
  postings: readonly TermPostings[]
  /** Words that a document must have. */
  required: readonly number[]
  /** Words that a document should have: one that has none, or only one of several and not the distinctive one, is weak. */
  expected: readonly number[]
  isWanted: (document: number) => boolean
}

/**
 * The documents with some of the terms, scored by BM25. Weak are those with only one of several words, unless that word is
 * rarer than the others together, and those with stop words only.
 */
export function matchDocuments(query: TermQuery): Matches {
  const { isWanted } = query
  const { documents } = query.index
  const averageLength = Math.max(1, query.index.averageLength)
  const scores = new Map<number, number>()
  /**
   * The words of a document as a bit mask: bit 2 ** n for word n. Numbers hold 53 bits, and a query has at most 48 words.
   */
  const masks = new Map<number, number>()
  const rarities = new Map<number, number>()
  const having = new Map(query.required.map((word) => [word, new Set<number>()]))
  for (const [word, lists] of listsByWord(query)) {
    const found = Math.min(
      documents,
      lists.reduce((sum, list) => sum + list.documents, 0),
    )
    const rarity = Math.log(1 + (documents - found + 0.5) / (found + 0.5))
    rarities.set(word, rarity)
    const bit = 2 ** word
    const havingWord = having.get(word)
    for (const { weight, postings } of lists) {
      eachPosting(postings, (document, frequency, length) => {
        if (!isWanted(document)) return
        const norm = 1 - lengthPenalty + (lengthPenalty * length) / averageLength
        const score = (weight * rarity * frequency * (1 + saturation)) / (frequency + saturation * norm)
        scores.set(document, (scores.get(document) ?? 0) + score)
        const mask = masks.get(document) ?? 0
        // Words come in order: a mask below this bit doesn't have it yet.
        if (mask < bit) masks.set(document, mask + bit)
        havingWord?.add(document)
      })
    }
  }
  const isWeak = weakness(
    query.expected,
    (word) => rarities.get(word) ?? Math.log(1 + (documents + 0.5) / 0.5),
  )
  const required = [...having.values()]
  const matched: MatchedDocument[] = []
  for (const [document, score] of scores)
    if (required.every((list) => list.has(document)))
      matched.push({ document, score, weak: isWeak(masks.get(document)!) })
  return { documents: matched, wordsOf: (document) => wordsOfMask(masks.get(document) ?? 0) }
}

/**
 * Whether a mask has none of the expected words, or only one of several that isn't more distinctive than the others
 * together.
 */
function weakness(
  expected: readonly number[],
  rarityOf: (word: number) => number,
): (mask: number) => boolean {
  const total = expected.reduce((sum, word) => sum + rarityOf(word), 0)
  const known = new Map<number, boolean>()
  return (mask) => {
    let isWeak = known.get(mask)
    if (isWeak === undefined) {
      const [first, second] = wordsOfMask(mask).filter((word) => expected.includes(word))
      if (first === undefined) isWeak = expected.length > 0
      else isWeak = second === undefined && expected.length > 1 && rarityOf(first) * 2 <= total
      known.set(mask, isWeak)
    }
    return isWeak
  }
}

function wordsOfMask(mask: number): number[] {
  const words: number[] = []
  for (let word = 0; 2 ** word <= mask; word++) if (Math.floor(mask / 2 ** word) % 2 === 1) words.push(word)
  return words
}

/** In the order of the words. */
function listsByWord({ terms, postings }: TermQuery): Map<number, (TermPostings & { weight: number })[]> {
  const lists = new Map<number, (TermPostings & { weight: number })[]>()
  for (const { term, word, weight } of terms) {
    const ofTerm = postings.filter((list) => list.term === term).map((list) => ({ ...list, weight }))
    lists.set(word, [...(lists.get(word) ?? []), ...ofTerm])
  }
  return new Map([...lists].sort(([left], [right]) => left - right))
}

/** The best documents, best first. Keeps the best ones so far sorted: of many, few ever enter them. */
export function takeBest({ documents, wordsOf }: Matches, limit: number): RankedByWords[] {
  const best: MatchedDocument[] = []
  for (const matched of documents) {
    const last = best[limit - 1]
    if (last !== undefined && compareMatched(matched, last) > 0) continue
    const place = best.findIndex((other) => compareMatched(matched, other) < 0)
    best.splice(place === -1 ? best.length : place, 0, matched)
    if (best.length > limit) best.pop()
  }
  return best.map((matched) => ({ ...matched, words: wordsOf(matched.document) }))
}

/** Best first: weak ones last, with equal scores latest first. */
export function compareMatched(left: MatchedDocument, right: MatchedDocument): number {
  return Number(left.weak) - Number(right.weak) || right.score - left.score || right.document - left.document
}
