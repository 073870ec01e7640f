import { activityBounds, daysSince } from '../customers/activity-window.ts'
import { notOneCustomer } from '../customers/find-customer.ts'
import { openPage } from '../customers/page.ts'
import { defineTool } from './tool.ts'

export const listUsers = defineTool('svc_list_users', async (input, { workspace, clock }) => {
  const now = clock()
  const { limit, after, close } = openPage('svc_list_users', input, workspace)
  const reads = workspace.readModels
  const match = input.customerId === undefined ? null : await reads.findCustomer(input.customerId)
  if (match?.kind === 'ambiguous') throw notOneCustomer(match, 'customerId')
  const page = await reads.listUsers({
    ...activityBounds(input, now),
    journeyStage: input.journeyStage,
    customerId: match?.kind === 'found' ? match.customer.id : input.customerId,
    traits: input.traitFilters,
    search: input.search?.trim(),
    orderBy: input.orderBy,
    orderDirection: input.orderDirection,
    limit,
    after,
  })
  return {
    items: page.items.map((user) => ({ ...user, daysSinceActivity: daysSince(user.lastActivityAt, now) })),
    pagination: close(page),
    ...(match?.kind === 'missing' && {
      notes: [
        `customerId names no customer: ${JSON.stringify(input.customerId)} is no id, domain, name or e-mail address of one`,
      ],
    }),
  }
})
