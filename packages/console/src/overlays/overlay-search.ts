import { textOf } from '../app/search-text.ts'

/**
 * What is opened over any page, as the address says: one event explained, one request that was refused as a whole (by its
 * time), one source at a sentence, or the rows behind a number (`behind`, their SQL, and `of`, its name).
 */
export function readOverlaySearch(raw: Record<string, unknown>) {
  return {
    event: textOf(raw.event),
    refused: textOf(raw.refused),
    source: textOf(raw.source),
    quote: textOf(raw.quote),
    behind: textOf(raw.behind),
    of: textOf(raw.of),
  }
}

/** Nothing is open. */
export const closed = {
  event: undefined,
  refused: undefined,
  source: undefined,
  quote: undefined,
  behind: undefined,
  of: undefined,
}
