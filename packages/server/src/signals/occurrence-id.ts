import { derivedUuid } from '../kernel/log/derived-uuid.ts'

/** The id of an event's occurrence; it doesn't change when the event gets another owner. */
export function eventOccurrenceId(
  signalId: string,
  { eventId, trusted }: { eventId: string; trusted: boolean },
): string {
  return derivedUuid(`occurrence ${signalId} ${trusted ? 'server' : 'browser'} ${eventId}`)
}

/** The id of a time-based occurrence. `customer`: their strongest key, as JSON. `until`: Unix milliseconds. */
export function clockOccurrenceId(signalId: string, customer: string, until: number): string {
  return derivedUuid(`occurrence ${signalId} ${customer} ${until}`)
}
