/** In the syntax that RE2 shares, for DuckDB. */
export const csvFormula = {
  /** How a spreadsheet's formula begins, with what it skips before it; full-width signs count. */
  start: /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/,
  number: /^[+-]?(?:\d+(?:[.,]\d+)*|\.\d+)(?:e[+-]?\d+)?\s*%?$/i,
}

export interface CsvOptions {
  /** Texts as they are, also where a spreadsheet would run them. Default false. */
  raw?: boolean | undefined
}

/**
 * One cell as RFC 4180 has it: null is empty, an empty text is `""`, an object is JSON. A text that a spreadsheet would
 * run as a formula gets an apostrophe before it; what is a number stays one.
 */
export function toCsvCell(value: unknown, { raw = false }: CsvOptions = {}): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const cell = raw || !csvFormula.start.test(text) || csvFormula.number.test(text) ? text : `'${text}`
  return cell === '' || /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
