import { type JsonText, toJsonText } from '../kernel/log/json-text.ts'

/** The evidence of an occurrence. Times are Unix milliseconds. */
export interface Evidence {
  /** Its newest events, at most {@link evidenceEvents}. */
  eventIds: readonly string[]
  /** Number of events (or active days, or people), depending on the detection. */
  count: number
  /** The window; for a single event its own time. */
  from: number
  until: number
}

/** Maximal number of events in the evidence. */
export const evidenceEvents = 20

/** As stored: JSON, times in ISO 8601. */
export function evidenceText({ eventIds, count, from, until }: Evidence): JsonText {
  return toJsonText({
    eventIds: eventIds.slice(-evidenceEvents),
    count,
    from: new Date(from).toISOString(),
    until: new Date(until).toISOString(),
  })
}
