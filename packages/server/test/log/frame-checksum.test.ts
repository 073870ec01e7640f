import fc from 'fast-check'
import { expect, test } from 'vitest'
import { frameHeaderBytes, writeRecordHeader } from '../../src/drivers/file/log/frame.ts'

/** CRC-32C by its definition (RFC 3720, B.4), bit by bit. */
function crc32c(bytes: Uint8Array): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1
  }
  return ~crc >>> 0
}

test('the definition agrees with the published check value', () => {
  expect(crc32c(Buffer.from('123456789'))).toBe(0xe3069283)
})

test('a frame carries the CRC-32C of its length and payload', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), (payload) => {
      const header = Buffer.alloc(frameHeaderBytes)
      writeRecordHeader(header, 0, payload)
      const covered = Buffer.concat([header.subarray(4, 8), payload])
      expect(header.readUInt32LE(8)).toBe(crc32c(covered))
    }),
  )
})
