import { companyDomain } from '../customers/identity/company-domain.ts'
import type { MapContext } from './provider.ts'

/**
 * Whether an address belongs to the organization's own people, to the account that connected, or to its company: then it
 * isn't a customer's. Free-mail providers are no company.
 */
export function isInternalAddress(
  email: string,
  { account, internal: ours }: Pick<MapContext, 'account' | 'internal'>,
): boolean {
  if (ours.has(email)) return true
  if (account === null) return false
  const own = account.toLowerCase()
  if (email === own) return true
  const company = companyDomain(own)
  return company !== null && companyDomain(email) === company
}

/** What a participant is who belongs to one's own people: they make no customer. */
export const internal = { affiliation: 'internal' } as const

/** Whether mail to an address isn't read by anybody, judging by the local part: then it is no person's. */
export function isNoReply(email: string): boolean {
  const local = email.slice(0, email.lastIndexOf('@'))
  return noReply.test(local) || noReply.test(local.split('+', 1)[0]!)
}

const noReply =
  /(?:^|[._-])(?:no[._-]?reply|do[._-]?not[._-]?reply|mailer-daemon|postmaster|bounces?|notifications?|alerts?|automated)(?:$|[._-])/
