import { keyHash } from '../customers/identity/key-hash.ts'
import type { SearchReads } from './search-read-types.ts'
import type { LoadedLanguage } from './languages.ts'
import type { QueryWord } from './parse-query.ts'
import { matchDocuments, takeBest } from './rank-documents.ts'
import type { Narrowed, ResolvedWords } from './resolve-words.ts'
import { termsOf } from './terms.ts'

/** A word of the query that texts have as two: `signup`, `sign up`. */
interface WrittenApart {
  word: number
  /** Texts with the two in a row, in order. */
  documents: number[]
  /** Terms of the two. */
  parts: number[]
}

/** Only words with fewer texts are looked for: others are found. */
const fewDocuments = 10
/** Number of words that are looked for. */
const maxWords = 8
/** Number of pairs whose texts are read. */
const maxPairs = 4
/** Number of texts that are read for a pair. */
const candidates = 50

/**
 * Finds words that few texts have as one but some as two in a row. The index doesn't know what follows what: the texts
 * that have both are read.
 */
export async function findWrittenApart(
  reads: SearchReads,
  words: readonly QueryWord[],
  { index, languages, expected, terms, postings }: ResolvedWords,
  narrowed: Promise<Narrowed>,
): Promise<WrittenApart[]> {
  const counts = new Map<number, number>()
  for (const { word, term } of terms) {
    const found = postings.filter((list) => list.term === term)
    counts.set(
      word,
      found.reduce((sum, { documents }) => sum + documents, counts.get(word) ?? 0),
    )
  }
  const pairs = expected
    .filter((word) => (counts.get(word) ?? 0) < fewDocuments)
    .slice(0, maxWords)
    .flatMap((word) =>
      languages.flatMap((language) =>
        splits(words[word]!.text, language).map((split) => ({ word, ...split })),
      ),
    )
  const known = await reads.countDocuments([...new Set(pairs.flatMap(({ parts }) => parts))])
  const likely = pairs.filter(({ parts }) => parts.every((part) => known.has(part))).slice(0, maxPairs)
  const found = await reads.readPostings([...new Set(likely.flatMap(({ parts }) => parts))])
  const { isWanted } = await narrowed
  return Promise.all(
    likely.map(async ({ word, pair, parts }) => {
      const matches = matchDocuments({
        index,
        terms: parts.map((term, part) => ({ term, word: part, weight: 1 })),
        postings: found,
        required: parts.map((_, part) => part),
        expected: [],
        isWanted,
      })
      const holding = await reads.findPhrases(
        takeBest(matches, candidates).map(({ document }) => document),
        [pair],
      )
      return { word, documents: [...holding].toSorted((left, right) => left - right), parts }
    }),
  )
}

/** How a word may be written as two: both of three letters or more, or a shorter stop word; or letters and digits. */
function splits(text: string, language: LoadedLanguage): { pair: [string, string]; parts: number[] }[] {
  const found: { pair: [string, string]; parts: number[] }[] = []
  if (!/^[\p{L}\p{N}]{4,}$/u.test(text)) return found
  for (let at = 2; at <= text.length - 2; at++) {
    const pair: [string, string] = [text.slice(0, at), text.slice(at)]
    const isPart = (part: string) => part.length > 2 || language.isStopword(part) || /^\d+$/.test(part)
    if (/\d/.test(text) && !/^(?:\D+ \d+|\d+ \D+)$/.test(pair.join(' '))) continue
    if (!/\d/.test(text) && !pair.every(isPart)) continue
    const parts = pair.flatMap((part) =>
      termsOf({ word: part, capitals: false }, language).slice(0, 1).map(keyHash),
    )
    if (parts.length > 0) found.push({ pair, parts })
  }
  return found
}
