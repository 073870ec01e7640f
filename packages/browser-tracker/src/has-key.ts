import type { TrackerOptions } from './options.ts'
import { warn } from './warn.ts'

/**
 * Whether the options have a valid public key; warns with the remedy otherwise. A script tag's attribute may have any
 * value.
 */
export const hasKey = ({ publicKey }: TrackerOptions): boolean => {
  const isKey = /^pk_./.test(publicKey)
  if (!isKey) warn('publicKey begins with pk_: revoke any other')
  return isKey
}
