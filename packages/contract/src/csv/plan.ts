import { isEmail } from '../scalars.ts'
import { decimalShownBy, readAmount } from './amounts.ts'
import { orderShownBy, readTime } from './dates.ts'
import { csvFieldOf, csvFields, type CsvFieldType, csvRequired, otherHomes, suggestFields } from './fields.ts'
import { type CsvRow, readRows } from './read-rows.ts'
import { CsvProblem, findDelimiter, withoutSeparatorLine } from './rows.ts'
import { toDomain } from './texts.ts'
import type { CsvKind, DateOrder, Decimal, Delimiter } from '../csv-words.ts'

export interface CsvOptions {
  kind: CsvKind
  /** Fields by headers; null skips a column. Headers that aren't here get the field that they suggest. */
  map?: Readonly<Record<string, string | null>> | undefined
  /** Default: the one that fits. */
  delimiter?: Delimiter | undefined
  /** Default: what each column's values show. */
  dateFormat?: DateOrder | undefined
  /** Default: what each column's values show. */
  decimal?: Decimal | undefined
  /** Of amounts that name none. */
  currency?: string | undefined
  /** What becomes of columns without a field: `skip` (default), or `keep` as traits, for opportunities in the record. */
  others?: 'skip' | 'keep' | undefined
}

/** What becomes of a column. */
export interface CsvColumn {
  /** The header. */
  name: string
  /** Null: it is skipped. */
  field: string | null
  type: CsvFieldType
  order: DateOrder
  decimal: Decimal | null
}

/** How a file is read. */
export interface CsvPlan {
  kind: CsvKind
  delimiter: Delimiter
  columns: CsvColumn[]
  /** Rows below the header that aren't empty. */
  rows: number
  currency: string | undefined
  /** What the file doesn't decide. With one of them nothing should be stored. */
  problems: CsvProblem[]
}

/** Opens the text of a file from its begin: it is read twice. */
export type OpenText = () => AsyncIterable<string>

interface Seen extends CsvColumn {
  index: number
  isSuggested: boolean
  filled: number
  fitting: number
  orders: Set<DateOrder | 'either'>
  decimals: Set<Decimal>
}

const startLength = 64 * 1024
/** More are no table of people's. */
const maxColumns = 1_000

/**
 * Looks at a whole file and decides how it is read: what separates cells, which column fills which field, and what a
 * column's dates and amounts mean. What it can't decide are problems of the plan. Rejects with {@link CsvProblem} where the
 * file can't be read, or the options aren't for it.
 */
export async function planCsv(open: OpenText, options: CsvOptions): Promise<CsvPlan> {
  const { kind } = options
  const delimiter = options.delimiter ?? findDelimiter(await startOf(open()))
  const rows = rowsOf(open, delimiter)
  const first = (await rows.next()).value as CsvRow | undefined
  if (first === undefined) throw new CsvProblem('The file is empty: its first row must name the columns')
  if (first.cells.length > maxColumns)
    throw new CsvProblem(
      `The first row names ${first.cells.length} columns; at most ${maxColumns} can be read`,
      options.delimiter === undefined ? 'delimiter' : null,
    )
  const columns = columnsOf(first.cells, options)
  let count = 0
  for await (const { cells } of rows) {
    count++
    for (const column of columns) look(column, cells[column.index]?.trim() ?? '')
  }
  const problems = columns.flatMap((column) => decide(column, options) ?? [])
  const fields = new Set(columns.map(({ field }) => field))
  for (const choice of csvRequired[kind])
    if (!choice.some((name) => fields.has(name)))
      problems.push(
        new CsvProblem(
          `No column is the ${choice.slice(0, -1).join(', ')}${choice.length > 1 ? ' or ' : ''}${choice.at(-1)} of a ${kind}; there are ${first.cells.map((name) => JSON.stringify(name.trim())).join(', ')}`,
          'map',
        ),
      )
  return {
    kind,
    delimiter,
    columns: columns.map(({ name, field, type, order, decimal }) => ({ name, field, type, order, decimal })),
    rows: count,
    currency: options.currency,
    problems,
  }
}

/** The rows, the header first. */
export function rowsOf(open: OpenText, delimiter: Delimiter): AsyncGenerator<CsvRow> {
  return readRows(withoutSeparatorLine(open()), delimiter)
}

