import type { RankedDocument } from '../../read-models/reads/search-reads.ts'
import { compareRanked, type RankedByWords } from './rank-documents.ts'

/** Softens the lead of the first places. The value of Cormack, Clarke and Büttcher, SIGIR 2009. */
const smoothing = 60

/**
 * Reciprocal rank fusion: a document counts 1 / (60 + its place) for each ranking that has it. The best first. One that
 * is near in meaning too isn't weak.
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
  return [...fused.values()].sort(compareRanked)
}

function worth(place: number): number {
  return 1 / (smoothing + place + 1)
}
