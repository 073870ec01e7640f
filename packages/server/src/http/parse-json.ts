import { AppError } from '../errors.ts'
import { findShapeFault, type ShapeBounds } from './json-shape.ts'

/**
 * Parses a JSON body (UTF-8; a byte order mark is let pass). Throws AppError `INVALID_JSON`, with the parser's own
 * words about the place.
 */
export function parseJson(body: Buffer, findStart?: () => number | null): unknown {
  const json = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? body.subarray(3) : body
  checkShape(json)
  return parseText(json.toString('utf8'), findStart)
}

/** Throws AppError `INVALID_JSON` for a text that would take too long to parse (see `findShapeFault`). */
export function checkShape(json: Buffer, bounds?: ShapeBounds): void {
  const fault = findShapeFault(json, bounds)
  if (fault !== null) throw new AppError('INVALID_JSON', `The body can't be parsed: ${fault}`)
}

/**
 * Parses a text whose shape was checked. Throws AppError `INVALID_JSON`; `findStart` says then at which character of
 * the body the text begins, null where it is put together of several parts.
 */
export function parseText(text: string, findStart: () => number | null = () => 0): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    const reason = text.trim() === '' ? 'it is empty' : placeOf(cause, findStart())
    throw new AppError('INVALID_JSON', `The body is not JSON: ${reason}`, { cause })
  }
}

/** V8 quotes the text around the fault; an answer must not repeat what the sender sent, so only the place is kept. */
function placeOf(cause: unknown, start: number | null): string {
  const message = cause instanceof Error ? cause.message : ''
  const position = /at position (\d+)/.exec(message)?.[1]
  if (position !== undefined && start !== null) return `it breaks at position ${start + Number(position)}`
  return message.includes('end of JSON input') ? 'it ends too early' : 'it breaks off or holds something else'
}
