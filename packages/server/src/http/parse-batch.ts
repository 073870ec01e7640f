import { AppError } from '../kernel/errors.ts'
import type { ShapeBounds } from './json-shape.ts'
import { checkShape, parseJson, parseText } from './parse-json.ts'

const quote = 0x22
const backslash = 0x5c

/** Bytes that are scanned at a time. */
const chunkBytes = 512 * 1024
/** Limits of one object, so that it is parsed, checked and stored fast. */
const objectBounds: ShapeBounds = { values: 100_000, ownFields: 10_000 }
/** Larger objects yield between the steps of parsing. */
const largeBytes = 256 * 1024
/** Far more objects than any list of the contract may have: beyond that, none is parsed just to be refused. */
const maxObjects = 5_000
/** Everything outside the objects of lists is parsed at once. */
const maxAroundBytes = 256 * 1024

/**
 * Parses a large JSON body object by object, and yields in between: each object at the third level
 * (`{"records":[{…},{…}]}`) separately, and what is around them last. `pause` is called before each, and regularly in a
 * long one: it returns what to wait for, or null. Throws AppError `INVALID_JSON` like `parseJson`, and for a body that
 * would take too long: too many objects, too large an object, or more than 256 KB around them. With `isLenient` only what
 * `parseJson` rejects is rejected: for a body of a megabyte nothing takes long.
 */
export async function parseBatch(
  body: Buffer,
  pause: () => Promise<void> | null,
  { isLenient = false } = {},
): Promise<unknown> {
  // A body that doesn't start as an object or list is rejected without decoding it.
  if (body.length > maxAroundBytes && /^\s*[^\s{[]/.test(body.toString('utf8', 0, 64)))
    throw new AppError('INVALID_JSON', 'The body is not JSON: it must begin with an object')
  const around: Buffer[] = []
  const items: unknown[] = []
  let end = 0
  let aroundBytes = body.length
  for (const item of findItems(body)) {
    const waiting = pause()
    if (waiting !== null) await waiting
    if (item === null) continue
    if (items.length >= maxObjects) {
      if (isLenient) return parseJson(body)
      throw tooCostly(`it has more than ${maxObjects} objects in its lists`)
    }
    around.push(body.subarray(end, item.start), Buffer.from(JSON.stringify({ item: items.length })))
    const findStart = () => body.toString('utf8', 0, item.start).length
    checkShape(body.subarray(item.start, item.end), isLenient ? undefined : objectBounds)
    items.push(await parseObject(body.subarray(item.start, item.end), pause, findStart))
    end = item.end
    aroundBytes -= item.end - item.start
  }
  if (aroundBytes > maxAroundBytes && !isLenient) {
    throw tooCostly(
      `${aroundBytes} bytes of it stand in no complete object of a list, ${maxAroundBytes} at most`,
    )
  }
  around.push(body.subarray(end))
  const value = parseJson(Buffer.concat(around), () => (items.length === 0 ? 0 : null))
  for (const list of valuesOf(value)) putBack(list, items)
  return value
}

/** Replaces the placeholders in lists by the parsed objects. */
function putBack(list: object, items: readonly unknown[]): void {
  const put = (held: unknown, key: string | number): void => {
    if (isObject(held)) Object.defineProperty(list, key, { value: items[Number(held['item'])] })
  }
  // Not via `Object.entries`: a list may have half a million numbers.
  if (Array.isArray(list)) list.forEach(put)
  else for (const [key, held] of Object.entries(list)) put(held, key)
}

/** A large object, whose shape was checked, is decoded and parsed in two more steps, and yields in between. */
async function parseObject(
  json: Buffer,
  pause: () => Promise<void> | null,
  findStart: () => number,
): Promise<unknown> {
  if (json.length <= largeBytes) return parseText(json.toString('utf8'), findStart)
  await pause()
  const text = json.toString('utf8')
  await pause()
  return parseText(text, findStart)
}

function tooCostly(reason: string): AppError {
  return new AppError('INVALID_JSON', `The body can't be parsed: ${reason}`)
}

/**
 * The objects at the third level, in order, and null after each {@link chunkBytes}; for invalid JSON, whatever looks like
 * one.
 */
function* findItems(json: Buffer): Generator<{ start: number; end: number } | null> {
  let depth = 0
  let start = -1
  let inString = false
  for (let from = 0, at = 0; from < json.length; from += chunkBytes) {
    if (from > 0) yield null
    const until = Math.min(from + chunkBytes, json.length)
    for (; at < until; at += 1) {
      const byte = json[at]
      if (inString) {
        // Skips the escaped character, even if the next chunk starts with it.
        if (byte === backslash) at += 1
        else if (byte === quote) inString = false
      } else if (byte === quote) inString = true
      else if (byte === 0x5b || byte === 0x7b) {
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
}

function valuesOf(value: unknown): object[] {
  return typeof value === 'object' && value !== null
    ? Object.values(value).filter((inner): inner is object => typeof inner === 'object' && inner !== null)
    : []
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
