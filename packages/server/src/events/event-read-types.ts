import type { AcceptedEvent } from '@customer-intel/contract'

/** One stored event, its keys, and the person and customer they belong to now. Times are ISO 8601 with `Z`. */
export interface EventTrace {
  eventType: string
  eventName: string
  occurredAt: string
  receivedAt: string
  source: string
  /** `email:…` or `user:…` of the event itself; null for an anonymous one. */
  ownKey: string | null
  /** The customerId of the event itself. */
  ownAccount: string | null
  contact: {
    userId: string
    email: string | null
    name: string | null
    /** The customerId that was stated for the person. */
    account: string | null
    companyDomain: string | null
  } | null
  customer: { customerId: string; name: string | null; domain: string | null } | null
  /** The event that first stated the keys that connect this one with its contact; null without a contact. */
  cause: string | null
}

/** Event types and names, most frequent first. */
export interface OccurringEvents {
  eventTypes: string[]
  eventNames: string[]
}

/** A stored event, with its current person and customer. */
export type StoredEventRow = AcceptedEvent

export interface EventReads {
  /** How many events a retention deletes: those that happened before, without identify events. */
  countEventsBefore(before: Date): Promise<number>
  /** The rows of an event, oldest first, with the person each belongs to. `uuid` in lower case. */
  traceEvent(uuid: string): Promise<EventTrace[]>
  /** The stored events with these uuids (lower case), received since then, with their people. At most 5,000 uuids. */
  findEvents(uuids: readonly string[], receivedSince: Date): Promise<StoredEventRow[]>
  /** Event types and names that occur, most frequent first; at most 100 of each. */
  listOccurring(): Promise<OccurringEvents>
}
