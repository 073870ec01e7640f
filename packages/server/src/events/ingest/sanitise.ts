import {
  dropSecretFields,
  type IngestEnvelope,
  type IngestEvent,
  withoutSecrets,
} from '@customer-intel/contract'

/** Characters of a form that are searched, which takes a few milliseconds: people type less than programs write. */
const maxSearchedOfForm = 160_000

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
  const max = event.type === 'form' ? maxSearchedOfForm : undefined
  const isDropped = [ownFields(event), event.customerTraits].map(
    (fields) => fields !== undefined && dropSecretFields(fields, max),
  )
  return isDropped.includes(true) || isRedacted
}

/** The same for what a batch states about the person and customer of all its events. */
export function sanitiseIdentity({
  userIdentity,
  customerIdentity,
}: Pick<IngestEnvelope, 'userIdentity' | 'customerIdentity'>): boolean {
  const isDropped = [userIdentity?.traits, customerIdentity?.customerTraits].map(
    (fields) => fields !== undefined && dropSecretFields(fields),
  )
  return isDropped.includes(true)
}

/** What people and programs write into an event of this type under names of their own. */
function ownFields(event: IngestEvent): Record<string, unknown> | undefined {
  if (event.type === 'form') return event.formFields
  if (event.type === 'custom') return event.properties
  if (event.type === 'identify') return event.traits
  return undefined
}
