import type { RankedDocument } from './search-read-types.ts'
import { compareMatched, type RankedByWords } from './rank-documents.ts'

/** Reduces the weight of the first ranks. The value of Cormack, Clarke and Büttcher, SIGIR 2009. */
const smoothing = 60

/**
 * Reciprocal rank fusion: a document scores 1 / (60 + its rank) in each ranking that contains it. Best first. A document
 * that is also near in meaning isn't weak.
 */
export function fuseRankings(
  byWords: readonly RankedByWords[],
  byMeaning: readonly RankedDocument[],
): RankedByWords[] {
  const fused = new Map<number, RankedByWords>()
  for (const [place, ranked] of byWords.entries())
    fused.set(ranked.document, { ...ranked, score: worth(place) })
  for (const [place, { document }] of byMeaning.entries()) {
    const known = fused.get(document)
    const score = (known?.score ?? 0) + worth(place)
    fused.set(document, { document, score, weak: false, words: known?.words ?? [] })
  }
  return [...fused.values()].sort(compareMatched)
}

function worth(place: number): number {
  return 1 / (smoothing + place + 1)
}
