import { isJsonObject, maxTimestamp, toTimestamp } from '@customer-intel/contract'
import type { LogRecord } from './record.ts'

/**
 * Limits the numbers of a record to what the read models' columns can hold, in place: the log may hold any.
 * Throws an Error that names the field when the whole record can't be used.
 */
export function clampToBounds(record: LogRecord): LogRecord {
  const { kind } = record
  if (!Number.isFinite(record.receivedAt)) throw new Error('The record’s receivedAt is not a time')
  record.receivedAt = toTimestamp(record.receivedAt)
  if (kind === 'events') {
    for (const event of listOf(record.events, 'events')) {
      bound(event, 'timestamp', toTimestamp)
      bound(event, 'sentTimestamp', toPossibleTimestamp)
    }
  } else if (kind === 'records') {
    for (const item of listOf(record.records, 'records')) {
      bound(item, 'occurredAt', toTimestamp)
      bound(item, 'nextAt', toTimestamp)
      bound(item, 'windowFrom', toTimestamp)
      bound(item, 'matchedAt', toTimestamp)
      bound(item, 'tries', toInteger)
      bound(item, 'count', toInteger)
      boundRevenue(item)
      const days = isJsonObject(item) ? item['days'] : undefined
      if (Array.isArray(days)) for (const day of days) boundRevenue(day)
      const facts = isJsonObject(item) ? item['facts'] : undefined
      if (Array.isArray(facts)) for (const fact of facts) bound(fact, 'occurredAt', toTimestamp)
    }
  }
  return record
}

function listOf(value: unknown, field: string): unknown[] {
  if (!Array.isArray(value)) throw new Error(`The record’s ${field} are not a list`)
  return value
}

function boundRevenue(item: unknown): void {
  bound(item, 'mrrCents', toSafeInteger)
  bound(item, 'paidCents', toSafeInteger)
  bound(item, 'activeSubscriptions', toInteger)
}

function bound(item: unknown, field: string, toBound: (value: number) => number | undefined): void {
  if (!isJsonObject(item)) return
  const value = item[field]
  if (typeof value === 'number') item[field] = toBound(value)
}

/** An impossible time of the sender is kept for information, if it is a time at all. */
function toPossibleTimestamp(ms: number): number | undefined {
  return Math.abs(ms) > maxTimestamp ? undefined : toTimestamp(ms)
}

const toSafeInteger = within(Number.MAX_SAFE_INTEGER)
const toInteger = within(2 ** 31 - 1)

function within(max: number): (value: number) => number {
  return (value) => Math.trunc(Math.min(Math.max(value, -max), max)) + 0
}
