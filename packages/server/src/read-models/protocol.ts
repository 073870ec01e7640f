import type { ErrorCode } from '@customer-intel/contract'
import type { Position } from '../store/ports.ts'
import type { Reads } from './read-models.ts'
import type { UntrustedLimits } from './sql/database.ts'

/** What the server sends to the process that holds the database. */
export type Request =
  /** The log is durable up to here. `hurry`: somebody waits for it. `busy`: accepting needs the processor. */
  | { kind: 'durable'; position: Position; hurry: boolean; busy: boolean }
  /** The answer to `wantEntries`. */
  | { kind: 'entries'; id: number; page: PackedPage }
  | { kind: 'entriesFailed'; id: number; message: string }
  /** One of our own reads, whole: it may take several statements, one after another. */
  | { kind: 'read'; id: number; name: keyof Reads; values: readonly unknown[] }
  /** A user's query. */
  | { kind: 'query'; id: number; sql: string; limits: UntrustedLimits }
  | { kind: 'interrupt'; id: number }
  | { kind: 'close' }

/** What it sends back. */
export type Reply =
  /** `quarantined`: how much of the log is set aside, since it can't be applied; `occurrences`: how many are stored. */
  | { kind: 'open'; position: Position; quarantined: number; occurrences: number }
  | { kind: 'openFailed'; reason: string }
  /** It has room for more of the log. */
  | { kind: 'wantEntries'; id: number; from: Position; until: Position; maxBytes: number }
  /** `fullTookMs`: the batch, null where it was not full; `duplicates`: how many events were left out on the way, since they repeated stored ones. */
  | {
      kind: 'projected'
      position: Position
      fullTookMs: number | null
      duplicates: number
      quarantined: number
      occurrences: number
    }
  /** The projection can't go on for now; null when it goes on again. */
  | { kind: 'stalled'; reason: string | null }
  | { kind: 'answer'; id: number; value: unknown }
  | { kind: 'failed'; id: number; code: ErrorCode; message: string }

/** A page of the log: all payloads in one buffer, one after another. */
export interface PackedPage {
  payloads: Uint8Array
  /** Of each entry its position, the next one, and its payload's length. */
  entries: [position: Position, next: Position, bytes: number][]
  next: Position
}

/** What a query answers with: the rows as JSON text, which is cheaper to pass on than many rows. */
export interface QueryAnswer {
  json: string
  truncated: boolean
}
