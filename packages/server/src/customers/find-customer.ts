import { AppError } from '../kernel/errors.ts'
import type { CustomerName, CustomerReads, NoOneCustomer } from './reads/customer-reads.ts'

/**
 * The customer that a reference means. Throws `NOT_FOUND` when there is none, and `AMBIGUOUS_REFERENCE` with the
 * candidates when there are several.
 */
export async function requireCustomer(
  reads: Pick<CustomerReads, 'findCustomer'>,
  reference: string,
): Promise<CustomerName> {
  const match = await reads.findCustomer(reference)
  if (match.kind !== 'found') throw notOneCustomer(match)
  return match.customer
}

/** `field`: the input field of the reference. */
export function notOneCustomer(match: NoOneCustomer, field = 'customer'): AppError {
  if (match.kind === 'missing') return customerNotFound()
  const candidates = match.candidates.map(describe)
  return new AppError(
    'AMBIGUOUS_REFERENCE',
    `${field} names several customers: give the id of one. ${candidates.join('; ')}`,
    { issues: candidates.map((message) => ({ path: [field], message })) },
  )
}

export function customerNotFound(): AppError {
  const message =
    'customer names no customer: give an id, a domain or an exact name, as svc_list_customers shows them'
  return new AppError('NOT_FOUND', message, { issues: [{ path: ['customer'], message }] })
}

function describe({ id, name, domain }: CustomerName): string {
  return `${id} (${[name, domain].filter(Boolean).join(', ') || 'no name'})`
}
