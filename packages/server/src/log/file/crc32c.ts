/**
 * CRC-32C (Castagnoli), eight bytes a step by eight tables: about 1 GB/s, which neither Node's zlib (other
 * polynomial) nor a package without native code reaches.
 *
 * Pass the result of an earlier call as `seed` to go on with further bytes. Source: RFC 3720, appendix B.4.
 */
export function crc32c(bytes: Uint8Array, start = 0, end = bytes.length, seed = 0): number {
  let crc = ~seed
  let at = start
  for (; at + 8 <= end; at += 8) {
    const low = crc ^ (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24))
    crc =
      tables[1792 + (low & 255)]! ^
      tables[1536 + ((low >>> 8) & 255)]! ^
      tables[1280 + ((low >>> 16) & 255)]! ^
      tables[1024 + (low >>> 24)]! ^
      tables[768 + bytes[at + 4]!]! ^
      tables[512 + bytes[at + 5]!]! ^
      tables[256 + bytes[at + 6]!]! ^
      tables[bytes[at + 7]!]!
  }
  for (; at < end; at++) crc = (crc >>> 8) ^ tables[(crc ^ bytes[at]!) & 255]!
  return ~crc >>> 0
}

/** Eight tables of 256, one behind the other: table k advances a byte over k further zero bytes. */
const tables = buildTables()

function buildTables(): Int32Array {
  const table = new Int32Array(8 * 256)
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1
    table[byte] = crc
  }
  for (let index = 256; index < table.length; index++) {
    const previous = table[index - 256]!
    table[index] = (previous >>> 8) ^ table[previous & 255]!
  }
  return table
}
