import {
  type FormEvent,
  type IngestEvent,
  REDACTED,
  isSensitiveField,
  redactUrl,
} from '@customer-intel/contract'
import { measureEffort } from './privacy-effort.ts'

const remembered = new Map<string, string>()

/** What one event's form fields, or one address, may cost to search, see `measureEffort`. */
const maxEffort = 1_000

/**
 * Takes out of an event what must never be stored: sensitive form fields, and secret-looking values in the query of
 * `url`, `referrer` and `path`. What would take too long to search is treated as if it held a secret. Changes
 * the event in place.
 */
export function sanitise(event: IngestEvent): void {
  event.url = withoutSecrets(event.url)
  event.path = withoutSecrets(event.path)
  if (event.referrer !== undefined) event.referrer = withoutSecrets(event.referrer)
  if (event.type === 'form') dropSensitiveFields(event)
}

function dropSensitiveFields(event: FormEvent): void {
  const fields = event.formFields ?? {}
  let effort = 0
  const sensitive = Object.keys(fields).filter((name) => {
    const value = fields[name] ?? ''
    const own = measureEffort(value)
    effort += own
    return (effort > maxEffort && own > 0) || isSensitiveField(name, value)
  })
  for (const name of sensitive) delete fields[name]
}

/** The pages of a site are few and come again and again: what was found out about an address is kept for a while. */
function withoutSecrets(url: string): string {
  // Nothing else can hold a secret: no pair, no user info, no web token.
  if (!url.includes('=') && !url.includes('@') && !url.includes('eyJ')) return url
  if (url.length > 512) return measureEffort(url) > maxEffort ? cutAfterPath(url) : redactUrl(url)
  const known = remembered.get(url)
  if (known !== undefined) return known
  if (remembered.size >= 1_000) remembered.clear()
  const redacted = redactUrl(url)
  remembered.set(url, redacted)
  return redacted
}

/** Nobody's page has an address like this one: what can't be searched in time is not kept. */
function cutAfterPath(url: string): string {
  const start = url.slice(0, 512)
  const end = start.search(/[?#;@=]|eyJ/)
  return `${end < 0 ? start : start.slice(0, end)}?${REDACTED}`
}
