import type { LiveEvent, TraitValue } from '@customer-intel/contract'
import { decodeRecord, type EventsRecord, type StoredEvent } from '../../kernel/log/record.ts'
import type { LogEntry } from '../../kernel/store/ports.ts'
import { eventRow } from '../projection/event-row.ts'

/** An event of the log, before anything is known of it. */
export type StoredLive = Extract<LiveEvent, { type: 'stored' }>['event']

/** Names one arrival. */
export function keyOf({
  uuid,
  source,
  receivedAt,
}: Pick<StoredLive, 'uuid' | 'source' | 'receivedAt'>): string {
  return `${uuid} ${source} ${receivedAt}`
}

/** The events of a log entry; none of one of another kind, or that can't be read. Null stands for an event that can't. */
export function storedEvents({ payload }: LogEntry): (StoredLive | null)[] {
  const record = decode(payload)
  return record === null ? [] : record.events.map((event) => event && describeStored(event, record))
}

function decode(payload: Uint8Array): EventsRecord | null {
  try {
    const record = decodeRecord(payload)
    return record.kind === 'events' ? record : null
  } catch {
    return null
  }
}

function describeStored(event: StoredEvent, record: EventsRecord): StoredLive | null {
  try {
    const { eventType, eventName, properties } = eventRow(event)
    const { userIdentity = {}, customerIdentity = {}, visitorId = null } = record
    return {
      uuid: event.uuid,
      receivedAt: new Date(record.receivedAt).toISOString(),
      occurredAt: new Date(event.timestamp).toISOString(),
      source: record.source,
      eventType,
      eventName,
      url: event.url,
      path: event.path,
      properties: JSON.parse(properties) as Record<string, TraitValue>,
      stated: {
        email: event.email ?? event.inviteeEmail ?? userIdentity.email ?? null,
        userId: event.userId ?? userIdentity.userId ?? null,
        customerId: event.customerId ?? customerIdentity.customerId ?? null,
        visitorId,
      },
    }
  } catch {
    return null
  }
}
