import type { ResolvedToolInput } from '@customer-intel/contract'
import { explainNothing } from './explain-nothing.ts'
import { openPage } from '../kernel/operations/page.ts'
import { defineTool } from '../kernel/operations/tool.ts'

type Filters = Omit<
  ResolvedToolInput<'svc_list_workspace_users'>,
  'limit' | 'cursor' | 'orderBy' | 'orderDirection'
>

export const listWorkspaceUsers = defineTool('svc_list_workspace_users', async (input, { workspace }) => {
  const { limit, after, close } = openPage('svc_list_workspace_users', input, workspace)
  const { orderBy, orderDirection, limit: _limit, cursor: _cursor, ...filters } = input
  const list = (narrow: Filters, page = { limit: 1, after: null as typeof after }) =>
    workspace.readModels.listWorkspaceUsers({
      ...narrow,
      search: narrow.search?.trim(),
      orderBy,
      orderDirection,
      ...page,
    })
  const page = await list(filters, { limit, after })
  return {
    items: page.items,
    ...(await explainNothing({ page, filters, what: 'member', list })),
    pagination: close(page),
  }
})
