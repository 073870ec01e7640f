import { derivedUuid } from '../log/derived-uuid.ts'

/** The id of an occurrence that an event is; whose the event is may change, and the id doesn't. */
export function eventOccurrenceId(
  signalId: string,
  { eventId, trusted }: { eventId: string; trusted: boolean },
): string {
  return derivedUuid(`occurrence ${signalId} ${trusted ? 'server' : 'browser'} ${eventId}`)
}

/** The id of an occurrence that the clock found. `customer`: their strongest key, as JSON. `until`: Unix milliseconds. */
export function clockOccurrenceId(signalId: string, customer: string, until: number): string {
  return derivedUuid(`occurrence ${signalId} ${customer} ${until}`)
}
