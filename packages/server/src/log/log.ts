/**
 * The log is the truth: every accepted batch is one record in it, and everything else is derived from it.
 *
 * A position is a byte offset from the start of the log, across segments. It only grows, it stays valid when
 * old segments are rewritten in place, and it is a safe integer for nine petabytes.
 */
export type Position = number

/** One record as it lies in the log. */
export interface LogEntry {
  /** Where the record starts. */
  readonly position: Position
  /** Where the next record starts: what a reader stores as its checkpoint once it has applied this one. */
  readonly next: Position
  /** The record, as its writer encoded it (see `record.ts`). */
  readonly payload: Uint8Array
}

/** Bytes of the log that hold no valid record, where one should be. */
export interface DamagedRange {
  position: Position
  bytes: number
  reason: string
}

export interface LogReader {
  /**
   * Reads whole records in order, starting at `from`, never past `until`, which must be a position that was
   * durable. Returns about `maxBytes` at a time (default 4 MiB), at least one record where there is one.
   * Damaged ranges are skipped and told in `damaged` (pass them to {@link Log.noteDamage}); `next` is where to
   * go on, also when `entries` is empty. Once `next` has reached `until`, all of it has been read.
   */
  read(
    from: Position,
    until: Position,
    options?: { maxBytes?: number },
  ): Promise<{ entries: LogEntry[]; next: Position; damaged: DamagedRange[] }>
  close(): Promise<void>
}

export interface LogHealth {
  /** Set while appends fail, for example on a full disk: the reason, for people. */
  unavailable: string | null
  /** Ranges whose checksum did not match: skipped by readers, kept on disk for inspection. */
  quarantined: DamagedRange[]
}

/** How the log is to be changed. Both are asked about everything in it, in order. */
export interface LogChange {
  /**
   * A record's payload as it should stand: another one, no longer than it was; null where nothing should stand; the
   * very same object where nothing changes.
   */
  payload(payload: Uint8Array): Uint8Array | null
  /** Whether bytes that are no valid record (torn, damaged, set aside for inspection) should go. */
  isUnwanted(bytes: Uint8Array): boolean
}

/** The largest record. A batch is at most 1 MB on the wire. */
export const maxPayloadBytes = 16 * 1024 * 1024

export interface Log {
  /**
   * Appends one record, of 1 byte to {@link maxPayloadBytes}; another rejects with RangeError. Resolves once the record
   * is durable (fdatasync has returned), with the position after it. Rejects with an AppError `LOG_UNAVAILABLE` (answered as 503 with Retry-After) when it can't be
   * made durable; then nothing of the record will ever be read.
   */
  append(payload: Uint8Array): Promise<Position>
  /** Everything before this position is durable. */
  readonly durable: Position
  /** Calls `listener` after the durable position has moved. Returns the way to stop it. */
  onDurable(listener: (position: Position) => void): () => void
  readonly health: LogHealth
  /**
   * Changes what was appended before the call, where it lies: no position moves, appends go on. Killed at any point,
   * each segment is as it was or as it should be; asked again, it completes. Resolves with how many segments were
   * written anew. One at a time; memory for one segment. Rejects when the disk doesn't take it or the log is closed.
   */
  rewrite(change: LogChange): Promise<number>
  /** Takes ranges that a reader found damaged into `health`, each once. */
  noteDamage(ranges: readonly DamagedRange[]): void
  /** Waits for appends in flight, then lets go of the files. */
  close(): Promise<void>
}
