import fc from 'fast-check'
import { expect, test } from 'vitest'
import { crc32c } from '../../src/log/file/crc32c.ts'

test('agrees with the published check values', () => {
  expect(crc32c(Buffer.from('123456789'))).toBe(0xe3069283)
  // RFC 3720, B.4
  expect(crc32c(Buffer.alloc(32))).toBe(0x8a9136aa)
  expect(crc32c(Buffer.alloc(32, 0xff))).toBe(0x62a8ab43)
})

test('a checksum can be continued at any place', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat(100), (bytes, cut) => {
      const at = Math.min(cut, bytes.length)
      expect(crc32c(bytes, at, bytes.length, crc32c(bytes, 0, at))).toBe(crc32c(bytes))
    }),
  )
})
