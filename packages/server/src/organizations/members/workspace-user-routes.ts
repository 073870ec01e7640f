import type { AccessLink, WorkspaceAccess, WorkspaceUser } from '@customer-intel/contract'
import { AppError } from '../../kernel/errors.ts'
import { type CommandContext, defineCommand } from '../../kernel/operations/command.ts'
import { openPage } from '../../kernel/operations/page.ts'
import type { ReadModels } from '../../kernel/read-models/read-models.ts'
import { keyUsage } from '../../kernel/operations/take-api-call.ts'
import type { Page, PageEnd } from '../../kernel/sql/page.ts'
import type { User } from '../../kernel/workspace/workspace-document.ts'
import type { Workspace } from '../../kernel/workspace/workspace.ts'
import { withSecretAnswer } from '../with-secret-answer.ts'
import { requireMayGive } from './may-give.ts'
import { callerIdOf } from './sign-in.ts'
import { linkUrl, newUser, renewLink, requireFree, requireOwner, requireUser } from './users.ts'

/** `GET /api/workspace-users`: those with access, then those whom records name. */
export const listWorkspaceUserAccess = defineCommand('listWorkspaceUsers', async ({ query }, context) => {
  const { workspace, fresh } = context
  const { limit, after, close } = openPage('listWorkspaceUsers', query, workspace)
  const members = await readMembers(await fresh())
  const byEmail = new Map(members.map((member) => [member.email?.toLowerCase(), member]))
  const users = workspace.document.users.map((user) => {
    const known = byEmail.get(user.email ?? '')
    const access = toAccess(workspace, user)
    return { ...access, name: access.name ?? known?.name ?? null, title: known?.title ?? null }
  })
  const withAccess = new Set(users.map(({ email }) => email))
  const others = members.filter(({ email }) => !withAccess.has(email?.toLowerCase() ?? null))
  const keyOf = ({ access, email }: WorkspaceAccess) => `${access === 'none' ? 1 : 0} ${email ?? ''}`
  const all = [...users, ...others]
    .map((user) => ({ user, key: keyOf(user) }))
    .sort((left, right) => compare(left.key, right.key) || compare(left.user.id, right.user.id))
  const rest = after === null ? all : all.filter(({ user, key }) => isAfter([key, user.id], after))
  const page = rest.slice(0, limit)
  const last = page.at(-1)
  const end = rest.length > limit && last ? { key: last.key, id: last.user.id } : null
  const items = page.map(({ user }) => user)
  return { data: { users: items, pagination: close({ items, end, total: all.length }) } }
})

/** `POST /api/workspace-users`. */
export const inviteWorkspaceUser = withSecretAnswer(
  defineCommand('inviteWorkspaceUser', async ({ body }, context) => {
    const { workspace, change, clock } = context
    requireMayGive(context, body.role)
    const email = body.email.toLowerCase()
    requireFree(workspace.document, email)
    const user = newUser({ email, name: body.name ?? null, role: body.role, now: clock() })
    const { token, expiresAt } = renewLink(user, clock())
    await change({
      resource: resourceOf(user),
      before: {},
      after: audited(user),
      apply: () =>
        workspace.updateDocument((document) => {
          requireFree(document, email)
          document.users.push(user)
        }),
    })
    return { data: { user: toAccess(workspace, user), link: linkOf(context, user, token, expiresAt) } }
  }),
)

/** `PATCH /api/workspace-users/{id}`. */
export const updateWorkspaceUser = defineCommand('updateWorkspaceUser', async ({ params, body }, context) => {
  const { workspace, change } = context
  const before = requireUser(workspace.document, params.id)
  requireMayGive(context, before.role)
  if (body.role !== undefined) requireMayGive(context, body.role)
  const changed = (user: User): User => {
    const access = accessAfter(user, body.access)
    const isOther = access === 'disabled' || (body.role !== undefined && body.role !== user.role)
    return {
      ...user,
      name: body.name ?? user.name,
      role: body.role ?? user.role,
      access,
      ...(access === 'disabled' && { link: null }),
      ...(isOther && { sessions: [] }),
    }
  }
  await change({
    resource: resourceOf(before),
    before: audited(before),
    after: audited(changed(before)),
    apply: () =>
      workspace.updateDocument((document) => {
        const { users } = document
        // It may have become somebody else's to change meanwhile.
        requireMayGive(context, requireUser(document, params.id).role)
        const next = users.map((user) => (user.id === params.id ? changed(user) : user))
        requireOwner(users, next)
        document.users = next
      }),
  })
  return { data: { user: toAccess(workspace, requireUser(workspace.document, params.id)) } }
})

/** `POST /api/workspace-users/{id}/link`. */
export const createWorkspaceUserLink = withSecretAnswer(
  defineCommand('createWorkspaceUserLink', async ({ params }, context) => {
    const { workspace, change, clock } = context
    const user = structuredClone(requireUser(workspace.document, params.id))
    requireMayGive(context, user.role)
    if (user.access === 'disabled')
      throw new AppError('CONFLICT', 'Their access is disabled: PATCH it to active first')
    const { token, expiresAt } = renewLink(user, clock())
    await change({
      resource: resourceOf(user),
      before: { linkExpiresAt: requireUser(workspace.document, params.id).link?.expiresAt ?? null },
      after: { linkExpiresAt: expiresAt },
      apply: () =>
        workspace.updateDocument((document) => {
          const stored = requireUser(document, params.id)
          requireMayGive(context, stored.role)
          stored.link = user.link
          stored.sessions = []
        }),
    })
    return { data: { user: toAccess(workspace, user), link: linkOf(context, user, token, expiresAt) } }
  }),
)

function accessAfter({ access, password }: User, wanted: 'active' | 'disabled' | undefined): User['access'] {
  if (wanted === undefined) return access
  if (wanted === 'disabled') return 'disabled'
  return password === null ? 'invited' : 'active'
}

function linkOf({ address }: CommandContext, user: User, token: string, expiresAt: string): AccessLink {
  return { url: linkUrl(address, token, user), expiresAt }
}

function toAccess(workspace: Workspace, user: User): WorkspaceAccess {
  const { id, email, name, role, access, link } = user
  const { lastUsedAt } = keyUsage(workspace, { id: callerIdOf(user) })
  return {
    id,
    email,
    name,
    title: null,
    role,
    access,
    lastSeenAt: lastUsedAt,
    linkExpiresAt: link?.expiresAt ?? null,
  }
}

async function readMembers(reads: ReadModels): Promise<WorkspaceAccess[]> {
  const query = { orderBy: 'email', orderDirection: 'asc', limit: 1_000 } as const
  const members: WorkspaceAccess[] = []
  let after: PageEnd | null = null
  do {
    const page: Page<WorkspaceUser> = await reads.listWorkspaceUsers({ ...query, after })
    for (const { id, email, name, title } of page.items)
      members.push({
        id,
        email,
        name,
        title,
        role: null,
        access: 'none',
        lastSeenAt: null,
        linkExpiresAt: null,
      })
    after = page.end
  } while (after !== null)
  return members
}

function isAfter([key, id]: [string, string], after: PageEnd): boolean {
  return (compare(key, String(after.key)) || compare(id, after.id)) > 0
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}

function audited({ email, name, role, access }: User): object {
  return { email, name, role, access }
}

function resourceOf({ id }: User): { type: string; id: string } {
  return { type: 'workspace_user', id }
}
