import type { DamagedRange, Position } from '../store/ports.ts'
import type { CustomerReads } from './reads/customer-reads.ts'
import type { SqlValue, UntrustedLimits } from './sql/database.ts'

/** What the server asks of the process that holds the database. */
export type Request =
  /** The log is durable up to here. `hurry`: somebody waits for it. `busy`: accepting needs the processor. */
  | { kind: 'durable'; position: Position; hurry: boolean; busy: boolean }
  | { kind: 'all'; id: number; sql: string; parameters: readonly SqlValue[] }
  /** A question about customers may take several statements, one after another: so it goes over as a whole. */
  | { kind: 'customers'; id: number; name: keyof CustomerReads; values: readonly unknown[] }
  /** Behavioural facts of these customers; null: of some of those that need it. Answered with how many are left. */
  | { kind: 'refreshFacts'; id: number; customerIds: readonly string[] | null; now: number }
  | { kind: 'untrusted'; id: number; sql: string; limits: UntrustedLimits }
  | { kind: 'interrupt'; id: number }
  | { kind: 'close' }

/** What it answers. `json` is the rows' JSON text: where they are many, cheaper to pass on than the rows themselves. */
export type Reply =
  | { kind: 'open'; position: Position }
  | { kind: 'openFailed'; reason: string }
  /** `duplicates`: how many events were left out on the way, since they repeated stored ones. */
  | { kind: 'projected'; position: Position; duplicates: number }
  | { kind: 'damaged'; ranges: DamagedRange[] }
  /** The projection can't go on for now; null when it goes on again. */
  | { kind: 'stalled'; reason: string | null }
  | { kind: 'rows'; id: number; json: string; truncated: boolean }
  | { kind: 'answer'; id: number; value: unknown }
  | { kind: 'failed'; id: number; message: string; syntax: boolean }
