export interface ShapeBounds {
  /** Number of values, lists and objects. Default 600,000. */
  values?: number
  /** Fields per object: many different names cost far more than repeated ones. Default: unlimited. */
  ownFields?: number
}

/** Larger bodies are checked before they are parsed; smaller ones never take long. */
const smallBytes = 64 * 1024
const maxDepth = 1_000
const maxFields = 50_000
const maxValues = 600_000

const quote = 0x22
const backslash = 0x5c
const colon = 0x3a
const comma = 0x2c

/**
 * Why a large JSON text is too expensive to parse at once, as the end of a sentence; null when it isn't. A megabyte of
 * brackets or of short field names blocks the parser, and all other requests, ten times longer than a megabyte of events.
 * One pass over the bytes, a millisecond or two per megabyte.
 */
export function findShapeFault(
  json: Uint8Array,
  { values: mostValues = maxValues, ownFields = Infinity }: ShapeBounds = {},
): string | null {
  if (json.length <= smallBytes) return null
  const fieldsAt = new Uint32Array(maxDepth + 1)
  let depth = 0
  let fields = 0
  let values = 0
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (byte === quote) at = endOfString(json, at + 1)
    else if (byte === colon) {
      fields += 1
      fieldsAt[depth]! += 1
      if (fieldsAt[depth]! > ownFields) return `an object in it has more than ${ownFields} fields`
    } else if (byte === comma) values += 1
    // The two kinds of brackets differ in one bit: [ and {, ] and }.
    else if (byte === 0x5b || byte === 0x7b) {
      depth += 1
      values += 1
      if (depth > maxDepth) return `it is nested more than ${maxDepth} levels deep`
      fieldsAt[depth] = 0
    } else if (byte === 0x5d || byte === 0x7d) depth = Math.max(depth - 1, 0)
  }
  if (fields > maxFields) return `it has ${fields} fields, ${maxFields} at most: send it in several requests`
  return values > mostValues
    ? `it has ${values} values, ${mostValues} at most: send it in several requests`
    : null
}

function endOfString(json: Uint8Array, start: number): number {
  let at = start
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1
  return at
}
