import type { ListCustomersInput } from '@customer-intel/node-sdk'
import { toTrait } from '../../parts/filters/trait.ts'
import type { CustomersSearch } from './customers-search.ts'

/** What the server is asked for a view of the list: an export asks for the same. */
export function toCustomersInput(view: CustomersSearch): ListCustomersInput {
  return {
    search: view.search,
    billingStatus: view.billing,
    // The two contradict each other: the later one in the address would be refused.
    hasActivityInLast: view.quiet ? undefined : view.active,
    noActivityInLast: view.quiet,
    factTypes: view.facts,
    mrrAbove: toCents(view.above),
    mrrBelow: toCents(view.below),
    currency: view.currency,
    mrrCalculationStatus: view.mrr,
    ownerId: view.owner,
    hasOwner: view.owned === undefined ? undefined : view.owned === 'yes',
    activatedSince: view.activated === undefined ? undefined : toStart(view.activated),
    traitFilters: view.trait === undefined ? undefined : toTrait(view.trait),
    orderBy: view.sort,
    orderDirection: view.direction,
  }
}

const toCents = (amount: number | undefined) => (amount === undefined ? undefined : Math.round(amount * 100))

function toStart(day: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? `${day}T00:00:00Z` : day
}
