import { oneOf, textOf } from '../../app/search-text.ts'

export const deliveryStatuses = ['ENQUEUED', 'ACCEPTED_BY_PROVIDER', 'FAILED', 'SKIPPED'] as const

/** The destinations, or the messages on their way to them: to which, of which automation, how they stand, about whom. */
export function readDestinationsSearch(raw: Record<string, unknown>) {
  return {
    tab: oneOf(['destinations', 'deliveries'], raw.tab),
    destination: textOf(raw.destination),
    automation: textOf(raw.automation),
    status: oneOf(deliveryStatuses, raw.status),
    customer: textOf(raw.customer),
    delivery: textOf(raw.delivery),
  }
}
