import { AppError } from '../errors.ts'
import { findShapeFault } from './json-shape.ts'

/**
 * Parses a JSON body (UTF-8; a byte order mark is let pass, and is not in `json`). Throws AppError `INVALID_JSON`, with the parser's own
 * words about the place.
 */
export function parseJson(body: Buffer): { value: unknown; text: string; json: Buffer } {
  const json = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? body.subarray(3) : body
  const fault = findShapeFault(json)
  if (fault !== null) throw new AppError('INVALID_JSON', `The body can't be parsed: ${fault}`)
  const text = json.toString('utf8')
  try {
    return { value: JSON.parse(text) as unknown, text, json }
  } catch (cause) {
    const reason = text.trim() === '' ? 'it is empty' : placeOf(cause)
    throw new AppError('INVALID_JSON', `The body is not JSON: ${reason}`, { cause })
  }
}

/** V8 quotes the text around the fault; an answer must not repeat what the sender sent, so only the place is kept. */
function placeOf(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : ''
  const position = /at position \d+/.exec(message)?.[0]
  if (position !== undefined) return `it breaks ${position}`
  return message.includes('end of JSON input') ? 'it ends too early' : 'it breaks off or holds something else'
}
