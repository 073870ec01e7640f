import { normalizeEmail, normalizeId } from '../customers/identity/keys.ts'
import type { CustomerKey, SourceRecord } from '../kernel/log/record.ts'
import { internalPeople } from '../customers/identity/internal-people.ts'
import type { Person } from './person.ts'

interface Ids {
  email?: string | null | undefined
  userId?: string | null | undefined
}

/** What belongs to a person. Pure. */
export interface Belonging {
  /** Whether one of these ids is theirs. */
  isTheirs: (ids: Ids) => boolean
  /** If an account consists of one person, callers may name it by that person. */
  isTheirAccount: (customerId: string | undefined) => boolean
  isTheirCustomer: (customer: CustomerKey | undefined) => boolean
  /** Whether a source is about them as a customer, or they are its only external participant. */
  isTheirsAlone: (source: Pick<SourceRecord, 'customer' | 'participants'>) => boolean
}

export function createBelonging(person: Pick<Person, 'keys' | 'members'>): Belonging {
  const keys = new Set(person.keys)
  const internal = internalPeople(person.members)
  const isTheirs = ({ email, userId }: Ids): boolean =>
    keys.has(`email:${normalizeEmail(email) ?? ''}`) || keys.has(`user:${normalizeId(userId) ?? ''}`)
  const isTheirAccount = (customerId: string | undefined): boolean =>
    isTheirs({ email: customerId, userId: customerId })
  const isTheirCustomer = (customer: CustomerKey | undefined): boolean => {
    if (customer === undefined) return false
    return 'customerId' in customer ? isTheirAccount(customer.customerId) : isTheirs({ ...customer } as Ids)
  }
  return {
    isTheirs,
    isTheirAccount,
    isTheirCustomer,
    isTheirsAlone({ customer, participants = [] }) {
      const outside = participants.flatMap(({ email, affiliation }) => {
        const address = normalizeEmail(email)
        return address === null || affiliation === 'internal' || internal.has(address) ? [] : [address]
      })
      const isOnlyThem = outside.length > 0 && outside.every((email) => isTheirs({ email }))
      return isTheirCustomer(customer) || isOnlyThem
    },
  }
}
