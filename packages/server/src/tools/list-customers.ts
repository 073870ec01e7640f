import { activityBounds, daysSince } from '../customers/activity-window.ts'
import { openPage } from '../customers/page.ts'
import { defineTool } from './tool.ts'

export const listCustomers = defineTool('svc_list_customers', async (input, { workspace, clock }) => {
  const now = clock()
  const { limit, after, close } = openPage('svc_list_customers', input, workspace)
  const page = await workspace.readModels.listCustomers({
    ...activityBounds(input, now),
    activatedSince: input.activatedSince === undefined ? undefined : new Date(input.activatedSince),
    billingStatus: input.billingStatus,
    mrrAboveCents: input.mrrAbove,
    mrrBelowCents: input.mrrBelow,
    factTypes: input.factTypes,
    traits: input.traitFilters,
    search: input.search?.trim(),
    ownerId: input.ownerId,
    ownerEmail: input.ownerEmail,
    hasOwner: input.hasOwner,
    orderBy: input.orderBy,
    orderDirection: input.orderDirection,
    limit,
    after,
  })
  return {
    items: page.items.map((customer) => ({
      ...customer,
      daysSinceActivity: daysSince(customer.lastActivityAt, now),
    })),
    pagination: close(page),
  }
})
