import { createHash } from 'node:crypto'
import type { StoredRecord } from './record.ts'

/** A digest of a record: equal for equal content. */
export function recordDigest(record: StoredRecord): string {
  return createHash('sha256').update(JSON.stringify(record)).digest('base64url').slice(0, 22)
}
