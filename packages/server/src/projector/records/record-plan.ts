import { type EventKeys, normalizeEmail, normalizeId } from '../../customers/identity/keys.ts'
import type { CustomerKey, StoredRecord } from '../../kernel/log/record.ts'
import type { RowNamed } from '../schema.ts'
import type { HeldTrait } from '../../customers/projection/trait-table.ts'
import type { Occurrence } from '../../records/projection/describe-source.ts'

/** A record to apply. */
export interface PendingRecord {
  key: string
  record: StoredRecord
  /** When the server accepted it, Unix milliseconds. */
  receivedAt: number
  /** Takes the place of an event's uuid. */
  uuid: string
}

/** An entry in the timeline of the people whom these keys name. */
export interface Shown extends Occurrence {
  keys: EventKeys
  at: number
  /** Distinguishes entries of one record in several timelines; absent if there is one. */
  part?: string
}

/** What a record adds to the read models. */
export interface RecordPlan {
  /** Combinations of keys that it states, and since when. */
  statements: { keys: EventKeys; at: number }[]
  /** Its entries in timelines. */
  shown: Shown[]
  traits: HeldTrait[]
  /** Company domains that it claims for an account. */
  domains: string[]
  /** Its rows by table; `subjectOf` returns the subject of keys that are stated or used here. */
  rows: (subjectOf: (keys: EventKeys) => number) => RecordRow[]
}

export type RecordTable =
  | 'sources'
  | 'extractions'
  | 'source_participants'
  | 'facts'
  | 'member_records'
  | 'revenue_snapshots'
  | 'account_records'
  | 'notifications'
  | 'deliveries'
  | 'agent_runs'
  | 'occurrences'
  | 'automation_runs'
  | 'run_occurrences'
  | 'run_windows'
  | 'run_customers'

export type RecordRow = { [T in RecordTable]: readonly [table: T, row: RowNamed<T>] }[RecordTable]

/** Keys that name nobody. */
export const nobody: EventKeys = {
  email: null,
  externalUserId: null,
  fingerprint: null,
  visitor: null,
  account: null,
  about: null,
}

/** A plan without rows. */
export const nothing: Omit<RecordPlan, 'rows'> = { statements: [], shown: [], traits: [], domains: [] }

/** The keys that name a customer: its account or domain, or the person whose customer it is. */
export function customerKeys(customer: CustomerKey | undefined): EventKeys {
  if (customer === undefined) return nobody
  if ('customerId' in customer) {
    const account = normalizeId(customer.customerId)
    return { ...nobody, about: account === null ? null : `customer:${account}` }
  }
  if ('domain' in customer) return { ...nobody, about: `domain:${customer.domain.toLowerCase()}` }
  if ('email' in customer) return { ...nobody, email: normalizeEmail(customer.email) }
  return { ...nobody, externalUserId: normalizeId(customer.userId) }
}
