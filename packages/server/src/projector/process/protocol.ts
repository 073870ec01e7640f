import type { ErrorCode, TextPosition } from '@customer-intel/contract'
import type { Position } from '../../kernel/store/ports.ts'
import type { Reads } from '../../kernel/read-models/read-models.ts'
import type { UntrustedLimits, UntrustedResult } from '../../kernel/sql/database.ts'

/** What the server sends to the process that holds the database. */
export type Request =
  /** The log is durable up to here. `urgent`: a read waits for that position. `busy`: ingest needs the processor. */
  | { kind: 'durable'; position: Position; urgent: boolean; busy: boolean }
  /** The answer to `wantEntries`. */
  | { kind: 'entries'; id: number; page: PackedPage }
  | { kind: 'entriesFailed'; id: number; message: string }
  /** One of the application's own reads as a whole: several statements, possibly. */
  | { kind: 'read'; id: number; name: keyof Reads; values: readonly unknown[] }
  /** A user's query. */
  | { kind: 'query'; id: number; sql: string; limits: UntrustedLimits }
  | { kind: 'interrupt'; id: number }
  | { kind: 'close' }

/** What it sends back. */
export type ProcessReply =
  /** `quarantined`: number of events and records that can't be applied; `occurrences`: how many are stored. */
  | { kind: 'open'; position: Position; quarantined: number; occurrences: number }
  | { kind: 'openFailed'; reason: string }
  /** Requests the next entries of the log. */
  | { kind: 'wantEntries'; id: number; from: Position; until: Position; maxBytes: number }
  /** `fullTookMs`: duration of the batch if it was full, else null; `duplicates`: events that were skipped as already stored. */
  | {
      kind: 'projected'
      position: Position
      fullTookMs: number | null
      duplicates: number
      quarantined: number
      occurrences: number
    }
  /** Why the projection can't go on; null when it goes on again. */
  | { kind: 'stalled'; reason: string | null }
  | { kind: 'answer'; id: number; value: unknown }
  | { kind: 'failed'; id: number; code: ErrorCode; message: string; position?: TextPosition }

/** A page of the log: all payloads in one buffer, one after another. */
export interface PackedPage {
  payloads: Uint8Array
  /** Of each entry its position, the next one, and its payload's length. */
  entries: [position: Position, next: Position, bytes: number][]
  next: Position
}

/** The rows are JSON text, which is cheaper to pass between processes than objects. */
export interface QueryAnswer {
  json: string
  columns: UntrustedResult['columns']
  truncated: boolean
}
