import type { SourceType } from '@customer-intel/contract'

/** Questions of the search. A driver answers them; what a word means, and in which language, the domain knows. */
export interface SearchReads {
  describeIndex(): Promise<IndexDescription>
  /** Where the terms (their hashes) stand. A term that no text has is left out. */
  readPostings(terms: readonly number[]): Promise<TermPostings[]>
  /** The documents that a filter lets through. */
  listDocuments(filter: SearchFilter): Promise<number[]>
  /** Documents that postings may still name and that are no more. */
  listGone(): Promise<number[]>
  /** Terms that a mistyped stem may have meant, the nearest first, at most {@link similarTerms} a stem. */
  findSimilarTerms(stems: readonly MistypedStem[]): Promise<SimilarTerm[]>
  /** Those of the documents whose text has each of the phrases: words that stand one after another. */
  findPhrases(
    documents: readonly number[],
    phrases: readonly (readonly string[])[],
  ): Promise<ReadonlySet<number>>
  /** The documents whose vectors are nearest to a vector. */
  rankByVector(query: VectorQuery): Promise<RankedDocument[]>
  /** The documents with their texts, of long ones what lies around the first of the needles; those that are no more are left out. */
  readDocuments(documents: readonly number[], needles: readonly string[]): Promise<FoundDocument[]>
  /** Documents without a vector of the model, the newest first. */
  listUnembedded(model: string, limit: number): Promise<number[]>
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

/** A part of the documents that a term stands in. */
export interface TermPostings {
  term: number
  /** How many. */
  documents: number
  /** As `knowledge/search/postings.ts` writes them. */
  postings: string
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

/** A document (one state of an artifact) with what is read of its artifact. */
export interface FoundDocument {
  document: number
  kind: 'source' | 'fact'
  /** A source's key or a fact's id. */
  artifact: string
  language: string
  /** ISO 8601 with `Z`. */
  occurredAt: string
  /** Of a source its title, of a fact its assertion. */
  title: string
  /** Of a source summary and text, of a fact reasoning and evidence; where long, the part around the first needle. */
  text: string
}
