import * as v from 'valibot'
import { describedAs } from './described-as.ts'
import { limits } from './limits.ts'
import { isJsonObject, type JsonObject } from './maps.ts'
import { isStorable } from './scalars.ts'

export interface JsonBounds {
  /** Size when serialized, in UTF-8. */
  maxBytes: number
  /** Nesting. Default 64. */
  maxDepth?: number
}

/**
 * What keeps a JSON value from being stored, as the end of a sentence; null when nothing does. Walks without recursion,
 * so that ten thousand levels do no harm, and looks at the depth before it serializes.
 */
export function findJsonFault(value: unknown, bounds: JsonBounds): string | null {
  const maxDepth = bounds.maxDepth ?? limits.platform.jsonDepth
  const pending: { value: unknown; depth: number }[] = [{ value, depth: 0 }]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value: current, depth } = next
    if (typeof current === 'string') {
      if (!isStorable(current)) return 'must not contain NUL characters or lone surrogates'
    } else if (typeof current === 'number') {
      if (!Number.isFinite(current)) return 'must hold finite numbers only'
    } else if (typeof current === 'object' && current !== null) {
      if (depth >= maxDepth) return `must not be nested more than ${maxDepth} levels deep`
      if (Array.isArray(current)) {
        for (const inner of current) pending.push({ value: inner, depth: depth + 1 })
        continue
      }
      for (const [key, inner] of Object.entries(current)) {
        if (!isStorable(key)) return 'must not have names with NUL characters or lone surrogates'
        pending.push({ value: inner, depth: depth + 1 })
      }
    } else if (typeof current !== 'boolean' && current !== null) return 'must be JSON'
  }
  const bytes = new TextEncoder().encode(JSON.stringify(value)).length
  return bytes > bounds.maxBytes
    ? `must be at most ${bounds.maxBytes} bytes when serialized; it has ${bytes}`
    : null
}

/** Any JSON value within bounds. */
export const json = (bounds: JsonBounds) => v.pipe(v.unknown(), checkJson<unknown>(bounds))

/** A JSON object within bounds, its keys free. */
export const jsonObject = (bounds: JsonBounds) =>
  v.pipe(
    v.custom<JsonObject>(isJsonObject, 'must be an object'),
    describedAs({ type: 'object', additionalProperties: true }),
    checkJson<JsonObject>(bounds),
  )

/** A JSON object in a response. */
export const JsonObjectSchema = v.pipe(
  v.custom<JsonObject>(isJsonObject, 'must be an object'),
  describedAs({ type: 'object', additionalProperties: true }),
)

function checkJson<Value>(bounds: JsonBounds) {
  return v.rawCheck<Value>(({ dataset, addIssue }) => {
    const fault = dataset.typed ? findJsonFault(dataset.value, bounds) : null
    if (fault !== null) addIssue({ message: fault })
  })
}
