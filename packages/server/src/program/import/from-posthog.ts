import type { IngestEvent } from '@customer-intel/contract'
import {
  type Converted,
  campaignOf,
  customerRecord,
  flattenProperties,
  given,
  identityOf,
  propertiesOf,
  urlPlaceOf,
  exportedText,
  exportedTime,
  uuidOf,
} from './converted.ts'

/** Group types that can stand for an account; the first one in a row is used. */
const accountTypes = ['customer', 'account', 'company', 'organization', 'organisation', 'workspace', 'team']
const own = (key: string): boolean => !key.startsWith('$')

/**
 * A row of PostHog's events: of a batch or file export in JSON lines (`uuid`, `event`, `distinct_id`, `properties`,
 * `person_properties`, `timestamp`; maps as objects or as JSON texts), or of its events API (`id` for `uuid`).
 *
 * https://posthog.com/docs/cdp/batch-exports/s3, https://posthog.com/docs/product-analytics/identify
 */
export function fromPostHog(row: Record<string, unknown>): Converted {
  const name = exportedText(row['event'])
  const id = exportedText(row['uuid']) ?? exportedText(row['id'])
  const distinctId = exportedText(row['distinct_id'])
  const timestamp = exportedTime(row['timestamp'])
  if (name === undefined || id === undefined || distinctId === undefined)
    return {
      outcome: 'refused',
      message: 'needs event, uuid and distinct_id: is this an export of PostHog events?',
    }
  if (timestamp === undefined) return { outcome: 'refused', message: 'timestamp must be a time in ISO 8601' }

  const properties = propertiesOf(row['properties'])
  const set = { ...propertiesOf(properties['$set_once']), ...propertiesOf(properties['$set']) }
  const person = { ...propertiesOf(row['person_properties']), ...set }
  const anonymousId = exportedText(properties['$anon_distinct_id']) ?? exportedText(properties['$device_id'])
  const userId = isIdentified(name, distinctId, properties) ? distinctId : undefined
  const visitor =
    userId === undefined
      ? distinctId
      : name === '$create_alias'
        ? exportedText(properties['alias'])
        : anonymousId
  const user = identityOf(userId, person['email'] ?? person['$email'])
  const account = accountOf(properties)
  const session = exportedText(properties['$session_id'])
  const isSomebody = Object.keys(user).length > 0
  const identity = given({
    visitorId: visitor === undefined ? undefined : uuidOf('posthog/visitor', visitor),
    sessionId: session === undefined ? undefined : uuidOf('posthog/session', session),
    userIdentity: isSomebody ? user : undefined,
    customerIdentity: account === undefined ? undefined : { customerId: account },
  })
  const base = {
    timestamp,
    uuid: uuidOf('posthog/event', id),
    ...urlPlaceOf(properties['$current_url'], properties['$pathname'], 'posthog'),
    ...campaignOf((name) => properties[`utm_${name}`]),
  }
  const events = (...made: IngestEvent[]): Converted => ({ outcome: 'events', identity, events: made })
  const traits = flattenProperties(set, own)
  const identify: IngestEvent = { type: 'identify', ...base, ...user, traits }

  switch (name) {
    case '$pageview': {
      const title = exportedText(properties['title']) ?? exportedText(properties['$title'])
      return events({ type: 'pageview', ...base, ...given({ title, referrer: referrerOf(properties) }) })
    }
    case '$identify':
    case '$set':
    case '$create_alias':
      return isSomebody ? events(identify) : { outcome: 'skipped', kind: `${name} of nobody` }
    case '$groupidentify': {
      const type = exportedText(properties['$group_type']) ?? ''
      const customerId = exportedText(properties['$group_key'])
      if (customerId === undefined || !accountTypes.includes(type))
        return { outcome: 'skipped', kind: `$groupidentify of ${type || 'no type'}` }
      return customerRecord(customerId, flattenProperties(propertiesOf(properties['$group_set']), own))
    }
    default:
      if (name.startsWith('$')) return { outcome: 'skipped', kind: name }
  }
  const custom: IngestEvent = {
    type: 'custom',
    ...base,
    eventName: name,
    properties: flattenProperties(properties, own),
  }
  // What an event states about its person becomes an identify event.
  return isSomebody && Object.keys(traits).length > 0
    ? events({ ...identify, uuid: uuidOf('posthog/set', id + '/set') }, custom)
    : events(custom)
}

/**
 * A browser's id becomes a user's by `identify`; a backend has no device, and its ids are users' unless it says
 * otherwise.
 */
function isIdentified(name: string, distinctId: string, properties: Record<string, unknown>): boolean {
  if (name === '$identify' || name === '$create_alias') return true
  if (properties['$process_person_profile'] === false || properties['$is_identified'] === false) return false
  if (properties['$is_identified'] === true || exportedText(properties['$user_id']) !== undefined) return true
  const device = exportedText(properties['$device_id'])
  return device === undefined || device !== distinctId
}

function accountOf(properties: Record<string, unknown>): string | undefined {
  const groups = propertiesOf(properties['$groups'])
  const type = accountTypes.find((candidate) => exportedText(groups[candidate]) !== undefined)
  return type === undefined ? undefined : exportedText(groups[type])
}

/** PostHog writes `$direct` for no referrer. */
function referrerOf(properties: Record<string, unknown>): string | undefined {
  const referrer = exportedText(properties['$referrer'])
  return referrer === '$direct' ? undefined : referrer
}
