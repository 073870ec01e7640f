import { AppError } from '../errors.ts'
import type { ShapeBounds } from './json-shape.ts'
import { checkShape, parseJson, parseText } from './parse-json.ts'

const quote = 0x22
const backslash = 0x5c

/** So many bytes are looked through at a time. */
const chunkBytes = 512 * 1024
/** What one object may hold, so that neither parsing nor checking nor storing it takes long. */
const objectBounds: ShapeBounds = { values: 100_000, ownFields: 10_000 }
/** Larger objects take a turn for each step of parsing. */
const largeBytes = 256 * 1024
/** More objects than any list of the contract may have by far: the others aren't parsed to be refused. */
const maxObjects = 5_000
/** Whatever is no object of a list is parsed in one go. */
const maxAroundBytes = 256 * 1024

/**
 * Parses a large JSON body object by object, so that others get their turn in between: each object at the third level
 * (`{"records":[{…},{…}]}`) by itself, and what is around them last. `pause` is asked before each, and now and then in
 * a long one: what to wait for, or null. Throws AppError `INVALID_JSON` as `parseJson` does, and for a body that would
 * take long all the same: too many objects, too much in one of them, or more than 256 KB around
 * them. Where `isLenient` only what `parseJson` refuses is refused: of a body of a megabyte nothing takes long.
 */
export async function parseBatch(
  body: Buffer,
  pause: () => Promise<void> | null,
  { isLenient = false } = {},
): Promise<unknown> {
  // Whatever is neither object nor list from its beginning isn't decoded to say so.
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

/** Whatever is an object in a list took the place of an item. */
function putBack(list: object, items: readonly unknown[]): void {
  const put = (held: unknown, key: string | number): void => {
    if (isObject(held)) Object.defineProperty(list, key, { value: items[Number(held['item'])] })
  }
  // A list of half a million numbers has no entries made of it.
  if (Array.isArray(list)) list.forEach(put)
  else for (const [key, held] of Object.entries(list)) put(held, key)
}

/** A large object, whose shape was checked, is decoded and parsed in two steps more, so that others get their turn. */
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
 * The objects at the third level, in order, and null after each {@link chunkBytes}; of what is no JSON, whatever looks
 * like one.
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
        // What is escaped is passed over, also where the next chunk begins with it.
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
