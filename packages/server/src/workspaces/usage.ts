/** How much an organization asked of the server. */
export interface Usage {
  /** By the API key's id. */
  keys: Record<string, KeyUsage>
  /** Tool calls of one billing cycle: a calendar month in UTC. */
  apiCalls: {
    /** `2026-11`; empty before the first call. */
    month: string
    count: number
  }
}

export interface KeyUsage {
  /** ISO 8601, UTC. */
  lastUsedAt: string
  totalRequests: number
}

/** The numbers of one organization: counted in memory, and stored within seconds, so that a request costs no write. */
export interface UsageBook {
  /** Changed in place by whoever counts, who then calls {@link UsageBook.changed}. */
  readonly usage: Usage
  changed(): void
  /** Stores what was counted, and stops. */
  close(): Promise<void>
}
