import type { EventsRecord, StoredEvent } from '../../kernel/log/record.ts'
import { type EventKeys, normalizeEmail, normalizeId } from './keys.ts'

/**
 * The keys of an event: its own, else its batch's. The batch's `userIdentity` completes an event that names nobody, or
 * the same person; an event about somebody else has only its own keys, so that a signed-in colleague who sends an
 * invitation isn't linked with the person invited.
 */
export function eventKeys(record: EventsRecord, event: StoredEvent): EventKeys {
  const batch = record.userIdentity
  const account = normalizeId(event.customerId ?? record.customerIdentity?.customerId)
  const fingerprint = normalizeId(event.fingerprint ?? batch?.fingerprint ?? record.fingerprint)
  const visitor = normalizeId(record.visitorId)?.toLowerCase() ?? null
  let email = normalizeEmail(event.email)
  let externalUserId = normalizeId(event.userId)
  // Only a server's webhook can know who was invited; a browser's statement is ignored.
  if (event.type === 'calendar' && record.source !== 'client') email ??= normalizeEmail(event.inviteeEmail)
  if (batch !== undefined) {
    const batchEmail = normalizeEmail(batch.email)
    const batchUser = normalizeId(batch.userId)
    const namesNobody = email === null && externalUserId === null
    const samePerson =
      (email === null || email === batchEmail) && (externalUserId === null || externalUserId === batchUser)
    const oneKeyAgrees =
      (email !== null && email === batchEmail) || (externalUserId !== null && externalUserId === batchUser)
    if (namesNobody || (samePerson && oneKeyAgrees)) {
      email ??= batchEmail
      externalUserId ??= batchUser
    }
  }
  return { email, externalUserId, fingerprint, visitor, account, about: null }
}
