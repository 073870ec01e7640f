/** What shows that a signal was seen. Times are Unix milliseconds. */
export interface Evidence {
  /** The newest events of it, at most {@link evidenceEvents}. */
  eventIds: readonly string[]
  /** How many events (or active days, or people) there were, as the detection counts. */
  count: number
  /** The window that was looked at; of an event by itself, its own moment. */
  from: number
  until: number
}

/** So many events are named. */
export const evidenceEvents = 20

/** As it is stored: JSON, times in ISO 8601. */
export function evidenceText({ eventIds, count, from, until }: Evidence): string {
  return JSON.stringify({
    eventIds: eventIds.slice(-evidenceEvents),
    count,
    from: new Date(from).toISOString(),
    until: new Date(until).toISOString(),
  })
}
