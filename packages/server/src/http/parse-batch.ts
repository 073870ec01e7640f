import { parseJson } from './parse-json.ts'

const quote = 0x22
const backslash = 0x5c

/**
 * Parses a large JSON body object by object, so that others get their turn in between: each object at the third level
 * (`{"records":[{…},{…}]}`) by itself, and what is around them last. `pause` is asked before each: what to wait for, or
 * null. Throws AppError `INVALID_JSON` as `parseJson` does, whose bounds hold for each object.
 */
export async function parseBatch(body: Buffer, pause: () => Promise<void> | null): Promise<unknown> {
  const around: Buffer[] = []
  const items: unknown[] = []
  let end = 0
  for (const item of findItems(body)) {
    const waiting = pause()
    if (waiting !== null) await waiting
    around.push(body.subarray(end, item.start), Buffer.from(JSON.stringify({ item: items.length })))
    items.push(parseJson(body.subarray(item.start, item.end)).value)
    end = item.end
  }
  around.push(body.subarray(end))
  const { value } = parseJson(Buffer.concat(around))
  for (const list of valuesOf(value)) {
    for (const [key, placeholder] of Object.entries(list)) {
      // Whatever is an object here took the place of one.
      if (isObject(placeholder))
        Object.defineProperty(list, key, { value: items[Number(placeholder['item'])] })
    }
  }
  return value
}

/** The objects at the third level, in order; of what is no JSON, whatever looks like one. */
function* findItems(json: Buffer): Generator<{ start: number; end: number }> {
  let depth = 0
  let start = -1
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (byte === quote) {
      at += 1
      while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1
    } else if (byte === 0x5b || byte === 0x7b) {
      depth += 1
      if (depth === 3 && byte === 0x7b) start = at
    } else if (byte === 0x5d || byte === 0x7d) {
      if (depth === 3 && start !== -1) {
        yield { start, end: at + 1 }
        start = -1
      }
      depth -= 1
    }
  }
}

function valuesOf(value: unknown): object[] {
  return typeof value === 'object' && value !== null
    ? Object.values(value).filter((inner): inner is object => typeof inner === 'object' && inner !== null)
    : []
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
