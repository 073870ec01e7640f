import { daysSince } from './activity-window.ts'
import { notOneUser } from './find-user.ts'
import { defineTool } from '../kernel/operations/tool.ts'

export const getUser = defineTool('svc_get_user', async ({ user: reference }, { workspace, clock }) => {
  const read = async () => {
    const [user, ...others] = await workspace.readModels.findUsers(reference)
    if (user !== undefined && others.length > 0) throw notOneUser([user, ...others])
    return user === undefined ? null : workspace.readModels.getUser(user.id)
  }
  // If they were merged into somebody else meanwhile, the reference leads to that one.
  const found = (await read()) ?? (await read())
  if (found === null) throw notOneUser([])
  const { user, keys } = found
  return { user: { ...user, daysSinceActivity: daysSince(user.lastActivityAt, clock()) }, keys }
})
