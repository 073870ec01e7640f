import { eventKeys } from '../customers/identity/event-keys.ts'
import type { PendingEvent } from '../events/projection/pending-event.ts'
import { personKey } from '../customers/identity/keys.ts'
import type {
  CustomerMergeRecord,
  IdentityRecord,
  LogRecord,
  RecordsRecord,
  StoredEvent,
  Traits,
} from '../kernel/log/record.ts'
import { statedHolders } from '../customers/projection/trait-holders.ts'
import {
  type HeldTrait,
  type StatedBy,
  statedTraits,
  type TraitKey,
} from '../customers/projection/trait-table.ts'

/** The content of a batch of the log, in log order. */
export interface MicroBatch {
  events: PendingEvent[]
  decisions: IdentityRecord[]
  merges: CustomerMergeRecord[]
  records: RecordsRecord[]
  /** The name of the activation event after this batch. */
  activationEvent: string | null
}

/** Collects records into one micro-batch. Pure. */
export function gather(records: Iterable<LogRecord>, activationEvent: string | null): MicroBatch {
  const batch: MicroBatch = { events: [], decisions: [], merges: [], records: [], activationEvent }
  for (const record of records) {
    if (record.kind === 'activation') batch.activationEvent = record.eventName
    else if (record.kind === 'identity') batch.decisions.push(record)
    else if (record.kind === 'customer-merge') batch.merges.push(record)
    else if (record.kind === 'records') batch.records.push(record)
    else if (record.kind === 'events') {
      for (const event of record.events) {
        batch.events.push({
          event,
          record,
          keys: eventKeys(record, event),
          trusted: record.source !== 'client',
          at: event.timestamp,
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

/**
 * What events state about the persons and customers they belong to. If all events of a batch state the same, it is
 * recorded once per holder, for the event whose statement wins: a thousand traits on a hundred events would be a hundred
 * thousand statements, and a request body holds many such batches.
 */
export function statedByEvents(events: Iterable<PendingEvent>): HeldTrait[] {
  const stated: HeldTrait[] = []
  const ofBatches = new Map<Traits, Map<string, { key: TraitKey; by: StatedBy }>>()
  for (const { event, record, keys, trusted, at } of events) {
    const { userIdentity, customerIdentity } = record
    if (event.traits === undefined && event.customerTraits === undefined && event.type !== 'calendar')
      if (userIdentity?.traits === undefined && customerIdentity?.customerTraits === undefined) continue
    const by = { trusted, at, eventId: event.uuid }
    const ofBatch = (key: TraitKey, traits: Traits | undefined): void => {
      if (traits === undefined) return
      const holders = ofBatches.get(traits) ?? new Map<string, { key: TraitKey; by: StatedBy }>()
      ofBatches.set(traits, holders)
      const known = holders.get(key.holder)
      if (known === undefined || isLater(by, known.by)) holders.set(key.holder, { key, by })
    }
    for (const holder of statedHolders(keys, trusted)) {
      const key: TraitKey = { holder, scope: 'user' }
      if (event.traits !== undefined) stated.push(...statedTraits(key, event.traits, by))
      else if (!ownPerson(event)) ofBatch(key, userIdentity?.traits)
      if (event.type === 'calendar' && event.inviteeName && trusted) {
        stated.push(...statedTraits(key, { name: event.inviteeName }, by))
      }
    }
    const holder = keys.account !== null ? `customer:${keys.account}` : personKey(keys)
    if (holder === null) continue
    const key: TraitKey = { holder, scope: 'customer' }
    if (event.customerTraits !== undefined) stated.push(...statedTraits(key, event.customerTraits, by))
    else if (!event.customerId) ofBatch(key, customerIdentity?.customerTraits)
  }
  for (const [traits, holders] of ofBatches)
    for (const { key, by } of holders.values()) stated.push(...statedTraits(key, traits, by))
  return stated
}

/** As `supersedes` decides between the equally trusted statements of one batch. */
function isLater(next: StatedBy, known: StatedBy): boolean {
  return next.at === known.at ? next.eventId > known.eventId : next.at > known.at
}

function ownPerson(event: StoredEvent): boolean {
  return event.email !== undefined || event.userId !== undefined
}
