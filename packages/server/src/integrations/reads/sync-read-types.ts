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

export interface SyncReads {
  /** The state of all connections' syncs, former connections included. */
  listSyncs(): Promise<SyncState[]>
  /** The records that were made from a provider's objects, where deletions are synced. */
  listSyncedKeys(objects: { provider: string; model: string; ids: readonly string[] }): Promise<SyncedKey[]>
  /** How many objects of a model are known, and which ones no walk has seen since then (Unix milliseconds). */
  listUnmetObjects(walk: {
    provider: string
    model: string
    since: number
  }): Promise<{ known: number; unmet: string[] }>
  /** Digests of the last record of each key (`user:u-17`), for keys that are known, in any order. */
  listRecordDigests(keys: readonly string[]): Promise<string[]>
  /** Which of these events (uuids of version 7) are stored and didn't come from a browser. */
  listStoredEvents(uuids: readonly string[]): Promise<string[]>
}
