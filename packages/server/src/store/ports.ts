/**
 * What has to be durable and shared, in five small ports. A driver (`file/`, `memory/`, one of your own) knows bytes,
 * JSON and keys, and nothing of customers. Read models are no part of it: they are derived from the log, on each
 * machine that is asked.
 *
 * What a driver can't do now it rejects with an AppError `UNAVAILABLE` (`LOG_UNAVAILABLE` for an append): it is answered
 * as 503, and the caller tries again.
 */

/** A driver. `open` comes first, `close` last. */
export interface Store {
  /** Names the driver in messages: `file`, `memory`, `postgres`. */
  readonly name: string
  /**
   * A folder of this machine for what is derived from each organization's log, beside what it is derived from; null:
   * the server makes a temporary one. May be lost at any time.
   */
  readonly localDirectory: string | null
  /**
   * Makes the store ready to be served from: tables, rights, locks. Rejects with a message that names what is wrong and
   * the remedy. A command that runs beside a server doesn't call it, and uses documents and journals alone.
   */
  open(): Promise<void>
  /** The ids of all organizations, in any order. */
  listOrganizations(): Promise<string[]>
  /** The ports of one organization; the same object each time. Touches nothing before a port is used. */
  organization(organizationId: string): OrganizationStore
  /** Takes away everything that an organization has. */
  removeOrganization(organizationId: string): Promise<void>
  /** Waits for what is in flight; what comes afterwards rejects. May be called again. */
  close(): Promise<void>
}

/** One organization's ports: it exists from its first document on. Documents, journals and leases are named, see {@link assertName}. */
export interface OrganizationStore {
  readonly organizationId: string
  readonly log: Log
  readonly documents: Documents
  readonly journals: Journals
  readonly claims: Claims
  readonly leases: Leases
  /** For large derived files that all nodes share. Absent: this store has no room for them. */
  readonly blobs?: Blobs
}

// ── Log: the truth ──────────────────────────────────────────────────────────────────────────────────────────────────

/** Orders the records of one organization, without gaps that a reader could fall into. Only grows. A safe integer. */
export type Position = number

export interface Log {
  /**
   * Appends one record of 1 byte to {@link maxPayloadBytes}; another rejects with RangeError. Resolves once it is durable,
   * with the position after it. Appends that wait share one write. With `lease`: rejects with `LEASE_LOST`, and nothing
   * is appended, unless that lease is still the current one.
   */
  append(payload: Uint8Array, options?: { lease?: Lease }): Promise<Position>
  /** Everything before this is durable, whoever appended it: asked of the store, not remembered. */
  end(): Promise<Position>
  /** Calls `listener` when the end has moved: at once for appends of this process, within a second for others'. */
  subscribe(listener: (end: Position) => void): () => void
  /**
   * Whole records in order from `from` on, never past `until`, which must have been durable: about `maxBytes` (default
   * 4 MiB), at least one record where there is one. Damaged ranges are passed over and told; `next` is where to go on.
   */
  read(from: Position, until: Position, options?: { maxBytes?: number }): Promise<LogPage>
  /** Where to start to read at least the last `bytes`. */
  startOfLast(bytes: number): Promise<Position>
  /**
   * Changes what was appended before the call, where it lies: no position moves, appends go on. Killed at any point and
   * asked again, it completes. Resolves with how many parts (segments, pages) were written anew.
   */
  rewrite(change: LogChange): Promise<number>
  readonly health: LogHealth
}

export interface LogEntry {
  readonly position: Position
  /** Where the next record starts: a reader's checkpoint once it has applied this one. */
  readonly next: Position
  readonly payload: Uint8Array
}

export interface LogPage {
  entries: LogEntry[]
  next: Position
  damaged: DamagedRange[]
}

/** Bytes that hold no valid record, where one should be. */
export interface DamagedRange {
  position: Position
  bytes: number
  reason: string
}

export interface LogHealth {
  /** Why appends fail now, for people; null when they don't. */
  readonly unavailable: string | null
  /** What was acknowledged and waits on this machine for the store, for people; absent or null when nothing does. */
  readonly spooled?: string | null
  /** Ranges that readers found damaged: passed over, kept for inspection. */
  readonly damaged: readonly DamagedRange[]
}

export interface LogChange {
  /** A record as it should stand: another one, no longer than it was; null for nothing; the very same object for no change. */
  payload(payload: Uint8Array): Uint8Array | null
  /** Whether bytes that are no valid record should go. */
  isUnwanted(bytes: Uint8Array): boolean
}

export const maxPayloadBytes = 16 * 1024 * 1024

// ── Documents: small JSON by name, with a version ───────────────────────────────────────────────────────────────────

