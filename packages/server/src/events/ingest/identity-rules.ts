import type { CustomerIdentity, IngestEvent, IngestSource, UserIdentity } from '@customer-intel/contract'

/** What a batch says about whom its events belong to. */
export interface BatchIdentity {
  source: IngestSource
  visitorId?: string
  fingerprint?: string
  userIdentity?: UserIdentity
  customerIdentity?: CustomerIdentity
}

/**
 * Why an event doesn't say enough about whom it belongs to; null if it does. A browser's events may be anonymous. A
 * server's event needs a person or an account, in the event or in its batch; blank values don't count.
 */
export function findIdentityFault(event: IngestEvent, batch: BatchIdentity): string | null {
  if (batch.source === 'client' || namesSomeone(batch)) return null
  if (isGiven(event.customerId)) return null
  switch (event.type) {
    case 'custom':
      if (isGiven(event.email) || isGiven(event.userId) || isGiven(event.fingerprint)) return null
      return `email, userId, fingerprint or customerId is required: a custom event of source ${batch.source} must say whom it belongs to.`
    case 'identify':
      return null
    case 'calendar':
      if (isGiven(event.inviteeEmail)) return null
      break
    default:
  }
  if (batch.visitorId !== undefined) return null
  return `customerId is required, or visitorId, userIdentity or customerIdentity on the batch: an event of source ${batch.source} must say whom it belongs to.`
}

function namesSomeone(batch: BatchIdentity): boolean {
  const { userIdentity, customerIdentity, fingerprint } = batch
  return (
    isGiven(fingerprint) ||
    isGiven(customerIdentity?.customerId) ||
    isGiven(userIdentity?.email) ||
    isGiven(userIdentity?.userId) ||
    isGiven(userIdentity?.fingerprint)
  )
}

function isGiven(value: string | undefined): boolean {
  return value !== undefined && value.trim() !== ''
}
