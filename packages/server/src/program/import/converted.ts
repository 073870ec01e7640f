import { createHash } from 'node:crypto'
import { isJsonObject, isUuid, type IngestEvent, type Traits } from '@customer-intel/contract'

/** Whom a line of another product's export is about: the identity of a batch in the Ingest API. */
export interface LineIdentity {
  visitorId?: string
  sessionId?: string
  userIdentity?: { email?: string; userId?: string }
  customerIdentity?: { customerId: string }
}

/** Events of the Ingest API; `record`: what they can't state about the customer. */
export interface ConvertedEvents {
  outcome: 'events'
  identity: LineIdentity
  events: IngestEvent[]
  record?: Record<string, unknown>
}

/** A customer record, as for `POST /api/records`. */
export interface ConvertedRecord {
  outcome: 'record'
  record: Record<string, unknown>
}

/** The result of converting a line. */
export type Converted =
  | ConvertedEvents
  | ConvertedRecord
  /** It contains nothing to import; `kind` for the summary. */
  | { outcome: 'skipped'; kind: string }
  /** It is invalid. */
  | { outcome: 'refused'; message: string }

/** Converts a line's JSON value. Pure: the same line yields the same uuids. */
export type Convert = (line: Record<string, unknown>) => Converted

/** A non-blank text; a number as text. Otherwise undefined. */
export function exportedText(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  return text === '' ? undefined : text
}

/** An object, also from a JSON text; else an empty one. */
export function propertiesOf(value: unknown): Record<string, unknown> {
  if (isJsonObject(value)) return value
  if (typeof value !== 'string' || !value.startsWith('{')) return {}
  try {
    const parsed: unknown = JSON.parse(value)
    return isJsonObject(parsed) ? parsed : {}
  } catch {
    return {}
  }
}

/** A flat map: nested values become JSON text; keys that `keep` rejects are skipped. */
export function flattenProperties(value: Record<string, unknown>, keep = (_key: string) => true): Traits {
  const flat: Traits = {}
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined || !keep(key)) continue
    flat[key] = typeof item === 'object' && item !== null ? JSON.stringify(item) : (item as Traits[string])
  }
  return flat
}

/** A time in ISO 8601 (also with a space for the `T`; UTC without a zone), Unix seconds or milliseconds, in milliseconds. */
export function exportedTime(value: unknown): number | undefined {
  if (typeof value === 'number') return value < 1e11 ? value * 1_000 : value
  const text = exportedText(value)
  if (text === undefined) return undefined
  const iso = text.replace(' ', 'T')
  const at = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(iso) ? iso : `${iso}Z`)
  return Number.isNaN(at) ? undefined : at
}

/** The id if it is a uuid; else one that is computed from it (version 8), separate per `scope`. */
export function uuidOf(scope: string, id: string): string {
  const known: unknown = id
  if (isUuid(known)) return known.toLowerCase()
  const hash = createHash('sha256').update(`${scope}\n${id}`).digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
}

/** The person: many use the e-mail address as id. */
export function identityOf(id: string | undefined, email: unknown): { email?: string; userId?: string } {
  const address = [exportedText(email), id].find((text) => text !== undefined && isEmail(text))
  return {
    ...(address === undefined ? {} : { email: address }),
    ...(id === undefined || isEmail(id) ? {} : { userId: id }),
  }
}

/** Where it happened: the page's URL if valid, else a stand-in that names the export. */
export function urlPlaceOf(url: unknown, path: unknown, format: string): { url: string; path: string } {
  const text = exportedText(url)
  const parsed = text !== undefined && URL.canParse(text) ? new URL(text) : null
  if (text === undefined || parsed === null)
    return { url: `server://${format}`, path: exportedText(path) ?? '/' }
  return { url: text, path: exportedText(path) ?? (parsed.pathname || '/') }
}

/** Without undefined values: the Ingest API accepts absent fields. */
export function given<Value extends object>(
  value: Value,
): { [Key in keyof Value]: Exclude<Value[Key], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as never
}

const campaignFields = ['source', 'medium', 'campaign', 'term', 'content'] as const

/** An event's `utm`; `read` returns each field. Nothing if there is none. */
export function campaignOf(read: (field: (typeof campaignFields)[number]) => unknown): {
  utm?: Record<string, string>
} {
  const utm = given(Object.fromEntries(campaignFields.map((field) => [field, exportedText(read(field))])))
  return Object.keys(utm).length > 0 ? { utm } : {}
}

/** What is known of an account, as a record: name, domain and creation, the rest as traits. */
export function customerRecord(customerId: string, known: Traits): ConvertedRecord {
  const { name, domain, ...traits } = known
  const createdAt = possibleTime(known['createdAt'] ?? known['created_at'])
  return {
    outcome: 'record',
    record: given({
      kind: 'customer',
      customerId,
      name: exportedText(name),
      domain: exportedText(domain),
      createdAt: createdAt === undefined ? undefined : new Date(createdAt).toISOString(),
      traits,
    }),
  }
}

/** An invalid creation date stays a trait, so that the record isn't rejected. */
function possibleTime(value: unknown): number | undefined {
  const at = exportedTime(value)
  return at !== undefined && at >= 0 && at < Date.UTC(2100, 0) ? at : undefined
}
