/** 32 bytes each: the first one encrypts, the others decrypt what was encrypted before a rotation. */
export type SecretKeys = readonly Uint8Array[]

export const keyBytes = 32

/**
 * Parses keys from a setting or a key file: base64, separated by commas or lines, the encrypting one first. Null:
 * invalid.
 */
export function parseSecretKeys(text: string): SecretKeys | null {
  const keys = text.split(/[\s,]+/).filter((part) => part !== '')
  const decoded = keys.map((key) =>
    /^[A-Za-z0-9+/_-]{43}=?$/.test(key) ? Buffer.from(key, 'base64') : Buffer.alloc(0),
  )
  return decoded.length > 0 && decoded.every(({ length }) => length === keyBytes) ? decoded : null
}
