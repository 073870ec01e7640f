import { textOf } from '../app/search-text.ts'

/** What is opened over any page, as the address says: one event explained, or one source at a sentence. */
export function readOverlaySearch(raw: Record<string, unknown>) {
  return { event: textOf(raw.event), source: textOf(raw.source), quote: textOf(raw.quote) }
}
