import { oneLine, toCell } from './cells.ts'

export interface TableOptions {
  /** Columns of the terminal. */
  width: number
  /** Unix milliseconds. */
  now: number
  /** Only these fields, in this order. Default: all that fit. */
  fields?: readonly string[] | undefined
}

const minCell = 8

/** Rows as a table with a frame. What doesn't fit is cut by `...`; columns that don't fit are skipped, and reported. */
export function drawTable(
  rows: readonly Record<string, unknown>[],
  { width, now, fields }: TableOptions,
): string {
  if (rows.length === 0) return '(no results)\n'
  const names = fields ?? [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cells = rows.map((row) => names.map((name) => toCell(name, row[name], now)))
  const wanted = names.map((name, column) =>
    Math.max(length(name), ...cells.map((row) => length(row[column]!))),
  )
  const shown = columnsThatFit(wanted, width)
  const widths = shrink(wanted.slice(0, shown), width)
  const line = (left: string, middle: string, right: string) =>
    `${left}${widths.map((size) => '─'.repeat(size + 2)).join(middle)}${right}`
  const row = (values: readonly string[]) =>
    `│${widths.map((size, column) => ` ${pad(values[column]!, size)} `).join('│')}│`
  const left = names.slice(shown)
  return [
    line('┌', '┬', '┐'),
    row(names.map((name) => oneLine(name))),
    line('├', '┼', '┤'),
    ...cells.map(row),
    line('└', '┴', '┘'),
    ...(left.length > 0 ? [`Not shown: ${left.join(', ')}. Choose by --fields, or use --json.`] : []),
    '',
  ].join('\n')
}

/** An object as lines of names and values. */
export function drawObject(value: Record<string, unknown>, { now }: Pick<TableOptions, 'now'>): string {
  const entries = Object.entries(value)
  const size = Math.max(0, ...entries.map(([name]) => length(name)))
  return entries.map(([name, one]) => `${pad(oneLine(name), size)}  ${toCell(name, one, now)}\n`).join('')
}

function columnsThatFit(wanted: readonly number[], width: number): number {
  let used = 1
  let count = 0
  for (const size of wanted) {
    used += Math.min(size, minCell) + 3
    if (used > width && count > 0) break
    count++
  }
  return count
}

/** Takes from the widest columns until all fit. */
function shrink(wanted: readonly number[], width: number): number[] {
  const widths = [...wanted]
  const room = width - 1 - 3 * widths.length
  for (let total = sum(widths); total > room; total--) {
    const widest = widths.indexOf(Math.max(...widths))
    if (widths[widest]! <= minCell) break
    widths[widest]!--
  }
  return widths
}

function pad(text: string, size: number): string {
  const characters = [...text]
  const cut = characters.length > size ? `${characters.slice(0, Math.max(0, size - 3)).join('')}...` : text
  return cut + ' '.repeat(Math.max(0, size - length(cut)))
}

const length = (text: string) => [...text].length
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