async function startOf(chunks: AsyncIterable<string>): Promise<string> {
  let start = ''
  for await (const chunk of chunks) {
    start += chunk
    if (start.length >= startLength) break
  }
  return start.slice(0, startLength)
}

function columnsOf(headers: readonly string[], { kind, map = {}, others = 'skip' }: CsvOptions): Seen[] {
  const names = headers.map((header) => header.trim())
  const stated = new Map(Object.entries(map).map(([header, field]) => [header.trim().toLowerCase(), field]))
  for (const [header, field] of stated) {
    const found = names.filter((name) => name.toLowerCase() === header).length
    if (found !== 1)
      throw new CsvProblem(
        `${found === 0 ? 'No column' : 'More than one column'} is called ${JSON.stringify(header)}; there are ${names.map((name) => JSON.stringify(name)).join(', ')}`,
        'map',
      )
    if (field !== null && csvFieldOf(kind, field) === null)
      throw new CsvProblem(
        `A ${kind} has no field ${JSON.stringify(field)}; there are ${fieldNames(kind)}`,
        'map',
      )
  }
  const taken = new Set([...stated.values()].filter((field) => field !== null))
  if (taken.size < [...stated.values()].filter((field) => field !== null).length)
    throw new CsvProblem('Two columns can’t fill the same field', 'map')
  const unsaid = names.map((name) => (stated.has(name.toLowerCase()) ? '' : name))
  const suggestions = suggestFields(kind, unsaid, taken)
  return names.map((name, index) => {
    const said = stated.get(name.toLowerCase())
    const suggested = suggestions.get(index) ?? null
    const field = said === undefined ? (suggested ?? otherField(kind, name, others)) : said
    return {
      index,
      name,
      field,
      type: (field === null ? null : csvFieldOf(kind, field))?.type ?? 'text',
      isSuggested: suggested !== null,
      order: 'DMY',
      decimal: null,
      filled: 0,
      fitting: 0,
      orders: new Set(),
      decimals: new Set(),
    }
  })
}

function otherField(kind: CsvKind, name: string, others: 'skip' | 'keep'): string | null {
  const home = otherHomes[kind]
  return others === 'skip' || home === null || name === '' ? null : `${home}.${name}`
}

function fieldNames(kind: CsvKind): string {
  const home = otherHomes[kind]
  return [...Object.keys(csvFields[kind]), ...(home === null ? [] : [`${home}.<any name>`])].join(', ')
}

function look(column: Seen, text: string): void {
  if (text === '' || column.field === null || column.type === 'text') return
  column.filled++
  if (fits(column.type, text)) column.fitting++
  if (column.type === 'day' || column.type === 'time') {
    const order = orderShownBy(text)
    if (order !== null) column.orders.add(order)
  } else if (column.type === 'amount') {
    const decimal = decimalShownBy(text)
    if (decimal !== null) column.decimals.add(decimal)
  }
}

function fits(type: CsvFieldType, text: string): boolean {
  switch (type) {
    case 'email':
      return isEmail(text)
    case 'domain':
      return toDomain(text).includes('.')
    case 'day':
    case 'time':
      return readTime(text, 'DMY') !== null || readTime(text, 'MDY') !== null
    case 'amount':
      return readAmount(text, null) !== null
    default:
      return true
  }
}

/** After all values have been seen. A header's suggestion that most values don't fit was none. */
function decide(column: Seen, { dateFormat, decimal }: CsvOptions): CsvProblem | null {
  if (column.isSuggested && column.fitting * 2 < column.filled) {
    column.field = null
    return null
  }
  const { orders, decimals } = column
  const name = `Column ${JSON.stringify(column.name)}`
  column.order = dateFormat ?? (orders.has('MDY') ? 'MDY' : 'DMY')
  column.decimal = decimal ?? [...decimals][0] ?? null
  if (dateFormat === undefined && orders.has('DMY') && orders.has('MDY'))
    return new CsvProblem(`${name} has dates with the day first and with the month first`, 'dateFormat')
  if (dateFormat === undefined && orders.has('either') && orders.size === 1)
    return new CsvProblem(`${name} doesn't show whether the day or the month stands first`, 'dateFormat')
  if (decimal === undefined && decimals.size > 1)
    return new CsvProblem(`${name} has amounts with a decimal comma and with a point`, 'decimal')
  return null
}
