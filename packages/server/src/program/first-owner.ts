import type { WorkspaceDocument } from '../kernel/workspace/workspace-document.ts'
import { linkUrl, newUser, renewLink } from '../organizations/members/users.ts'
import type { FirstOrganization } from './first-organization.ts'

const hourMs = 60 * 60_000

/**
 * A link for the first owner of a workspace that was made for people, valid for an hour; null once there is an owner. A
 * workspace that has had keys alone gets its first by `svc-server members invite`.
 */
export async function linkFirstOwner(
  { workspace, isNew }: Pick<FirstOrganization, 'workspace' | 'isNew'>,
  address: string,
): Promise<string | null> {
  if (!isNew && waitingOwner(workspace.document) === undefined) return null
  const links: string[] = []
  await workspace.updateDocument((document) => {
    const { users } = document
    links.length = 0
    const waiting = waitingOwner(document)
    if (users.some(({ role, access }) => role === 'owner' && access === 'active')) {
      // Somebody was invited otherwise.
      document.users = users.filter((user) => user !== waiting)
      return
    }
    const now = Date.now()
    const owner = waiting ?? newUser({ email: null, name: null, role: 'owner', now })
    if (waiting === undefined) users.push(owner)
    links.push(linkUrl(address.replace(/\/+$/, ''), renewLink(owner, now, hourMs).token, owner))
  })
  return links[0] ?? null
}

function waitingOwner({ users }: WorkspaceDocument) {
  return users.find(({ email }) => email === null)
}
