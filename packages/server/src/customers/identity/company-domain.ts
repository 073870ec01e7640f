import { readHost } from '@customer-intel/contract'
import academicSuffixes from 'academic-tld'
import freeMailDomains from 'free-email-domains'
import { parse } from 'tldts'

const freeMail = new Set<string>(freeMailDomains)
const academic = new Set<string>(academicSuffixes)

/**
 * The company of an e-mail address: its registrable domain (`jane@eu.acme.co.uk` → `acme.co.uk`). Null for free-mail and
 * academic addresses and for hosts without a public suffix: those people belong to no company.
 *
 * Lists: npm `free-email-domains`, `academic-tld`, and the Public Suffix List through `tldts`.
 */
export function companyDomain(email: string): string | null {
  return companyOfHost(email.slice(email.lastIndexOf('@') + 1))
}

/** The same of a host, a domain or the address of a page: `https://www.acme.co.uk/about` → `acme.co.uk`. */
export function companyOfHost(text: string): string | null {
  const host = readHost(text)
  if (host === null) return null
  const { domain, publicSuffix, isIp } = parse(host, { allowPrivateDomains: true })
  if (!domain || isIp || publicSuffix === null) return null
  if (freeMail.has(host) || freeMail.has(domain)) return null
  if (academic.has(publicSuffix) || publicSuffix === 'edu') return null
  return domain
}

/** Whether strangers have addresses of a domain: a free-mail provider's, or a public suffix. */
export function isSharedDomain(domain: string): boolean {
  return freeMail.has(domain) || parse(domain, { allowPrivateDomains: true }).domain === null
}
