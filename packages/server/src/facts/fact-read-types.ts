import type { Fact, FactSourceMetadata, FactStatus, JsonObject, SourceType } from '@customer-intel/contract'
import type { Page, PageEnd } from '../kernel/sql/page.ts'

/** Reads about facts. */
export interface FactReads {
  /**
   * Refreshes the behavioural facts of these customers, as of `now` (Unix milliseconds); cheap when they are up to date.
   * With null: of a batch of customers that need it. Resolves with how many are left.
   */
  refreshFacts(customerIds: readonly string[] | null, now: number): Promise<number>
  /** Latest first. */
  listFacts(query: FactQuery): Promise<Page<StoredFact>>
  /** The facts with these ids, in any order; unknown ids are skipped. */
  findFacts(factIds: readonly string[]): Promise<StoredFact[]>
  /** Sources whose current text hasn't been extracted by a language model, latest first. */
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

/** Absent or empty lists don't filter. */
export interface FactQuery {
  /** Absent: facts of all customers. */
  customerId?: string
  status?: readonly FactStatus[]
  /** Facts with evidence from such a source. */
  sourceTypes?: readonly SourceType[]
  factTypes?: readonly string[]
  factCategories?: readonly string[]
  /** When the fact occurred, else the time of its source, else of its detection. Inclusive. */
  from?: Date
  /** Inclusive. */
  until?: Date
  limit: number
  after: PageEnd | null
}

/** What was seen of a person, as a rule about behaviour found it: their ids, days and numbers of days. */
export type FactObservation = JsonObject & { userId: string }

export interface FactQuote {
  sourceType: SourceType
  sourceId: string
  quote: string
}

/**
 * A stored fact with the current data of its source. Fields with the same value in the answer are described in the
 * contract's `Fact`; times are ISO 8601 with `Z`.
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
  /** Null while the customer is unknown. */
  customerId: string | null
  /** The customer's name. */
  customerName: string | null
  customerDomain: string | null
  changePointAt: string | null
  evidence: FactQuote[]
  /** Of behavioural facts. */
  observations: FactObservation[]
  /** The source of the first evidence; null for a fact without evidence. */
  source: {
    sourceType: SourceType
    sourceId: string
    quote: string | null
    /** Null when the source isn't stored. */
    occurredAt: string | null
    permalink: string | null
  } | null
}
