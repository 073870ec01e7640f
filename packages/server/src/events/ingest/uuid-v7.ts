import { randomFillSync } from 'node:crypto'

const pool = Buffer.alloc(4_096)
let used = pool.length
const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/**
 * A uuid of version 7 (RFC 9562): 48 bits of Unix milliseconds, then 74 random bits. Random bytes are generated in
 * blocks, since a batch may need a hundred uuids.
 */
export function createUuidV7(timeMs: number): string {
  if (used + 10 > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const at = (index: number): number => pool[used + index] ?? 0
  const time = Math.trunc(timeMs).toString(16).padStart(12, '0')
  const text =
    `${time.slice(0, 8)}-${time.slice(8, 12)}-${hex[0x70 | (at(0) & 0x0f)]}${hex[at(1)]}-` +
    `${hex[0x80 | (at(2) & 0x3f)]}${hex[at(3)]}-${hex[at(4)]}${hex[at(5)]}${hex[at(6)]}${hex[at(7)]}${hex[at(8)]}${hex[at(9)]}`
  used += 10
  return text
}
