import {
  type IngestEvent,
  type IngestPayload,
  asciiEmailPattern,
  isStorable,
  limits,
  maxTimestamp,
} from '@customer-intel/contract'

const bounds = limits.ingest
/** Lower case only: the schema would change an upper-case uuid. */
const plainUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const wholeUrl = /^[A-Za-z][A-Za-z0-9+.-]*:./s

/** A JSON object with unchecked fields. */
type Fields = Record<string, unknown>

/**
 * Checks in about a microsecond that an event is valid, and that neither the contract's schema nor encoding it would change
 * it. Recognises the common cases only: false means that the schema must decide, and word the error.
 *
 * `storable`: no string of the batch can contain a NUL or a lone surrogate. JSON writes both as `\u…`, so a body without
 * `\u` has none, and its strings needn't be searched.
 */
export function isPlainlyValid(value: unknown, storable: boolean): value is IngestEvent {
  if (typeof value !== 'object' || value === null) return false
  const event = value as Fields
  const common = countCommon(event, storable)
  if (common < 0) return false
  const own = countOwn(event, storable)
  return own >= 0 && common + own === countKeys(event)
}

/**
 * The same for the batch around the events: whether the schema would return it unchanged. The events themselves are only
 * counted. A batch with unknown fields is valid, but the schema would change it.
 */
export function isPlainBatch(value: unknown, storable: boolean): value is IngestPayload {
  if (!isObject(value)) return false
  const { events, visitorId, source, fingerprint, sessionId, sentAt, userIdentity, customerIdentity } = value
  if (!Array.isArray(events) || events.length === 0 || events.length > bounds.eventsPerRequest) return false
  if (source !== undefined && source !== 'client' && source !== 'server' && source !== 'integration')
    return false
  if (visitorId === undefined && (source === undefined || source === 'client')) return false
  const known = sum(
    sum(source === undefined ? 1 : 2, optional(sentAt, isTimestamp)),
    sum(
      optional(visitorId, isPlainUuid),
      optional(sessionId, isPlainUuid),
      optional(fingerprint, (text) => isText(text, 1, bounds.identifierLength, storable)),
    ),
    sum(
      optional(userIdentity, (identity) => isPlainIdentity(identity, storable)),
      optional(customerIdentity, (identity) => isPlainAccount(identity, storable)),
    ),
  )
  return known === countKeys(value)
}

function isPlainIdentity(value: unknown, storable: boolean): boolean {
  if (!isObject(value)) return false
  return (
    sum(
      optional(value['traits'], (map) => isTraits(map, storable)),
      countPerson(value, storable),
    ) === countKeys(value)
  )
}

function isPlainAccount(value: unknown, storable: boolean): boolean {
  if (!isObject(value)) return false
  const known = sum(
    optional(value['customerId'], (text) => isText(text, 1, bounds.identifierLength, storable)),
    optional(value['customerTraits'], (map) => isTraits(map, storable)),
  )
  return known === countKeys(value)
}

/** Number of fields that every type has, or -1 if one isn't plainly valid. */
function countCommon(event: Fields, storable: boolean): number {
  const { url, path, timestamp, uuid, referrer, utm, customerId, customerTraits } = event
  if (!isText(url, 1, bounds.urlLength, storable) || !wholeUrl.test(url)) return -1
  if (!isText(path, 0, bounds.pathLength, storable)) return -1
  let count = 3
  if (timestamp !== undefined) {
    if (!isTimestamp(timestamp)) return -1
    count += 1
  }
  if (uuid !== undefined) {
    if (!isPlainUuid(uuid)) return -1
    count += 1
  }
  if (referrer !== undefined) {
    if (!isText(referrer, 0, bounds.referrerLength, storable)) return -1
    count += 1
  }
  if (utm !== undefined) {
    if (!isUtm(utm, storable)) return -1
    count += 1
  }
  if (customerId !== undefined) {
    if (!isText(customerId, 1, bounds.identifierLength, storable)) return -1
    count += 1
  }
  if (customerTraits !== undefined) {
    if (!isTraits(customerTraits, storable)) return -1
    count += 1
  }
  return count
}

