import {
  type IngestEvent,
  isSensitiveField,
  isSensitiveText,
  limits,
  MIN_SECRET_CHARS,
  redactEverySecret,
} from '@customer-intel/contract'

const remembered = new Map<string, string>()
/** A site's names are few and repeat. */
const rememberedNames = new Map<string, boolean>()
/** Characters of a form that are searched, which takes a few milliseconds. */
const maxSearchedOfForm = 160_000
/** The same of properties and traits, which programs write: all that a body can hold, with names of up to a sixth of it. */
const maxSearched = 2 * limits.ingest.bodyBytes
/** A character of a field's name takes this many times longer than one of its value. */
const nameWeight = 6

/**
 * Removes what must never be stored from an event: sensitive fields of a form, properties and traits, and secret-looking
 * values in the query of `url`, `referrer` and `path`. Fields of an event that is too long to search are treated as secret.
 * Changes the event in place; returns whether it did.
 */
export function sanitise(event: IngestEvent): boolean {
  const { url, path, referrer } = event
  event.url = withoutSecrets(url)
  event.path = withoutSecrets(path)
  if (referrer !== undefined) event.referrer = withoutSecrets(referrer)
  const isRedacted = event.url !== url || event.path !== path || event.referrer !== referrer
  const max = event.type === 'form' ? maxSearchedOfForm : maxSearched
  const isDropped = mapsOf(event).map((fields) => fields !== undefined && dropSensitiveFields(fields, max))
  return isDropped.includes(true) || isRedacted
}

/** What people and programs write into an event under names of their own. */
function mapsOf(event: IngestEvent): (Record<string, unknown> | undefined)[] {
  if (event.type === 'form') return [event.formFields]
  if (event.type === 'custom') return [event.properties]
  if (event.type === 'identify') return [event.traits, event.customerTraits]
  return []
}

const isAddress = /^https?:\/\/\S+$/

/** Of a number only the name counts: a time in milliseconds can look like a card. */
function dropSensitiveFields(fields: Record<string, unknown>, max: number): boolean {
  let searched = 0
  const sensitive = Object.keys(fields).filter((name) => {
    const value = fields[name]
    const text = typeof value === 'string' ? value : ''
    searched += nameWeight * name.length + text.length
    return searched > max || isSecretName(name) || (text.length >= MIN_SECRET_CHARS && isSensitiveText(text))
  })
  for (const name of sensitive) delete fields[name]
  const addresses = Object.entries(fields).filter(
    ([, value]) => typeof value === 'string' && isAddress.test(value),
  )
  const redacted = addresses.filter(([name, url]) => (fields[name] = withoutSecrets(url as string)) !== url)
  return sensitive.length > 0 || redacted.length > 0
}

function isSecretName(name: string): boolean {
  const known = rememberedNames.get(name)
  if (known !== undefined) return known
  const isSecret = isSensitiveField(name, '')
  if (rememberedNames.size >= 1_000) rememberedNames.clear()
  if (name.length <= 128) rememberedNames.set(name, isSecret)
  return isSecret
}

/** Cached: a site's pages are few and repeat. */
function withoutSecrets(url: string): string {
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
