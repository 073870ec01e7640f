import { companyDomain } from '../identity/company-domain.ts'

/** Whether an address is of the account that connected, or of its company: not a customer's. A free-mail provider is nobody's company. */
export function isInternalAddress(email: string, account: string | null): boolean {
  if (account === null) return false
  const own = account.toLowerCase()
  if (email === own) return true
  const company = companyDomain(own)
  return company !== null && companyDomain(email) === company
}

/** Whether nobody reads what is sent to an address, as its local part says: no person, and no customer's either. */
export function isNoReply(email: string): boolean {
  const local = email.slice(0, email.lastIndexOf('@'))
  return noReply.test(local) || noReply.test(local.split('+', 1)[0]!)
}

const noReply =
  /(?:^|[._-])(?:no[._-]?reply|do[._-]?not[._-]?reply|mailer-daemon|postmaster|bounces?|notifications?|alerts?|automated)(?:$|[._-])/
