/** A value for `$1`, `$2` …: a number, true, false and null as themselves, else text. */
export type ParameterValue = string | number | boolean | null

/** How many values a text of SQL asks for. Texts and comments may name more: the server says so then. */
export function countParameters(sql: string): number {
  const plain = sql.replaceAll(/'(?:[^']|'')*'|--[^\n]*/g, '')
  return Math.max(0, ...[...plain.matchAll(/\$(\d{1,2})/g)].map((match) => Number(match[1])))
}

/** What was typed as a value. */
export function toValue(typed: string): ParameterValue {
  if (typed === 'null') return null
  if (typed === 'true' || typed === 'false') return typed === 'true'
  return typed.trim() !== '' && Number.isFinite(Number(typed)) && String(Number(typed)) === typed
    ? Number(typed)
    : typed
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
export function savedValues(parameters: readonly Record<string, unknown>[]): ParameterValue[] {
  return parameters.map(({ value }) => (value ?? null) as ParameterValue)
}
