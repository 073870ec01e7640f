/** What a log record holds, and its encoding: JSON in UTF-8, one record an accepted batch. */

import { isJsonObject } from '@customer-intel/contract'
import type {
  OccurrenceRecord,
  RunRecord,
  AgentRunRecord,
  NotificationRecord,
  DeliveryRecord,
} from './automation-records.ts'
import type {
  SourceRecord,
  FactRecord,
  CustomerRecord,
  UserRecord,
  MemberRecord,
  RevenueRecord,
  BillingRecord,
  ExtractionRecord,
  DeletionRecord,
  SyncMark,
} from './imported-records.ts'
import type {
  ActivationRecord,
  SignalRecord,
  IdentityRecord,
  CustomerMergeRecord,
} from './decision-records.ts'
import type { EventSource, EventsRecord } from './event-records.ts'
import { clampToBounds } from './clamp-to-bounds.ts'
import { withStorableTexts } from './storable-texts.ts'

export type * from './automation-records.ts'
export type * from './imported-records.ts'
export type * from './decision-records.ts'
export type * from './event-records.ts'

export type StoredRecord =
  | AgentRunRecord
  | DeletionRecord
  | OccurrenceRecord
  | RunRecord
  | NotificationRecord
  | DeliveryRecord
  | SourceRecord
  | FactRecord
  | CustomerRecord
  | UserRecord
  | MemberRecord
  | RevenueRecord
  | BillingRecord
  | ExtractionRecord

/** Records that came together. A later one with the same key replaces an earlier one; an equal one changes nothing. */
export interface RecordsRecord {
  kind: 'records'
  receivedAt: number
  records: StoredRecord[]
  /** Where the sync that brought them stands after them. */
  sync?: SyncMark
}

export type LogRecord =
  | EventsRecord
  | ActivationRecord
  | SignalRecord
  | IdentityRecord
  | CustomerMergeRecord
  | RecordsRecord

/** An accepted batch as former versions wrote it, with the sender's body as it came. {@link parseRecord} alone sees it. */
interface SentBatch {
  kind: 'sent'
  receivedAt: number
  source: EventSource
  /** The sender's payload: an {@link EventsRecord} but for these three. */
  batch: Omit<EventsRecord, 'kind' | 'receivedAt' | 'source'>
}

const decoder = new TextDecoder()

export function encodeRecord(record: LogRecord): Uint8Array {
  return Buffer.from(JSON.stringify(record), 'utf8')
}

/**
 * Encodes records that came together: as one log record, or as several of about `maxBytes` (default 1 MiB), so that
 * none takes long; `sync` goes with the last one. No records and no mark, no log record. Yields null after each record, where others may have their turn.
 */
export function* encodeRecords(
  records: readonly StoredRecord[],
  { receivedAt, maxBytes = 1024 * 1024, sync }: { receivedAt: number; maxBytes?: number; sync?: SyncMark },
): Generator<Uint8Array | null> {
  const head: RecordsRecord = { kind: 'records', receivedAt, records: [] }
  const open = JSON.stringify(head).slice(0, -']}'.length)
  const mark = sync === undefined ? '' : `,"sync":${JSON.stringify(sync)}`
  let parts: string[] = []
  let length = 0
  for (const record of records) {
    const part = JSON.stringify(record)
    if (parts.length > 0 && length + part.length > maxBytes) {
      yield Buffer.from(`${open}${parts.join(',')}]}`)
      parts = []
      length = 0
    }
    parts.push(part)
    length += part.length
    yield null
  }
  if (parts.length > 0 || mark !== '') yield Buffer.from(`${open}${parts.join(',')}]${mark}}`)
}

/**
 * Decodes a record, and brings into bounds what an older version wrote. Throws an Error that says what is wrong where it
 * is no record; that of its events and records each is well formed is not looked at.
 */
export function decodeRecord(payload: Uint8Array): LogRecord {
  return clampToBounds(parseText(withStorableTexts(decoder.decode(payload))))
}

/** The record exactly as it was written, bounds aside: for whoever writes it again. Throws where it is none. */
export function parseRecord(payload: Uint8Array): LogRecord {
  return parseText(decoder.decode(payload))
}

function parseText(text: string): LogRecord {
  let record: LogRecord | SentBatch
  try {
    record = JSON.parse(text) as LogRecord | SentBatch
  } catch {
    // The parser's message quotes the text, which may be anybody's.
    throw new Error('The record is not JSON')
  }
  if (!isJsonObject(record)) throw new Error('The record is not an object')
  if (record.kind !== 'sent') return record
  const { receivedAt, source, batch } = record
  return { ...batch, kind: 'events', receivedAt, source }
}
