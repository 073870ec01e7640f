import type { IngestEvent } from '@customer-intel/contract'
import {
  type Converted,
  type ConvertedEvents,
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

/**
 * A message of Segment, as its raw logs (S3, newline-delimited JSON), webhooks and the compatible senders write it:
 * `type`, `messageId`, `anonymousId`, `userId`, `timestamp`, `context`, and by type `event`, `properties`, `traits`.
 *
 * https://segment.com/docs/connections/spec/common, https://segment.com/docs/connections/storage/catalog/aws-s3
 */
export function fromSegment(message: Record<string, unknown>): Converted {
  const type = exportedText(message['type'])
  const messageId = exportedText(message['messageId'])
  if (type === undefined || messageId === undefined)
    return { outcome: 'refused', message: 'needs type and messageId: is this a log of Segment messages?' }
  const timestamp = exportedTime(message['timestamp'] ?? message['originalTimestamp'])
  if (timestamp === undefined) return { outcome: 'refused', message: 'timestamp must be a time in ISO 8601' }

  const context = propertiesOf(message['context'])
  const page = propertiesOf(context['page'])
  const campaign = propertiesOf(context['campaign'])
  const properties = propertiesOf(message['properties'])
  const traits = {
    ...propertiesOf(context['traits']),
    ...(type === 'group' ? {} : propertiesOf(message['traits'])),
  }
  const user = identityOf(exportedText(message['userId']), traits['email'])
  const isSomebody = Object.keys(user).length > 0
  const visitor =
    exportedText(message['anonymousId']) ??
    (type === 'alias' ? exportedText(message['previousId']) : undefined)
  const customerId = exportedText(message['groupId']) ?? exportedText(context['groupId'])
  const identity = given({
    visitorId: visitor === undefined ? undefined : uuidOf('segment/visitor', visitor),
    userIdentity: isSomebody ? user : undefined,
    customerIdentity: customerId === undefined ? undefined : { customerId },
  })
  if (Object.keys(identity).length === 0)
    return { outcome: 'refused', message: 'needs anonymousId or userId: nobody can be found by it' }
  const base = {
    timestamp,
    uuid: uuidOf('segment/message', messageId),
    ...urlPlaceOf(properties['url'] ?? page['url'], properties['path'] ?? page['path'], 'segment'),
    ...campaignOf((name) => campaign[name === 'campaign' ? 'name' : name]),
  }
  const referrer = exportedText(properties['referrer'] ?? page['referrer'])
  const events = (event: IngestEvent): ConvertedEvents => ({ outcome: 'events', identity, events: [event] })
  const name = exportedText(message['name'])

  switch (type) {
    case 'track': {
      const eventName = exportedText(message['event'])
      if (eventName === undefined)
        return { outcome: 'refused', message: 'event is required: what was tracked' }
      return events({ type: 'custom', ...base, eventName, properties: flattenProperties(properties) })
    }
    case 'page': {
      const title = exportedText(properties['title'] ?? page['title']) ?? name
      return events({ type: 'pageview', ...base, ...given({ title, referrer }) })
    }
    case 'screen': {
      const screen = { url: `app://screen/${encodeURIComponent(name ?? '')}`, path: `/${name ?? ''}` }
      return events({ type: 'pageview', ...base, ...screen, ...given({ title: name }) })
    }
    case 'identify':
    case 'alias':
      if (!isSomebody) return { outcome: 'skipped', kind: `${type} without userId or traits.email` }
      return events({ type: 'identify', ...base, ...user, traits: flattenProperties(traits) })
    case 'group': {
      const known = propertiesOf(message['traits'])
      if (customerId === undefined) return { outcome: 'refused', message: 'groupId is required' }
      const customer = customerRecord(customerId, flattenProperties(known))
      if (!isSomebody) return customer
      const converted = events({
        type: 'identify',
        ...base,
        ...user,
        customerId,
        customerTraits: flattenProperties(known),
      })
      // Events can't state when the account was created.
      return customer.record['createdAt'] === undefined
        ? converted
        : { ...converted, record: customer.record }
    }
    default:
      return { outcome: 'skipped', kind: type }
  }
}
