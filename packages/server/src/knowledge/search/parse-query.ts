import { listWords, withoutAccents } from './words.ts'

/** What was typed into a search. */
export interface ParsedQuery {
  /** Each once, in lower case, those of phrases included. */
  words: string[]
  /** What stood in quotation marks: words that must follow one another, in just these forms but for accents and case. */
  phrases: string[][]
}

/** More words than anybody means; what a search costs grows with them. */
const maxWords = 48
const maxPhrases = 8

const runs = /[\p{L}\p{N}\p{M}]+/gu
const quoted = /["“”„«]([^"“”„«»]*)["“”»]/gu

/** Reads a query: words, and phrases in quotation marks. A mark without its other half is no mark. */
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
