/** The content of log records, and their encoding: JSON in UTF-8, one record per accepted batch. */

import { isJsonObject } from '@customer-intel/contract'
import type {
  OccurrenceRecord,
  RunRecord,
  AgentRunRecord,
  NotificationRecord,
  DeliveryRecord,
} from './automation-records.ts'
import type {
  AuthEventRecord,
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
import type { EventsRecord, SentFrom } from './event-records.ts'
import { clampToBounds } from './clamp-to-bounds.ts'
import { withStorableTexts } from './json-text.ts'

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
  | AuthEventRecord
  | MemberRecord
  | RevenueRecord
  | BillingRecord
  | ExtractionRecord

/** Records of one batch. A later one with the same key replaces an earlier one; an equal one changes nothing. */
export interface RecordsRecord {
  kind: 'records'
  receivedAt: number
  records: StoredRecord[]
  /** The state of the sync after them. */
  sync?: SyncMark
}

export type LogRecord =
  | EventsRecord
  | ActivationRecord
  | SignalRecord
  | IdentityRecord
  | CustomerMergeRecord
  | RecordsRecord

/**
 * An accepted batch in which nothing had to change, with the sender's body as received. Only `parseText` handles it.
 */
interface SentBatch extends SentFrom, Pick<EventsRecord, 'receivedAt' | 'source'> {
  kind: 'sent'
  /** The sender's payload. If it has a `source`, it is the same. */
  batch: Omit<EventsRecord, 'kind' | 'receivedAt' | 'source' | keyof SentFrom>
}

const decoder = new TextDecoder()

export function encodeRecord(record: LogRecord): Uint8Array {
  return Buffer.from(JSON.stringify(record), 'utf8')
}

/**
 * Encodes an accepted batch without encoding its events again. `body`: JSON in UTF-8 of an object with the record's fields
 * and no others; `kind`, `receivedAt` and `source` needn't be in it.
 */
export function encodeSentBatch(
  body: Uint8Array,
  { receivedAt, source, device, browser, os, country }: EventsRecord,
): Uint8Array {
  const head = JSON.stringify({ kind: 'sent', receivedAt, source, device, browser, os, country })
  return Buffer.concat([Buffer.from(`${head.slice(0, -'}'.length)},"batch":`), body, closingBrace])
}

const sentHead = '{"kind":"sent"'
const closingBrace = Buffer.from('}')

/**
 * Whether a record's bytes have something that decoding ignores or changes: the earlier value of a name that occurs twice
 * in a batch as sent, a character escaped without need, white space.
 */
export function isSpelledOddly(payload: Uint8Array): boolean {
  const text = decoder.decode(payload)
  return text.startsWith(sentHead) && JSON.stringify(JSON.parse(text)) !== text
}

/**
 * Encodes records as one log record, or as several of about `maxBytes` (default 1 MiB), so that none takes long; `sync`
 * goes into the last one. Without records and mark there is no log record. Yields null after each record, so that other
 * work can run.
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
 * Decodes a record, and limits its values to what the columns hold. Throws an Error with the reason for invalid records;
 * the events and records in it aren't validated.
 */
export function decodeRecord(payload: Uint8Array): LogRecord {
  return clampToBounds(parseText(withStorableTexts(decoder.decode(payload))))
}

/** The record exactly as it was written, without limiting values: for rewriting it. Throws for invalid records. */
export function parseRecord(payload: Uint8Array): LogRecord {
  return parseText(decoder.decode(payload))
}

function parseText(text: string): LogRecord {
  let record: LogRecord | SentBatch
  try {
    record = JSON.parse(text) as LogRecord | SentBatch
  } catch {
    // The parser's message quotes the text, which may be private.
    throw new Error('The record is not JSON')
  }
  if (!isJsonObject(record)) throw new Error('The record is not an object')
  if (record.kind !== 'sent') return record
  const { batch, ...head } = record
  return { ...batch, ...head, kind: 'events' }
}
