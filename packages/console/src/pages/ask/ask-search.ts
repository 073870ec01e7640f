import { oneOf, textOf } from '../../app/search-text.ts'

/** A question as its address says: its text, and whether its answer is a table or a chart. */
export function readAskSearch(raw: Record<string, unknown>) {
  return { sql: textOf(raw.sql), show: oneOf(['table', 'chart'], raw.show) }
}