export interface Documents {
  /**
   * Null when there is none. What this process wrote is seen at once, what others wrote within a second. With `known`,
   * the version that the caller has: `unchanged` while that is still the one, which costs next to nothing. With `now`,
   * what others wrote is seen at once, too.
   */
  read(name: string): Promise<VersionedDocument | null>
  read(
    name: string,
    options: { known: string; now?: boolean },
  ): Promise<VersionedDocument | 'unchanged' | null>
  /**
   * Durable once it resolves. `expected`: the version that it replaces, null where there must be none yet. Resolves with
   * the new version, or null when another version stands there: read again and try again.
   */
  write(name: string, value: unknown, options: { expected: string | null }): Promise<string | null>
  /** True when it was there and of this version. */
  remove(name: string, options: { expected: string }): Promise<boolean>
  /** Names that begin so, sorted. */
  list(prefix?: string): Promise<string[]>
  /**
   * Calls `listener` when another process may have changed a document: soon, where that can be told. A hint, which may be
   * missed: it saves looking again and again at what hardly ever changes. Absent: what others change in an organization
   * that nothing comes for is acted on within a minute.
   */
  watch?(listener: () => void): () => void
  /** Where a person finds it, for messages: a path, a table and its key. */
  place(name: string): string
}

export interface VersionedDocument {
  value: unknown
  version: string
}

// ── Journals: entries for people, that are only ever added ──────────────────────────────────────────────────────────

export interface Journals {
  /** Durable once it resolves. `keepBytes`: older entries may go beyond about so many. */
  append(
    name: string,
    entries: readonly object[],
    options?: { keepBytes?: number; durable?: boolean },
  ): Promise<void>
  /** Names of journals that something was appended to, sorted. One without entries may be among them. */
  list(): Promise<string[]>
  /** Everything that is kept, oldest first. */
  read<Entry extends object>(name: string): Promise<Entry[]>
  /** Puts another entry in the place of each that `change` doesn't return as it is; null takes it away. All at once. */
  rewrite<Entry extends object>(name: string, change: (entry: Entry) => Entry | null): Promise<void>
}

// ── Claims: keys that one caller gets, until they expire ────────────────────────────────────────────────────────────

export interface Claims {
  /**
   * Resolves null when nobody held `key` and it is the caller's now, for `ttlMs`; else with what stands under it. Of any
   * number of callers on any number of nodes one gets it. It may be lost with the process that made it, unlike what is
   * settled.
   */
  claim(key: string, value: string, options: { ttlMs: number }): Promise<string | null>
  /** What stands under a key that hasn't expired; null when nothing. */
  find(key: string): Promise<string | null>
  /** What is settled and hasn't expired, in any order. */
  list(): Promise<SettledClaim[]>
  /** Puts a value under a key, for `ttlMs` from now; durable once it resolves. */
  settle(key: string, value: string, options: { ttlMs: number }): Promise<void>
  /** Lets go of a key. */
  release(key: string): Promise<void>
  /** Puts another value in the place of each that `change` doesn't return as it is. */
  rewrite(change: (value: string) => string): Promise<void>
}

export interface SettledClaim {
  key: string
  value: string
  /** From now, above 0. */
  ttlMs: number
}

/** A name of a document, journal or lease: 1 to 100 of a–z, 0–9 and hyphen. Returns it; throws RangeError. */
export function assertName(name: string): string {
  if (/^[a-z0-9-]{1,100}$/.test(name)) return name
  throw new RangeError(`${JSON.stringify(name)} is no name: take 1 to 100 of a–z, 0–9 and hyphen`)
}

/** What one organization's claims may hold; beyond, the oldest settled ones go before their time. */
export const claimBounds = { maxClaims: 10_000, maxValueBytes: 256 * 1024, maxBytes: 32 * 1024 * 1024 }

// ── Leases: who works for an organization ───────────────────────────────────────────────────────────────────────────

export interface Leases {
  /** Null while somebody else holds it. A holder that has gone loses it `ttlMs` after its last renewal. */
  acquire(name: string, options: { ttlMs: number }): Promise<Lease | null>
}

export interface Lease {
  readonly name: string
  /** Grows with each holder: {@link Log.append} refuses a former one's. */
  readonly fence: number
  /** False when it was lost: then stop. */
  renew(): Promise<boolean>
  release(): Promise<void>
}

// ── Blobs: derived data for other nodes; optional ─────────────────────────────────────────────────────────────────────

/**
 * Byte arrays by name: up to {@link maxPayloadBytes} each, letters, digits, `-`, `.` and `/` in the name. They hold chunks of
 * snapshots, which can be made again from the log: losing them loses no data.
 */
export interface Blobs {
  list(): Promise<{ name: string; madeAt: number }[]>
  /** Replaces one with the same name. Atomic: a reader sees the whole blob or none. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Null where there is none. */
  get(name: string): Promise<Uint8Array | null>
  remove(names: readonly string[]): Promise<void>
}
