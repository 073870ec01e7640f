import type { RankedDocument } from '../../store/search-reads.ts'

/** Softens the lead of the first places. The value of Cormack, Clarke and Büttcher, SIGIR 2009. */
const smoothing = 60

/** Reciprocal rank fusion: a document counts 1 / (60 + its place) for each ranking that has it. The best first. */
export function fuseRankings(rankings: readonly (readonly RankedDocument[])[]): RankedDocument[] {
  const scores = new Map<number, number>()
  for (const ranking of rankings) {
    for (const [place, { document }] of ranking.entries())
      scores.set(document, (scores.get(document) ?? 0) + 1 / (smoothing + place + 1))
  }
  return [...scores]
    .map(([document, score]) => ({ document, score }))
    .sort((left, right) => right.score - left.score || right.document - left.document)
}
