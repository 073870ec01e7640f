/** The state of a model's sync. */
export interface SyncState {
  provider: string
  /** Of the connection. */
  generation: string
  model: string
  /** JSON of the sync engine. */
  state: string
  recordCount: number
  setAsideCount: number
  /** When records last arrived, ISO 8601; null before. */
  dataAt: string | null
}

/** A record that was made from an object of a provider. */
export interface SyncedKey {
  objectId: string
  recordKey: string
  /** Number of the provider's objects it was made from. */
  claims: number
}
