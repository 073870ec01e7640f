import type { SourceType } from '@customer-intel/contract'

/** Questions of the search. A driver answers them; what a word means, and in which language, the domain knows. */
export interface SearchReads {
  describeIndex(): Promise<IndexDescription>
  /** Those of the terms (their hashes) that some text has. */
  findTerms(terms: readonly number[]): Promise<number[]>
  /** Terms that a mistyped stem may have meant, the nearest first, at most {@link similarTerms} a stem. */
  findSimilarTerms(stems: readonly MistypedStem[]): Promise<SimilarTerm[]>
  /** The documents that have some of the terms, by BM25, the best first. */
  rankByTerms(query: TermQuery): Promise<RankedDocument[]>
  /** The documents whose vectors are nearest to a vector. */
  rankByVector(query: VectorQuery): Promise<RankedDocument[]>
  /** The documents with their texts, of long ones what lies around the first of the needles; those that are no more are left out. */
  readDocuments(documents: readonly IndexedDocument[], needles: readonly string[]): Promise<FoundDocument[]>
  /** Documents without a vector of the model, the newest first. */
  listUnembedded(model: string, limit: number): Promise<IndexedDocument[]>
  keepVectors(model: string, vectors: readonly DocumentVector[]): Promise<void>
  /** Forgets vectors of other models, and of documents that are no more. */
  dropOtherVectors(model: string): Promise<void>
}

export interface DocumentVector {
  document: number
  vector: readonly number[]
}

export interface IndexDescription {
  /** That indexed texts are in. */
  languages: string[]
  documents: number
  /** In terms, weighted. */
  averageLength: number
}

export const similarTerms = 4

/** So many characters of a text, at most, are read to quote from it. */
export const quotedLength = 8_000

export interface SearchFilter {
  customerId?: string | undefined
  /** Inclusive. */
  from?: Date | undefined
  /** Inclusive. */
  until?: Date | undefined
  /** Sources of these types, and facts with evidence from such. Absent or empty: all. */
  sourceTypes?: readonly SourceType[] | undefined
}

export interface MistypedStem {
  language: string
  stem: string
  /** So many letters may be missing, too many, wrong or swapped. */
  maxDistance: number
}

export interface SimilarTerm {
  term: number
  language: string
  stem: string
  /** The stem that was asked for. */
  askedStem: string
  distance: number
}

/** A term of the query. Terms of the same word are other forms of it: together they are as rare as the word is. */
export interface WantedTerm {
  term: number
  word: number
  /** 1; less for a term that was only similar. */
  weight: number
}

export interface TermQuery {
  /** As it stands. */
  index: IndexDescription
  terms: readonly WantedTerm[]
  /** Words that a document must have. */
  required: readonly number[]
  /** Words that stand one after another: only documents that have each of these in their text. */
  phrases: readonly (readonly string[])[]
  filter: SearchFilter
  limit: number
}

export interface VectorQuery {
  vector: readonly number[]
  model: string
  filter: SearchFilter
  limit: number
}

/** One state of an artifact, as the index knows it. */
export interface IndexedDocument {
  document: number
  kind: 'source' | 'fact'
  /** A source's key or a fact's id. */
  artifact: string
  language: string
  /** ISO 8601 with `Z`. */
  occurredAt: string
}

export interface RankedDocument extends IndexedDocument {
  score: number
}

/** A document with what is read of its artifact. */
export interface FoundDocument extends IndexedDocument {
  /** Of a source its title, of a fact its assertion. */
  title: string
  /** Of a source summary and text, of a fact reasoning and evidence; where long, the part around the first needle. */
  text: string
  sourceType: SourceType | null
  sourceId: string | null
  permalink: string | null
}
