import { oneOf, textOf } from '../../app/search-text.ts'

/** A question as its address says: its text, its values as JSON, and whether its answer is a table or a chart. */
export function readAskSearch(raw: Record<string, unknown>) {
  return { sql: textOf(raw.sql), values: textOf(raw.values), show: oneOf(['table', 'chart'], raw.show) }
}

/** What `readAskSearch` reads. */
export type AskSearch = Partial<ReturnType<typeof readAskSearch>>
