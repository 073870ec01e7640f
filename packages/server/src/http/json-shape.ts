/** Above this size a body is looked over before it is parsed; below, no shape of it takes long. */
const smallBytes = 64 * 1024
const maxDepth = 1_000
const maxFields = 50_000
const maxItems = 500_000

const quote = 0x22
const backslash = 0x5c
const colon = 0x3a
const comma = 0x2c

/**
 * What makes a large JSON text too costly to parse in one go, as the end of a sentence; null when nothing does. A
 * megabyte of brackets or of short field names holds the parser, and everybody who waits for it, ten times longer
 * than a megabyte of events. One pass over the bytes, a millisecond or two a megabyte.
 */
export function findShapeFault(json: Uint8Array): string | null {
  if (json.length <= smallBytes) return null
  let depth = 0
  let fields = 0
  let items = 0
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (byte === quote) at = endOfString(json, at + 1)
    else if (byte === colon) fields += 1
    else if (byte === comma) items += 1
    // The two kinds of brackets differ by one bit from each other: [ and {, ] and }.
    else if (byte === 0x5b || byte === 0x7b) {
      depth += 1
      if (depth > maxDepth) return `it is nested more than ${maxDepth} levels deep`
    } else if (byte === 0x5d || byte === 0x7d) depth -= 1
  }
  if (fields > maxFields) return `it has ${fields} fields, ${maxFields} at most: send it in several requests`
  return items > maxItems ? `it has ${items} items, ${maxItems} at most: send it in several requests` : null
}

function endOfString(json: Uint8Array, start: number): number {
  let at = start
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1
  return at
}
