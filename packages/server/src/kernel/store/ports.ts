/**
 * What must be durable and shared, in five small ports. A driver (`file/`, `memory/`, one of your own) handles bytes,
 * JSON and keys, and knows nothing of customers. Read models aren't part of it: each node derives them from the log.
 *
 * A driver rejects what it can't do now with an AppError `UNAVAILABLE` (`LOG_UNAVAILABLE` for an append): the response is
 * a 503, and the caller retries.
 */

/** A driver. `open` is called first, `close` last. */
export interface Store {
  /** Names the driver in messages: `file`, `memory`, `postgres`. */
  readonly name: string
  /**
   * A local folder for data that is derived from each organization's log; null: the server creates a temporary one. Its
   * content may be lost at any time.
   */
  readonly localDirectory: string | null
  /**
   * Prepares the store for serving: tables, permissions, locks. Rejects with a message that names the problem and the
   * remedy. A command that runs beside a server doesn't call it, and uses documents and journals only.
   */
  open(): Promise<void>
  /** The ids of all organizations, in any order. */
  listOrganizations(): Promise<string[]>
  /** The ports of one organization; the same object each time. Accesses nothing until a port is used. */
  organization(organizationId: string): OrganizationStore
  /**
   * Runs `work` while no other process runs work of this name; others wait. Absent: one process at a time has the store open.
   */
  exclusively?<Result>(name: string, work: () => Promise<Result>): Promise<Result>
  /**
   * The organizations whose document `workspace` has one of these strings as a value, as of the call or up to a second
   * before: public keys (`pk_…`) and hashes of API keys (64 hex digits). One look-up, however many organizations there are.
   * Absent: all of them are read.
   */
  findByKeys?(keys: readonly string[]): Promise<string[]>
  /** Which nodes (server processes) serve this store, so that they share its organizations. Absent: each serves what it is asked. */
  readonly nodes?: NodeRegistry
  /** Removes all data of an organization. */
  removeOrganization(organizationId: string): Promise<void>
  /** Waits for running operations; later ones reject. May be called again. */
  close(): Promise<void>
}

/**
 * One organization's ports. The organization exists from its first document on. Names of documents, journals and leases:
 * see {@link assertName}.
 */
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

// ── Nodes: who serves the store; optional ───────────────────────────────────────────────────────────────────────────

/** What a node says of itself. */
export interface AnnouncedNode {
  /** Where the others reach it; names it. */
  url: string
  /** By which it recognises what the others pass on. */
  secret: string
  /** Whether its answers are complete: before, it is asked nothing. */
  ready: boolean
}

export interface NodeRegistry {
  /**
   * Announces a node, or that it still lives. Resolves with the other ones, and how long each has been silent, by one clock
   * for all: the store's. Those that went without a word are listed for a day at most.
   */
  announce(node: AnnouncedNode): Promise<(AnnouncedNode & { silentMs: number })[]>
  /** Removes a node that stops, unless another process has announced itself under its address. */
  withdraw(node: Pick<AnnouncedNode, 'url' | 'secret'>): Promise<void>
}

// ── Log: the truth ──────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * A position in one organization's log. Positions increase in the order of records, and no record ever appears before a
 * position that was read. A safe integer.
 */
export type Position = number

export interface Log {
  /**
   * Appends one record of 1 byte to {@link maxPayloadBytes}; others reject with RangeError. Resolves once it is durable,
   * with the position after it. Concurrent appends share one write. With `lease`: rejects with `LEASE_LOST`, without
   * appending, unless that lease is current.
   */
  append(payload: Uint8Array, options?: { lease?: Lease }): Promise<Position>
  /** The durable end, whoever appended last: read from the store, not cached. */
  end(): Promise<Position>
  /** Calls `listener` when the end has moved: at once for appends of this process, within a second for others'. */
  subscribe(listener: (end: Position) => void): () => void
  /**
   * Whole records in order, from `from` to `until` at most, which must be durable: about `maxBytes` (default 4 MiB), at
   * least one record if there is one. Damaged ranges are skipped and reported; `next` is where to continue.
   */
  read(from: Position, until: Position, options?: { maxBytes?: number }): Promise<LogPage>
  /** A position from which at least the last `bytes` are read. */
  startOfLast(bytes: number): Promise<Position>
  /** Bytes that it takes on this machine's disk, for metrics. Absent: it is stored elsewhere. */
  sizeOnDisk?(): Promise<number>
  /**
   * Changes records that were appended before the call, in place: no position changes, and appends go on. Killed and
   * called again, it completes. Resolves with the number of rewritten parts (segments, pages).
   */
  rewrite(change: LogChange): Promise<number>
  readonly health: LogHealth
}

export interface LogEntry {
  readonly position: Position
  /** Start of the next record: a reader's checkpoint after this one. */
  readonly next: Position
  readonly payload: Uint8Array
}

export interface LogPage {
  entries: LogEntry[]
  next: Position
  damaged: DamagedRange[]
}

/** Bytes without a valid record. */
export interface DamagedRange {
  position: Position
  bytes: number
  reason: string
}

export interface LogHealth {
  /** Why appends fail, for people; null when they don't. */
  readonly unavailable: string | null
  /**
   * What was acknowledged and is stored on this machine until the store is back, for people; absent or null when nothing
   * is.
   */
  readonly spooled?: string | null
  /** Bytes that are stored on this machine until the store is back; absent: there is no spool. */
  readonly spooledBytes?: number
  /** Ranges that readers found damaged: skipped, and kept for inspection. */
  readonly damaged: readonly DamagedRange[]
}

export interface LogChange {
  /** The record after the change, not longer than before; null to delete it; the same object for no change. */
  payload(payload: Uint8Array): Uint8Array | null
  /** Whether bytes without a valid record are to be deleted. */
  isUnwanted(bytes: Uint8Array): boolean
}

