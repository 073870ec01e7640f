import { isUtf8 } from 'node:buffer'
import { AppError } from '../kernel/errors.ts'
import { hasLongNumber, withExactNumbers } from './exact-numbers.ts'
import { findShapeFault, type ShapeBounds } from './json-shape.ts'

/**
 * Parses a JSON body (UTF-8, optionally with a byte order mark). Throws AppError `INVALID_JSON` with the position from
 * the parser.
 */
export function parseJson(body: Buffer, findStart?: () => number | null): unknown {
  const json = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? body.subarray(3) : body
  checkShape(json)
  return parseText(json.toString('utf8'), findStart)
}

/** Whether a parsed body reads the same inside another text: it begins with `{` (no byte order mark) and is UTF-8. */
export function canBeNested(body: Buffer): boolean {
  return body[0] === openingBrace && isUtf8(body)
}

const openingBrace = 0x7b

/** Throws AppError `INVALID_JSON` for a text that would take too long to parse (see `findShapeFault`). */
export function checkShape(json: Buffer, bounds?: ShapeBounds): void {
  const fault = findShapeFault(json, bounds)
  if (fault !== null) throw new AppError('INVALID_JSON', `The body can't be parsed: ${fault}`)
}

/**
 * Parses a text whose shape was checked. Numbers that a double can't hold become texts. Throws AppError `INVALID_JSON`; `findStart` then returns the position of the
 * text in the body, null if it was joined from parts.
 */
export function parseText(text: string, findStart: () => number | null = () => 0): unknown {
  try {
    return JSON.parse(hasLongNumber(text) ? withExactNumbers(text) : text) as unknown
  } catch (cause) {
    const reason = text.trim() === '' ? 'it is empty' : placeOf(cause, findStart())
    throw new AppError('INVALID_JSON', `The body is not JSON: ${reason}`, { cause })
  }
}

/** V8's message quotes the text, and a response must not repeat input: only the position is kept. */
function placeOf(cause: unknown, start: number | null): string {
  const message = cause instanceof Error ? cause.message : ''
  const position = /at position (\d+)/.exec(message)?.[1]
  if (position !== undefined && start !== null) return `it breaks at position ${start + Number(position)}`
  return message.includes('end of JSON input') ? 'it ends too early' : 'it breaks off or holds something else'
}
