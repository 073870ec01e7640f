import type { SearchFilter, SearchReads } from './search-read-types.ts'

/** As many texts are read at once; the engine finds up to fifty by its index. */
const step = 50
/** At most so many texts are read. */
const maxRead = 1_000

/** Of the latest documents those whose texts have all of the phrases: for words that aren't indexed. In order. */
export async function findVerbatim(
  reads: SearchReads,
  phrases: readonly (readonly string[])[],
  filter: SearchFilter,
): Promise<number[]> {
  const documents = await reads.listLatest(filter, maxRead)
  const found: number[] = []
  for (let at = 0; at < documents.length; at += step)
    found.push(...(await reads.findPhrases(documents.slice(at, at + step), phrases)))
  return found.toSorted((left, right) => left - right)
}
