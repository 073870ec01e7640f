import { oneOf } from '../../app/search-text.ts'

/** Which view of a person, as its address says. */
export function readPersonSearch(raw: Record<string, unknown>) {
  return { tab: oneOf(['timeline', 'messages', 'devices', 'privacy'], raw.tab) }
}
