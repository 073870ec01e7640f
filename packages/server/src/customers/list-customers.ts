import type { ResolvedToolInput } from '@customer-intel/contract'
import { activityBounds, daysSince } from './activity-window.ts'
import { explainNothing } from './explain-nothing.ts'
import { openPage } from '../kernel/operations/page.ts'
import { defineTool } from '../kernel/operations/tool.ts'

type Filters = Omit<
  ResolvedToolInput<'svc_list_customers'>,
  'limit' | 'cursor' | 'orderBy' | 'orderDirection'
>

export const listCustomers = defineTool('svc_list_customers', async (input, { workspace, clock }) => {
  const now = clock()
  const { limit, after, close } = openPage('svc_list_customers', input, workspace)
  const { orderBy, orderDirection, limit: _limit, cursor: _cursor, ...filters } = input
  const list = (narrow: Filters, page = { limit: 1, after: null as typeof after }) =>
    workspace.readModels.listCustomers({ ...toQuery(narrow, now), orderBy, orderDirection, ...page })
  const page = await list(filters, { limit, after })
  return {
    items: page.items.map((customer) => ({
      ...customer,
      daysSinceActivity: daysSince(customer.lastActivityAt, now),
    })),
    ...(await explainNothing({ page, filters, what: 'customer', list })),
    pagination: close(page),
  }
})

function toQuery(filters: Filters, now: number) {
  return {
    ...activityBounds(filters, now),
    activatedSince: filters.activatedSince === undefined ? undefined : new Date(filters.activatedSince),
    billingStatus: filters.billingStatus,
    mrrAboveCents: filters.mrrAbove,
    mrrBelowCents: filters.mrrBelow,
    currency: filters.currency,
    mrrCalculationStatus: filters.mrrCalculationStatus,
    factTypes: filters.factTypes,
    traits: filters.traitFilters,
    search: filters.search?.trim(),
    ownerId: filters.ownerId,
    ownerEmail: filters.ownerEmail,
    hasOwner: filters.hasOwner,
  }
}
