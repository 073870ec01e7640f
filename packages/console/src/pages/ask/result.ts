/** A row of an answer. */
export type ResultRow = Record<string, unknown>

/** What a spreadsheet would run. */
const formula = /^[=+\-@\t\r]/

/** A value as text; missing is absent. */
export function textOfValue(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The whole answer as a file: numbers stay numbers, what a spreadsheet would run gets an apostrophe. */
export function toCsv(rows: readonly ResultRow[]): string {
  const names = Object.keys(rows[0] ?? {})
  const lines = [names.map(cell), ...rows.map((row) => names.map((name) => cell(row[name])))]
  return `\uFEFF${lines.map((line) => line.join(',')).join('\r\n')}\r\n`
}

function cell(value: unknown): string {
  if (typeof value === 'number') return String(value)
  const text = textOfValue(value) ?? ''
  const safe = formula.test(text) && !/^-?\d+(?:\.\d+)?$/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
