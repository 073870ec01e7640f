import type { RankedDocument } from '../../read-models/reads/search-reads.ts'

/** Softens the lead of the first places. The value of Cormack, Clarke and Büttcher, SIGIR 2009. */
const smoothing = 60

/** Reciprocal rank fusion: a document counts 1 / (60 + its place) for each ranking that has it. The best first. */
export function fuseRankings(rankings: readonly (readonly RankedDocument[])[]): RankedDocument[] {
  const fused = new Map<number, RankedDocument>()
  for (const ranking of rankings) {
    for (const [place, ranked] of ranking.entries()) {
      const score = fused.get(ranked.document)?.score ?? 0
      fused.set(ranked.document, { ...ranked, score: score + 1 / (smoothing + place + 1) })
    }
  }
  return [...fused.values()].sort((left, right) => right.score - left.score || right.document - left.document)
}
