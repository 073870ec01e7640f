/** A row of an answer. */
export type ResultRow = Record<string, unknown>

/** A value as text; missing is absent. */
export function textOfValue(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
