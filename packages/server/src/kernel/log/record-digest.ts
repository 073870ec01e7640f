import { hash } from 'node:crypto'
import type { StoredRecord } from './record.ts'

/** A digest of a record: equal for equal content. */
export function recordDigest(record: StoredRecord): string {
  return hash('sha256', JSON.stringify(record), 'base64url').slice(0, 22)
}
