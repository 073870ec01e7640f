import { randomUUID } from 'node:crypto'
import type { EventsRecord, RecordsRecord, StoredEvent, StoredRecord } from '../../src/kernel/log/record.ts'

/** When the events of the suite happen, Unix milliseconds: recent, since some answers look back from today. */
export const noon = Math.floor(Date.now() / 86_400_000 - 2) * 86_400_000 + 43_200_000
export const minute = 60_000

/** A time as answers write it. */
export const iso = (at: number): string => new Date(at).toISOString()

/** A uuid v7 of that time. */
export function uuidAt(at: number): string {
  const time = at.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

function eventAt(at: number, event: Omit<Partial<StoredEvent>, 'timestamp'>): StoredEvent {
  return {
    type: 'custom',
    uuid: uuidAt(at),
    timestamp: at,
    url: 'https://shop.test/pricing',
    path: '/pricing',
    ...event,
  }
}

export const pageview = (at: number, event: Partial<StoredEvent> = {}): StoredEvent =>
  eventAt(at, { type: 'pageview', ...event })

export const custom = (at: number, eventName: string, event: Partial<StoredEvent> = {}): StoredEvent =>
  eventAt(at, { eventName, ...event })

export const identify = (at: number, email: string, event: Partial<StoredEvent> = {}): StoredEvent =>
  eventAt(at, { type: 'identify', email, ...event })

/** A batch that a backend sent: what it states is trusted. */
export function fromServer(...events: StoredEvent[]): EventsRecord {
  return { kind: 'events', receivedAt: noon + 60 * minute, source: 'server', events }
}

/** A batch of one visitor's browser. */
export function fromBrowser(visitorId: string, ...events: StoredEvent[]): EventsRecord {
  return { kind: 'events', receivedAt: noon + 60 * minute, source: 'client', visitorId, events }
}

export function records(...brought: StoredRecord[]): RecordsRecord {
  return { kind: 'records', receivedAt: noon, records: brought }
}
