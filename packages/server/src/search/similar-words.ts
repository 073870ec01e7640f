import { keyHash } from '../customers/identity/key-hash.ts'
import type { SearchReads } from './search-read-types.ts'
import type { LoadedLanguage } from './languages.ts'
import { withoutMarks } from './letters.ts'
import type { QueryWord } from './parse-query.ts'
import type { WantedTerm } from './rank-documents.ts'
import { beginningsOf, canBeMistyped, termsOf } from './terms.ts'

/** Each is compared with many words. */
const maxMistyped = 24

/** The terms of words that are similar to words which no text has. */
export async function findSimilar(
  reads: SearchReads,
  words: readonly (QueryWord & { position: number })[],
  languages: readonly LoadedLanguage[],
): Promise<(WantedTerm & { beginning: string })[]> {
  const mistyped = words
    .filter(({ text }) => canBeMistyped(text))
    .map(({ text, position }) => ({ word: position, plain: withoutMarks(text) }))
  const asked = languages.flatMap((language) =>
    mistyped.map(({ plain }) => ({
      language: language.name,
      word: plain,
      maxDistance: allowedDistance(plain),
    })),
  )
  const similar = await reads.findSimilarWords(asked.slice(0, maxMistyped))
  return similar.flatMap(({ language: name, word: meant, asked, distance }) => {
    const language = languages.find((other) => other.name === name)!
    const [beginning] = beginningsOf(meant, [language])
    return termsOf({ word: meant, capitals: false }, language).flatMap((term) =>
      mistyped
        .filter(({ plain }) => plain === asked)
        .map(({ word }) => ({
          term: keyHash(term),
          word,
          weight: 1 / (1 + distance),
          beginning: beginning!,
        })),
    )
  })
}

function allowedDistance(word: string): number {
  return word.length < 7 ? 1 : 2
}
