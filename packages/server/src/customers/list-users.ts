import type { ResolvedToolInput } from '@customer-intel/contract'
import { activityBounds, daysSince } from './activity-window.ts'
import { explainNothing } from './explain-nothing.ts'
import { notOneCustomer } from './find-customer.ts'
import { openPage } from '../kernel/operations/page.ts'
import { defineTool } from '../kernel/operations/tool.ts'

type Filters = Omit<ResolvedToolInput<'svc_list_users'>, 'limit' | 'cursor' | 'orderBy' | 'orderDirection'>

export const listUsers = defineTool('svc_list_users', async (input, { workspace, clock }) => {
  const now = clock()
  const { limit, after, close } = openPage('svc_list_users', input, workspace)
  const { orderBy, orderDirection, limit: _limit, cursor: _cursor, ...filters } = input
  const reads = workspace.readModels
  const match = input.customerId === undefined ? null : await reads.findCustomer(input.customerId)
  if (match?.kind === 'ambiguous') throw notOneCustomer(match, 'customerId')
  const customerId = match?.kind === 'found' ? match.customer.id : input.customerId
  const list = (narrow: Filters, page = { limit: 1, after: null as typeof after }) =>
    reads.listUsers({
      ...activityBounds(narrow, now),
      journeyStage: narrow.journeyStage,
      customerId: narrow.customerId === undefined ? undefined : customerId,
      traits: narrow.traitFilters,
      search: narrow.search?.trim(),
      orderBy,
      orderDirection,
      ...page,
    })
  const page = await list(filters, { limit, after })
  const missing =
    match?.kind === 'missing'
      ? {
          notes: [
            `customerId names no customer: ${JSON.stringify(input.customerId)} is no id, domain, name or e-mail address of one`,
          ],
        }
      : null
  return {
    items: page.items.map((user) => ({ ...user, daysSinceActivity: daysSince(user.lastActivityAt, now) })),
    ...(missing ?? (await explainNothing({ page, filters, what: 'user', list }))),
    pagination: close(page),
  }
})
