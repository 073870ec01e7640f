/** Reads about customers and people that may be the same. */
export interface MergeReads {
  /** Candidate pairs, strongest evidence first; with `ids` only that pair. */
  listMergeCandidates(limit: number, ids?: readonly [string, string]): Promise<MergeCandidate[]>
  /** What is known of these customers and people; those that don't exist are skipped. */
  describeMergeParties(ids: readonly string[]): Promise<MergePartyEntry[]>
  /** Decided merges that involve one of these customers. */
  listCustomerMerges(customerId: string): Promise<CustomerMergeEntry[]>
}

export interface MergeCandidate {
  /** Public ids: two of customers, or two of people. */
  survivor: string
  duplicate: string
  /** Company domains that both have. */
  domains: string[]
  /** Equal names, ignoring case, punctuation and legal form. */
  sameName: boolean
  /** Number of people who were stated to belong to both. */
  sharedPeople: number
  /** For people: a browser's statement that contradicts servers'. */
  contradiction: { left: string; right: string; cause: string; firstAt: string } | null
}

/** Times are ISO 8601 with `Z`. */
export interface MergePartyEntry {
  id: string
  name: string | null
  domain: string | null
  type: 'COMPANY' | 'INDIVIDUAL'
  externalId: string | null
  billingStatus: string
  firstSeenAt: string
  lastActivityAt: string | null
  contactCount: number
  identifiers: number
  activities: number
  visitors: number
  productEvents: number
  traits: number
  revenueSnapshots: number
  facts: number
  tickets: number
  calls: number
}

export interface CustomerMergeEntry {
  duplicate: string
  survivor: string
  cause: string
  decidedAt: string
}