/** Number of fields of the type, or -1. Calendar bookings are rare: the schema checks them. */
function countOwn(event: Fields, storable: boolean): number {
  switch (event['type']) {
    case 'pageview':
      return optional(event['title'], (title) => isText(title, 0, bounds.titleLength, storable))
    case 'custom':
      if (!isText(event['eventName'], 1, bounds.eventNameLength, storable)) return -1
      return sum(
        1,
        optional(event['properties'], (map) => isTraits(map, storable)),
        countPerson(event, storable),
      )
    case 'identify':
      if (event['email'] === undefined && !hasLetters(event['userId'])) return -1
      return sum(
        0,
        optional(event['traits'], (map) => isTraits(map, storable)),
        countPerson(event, storable),
      )
    case 'form':
      return sum(
        0,
        optional(event['formId'], (formId) => isText(formId, 0, bounds.formIdLength, storable)),
        optional(event['formFields'], (fields) => isTraits(fields, storable) && hasOnlyStrings(fields)),
      )
    case 'engagement':
      return isDuration(event['activeTimeMs']) &&
        isDuration(event['totalTimeMs']) &&
        isPlainUuid(event['sessionId'])
        ? 3
        : -1
    default:
      return -1
  }
}

function countPerson(event: Fields, storable: boolean): number {
  const { email, userId, fingerprint } = event
  return sum(
    optional(
      email,
      (text) => typeof text === 'string' && text.length <= bounds.emailLength && asciiEmailPattern.test(text),
    ),
    optional(userId, (text) => isText(text, 1, bounds.identifierLength, storable)),
    optional(fingerprint, (text) => isText(text, 1, bounds.identifierLength, storable)),
  )
}

/** 0 for an absent field, 1 for a plainly valid one, else -1. */
function optional(value: unknown, isValid: (value: unknown) => boolean): number {
  if (value === undefined) return 0
  return isValid(value) ? 1 : -1
}

function sum(first: number, second: number, third = 0): number {
  return first < 0 || second < 0 || third < 0 ? -1 : first + second + third
}

function isText(value: unknown, min: number, max: number, storable: boolean): value is string {
  return (
    typeof value === 'string' && value.length >= min && value.length <= max && (storable || isStorable(value))
  )
}

function hasLetters(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== ''
}

function isPlainUuid(value: unknown): boolean {
  return typeof value === 'string' && value.length === 36 && plainUuid.test(value)
}

function isDuration(value: unknown): boolean {
  return isNumber(value) && value >= 0
}

function isTimestamp(value: unknown): boolean {
  return isNumber(value) && Number.isSafeInteger(value) && Math.abs(value) <= maxTimestamp
}

/** Without -0, which JSON.stringify writes as 0. */
function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && !Object.is(value, -0)
}

function isUtm(value: unknown, storable: boolean): boolean {
  if (!isObject(value)) return false
  for (const key in value) {
    if (
      key !== 'source' &&
      key !== 'medium' &&
      key !== 'campaign' &&
      key !== 'term' &&
      key !== 'content' &&
      key !== 'ref'
    )
      return false
    if (!isText(value[key], 0, bounds.utmLength, storable)) return false
  }
  return true
}

function isTraits(value: unknown, storable: boolean): value is Fields {
  if (!isObject(value)) return false
  let count = 0
  for (const key in value) {
    count += 1
    if (count > bounds.mapKeys || !isText(key, 0, bounds.mapKeyLength, storable)) return false
    const held = value[key]
    if (typeof held === 'string') {
      if (!isText(held, 0, bounds.mapValueLength, storable)) return false
    } else if (held !== null && typeof held !== 'boolean' && !isNumber(held)) return false
  }
  return true
}

function hasOnlyStrings(map: Fields): boolean {
  for (const key in map) if (typeof map[key] !== 'string') return false
  return true
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function countKeys(event: Fields): number {
  let count = 0
  // oxlint-disable-next-line guard-for-in -- what JSON.parse made has no inherited enumerable keys
  for (const _ in event) count += 1
  return count
}
