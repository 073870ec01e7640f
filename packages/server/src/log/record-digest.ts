import { createHash } from 'node:crypto'
import type { StoredRecord } from './record.ts'

/** Tells whether a record says what another one said. */
export function recordDigest(record: StoredRecord): string {
  return createHash('sha256').update(JSON.stringify(record)).digest('base64url').slice(0, 22)
}
