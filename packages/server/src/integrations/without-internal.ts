import { readHost } from '@customer-intel/contract'
import { normalizeEmail } from '../customers/identity/keys.ts'
import type { MapContext, MappedRecord } from './provider.ts'

/**
 * What a provider's object says, without what would make a customer or a contact of one's own people. Sources stay, about
 * their other participants.
 */
export function withoutInternal(
  parts: readonly MappedRecord[],
  { internal }: Pick<MapContext, 'internal'>,
): MappedRecord[] {
  const isOwn = (email: string | undefined): boolean => {
    const address = normalizeEmail(email)
    return address !== null && internal.has(address)
  }
  const isOwnDomain = (domain: string | undefined): boolean =>
    domain !== undefined && internal.has(`@${readHost(domain) ?? domain}`)
  const isAboutUs = (part: MappedRecord): boolean => {
    const { customer } = part as { customer?: { email?: string; domain?: string } }
    return customer !== undefined && (isOwn(customer.email) || isOwnDomain(customer.domain))
  }
  const userIds = new Set(
    parts.flatMap((part) => (part.kind === 'user' && isOwn(part.email) ? part.userId : [])),
  )
  return parts.flatMap((part): MappedRecord[] => {
    switch (part.kind) {
      case 'member':
        return [part]
      case 'user':
        return isOwn(part.email) ? [] : [part]
      case 'authEvent':
        return userIds.has(part.userId) ? [] : [part]
      case 'event':
        return isOwn(part.userIdentity?.email) ? [] : [part]
      case 'customer':
        return isOwnDomain(part.domain) ? [] : [part]
      case 'source': {
        const { customer: _, ...source } = part
        return [isAboutUs(part) ? source : part]
      }
      default:
        return isAboutUs(part) ? [] : [part]
    }
  })
}
