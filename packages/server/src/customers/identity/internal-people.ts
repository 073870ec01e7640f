import { companyDomain } from './company-domain.ts'

/**
 * The organization's own people: its members, everybody with an address of one of their company domains, and of the
 * domains of its settings with their subdomains.
 */
export interface InternalPeople {
  has(email: string): boolean
}

/** `memberEmails` in lower case, `ownDomains` of the settings. */
export function internalPeople(
  memberEmails: Iterable<string>,
  ownDomains: readonly string[] = [],
): InternalPeople {
  const emails = new Set(memberEmails)
  const domains = new Set([...emails].map(companyDomain).filter((domain) => domain !== null))
  return {
    has(email) {
      const domain = email.slice(email.lastIndexOf('@') + 1)
      const isOwn = (own: string) => domain === own || domain.endsWith(`.${own}`)
      return emails.has(email) || domains.has(domain) || ownDomains.some(isOwn)
    },
  }
}
