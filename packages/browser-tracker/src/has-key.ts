import type { TrackerOptions } from './options.ts'
import { warn } from './warn.ts'

/** Whether the options have a public key; tells the remedy when not. A script tag's may be anything. */
export const hasKey = ({ publicKey }: TrackerOptions): boolean => {
  const isKey = /^pk_./.test(publicKey)
  if (!isKey) warn('publicKey must begin with pk_: revoke any other')
  return isKey
}
