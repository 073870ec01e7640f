/** Where something stands in a draft. */
export type Path = readonly (string | number)[]

/** What stands there; undefined when nothing does. */
export function valueAt(value: unknown, path: Path): unknown {
  let found = value
  for (const key of path) {
    if (typeof found !== 'object' || found === null) return undefined
    found = (found as Record<string | number, unknown>)[key]
  }
  return found
}

/** The draft with something else there; undefined takes it away. */
export function withValue<Draft>(draft: Draft, path: Path, next: unknown): Draft {
  const [key, ...rest] = path
  if (key === undefined) return next as Draft
  if (Array.isArray(draft))
    return draft.map((one: unknown, at) => (at === key ? withValue(one, rest, next) : one)) as Draft
  const { [key]: former, ...others } = (draft ?? {}) as Record<string | number, unknown>
  const changed = withValue(former, rest, next)
  return (changed === undefined ? others : { ...draft, [key]: changed }) as Draft
}

/** Whether one path leads to where the other does, or further in. */
export function startsWith(path: Path, start: Path): boolean {
  return start.every((key, at) => path[at] === key)
}

/** What a field shows of a value: nothing of what is missing, or is no value. */
export function textIn(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : ''
}
