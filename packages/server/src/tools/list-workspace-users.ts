import { openPage } from '../customers/page.ts'
import { defineTool } from './tool.ts'

export const listWorkspaceUsers = defineTool('svc_list_workspace_users', async (input, { workspace }) => {
  const { limit, after, close } = openPage('svc_list_workspace_users', input, workspace)
  const page = await workspace.readModels.listWorkspaceUsers({
    search: input.search?.trim(),
    role: input.role,
    managerEmail: input.managerEmail,
    hasOwnedCustomers: input.hasOwnedCustomers,
    orderBy: input.orderBy,
    orderDirection: input.orderDirection,
    limit,
    after,
  })
  return { items: page.items, pagination: close(page) }
})
