/** A field that a change made another one. */
export interface Difference {
  name: string
  before: string | null
  after: string | null
}

/** The fields of two objects that differ; of the same, none. */
export function differences(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Difference[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].flatMap((name) => {
    const [was, is] = [textOf(before[name]), textOf(after[name])]
    return was === is ? [] : [{ name, before: was, after: is }]
  })
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
