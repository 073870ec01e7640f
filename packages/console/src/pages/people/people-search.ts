import type { ListUsersInput } from '@customer-intel/node-sdk'
import { oneOf, someOf, textOf } from '../../app/search-text.ts'

export const journeyStages = [
  'DISCOVERED',
  'SIGNED_UP',
  'ACTIVATED',
  'ENGAGED',
  'INACTIVE',
] as const satisfies NonNullable<ListUsersInput['journeyStage']>[]
export const peopleOrders = [
  'last_activity_at',
  'last_product_activity_at',
  'last_contact_at',
  'first_seen_at',
  'email',
] as const satisfies NonNullable<ListUsersInput['orderBy']>[]
export const spans = ['1d', '7d', '14d', '30d', '90d'] as const
export const peopleColumns = ['person', 'customer', 'stage', 'product', 'contact', 'activity'] as const

/** The list of people, as its address says. */
export function readPeopleSearch(raw: Record<string, unknown>) {
  return {
    search: textOf(raw.search),
    stage: oneOf(journeyStages, raw.stage),
    active: oneOf(spans, raw.active),
    quiet: oneOf(spans, raw.quiet),
    customer: textOf(raw.customer),
    trait: textOf(raw.trait),
    sort: oneOf(peopleOrders, raw.sort),
    direction: oneOf(['asc', 'desc'], raw.direction),
    columns: someOf(peopleColumns, raw.columns),
    peek: textOf(raw.peek),
  }
}

/** What `readPeopleSearch` reads. */
export type PeopleSearch = Partial<ReturnType<typeof readPeopleSearch>>
