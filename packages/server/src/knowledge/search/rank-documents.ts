import type { IndexDescription, RankedDocument, TermPostings } from '../../read-models/reads/search-reads.ts'
import { eachPosting } from './postings.ts'

/** BM25's usual constants: how soon more of a term counts no more, and how much a long text loses. */
const saturation = 1.2
const lengthPenalty = 0.75

/** A term of the query. Terms of the same word are other forms of it: together they are as rare as the word is. */
export interface WantedTerm {
  term: number
  word: number
  /** 1; less for a term that was only similar. */
  weight: number
}

export interface TermQuery {
  index: Pick<IndexDescription, 'documents' | 'averageLength'>
  terms: readonly WantedTerm[]
  /** Of these terms, and maybe of others. */
  postings: readonly TermPostings[]
  /** Words that a document must have. */
  required: readonly number[]
  isWanted: (document: number) => boolean
  limit: number
}

/** The documents that have some of the terms, by BM25: the best first, of equal ones the latest. */
export function rankDocuments(query: TermQuery): RankedDocument[] {
  const { isWanted, limit } = query
  const { documents } = query.index
  const averageLength = Math.max(1, query.index.averageLength)
  const scores = new Map<number, number>()
  const having = new Map(query.required.map((word) => [word, new Set<number>()]))
  for (const [word, lists] of listsByWord(query)) {
    const found = Math.min(
      documents,
      lists.reduce((sum, list) => sum + list.documents, 0),
    )
    const rarity = Math.log(1 + (documents - found + 0.5) / (found + 0.5))
    const havingWord = having.get(word)
    for (const { weight, postings } of lists) {
      eachPosting(postings, (document, frequency, length) => {
        if (!isWanted(document)) return
        const norm = 1 - lengthPenalty + (lengthPenalty * length) / averageLength
        const score = (weight * rarity * frequency * (1 + saturation)) / (frequency + saturation * norm)
        scores.set(document, (scores.get(document) ?? 0) + score)
        havingWord?.add(document)
      })
    }
  }
  return takeBest(scores, [...having.values()], limit)
}

function listsByWord({ terms, postings }: TermQuery): Map<number, (TermPostings & { weight: number })[]> {
  const lists = new Map<number, (TermPostings & { weight: number })[]>()
  for (const { term, word, weight } of terms) {
    const ofTerm = postings.filter((list) => list.term === term).map((list) => ({ ...list, weight }))
    lists.set(word, [...(lists.get(word) ?? []), ...ofTerm])
  }
  return lists
}

/** Those that are in each of the sets. Keeps the best so far in order: of many, few ever come among them. */
function takeBest(
  scores: ReadonlyMap<number, number>,
  required: readonly ReadonlySet<number>[],
  limit: number,
): RankedDocument[] {
  const best: RankedDocument[] = []
  for (const [document, score] of scores) {
    const last = best[limit - 1]
    if (last !== undefined && compare({ document, score }, last) > 0) continue
    if (!required.every((documents) => documents.has(document))) continue
    const place = best.findIndex((other) => compare({ document, score }, other) < 0)
    best.splice(place === -1 ? best.length : place, 0, { document, score })
    if (best.length > limit) best.pop()
  }
  return best
}

function compare(left: RankedDocument, right: RankedDocument): number {
  return right.score - left.score || right.document - left.document
}
