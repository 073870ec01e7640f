import type { LiveEvent, ResolvedQuery } from '@customer-intel/contract'
import type { StoredLive } from './stored-events.ts'

type ReadLive = Extract<LiveEvent, { type: 'read' }>

/** What of the stream somebody wants. */
export interface LiveFilter {
  /** Whether to tell events before it is known whose they are. */
  readonly isImmediate: boolean
  /** Whether to tell rejections. */
  readonly rejections: boolean
  /** By what the event itself says. */
  wantsStored(event: StoredLive): boolean
  /** By what is known of it. */
  wantsRead(read: ReadLive): boolean
  /** Of a rejection: its event's name. */
  wantsRejected(rejection: { eventName: string | null }): boolean
}

export function liveFilter(query: ResolvedQuery<'streamEvents'>): LiveFilter {
  const { status = ['accepted', 'duplicate', 'rejected'], eventType, eventName } = query
  const person = query.person?.toLowerCase()
  const customer = query.customer?.toLowerCase()
  const ofSomebody = person !== undefined || customer !== undefined
  const accepted = status.includes('accepted')
  const duplicate = status.includes('duplicate')
  const isOneOf = (wanted: string | undefined, known: readonly (string | null | undefined)[]) =>
    wanted === undefined || known.some((value) => value?.toLowerCase() === wanted)
  return {
    isImmediate: !ofSomebody && accepted,
    // Whose a rejected event is isn't known.
    rejections: status.includes('rejected') && !ofSomebody && eventType === undefined,
    wantsStored: (event) =>
      (accepted || duplicate) &&
      (eventType === undefined || eventType.includes(event.eventType)) &&
      (eventName === undefined || eventName.includes(event.eventName)),
    wantsRead: ({ outcome, contact, customer: account }) =>
      (outcome === 'duplicate' ? duplicate || accepted : accepted) &&
      isOneOf(person, [contact?.userId, contact?.email]) &&
      isOneOf(customer, [account?.customerId, account?.domain, account?.name]),
    wantsRejected: ({ eventName: name }) =>
      eventName === undefined || (name !== null && eventName.includes(name)),
  }
}
