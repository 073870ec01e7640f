import { listWords, withoutAccents } from './words.ts'

/** A parsed search query. */
export interface ParsedQuery {
  /** Distinct words in lower case, including those in phrases. */
  words: string[]
  /** Quoted phrases: words in direct sequence, in exactly these forms except for accents and case. */
  phrases: string[][]
}

/** Maximal number of words; the cost of a search grows with it. */
const maxWords = 48
const maxPhrases = 8

const runs = /[\p{L}\p{N}\p{M}]+/gu
const quoted = /["“”„«]([^"“”„«»]*)["“”»]/gu

/** Parses a query into words and quoted phrases. An unmatched quotation mark is ignored. */
export function parseQuery(query: string): ParsedQuery {
  const phrases = [...query.matchAll(quoted)]
    .map(([, inside]) =>
      inside!.match(runs)?.map((run) => withoutAccents(run.normalize('NFKC').toLowerCase())),
    )
    .filter((words) => words !== undefined)
  return {
    words: [...new Set(listWords(query))].slice(0, maxWords),
    phrases: phrases.slice(0, maxPhrases),
  }
}
