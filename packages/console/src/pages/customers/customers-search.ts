import { numberOf, oneOf, someOf, textOf } from '../../app/search-text.ts'
import {
  activityWindows,
  billingStatuses,
  customerColumns,
  customerOrders,
  factTypes,
  mrrStatuses,
} from './customer-words.ts'

/** The list of customers, as its address says: which filters, in which order, which columns, and who is peeked at. */
export function readCustomersSearch(raw: Record<string, unknown>) {
  return {
    search: textOf(raw.search),
    billing: oneOf(billingStatuses, raw.billing),
    active: oneOf(activityWindows, raw.active),
    quiet: oneOf(activityWindows, raw.quiet),
    facts: someOf(factTypes, raw.facts),
    above: numberOf(raw.above),
    below: numberOf(raw.below),
    currency: textOf(raw.currency),
    mrr: oneOf(mrrStatuses, raw.mrr),
    owner: textOf(raw.owner),
    owned: oneOf(['yes', 'no'], raw.owned),
    activated: textOf(raw.activated),
    trait: textOf(raw.trait),
    sort: oneOf(customerOrders, raw.sort),
    direction: oneOf(['asc', 'desc'], raw.direction),
    columns: someOf(customerColumns, raw.columns),
    peek: textOf(raw.peek),
  }
}

/** What `readCustomersSearch` reads. */
export type CustomersSearch = Partial<ReturnType<typeof readCustomersSearch>>