export const maxPayloadBytes = 16 * 1024 * 1024

/** Throws RangeError for a payload that {@link Log.append} has to refuse. */
export function assertPayload({ length }: Uint8Array): void {
  if (length === 0 || length > maxPayloadBytes)
    throw new RangeError(`a log record holds 1 to ${maxPayloadBytes} bytes, not ${length}`)
}

// ── Documents: small JSON by name, with a version ───────────────────────────────────────────────────────────────────

export interface Documents {
  /**
   * Null when there is none. Own writes are visible at once, others' within a second. With `known`, the caller's version:
   * `unchanged` if it is current, which costs next to nothing. With `now`: others' writes are visible at once, too.
   */
  read(name: string): Promise<VersionedDocument | null>
  read(
    name: string,
    options: { known: string; now?: boolean },
  ): Promise<VersionedDocument | 'unchanged' | null>
  /**
   * Durable once it resolves. `expected`: the version to replace, null if there must be none. Resolves with the new
   * version, or null when another version is stored: then read it and try again.
   */
  write(name: string, value: unknown, options: { expected: string | null }): Promise<string | null>
  /** True if it existed with this version. */
  remove(name: string, options: { expected: string }): Promise<boolean>
  /** Names with this prefix, sorted. */
  list(prefix?: string): Promise<string[]>
  /** Reads from now on see what others wrote before. Absent: they always do, or nobody else writes. */
  refresh?(): void
  /**
   * Calls `listener` soon after another process may have changed a document. A hint that may be missed: it saves frequent
   * polling. Absent: in an idle organization others' changes take effect within three minutes.
   */
  watch?(listener: () => void): () => void
  /** Where a person finds it, for messages: a path, or a table with its key. */
  place(name: string): string
}

export interface VersionedDocument {
  value: unknown
  version: string
}

// ── Journals: entries for people, that are only ever added ──────────────────────────────────────────────────────────

export interface Journals {
  /** Durable once it resolves. `keepBytes`: older entries may be dropped beyond about this size. */
  append(
    name: string,
    entries: readonly object[],
    options?: { keepBytes?: number; durable?: boolean },
  ): Promise<void>
  /** Names of journals that were appended to, sorted. May include empty ones. */
  list(): Promise<string[]>
  /** All entries, oldest first. */
  read<Entry extends object>(name: string): Promise<Entry[]>
  /**
   * Replaces every entry for which `change` returns another one, and deletes those for which it returns null; atomically.
   */
  rewrite<Entry extends object>(name: string, change: (entry: Entry) => Entry | null): Promise<void>
}

// ── Claims: keys that one caller gets, until they expire ────────────────────────────────────────────────────────────

export interface Claims {
  /**
   * Resolves null when the key was free and is now the caller's, for `ttlMs`; else with its value. Of any number of
   * callers on any number of nodes one gets it. Unlike a settled one, a running claim may be lost with its process.
   */
  claim(key: string, value: string, options: { ttlMs: number }): Promise<string | null>
  /** The value of a key that hasn't expired; null when there is none. */
  find(key: string): Promise<string | null>
  /** Settled claims that haven't expired, in any order. */
  list(): Promise<SettledClaim[]>
  /** Sets the value of a key, for `ttlMs` from now; durable once it resolves. */
  settle(key: string, value: string, options: { ttlMs: number }): Promise<void>
  /** Releases a key. */
  release(key: string): Promise<void>
  /** Replaces every value for which `change` returns another one. */
  rewrite(change: (value: string) => string): Promise<void>
}

export interface SettledClaim {
  key: string
  value: string
  /** Remaining time, above 0. */
  ttlMs: number
}

/** A name of a document, journal or lease: 1 to 100 of a–z, 0–9 and hyphen. Returns it; throws RangeError. */
export function assertName(name: string): string {
  if (/^[a-z0-9-]{1,100}$/.test(name)) return name
  throw new RangeError(`${JSON.stringify(name)} is no name: take 1 to 100 of a–z, 0–9 and hyphen`)
}

/** Limits of one organization's claims; beyond them the oldest settled ones are evicted. */
export const claimBounds = { maxClaims: 10_000, maxValueBytes: 256 * 1024, maxBytes: 32 * 1024 * 1024 }

/** The keys of settled claims, given oldest first, that have to go so that the others are within {@link claimBounds}. */
export function claimsBeyondBounds(settled: readonly { key: string; value: string }[]): string[] {
  let bytes = settled.reduce((sum, { value }) => sum + Buffer.byteLength(value), 0)
  let count = settled.length
  const beyond: string[] = []
  for (const { key, value } of settled) {
    if (count <= claimBounds.maxClaims && bytes <= claimBounds.maxBytes) break
    beyond.push(key)
    count -= 1
    bytes -= Buffer.byteLength(value)
  }
  return beyond
}

// ── Leases: who works for an organization ───────────────────────────────────────────────────────────────────────────

export interface Leases {
  /** Null while another process holds it. It expires `ttlMs` after its last renewal. */
  acquire(name: string, options: { ttlMs: number }): Promise<Lease | null>
}

export interface Lease {
  readonly name: string
  /** Grows with each holder: {@link Log.append} refuses that of a former one. */
  readonly fence: number
  /** False when it was lost. */
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

/**
 * Blobs of which one can be made once: of several processes that try at the same time, one succeeds. Names may have `_` and
 * `=` as well, and a size is what memory takes.
 */
export interface Objects extends Blobs {
  /** Resolves false, and changes nothing, where there is one with this name. */
  create(name: string, bytes: Uint8Array): Promise<boolean>
}
