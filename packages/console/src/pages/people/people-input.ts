import type { ListUsersInput } from '@customer-intel/node-sdk'
import { toTrait } from '../../parts/filters/trait.ts'
import type { PeopleSearch } from './people-search.ts'

/** What the server is asked for a view of the list. */
export function toPeopleInput(view: PeopleSearch): ListUsersInput {
  return {
    search: view.search,
    journeyStage: view.stage,
    // The two contradict each other.
    hasActivityInLast: view.quiet ? undefined : view.active,
    noActivityInLast: view.quiet,
    customerId: view.customer,
    traitFilters: view.trait === undefined ? undefined : toTrait(view.trait),
    orderBy: view.sort,
    orderDirection: view.direction,
  }
}
