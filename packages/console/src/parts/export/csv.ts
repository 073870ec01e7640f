/** How a spreadsheet's formula begins, with what it skips before it; full-width signs count. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/
const number = /^[+-]?(?:\d+(?:[.,]\d+)*|\.\d+)(?:e[+-]?\d+)?\s*%?$/i

/** What spreadsheets take UTF-8 by. */
export const byteOrderMark = '\uFEFF'

/** A line of a file: what a spreadsheet would run gets an apostrophe, as in files of the server. */
export function toCsvLine(cells: readonly (string | number | null | undefined)[]): string {
  return `${cells.map(toCell).join(',')}\r\n`
}

function toCell(value: string | number | null | undefined): string {
  const text = String(value ?? '')
  const safe = formula.test(text) && !number.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
