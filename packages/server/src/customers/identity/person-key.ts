import { emailKey, normalizeEmail, normalizeId, userKey } from './keys.ts'

/** The person key of an e-mail address or a userId; a key in its own form is returned as it is. */
export function toPersonKey(reference: string): string {
  if (/^(?:email|user|visitor|fingerprint):./.test(reference)) return reference
  const email = reference.includes('@') ? normalizeEmail(reference) : null
  return email === null ? userKey(normalizeId(reference) ?? reference) : emailKey(email)
}

/** A userId of that form must be written `user:…`. */
export function isCustomerId(reference: string): boolean {
  return /^c[0-9A-Za-z]{11}$/.test(reference)
}

/** Like {@link toPersonKey}, plus the same text as a userId, which may look like an address: the likelier one first. */
export function personKeysOf(reference: string): { likely: string; asUserId: string } {
  return { likely: toPersonKey(reference), asUserId: userKey(normalizeId(reference) ?? reference) }
}
