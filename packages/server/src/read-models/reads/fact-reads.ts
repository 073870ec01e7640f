import type { Fact, FactSourceMetadata, FactStatus, SourceType } from '@customer-intel/contract'
import type { Page, PageEnd } from './customer-reads.ts'

/** Questions about what is known of customers. */
export interface FactReads {
  /** Facts, the latest first. */
  listFacts(query: FactQuery): Promise<Page<StoredFact>>
  /** The facts with these ids, in any order; an id that nothing has is left out. */
  findFacts(factIds: readonly string[]): Promise<StoredFact[]>
  /** Sources whose present text no language model was asked about, the latest first. */
  listUnreadSources(limit: number): Promise<UnreadSource[]>
}

export interface UnreadSource {
  sourceType: SourceType
  sourceId: string
  title: string | null
  text: string
  /** SHA-256 of the text, hex. */
  textHash: string
}

/** An absent or empty list filters nothing. */
export interface FactQuery {
  /** Absent: facts of all customers. */
  customerId?: string
  status?: readonly FactStatus[]
  /** Facts with evidence from such a source. */
  sourceTypes?: readonly SourceType[]
  factTypes?: readonly string[]
  factCategories?: readonly string[]
  /** When the fact occurred; where nothing says when, its source; else when it was detected. Inclusive. */
  from?: Date
  /** Inclusive. */
  until?: Date
  limit: number
  after: PageEnd | null
}

export interface FactQuote {
  sourceType: SourceType
  sourceId: string
  quote: string
}

/**
 * A fact as it is stored, with what its source says of itself now. What an answer says of it word for word stands in
 * the contract's `Fact`; times are ISO 8601 with `Z`.
 */
export interface StoredFact extends Omit<
  Fact,
  | 'id'
  | 'customer'
  | 'changePointDate'
  | 'evidence'
  | 'evidenceCount'
  | 'linkedSourceRef'
  | 'sourceMetadata'
  | keyof FactSourceMetadata
> {
  factId: string
  origin: 'stated' | 'extracted' | 'behavioural'
  /** Whom it is about; null while that customer isn't known. */
  customerId: string | null
  /** What that customer is called. */
  customerName: string | null
  customerDomain: string | null
  changePointAt: string | null
  evidence: FactQuote[]
  /** The source of the first evidence; null for a fact without evidence. */
  source: {
    sourceType: SourceType
    sourceId: string
    quote: string | null
    /** Null when no such source is stored. */
    occurredAt: string | null
    permalink: string | null
  } | null
}
