import { eventKeys } from '../identity/event-keys.ts'
import { type EventKeys, personKey } from '../identity/keys.ts'
import type { IdentityRecord, LogRecord, StoredEvent, EventsRecord } from '../log/record.ts'
import { type HeldTrait, statedTraits } from './trait-table.ts'

/** An event on its way into the read models. */
export interface PendingEvent {
  event: StoredEvent
  record: EventsRecord
  keys: EventKeys
  trusted: boolean
  /** Effective time, whole milliseconds. */
  at: number
  activation: boolean
}

/** What a stretch of the log says, in log order. */
export interface MicroBatch {
  events: PendingEvent[]
  decisions: IdentityRecord[]
  /** The activation event's name after this stretch. */
  activationEvent: string | null
}

/** Reads records into one micro-batch. Pure. */
export function gather(records: Iterable<LogRecord>, activationEvent: string | null): MicroBatch {
  const batch: MicroBatch = { events: [], decisions: [], activationEvent }
  for (const record of records) {
    if (record.kind === 'activation') batch.activationEvent = record.eventName
    else if (record.kind === 'identity') batch.decisions.push(record)
    else if (record.kind === 'events') {
      for (const event of record.events) {
        batch.events.push({
          event,
          record,
          keys: eventKeys(record, event),
          trusted: record.source !== 'client',
          at: Math.floor(event.timestamp),
          activation:
            event.type === 'custom' &&
            batch.activationEvent !== null &&
            event.eventName === batch.activationEvent,
        })
      }
    }
  }
  return batch
}

/** What an event states of the person and the customer it is about. */
export function eventTraits({ event, record, keys, trusted, at }: PendingEvent): HeldTrait[] {
  const by = { trusted, at, eventId: event.uuid }
  const person = personKey(keys)
  const stated: HeldTrait[] = []
  if (person !== null) {
    const traits = event.traits ?? (ownPerson(event) ? undefined : record.userIdentity?.traits)
    if (traits !== undefined) stated.push(...statedTraits({ holder: person, scope: 'user' }, traits, by))
    if (event.type === 'calendar' && event.inviteeName && record.source !== 'client') {
      stated.push(...statedTraits({ holder: person, scope: 'user' }, { name: event.inviteeName }, by))
    }
  }
  const customerTraits =
    event.customerTraits ?? (event.customerId ? undefined : record.customerIdentity?.customerTraits)
  const holder = keys.account !== null ? `customer:${keys.account}` : person
  if (customerTraits !== undefined && holder !== null) {
    stated.push(...statedTraits({ holder, scope: 'customer' }, customerTraits, by))
  }
  return stated
}

function ownPerson(event: StoredEvent): boolean {
  return event.email !== undefined || event.userId !== undefined
}
