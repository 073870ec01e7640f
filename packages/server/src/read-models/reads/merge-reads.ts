/** Questions about customers and people that may be one. */
export interface MergeReads {
  /** Pairs that something speaks for, the strongest evidence first; with `ids` only those two. */
  listMergeCandidates(limit: number, ids?: readonly [string, string]): Promise<MergeCandidate[]>
  /** What is known of these customers and people; those that are gone are left out. */
  describeMergeParties(ids: readonly string[]): Promise<MergePartyEntry[]>
  /** Merges of customers that were decided in which one of these takes part. */
  listCustomerMerges(customerId: string): Promise<CustomerMergeEntry[]>
}

export interface MergeCandidate {
  /** Public ids: two of customers, or two of people. */
  survivor: string
  duplicate: string
  /** Company domains that both have. */
  domains: string[]
  /** Both are called the same, but for case, punctuation and the legal form. */
  sameName: boolean
  /** People who were stated to belong to both. */
  sharedPeople: number
  /** Of people: what was stated of them that stands against what servers stated. */
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
