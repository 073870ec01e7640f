import { limits } from './limits.ts'
import { isSensitiveField, isSensitiveText, MIN_SECRET_CHARS, redactEverySecret, toWords } from './privacy.ts'

const remembered = new Map<string, string>()
/** A site's names are few and repeat. */
const rememberedNames = new Map<string, boolean>()
/** Characters of a map that are searched: all that a body can hold, with names of up to a sixth of it. */
const maxSearched = 2 * limits.ingest.bodyBytes
/** A character of a field's name takes this many times longer than one of its value. */
const nameWeight = 6

/**
 * Removes secrets from what people and programs write under names of their own: fields that are secret by their name or
 * their value, and secret values in the query of an address, nested ones included. Fields beyond `max` characters count as secret. Changes the
 * fields in place; returns whether it did.
 */
export function dropSecretFields(fields: Record<string, unknown>, max = maxSearched): boolean {
  let searched = 0
  const secret = Object.keys(fields).filter((name) => {
    const value = fields[name]
    const text = typeof value === 'string' ? value : ''
    searched += nameWeight * name.length + text.length
    return (
      searched > max ||
      (isSecretName(name) && !isCountOrFlag(name, value)) ||
      // Of a number only the name counts: a time in milliseconds can look like a card.
      (text.length >= MIN_SECRET_CHARS && isSensitiveText(text))
    )
  })
  for (const name of secret) delete fields[name]
  const addresses = Object.entries(fields).filter(
    ([, value]) => typeof value === 'string' && isAddress.test(value),
  )
  const redacted = addresses.filter(([name, url]) => (fields[name] = withoutSecrets(url as string)) !== url)
  const nested = Object.values(fields).filter((value) => typeof value === 'object' && value !== null)
  const changed = nested.filter((value) => dropSecretFields(value as Record<string, unknown>, max))
  return secret.length + redacted.length + changed.length > 0
}

const isAddress = /^https?:\/\/\S+$/

function isSecretName(name: string): boolean {
  const known = rememberedNames.get(name)
  if (known !== undefined) return known
  const isSecret = isSensitiveField(name, '')
  if (rememberedNames.size >= 1_000) rememberedNames.clear()
  if (name.length <= 128) rememberedNames.set(name, isSecret)
  return isSecret
}

const counts =
  /(tokens|secrets|credentials|cards|passwords|codes|keys|sessions|accounts)_((used|spent|left|remaining)_)?$|_(count|total|limit|remaining|attempts|quota|usage)_$/
const flags = /_(enabled|disabled|required|verified|active|configured|set|present|changed|expired)_$/

/**
 * Whether a field that is secret by its name holds something about the secret instead: a flag, or how many there are
 * (`otp_enabled`, `tokens_used`).
 */
function isCountOrFlag(name: string, value: unknown): boolean {
  if (typeof value === 'boolean') return true
  const words = toWords(name)
  const text = String(value)
  return (
    (counts.test(words) && (typeof value === 'number' || /^\d{1,6}$/.test(text))) ||
    (flags.test(words) && /^([01]|true|false|yes|no|on|off)$/i.test(text))
  )
}

/** An address without secrets. Cached: a site's pages are few and repeat. */
export function withoutSecrets(url: string): string {
  // Only these can be part of a secret: a query, user info, a web token.
  if (!url.includes('=') && !url.includes('@') && !url.includes('eyJ')) return url
  if (url.length > 512) return redactEverySecret(url, isSecretName)
  const known = remembered.get(url)
  if (known !== undefined) return known
  if (remembered.size >= 1_000) remembered.clear()
  const redacted = redactEverySecret(url, isSecretName)
  remembered.set(url, redacted)
  return redacted
}
