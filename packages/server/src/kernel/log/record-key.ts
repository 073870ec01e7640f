import type { SourceType } from '@customer-intel/contract'
import type { CustomerKey, StoredRecord } from './record.ts'

/** The key of a record: a later record with the same key replaces it. Contains no control characters. */
export function recordKey(record: StoredRecord): string {
  switch (record.kind) {
    case 'deletion':
      return record.of
    case 'source':
      return `source:${sourceKey(record.sourceType, record.sourceId)}`
    case 'extraction':
      return `extraction:${sourceKey(record.sourceType, record.sourceId)}`
    case 'fact':
      return `fact:${escape(record.factId)}`
    case 'customer':
      return record.customerId === undefined
        ? `customer:domain:${escape(record.domain ?? '')}${ofOrigin(record)}`
        : `customer:id:${escape(record.customerId)}${ofOrigin(record)}`
    case 'user':
      return record.userId === undefined
        ? `user:email:${escape(record.email ?? '')}${ofOrigin(record)}`
        : `user:id:${escape(record.userId)}${ofOrigin(record)}`
    case 'authEvent': {
      const action = record.action === 'SIGNED_UP' ? record.action : `${record.action}@${record.occurredAt}`
      return `authEvent:${action}:${escape(record.userId)}${ofOrigin(record)}`
    }
    case 'member':
      return `member:${escape(record.email)}${ofOrigin(record)}`
    case 'notification':
      return `notification:${escape(record.notificationId)}`
    case 'delivery':
      return `delivery:${escape(record.deliveryId)}`
    case 'agentRun':
      return `agentRun:${escape(record.runId)}`
    case 'occurrence':
      return `occurrence:${escape(record.occurrenceId)}`
    case 'run':
      return `run:${escape(record.runId)}`
    case 'billing':
      return `billing:${escape(record.origin)}`
    case 'revenue':
      return `revenue:${record.date}:${customerText(record.customer)}:${record.currency ?? ''}`
  }
}

/**
 * Whether a record stays although its provider no longer states it: an earlier sign-in, as long as the user is there.
 * `current`: the keys that the provider states of the same object.
 */
export function isLasting(key: string, current: ReadonlySet<string>): boolean {
  const [, user] = /^authEvent:SIGNED_IN@\d+:(.*)$/s.exec(key) ?? []
  return user !== undefined && current.has(`user:id:${user}`)
}

/** The key of a source among sources: `CALL:c-17`. */
export function sourceKey(sourceType: SourceType, sourceId: string): string {
  return `${sourceType}:${escape(sourceId)}`
}

/** Statements of different systems about one account or person have separate keys. */
function ofOrigin({ origin }: { origin?: string }): string {
  return origin === undefined ? '' : ` of ${escape(origin)}`
}

function customerText(customer: CustomerKey): string {
  const [[kind, value]] = Object.entries(customer) as [[string, string]]
  return `${kind}:${escape(value)}`
}

/** Control characters separate the items of lists that are passed to the engine. */
function escape(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
