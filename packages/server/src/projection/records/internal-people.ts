import { companyDomain } from '../../identity/company-domain.ts'

/** The organization's own people: its members, and everybody with an address of one of their company domains. */
export interface InternalPeople {
  has(email: string): boolean
}

export function internalPeople(memberEmails: Iterable<string>): InternalPeople {
  const emails = new Set(memberEmails)
  const domains = new Set([...emails].map(companyDomain).filter((domain) => domain !== null))
  return {
    has(email) {
      return emails.has(email) || domains.has(email.slice(email.lastIndexOf('@') + 1))
    },
  }
}
