import type { Question } from '@customer-intel/node-sdk'

/** A value for `$1`, `$2` …: a number, true, false and null as themselves, else text. */
export type ParameterValue = string | number | boolean | null

/** How many values a text of SQL asks for. Texts and comments may name more: the server says so then. */
export function countParameters(sql: string): number {
  const plain = sql.replaceAll(/'(?:[^']|'')*'|--[^\n]*/g, '')
  return Math.max(0, ...[...plain.matchAll(/\$(\d{1,2})/g)].map((match) => Number(match[1])))
}

/** What was typed as a value. A text that would be read as another value stands in double quotes. */
export function toValue(typed: string): ParameterValue {
  if (typed === 'null') return null
  if (typed === 'true' || typed === 'false') return typed === 'true'
  if (typed !== '' && Number.isFinite(Number(typed)) && String(Number(typed)) === typed) return Number(typed)
  if (/^".*"$/s.test(typed)) {
    const [text] = readValues(`[${typed}]`)
    if (typeof text === 'string') return text
  }
  return typed
}

/** A value as one types it: `toValue` reads it as it was. */
export function typedOf(value: ParameterValue): string {
  return typeof value === 'string' && toValue(value) === value ? value : JSON.stringify(value)
}

/** The values of an address. */
export function readValues(text: string | undefined): ParameterValue[] {
  try {
    const values = JSON.parse(text ?? '[]') as unknown
    return Array.isArray(values) ? (values as ParameterValue[]) : []
  } catch {
    return []
  }
}

/** The values that a question was saved with. */
export function savedValues(parameters: Question['parameters']): ParameterValue[] {
  return parameters.map(({ value }) => (value ?? null) as ParameterValue)
}

/** What is saved of values: what they don’t change stays as it was saved, with whatever else stands beside a value. */
export function withValues(
  saved: Pick<Question, 'sql' | 'parameters'> | undefined,
  sql: string,
  values: readonly ParameterValue[],
): Question['parameters'] {
  const before = saved?.parameters ?? []
  const isSaved = (value: ParameterValue, at: number) =>
    JSON.stringify(value) === JSON.stringify(before[at]?.value ?? null)
  if (sql === saved?.sql && values.every(isSaved)) return before
  return values.map((value, at) => {
    const known = before[at]
    return known && isSaved(value, at) ? known : { name: `$${at + 1}`, ...known, value }
  })
}
