import type { SourceType } from '@customer-intel/contract'

/**
 * Reads of the search. They know terms and documents only; what a word means in which language is decided in
 * `knowledge/search/`.
 */
export interface SearchReads {
  describeIndex(): Promise<IndexDescription>
  /** The postings of terms (by their hashes). Terms without postings are skipped. */
  readPostings(terms: readonly number[]): Promise<TermPostings[]>
  /** How many documents contain terms (by their hashes), deleted ones included. Terms without any are skipped. */
  countDocuments(terms: readonly number[]): Promise<Map<number, number>>
  /** The documents that match a filter. */
  listDocuments(filter: SearchFilter): Promise<number[]>
  /** The customer that each document is about; documents about nobody known, and deleted ones, are skipped. */
  listCustomersOf(documents: readonly number[]): Promise<ReadonlyMap<number, string>>
  /** Of the documents that match a filter, the latest. */
  listLatest(filter: SearchFilter, limit: number): Promise<number[]>
  /** Deleted documents that postings may still contain. */
  listGone(): Promise<number[]>
  /** What mistyped words may have meant: the nearest words, at most {@link similarWords} for each. */
  findSimilarWords(words: readonly MistypedWord[]): Promise<SimilarWord[]>
  /** Which of the documents contain each phrase: words in direct sequence. */
  findPhrases(
    documents: readonly number[],
    phrases: readonly (readonly string[])[],
  ): Promise<ReadonlySet<number>>
  /** The documents with the vectors nearest to a given one. */
  rankByVector(query: VectorQuery): Promise<RankedDocument[]>
  /**
   * The documents with their texts; of long texts the part around the first needle: words or their beginnings in lower
   * case, without marks. Deleted documents are skipped.
   */
  readDocuments(documents: readonly number[], needles: readonly string[]): Promise<FoundDocument[]>
  /** Documents without a vector of the model, newest first. */
  listUnembedded(model: string, limit: number): Promise<number[]>
  keepVectors(model: string, vectors: readonly DocumentVector[]): Promise<void>
  /** Deletes vectors of other models, and of deleted documents. */
  dropOtherVectors(model: string): Promise<void>
}

export interface DocumentVector {
  document: number
  vector: readonly number[]
}

export interface IndexDescription {
  /** Languages of the indexed texts. */
  languages: string[]
  documents: number
  /** In weighted terms. */
  averageLength: number
}

/** Some of the documents that contain a term. */
export interface TermPostings {
  term: number
  /** Their number. */
  documents: number
  /** In the format of `knowledge/search/postings.ts`. */
  postings: string
}

export const similarWords = 4

/** Maximal number of characters that are read of a text, to quote from it. */
export const quotedLength = 8_000

export interface SearchFilter {
  customerId?: string | undefined
  /** Inclusive. */
  from?: Date | undefined
  /** Inclusive. */
  until?: Date | undefined
  /** Sources of these types, and facts with evidence from such sources. Absent or empty: all. */
  sourceTypes?: readonly SourceType[] | undefined
}

export interface MistypedWord {
  language: string
  /** In lower case, without marks. */
  word: string
  /** Number of letters that may be missing, added, wrong or swapped. */
  maxDistance: number
}

export interface SimilarWord {
  language: string
  word: string
  /** The word in the query. */
  asked: string
  distance: number
}

export interface VectorQuery {
  vector: readonly number[]
  model: string
  filter: SearchFilter
  limit: number
}

export interface RankedDocument {
  document: number
  score: number
}

/** A document (one state of an artifact) with the data of its artifact. */
export interface FoundDocument {
  document: number
  kind: 'source' | 'fact'
  /** A source's key or a fact's id. */
  artifact: string
  language: string
  /** ISO 8601 with `Z`. */
  occurredAt: string
  /** A source's title, or a fact's assertion. */
  title: string
  /** A source's summary and text, or a fact's reasoning and evidence; if long, the part around the first needle. */
  text: string
}
