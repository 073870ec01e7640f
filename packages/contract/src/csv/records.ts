import { type Amount, readAmount } from './amounts.ts'
import { readDate, readTime } from './dates.ts'
import { type CsvColumn, type CsvPlan, type OpenText, rowsOf } from './plan.ts'
import { isMissing, toBillingStatus, toDomain, toTrait, withoutApostrophe } from './texts.ts'

type Value = string | number | boolean

/** A row as a record for `POST /api/records`, or why it can't be one. */
export type CsvRecord = { line: number; record: Record<string, unknown> } | { line: number; message: string }

/** The records of a file. `today` (`YYYY-MM-DD`) is the day of revenue where no column says one. */
export async function* readCsvRecords(
  open: OpenText,
  plan: CsvPlan,
  { today }: { today: string },
): AsyncGenerator<CsvRecord> {
  const rows = rowsOf(open, plan.delimiter)
  await rows.next()
  for await (const { line, cells } of rows) {
    if (cells.slice(plan.columns.length).some((cell) => cell.trim() !== '')) {
      yield {
        line,
        message: `has ${cells.length} cells, the first row ${plan.columns.length}: quote a cell that holds the delimiter`,
      }
      continue
    }
    const found = toRecord(cells, plan, today)
    yield typeof found === 'string' ? { line, message: found } : { line, record: found }
  }
}

/** The record, or what is wrong with its cells. */
function toRecord(cells: readonly string[], plan: CsvPlan, today: string): Record<string, unknown> | string {
  const values = new Map<string, Value>()
  const wrong: string[] = []
  let currency: string | undefined
  for (const [index, column] of plan.columns.entries()) {
    const { field, type, name } = column
    const text = withoutApostrophe(cells[index] ?? '').trim()
    if (field === null || isMissing(text, type === 'text')) continue
    const value = valueOf(text, column)
    if (value === null) wrong.push(`${JSON.stringify(name)} is no ${nounOf(type)}`)
    else if (type === 'amount') {
      const amount = value as Amount
      currency ??= amount.currency
      values.set(field, amount.cents)
    } else values.set(field, value as Value)
  }
  if (wrong.length > 0) return wrong.join('; ')
  return build(values, plan, { today, currency: currency ?? plan.currency })
}

function valueOf(text: string, { field, type, order, decimal }: CsvColumn): Value | Amount | null {
  switch (type) {
    case 'domain':
      return toDomain(text)
    case 'day':
      return readDate(text, order)
    case 'time':
      return readTime(text, order)
    case 'amount':
      return readAmount(text, decimal)
    case 'count':
      return /^\d{1,9}$/.test(text) ? Number(text) : null
    case 'status':
      return toBillingStatus(text)
    default:
      return /^(?:traits|record)\./.test(field!) && !/^record\.(?:stage|pipeline|currency)$/.test(field!)
        ? toTrait(text)
        : text
  }
}

function nounOf(type: CsvColumn['type']): string {
  if (type === 'amount') return 'amount, such as 1,234.50'
  return type === 'count' ? 'whole number' : 'date, such as 2026-06-01'
}

/** Fields that are made of others, or stand elsewhere in the record. */
function build(
  values: Map<string, Value>,
  { kind }: CsvPlan,
  { today, currency }: { today: string; currency: string | undefined },
): Record<string, unknown> {
  const take = (name: string): Value | undefined => {
    const value = values.get(name)
    values.delete(name)
    return value
  }
  const names = [take('firstName'), take('lastName')].filter((part) => part !== undefined)
  if (names.length > 0 && !values.has('name')) values.set('name', names.join(' '))
  // A customer is named in one way: the first of these that the row has.
  const customer = ['customerId', 'domain', 'email', 'id']
    .map((key) => [key, take(`customer.${key}`)] as const)
    .find(([, value]) => value !== undefined)
  for (const [name, cents] of [
    ['mrr', 'mrrCents'],
    ['paid', 'paidCents'],
    ['record.amount', 'record.amountCents'],
  ] as const) {
    const amount = take(name)
    if (amount !== undefined) values.set(cents, amount)
  }
  const at = kind === 'opportunity' ? 'record.currency' : 'currency'
  const hasAmount = kind === 'revenue' || values.has('record.amountCents')
  if (hasAmount && currency !== undefined && !values.has(at)) values.set(at, currency)
  const record: Record<string, unknown> =
    kind === 'opportunity' ? { kind: 'source', sourceType: 'OPPORTUNITY' } : { kind }
  if (kind === 'revenue' && !values.has('date')) record['date'] = today
  if (customer) record['customer'] = { [customer[0]]: customer[1] }
  const nested: Record<string, [string, Value][]> = { traits: [], record: [] }
  for (const [name, value] of values) {
    const [, home, key] = /^(traits|record)\.(.*)$/s.exec(name) ?? []
    if (home === undefined) record[name] = value
    else nested[home]!.push([key!, value])
  }
  for (const [home, entries] of Object.entries(nested))
    if (entries.length > 0) record[home] = Object.fromEntries(entries)
  return record
}
