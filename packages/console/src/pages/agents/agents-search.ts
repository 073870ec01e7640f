import { textOf } from '../../app/search-text.ts'

/** One agent, and which of its runs is looked at. */
export function readAgentSearch(raw: Record<string, unknown>) {
  return { run: textOf(raw.run) }
}
