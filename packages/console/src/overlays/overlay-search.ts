import { textOf } from '../app/search-text.ts'

/**
 * What is opened over any page, as the address says: one event explained, one source at a sentence, or the rows behind a
 * number (`behind`, their SQL, and `of`, its name).
 */
export function readOverlaySearch(raw: Record<string, unknown>) {
  return {
    event: textOf(raw.event),
    source: textOf(raw.source),
    quote: textOf(raw.quote),
    behind: textOf(raw.behind),
    of: textOf(raw.of),
  }
}

/** Nothing is open. */
export const closed = {
  event: undefined,
  source: undefined,
  quote: undefined,
  behind: undefined,
  of: undefined,
}
