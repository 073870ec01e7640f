import { type FormEvent, type IngestEvent, isSensitiveField, redactUrl } from '@customer-intel/contract'

const remembered = new Map<string, string>()

/** Characters of a form that are searched, which takes a few milliseconds. */
const maxSearched = 160_000
/** A character of a field's name takes this many times longer than one of its value. */
const nameWeight = 6

/**
 * Removes what must never be stored from an event: sensitive form fields, and secret-looking values in the query of
 * `url`, `referrer` and `path`. Fields of a form that is too long to search are treated as secret. Changes the event in
 * place; returns whether it did.
 */
export function sanitise(event: IngestEvent): boolean {
  const { url, path, referrer } = event
  event.url = withoutSecrets(url)
  event.path = withoutSecrets(path)
  if (referrer !== undefined) event.referrer = withoutSecrets(referrer)
  const isRedacted = event.url !== url || event.path !== path || event.referrer !== referrer
  return (event.type === 'form' && dropSensitiveFields(event)) || isRedacted
}

function dropSensitiveFields(event: FormEvent): boolean {
  const fields = event.formFields ?? {}
  let searched = 0
  const sensitive = Object.keys(fields).filter((name) => {
    const value = fields[name] ?? ''
    searched += nameWeight * name.length + value.length
    return searched > maxSearched || isSensitiveField(name, value)
  })
  for (const name of sensitive) delete fields[name]
  return sensitive.length > 0
}

/** Cached: a site's pages are few and repeat. */
function withoutSecrets(url: string): string {
  // Only these can be part of a secret: a query, user info, a web token.
  if (!url.includes('=') && !url.includes('@') && !url.includes('eyJ')) return url
  if (url.length > 512) return redactUrl(url)
  const known = remembered.get(url)
  if (known !== undefined) return known
  if (remembered.size >= 1_000) remembered.clear()
  const redacted = redactUrl(url)
  remembered.set(url, redacted)
  return redacted
}
