import { createHash } from 'node:crypto'
import { type IngestEvent, isJsonObject, limits, type Traits, type Utm } from '@customer-intel/contract'
import { derivedUuid } from '../../kernel/log/derived-uuid.ts'
import { emailOf, idOf, objectOf, present, textOf, timeOf } from '../fields.ts'
import type { Answer, EventInput } from '../provider.ts'

/** Events that the service records automatically are ignored, except these. */
export const notedEvents = ['$pageview', '$screen', '$identify', '$set'] as const

const maxProperties = 200
const maxPropertyLength = 2_000

/**
 * Maps an event of the service, from the API or a webhook; an empty list for ignored ones. Throws when it can't be
 * accepted. Pure.
 */
export function mapEvent(item: Answer): EventInput[] {
  const name = textOf(item['event'], limits.ingest.eventNameLength)
  const distinctId = idOf(item['distinct_id'])
  const at = timeOf(item['timestamp'])
  const uuid = idOf(item['uuid'])?.toLowerCase() ?? null
  if (name === null) throw new Error('it has no name')
  if (uuid === null) throw new Error('it has no uuid')
  if (at === null) throw new Error('it has no time')
  if (distinctId === null) throw new Error('it has no distinct_id')
  const properties = readProperties(item['properties'])
  const event = toEvent(name, properties, { uuid: timedUuid(uuid, at), timestamp: at })
  if (event === null) return []
  const who = whoOf(distinctId, properties, item)
  if (event.type !== 'identify') return [{ kind: 'event', ...who, event }]
  if (who.userIdentity === undefined) return []
  return [{ kind: 'event', ...who, event: { ...event, ...who.userIdentity } }]
}

function toEvent(
  name: string,
  properties: Answer,
  base: { uuid: string; timestamp: number },
): IngestEvent | null {
  const page = { ...base, ...pageOf(properties) }
  switch (name) {
    case '$pageview':
      return { type: 'pageview', ...page, ...present({ title: textOf(properties['title'], 2_000) }) }
    case '$screen': {
      const screen = textOf(properties['$screen_name'], maxPropertyLength) ?? ''
      return { type: 'custom', ...page, eventName: 'Screen viewed', properties: { screen } }
    }
    case '$identify':
    case '$set':
      return {
        type: 'identify',
        ...page,
        traits: flat({ ...readProperties(properties['$set_once']), ...readProperties(properties['$set']) }),
      }
    default:
      if (name.startsWith('$')) return null
      return { type: 'custom', ...page, eventName: name, properties: flat(properties) }
  }
}

function pageOf(properties: Answer): Pick<IngestEvent, 'url' | 'path' | 'referrer' | 'utm'> {
  const given = textOf(properties['$current_url'], limits.ingest.urlLength)
  const url = given !== null && URL.canParse(given) ? given : 'server://analytics-a'
  const referrer = textOf(properties['$referrer'], limits.ingest.referrerLength)
  const utm: Utm = present(
    Object.fromEntries(
      (['source', 'medium', 'campaign', 'term', 'content'] as const).map((key) => [
        key,
        textOf(properties[`utm_${key}`], limits.ingest.utmLength),
      ]),
    ),
  )
  return {
    url,
    path:
      url === given
        ? (textOf(properties['$pathname'], limits.ingest.pathLength) ?? new URL(url).pathname)
        : '',
    ...(referrer !== null && referrer !== '$direct' && { referrer }),
    ...(Object.keys(utm).length > 0 && { utm }),
  }
}

/** Whom an event belongs to: the person by address or the application's own id, the browser by its id. */
function whoOf(distinctId: string, properties: Answer, item: Answer): Omit<EventInput, 'kind' | 'event'> {
  const anonymous = isAnonymous(distinctId, properties)
  const email = emailOf(item['email']) ?? emailOf(distinctId)
  const userId = anonymous || emailOf(distinctId) !== null ? null : distinctId
  const browser = anonymous ? distinctId : idOf(properties['$anon_distinct_id'])
  return {
    ...(browser !== null && { visitorId: derivedUuid(`analytics-a visitor ${browser}`) }),
    ...((email !== null || userId !== null) && { userIdentity: present({ email, userId }) }),
  }
}

/** The service gives a browser its own id until the application identifies the person. */
function isAnonymous(distinctId: string, properties: Answer): boolean {
  if (typeof properties['$is_identified'] === 'boolean') return !properties['$is_identified']
  if (properties['$user_id'] === distinctId) return false
  if (typeof properties['$device_id'] === 'string') return properties['$device_id'] === distinctId
  return distinctId.startsWith('$device:') || isUuidV7(distinctId)
}

/** A uuid with the event's time, which is recognised as a duplicate however late it comes again. */
function timedUuid(uuid: string, at: number): string {
  if (isUuidV7(uuid)) return uuid
  const time = at.toString(16).padStart(12, '0').slice(-12)
  const hex = createHash('sha256').update(`analytics-a event ${uuid}`).digest('hex')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(6, 18)}`
}

function isUuidV7(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(text)
}

/** The application's own properties, without those that the service adds; nested values as JSON. */
function flat(properties: Answer): Traits {
  const traits: Traits = {}
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith('$') || key.length > limits.ingest.mapKeyLength || value === undefined) continue
    if (Object.keys(traits).length >= maxProperties) break
    if (typeof value === 'string') traits[key] = textOf(value, maxPropertyLength) ?? ''
    else if (typeof value === 'object' && value !== null)
      traits[key] = textOf(JSON.stringify(value), maxPropertyLength) ?? ''
    else if (typeof value !== 'number' || Number.isFinite(value)) traits[key] = value as Traits[string]
  }
  return traits
}

/** An object, given as object or JSON. */
function readProperties(value: unknown): Answer {
  if (isJsonObject(value)) return value
  if (typeof value !== 'string' || value === '') return {}
  try {
    return objectOf(JSON.parse(value))
  } catch {
    throw new Error('its properties are not JSON')
  }
}
