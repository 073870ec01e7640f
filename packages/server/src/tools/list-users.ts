import { activityBounds, daysSince } from '../customers/activity-window.ts'
import { openPage } from '../customers/page.ts'
import { defineTool } from './tool.ts'

export const listUsers = defineTool('svc_list_users', async (input, { workspace, clock }) => {
  const now = clock()
  const { limit, after, close } = openPage('svc_list_users', input, workspace)
  const page = await workspace.readModels.listUsers({
    ...activityBounds(input, now),
    journeyStage: input.journeyStage,
    customerId: input.customerId,
    traits: input.traitFilters,
    search: input.search?.trim(),
    orderBy: input.orderBy,
    orderDirection: input.orderDirection,
    limit,
    after,
  })
  return {
    items: page.items.map(({ userId, ...user }) => ({
      id: userId,
      ...user,
      daysSinceActivity: daysSince(user.lastActivityAt, now),
    })),
    pagination: close(page),
  }
})
