import { AppError } from '../errors.ts'
import type { CustomerReads, CustomerSummary } from '../store/customer-reads.ts'

/**
 * The one customer that a reference names. Throws `NOT_FOUND` when there is none, and `AMBIGUOUS_REFERENCE` with the
 * candidates when there are several.
 */
export async function requireCustomer(
  reads: Pick<CustomerReads, 'findCustomer'>,
  reference: string,
): Promise<CustomerSummary> {
  const match = await reads.findCustomer(reference)
  if (match.kind === 'found') return match.customer
  if (match.kind === 'missing') {
    const message =
      'customer names no customer: give an id, a domain or an exact name, as svc_list_customers shows them'
    throw new AppError('NOT_FOUND', message, { issues: [{ path: ['customer'], message }] })
  }
  const candidates = match.candidates.map(describe)
  throw new AppError(
    'AMBIGUOUS_REFERENCE',
    `customer names several customers: give the id of one. ${candidates.join('; ')}`,
    { issues: candidates.map((message) => ({ path: ['customer'], message })) },
  )
}

function describe({ customerId, name, domain }: CustomerSummary): string {
  return `${customerId} (${[name, domain].filter(Boolean).join(', ') || 'no name'})`
}
