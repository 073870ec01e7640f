/** Keeps events until the server has confirmed them, also when the process is killed. See `directorySpool`. */
export interface Spool {
  /** Called once by the tracker that uses it. Throws when it can't be used at all. */
  open(host: SpoolHost): OpenSpool
}

/** What the tracker offers to its spool. */
export interface SpoolHost {
  publicKey: string
  source: string
  /** Takes an event that an earlier process left. `release` is called with the same place. */
  take: (json: string, place: unknown) => void
  /** Whether the tracker has room for more of them. */
  hasRoom: () => boolean
  /** So many events could not be read. */
  onDamaged: (count: number) => void
  /** The spool can't be used just now: events are kept in memory only. */
  onTrouble: (message: string) => void
}

/** A spool in use. None of its methods throws. */
export interface OpenSpool {
  /** Whether there may be events of earlier processes still to bring in. */
  readonly hasMore: boolean
  /** Brings them in, as far as there is room. */
  adopt(): void
  /** Writes an event before it returns, and says where it is; undefined when it could not be written. */
  write(json: string, bytes: number): unknown
  /** One event of that place is complete. */
  release(place: unknown): void
  /** Leaves what is not complete to the next process. */
  close(): void
}
