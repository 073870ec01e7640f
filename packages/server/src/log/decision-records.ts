/** What people decide, at its place in the log. */

import type { EventMatchDefinition, EventPatternDefinition } from '@customer-intel/contract'

/** From here on, this event name marks activation; null marks none. Earlier events are not touched. */
export interface ActivationRecord {
  kind: 'activation'
  receivedAt: number
  eventName: string | null
}

/** What a signal looks for, as its people wrote it. */
export type SignalDefinition =
  | { kind: 'EVENT_MATCH'; definition: EventMatchDefinition }
  | { kind: 'EVENT_PATTERN'; definition: EventPatternDefinition }

/** From here on, a signal looks for this; null: it is archived. Of what stands before it in the log nothing is an occurrence by it. */
export interface SignalRecord {
  kind: 'signal'
  receivedAt: number
  signalId: string
  signal: SignalDefinition | null
}

/**
 * A person's decision about identity: never join these two keys (`cut`), join what was stated of them whatever speaks
 * against it (`join`), or go by the rules again (`mend`).
 */
export interface IdentityRecord {
  kind: 'identity'
  receivedAt: number
  decision: 'cut' | 'join' | 'mend'
  /** Person keys, written `email:jane@acme.example` or `user:u-17`. */
  left: string
  right: string
  cause: string
}

/** A person's decision that two customers are one (`merge`), or are not after all (`part`). */
export interface CustomerMergeRecord {
  kind: 'customer-merge'
  receivedAt: number
  decision: 'merge' | 'part'
  /** Public ids: of a customer with an id or a domain of its own they follow from that, so they hold in every replay. */
  duplicate: string
  /** The customer that everything of the duplicate is then. */
  survivor: string
  cause: string
}
