/** Records of people's decisions, which take effect at their position in the log. */

import type { EventMatchDefinition, EventPatternDefinition } from '@customer-intel/contract'

/** From here on, this event name marks activation; null: none does. Earlier events are not affected. */
export interface ActivationRecord {
  kind: 'activation'
  receivedAt: number
  eventName: string | null
}

/** A signal's definition, as its people wrote it. */
export type SignalDefinition =
  | { kind: 'EVENT_MATCH'; definition: EventMatchDefinition }
  | { kind: 'EVENT_PATTERN'; definition: EventPatternDefinition }

/** From here on, a signal has this definition; null: it is archived. It has no occurrences among earlier events. */
export interface SignalRecord {
  kind: 'signal'
  receivedAt: number
  signalId: string
  signal: SignalDefinition | null
}

/**
 * A person's decision about identity: never link these two keys (`cut`), always link them if they were stated together
 * (`join`), or apply the rules again (`mend`).
 */
export interface IdentityRecord {
  kind: 'identity'
  receivedAt: number
  decision: 'cut' | 'join' | 'mend'
  /** Person keys: `email:jane@acme.example` or `user:u-17`. */
  left: string
  right: string
  cause: string
}

/** A person's decision that two customers are one (`merge`), or are not after all (`part`). */
export interface CustomerMergeRecord {
  kind: 'customer-merge'
  receivedAt: number
  decision: 'merge' | 'part'
  /**
   * Public ids: those of customers with an id or a domain of their own are computed from that, so they are the same in
   * every replay.
   */
  duplicate: string
  /** The customer that gets everything of the duplicate. */
  survivor: string
  cause: string
}
