import { isJsonObject, isStorable, toStorable } from '@customer-intel/contract'

/** Fields whose content is the sender's own: null is a value there. */
const ownContent = new Set(['traits', 'record'])

/**
 * A record as the contract takes it, from what other languages' serializers write: a field that is null is skipped, NUL
 * and half characters are U+FFFD. A copy.
 */
export function tidyRecord(value: unknown, isOwn = false): unknown {
  if (typeof value === 'string') return isStorable(value) ? value : toStorable(value)
  if (Array.isArray(value)) return value.map((item) => tidyRecord(item, isOwn))
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).flatMap(([name, item]): [string, unknown][] =>
    item === null && !isOwn ? [] : [[toStorable(name), tidyRecord(item, isOwn || ownContent.has(name))]],
  )
  return Object.fromEntries(entries)
}
