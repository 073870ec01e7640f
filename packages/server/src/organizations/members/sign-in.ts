import type { AcceptInvitationBody, ChangePasswordBody, StartSessionBody } from '@customer-intel/contract'
import { AppError } from '../../kernel/errors.ts'
import type { Caller, Services } from '../../kernel/operations/services.ts'
import { createSharedTries } from '../shared-tries.ts'
import type { User } from '../../kernel/workspace/workspace-document.ts'
import type { Workspace } from '../../kernel/workspace/workspace.ts'
import type { OpenIdPerson, OpenIdSettings } from './open-id.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { findByLink, hashSecret, isOpen, newUser, openSession, requireFree } from './users.ts'

const hourMs = 60 * 60_000

/** Somebody who has just signed in. `secret` is for the cookie. */
export interface SignedIn {
  workspace: Workspace
  userId: string
  secret: string
}

/** Who sends a request. */
export interface RequestSender {
  /** As `senderAddress`; null: unknown, and not limited. */
  sender: string | null
  correlationId: string
}

export type SignIn = ReturnType<typeof createSignIn>

/** Ways to become signed in. They throw AppErrors `INVALID_CREDENTIALS`, `RATE_LIMITED`, `NOT_FOUND`, `INVALID_REQUEST`. */
export function createSignIn({ workspaces, clock, newId }: Pick<Services, 'workspaces' | 'clock' | 'newId'>) {
  const byAddress = createSharedTries('sign-ins-by-address', { limit: 10, windowMs: hourMs })
  const byNetwork = createSharedTries('sign-ins-by-network', { limit: 100, windowMs: hourMs })

  /** Whether it is the person's password, where neither address nor network failed too often. */
  async function check(
    workspace: Workspace | null,
    password: string,
    user: User | undefined,
    { email, sender }: { email: string; sender: string | null },
  ): Promise<void> {
    const counted = [
      ...(sender === null ? [] : [{ tries: byNetwork, key: sender }]),
      { tries: byAddress, key: email },
    ]
    const stored = user?.access === 'active' ? user.password : null
    const at = clock()
    const giveBack = async (those: typeof counted) => {
      for (const { tries, key } of those) await tries.release(workspace, key, at)
    }
    const attempt = {
      async admit() {
        for (const [index, { tries, key }] of counted.entries()) {
          const waitMs = await tries.take(workspace, key, at)
          if (waitMs === 0) continue
          await giveBack(counted.slice(0, index))
          throw tooManyTries(waitMs)
        }
      },
      succeeded: () => giveBack(counted),
    }
    if (await isPassword(password, stored, attempt)) return
    throw new AppError('INVALID_CREDENTIALS', 'E-mail address or password is wrong')
  }

  async function chooseWorkspace(reference: string | undefined): Promise<Workspace | null> {
    const all = await workspaces.listOrganizations({ withinMs: 1_000 })
    const chosen =
      reference === undefined ? all : all.filter(({ id, slug }) => id === reference || slug === reference)
    if (reference === undefined && all.length > 1) {
      const message = 'This server has several workspaces: say which one by its slug or id'
      throw new AppError('INVALID_REQUEST', message, { issues: [{ path: ['organization'], message }] })
    }
    const [only] = chosen
    return only === undefined || chosen.length > 1 ? null : workspaces.openWorkspace(only.id)
  }

  /** A person's change of their own access, for the audit. */
  function note(
    { audit }: Workspace,
    user: User,
    correlationId: string,
    entry: { commandId: string; before: object; after: object },
  ): Promise<void> {
    return audit.append({
      id: newId(),
      at: new Date(clock()).toISOString(),
      correlationId,
      apiKeyId: callerIdOf(user),
      resource: { type: 'workspace_user', id: user.id },
      ...entry,
    })
  }

  return {
    /** The workspace of this slug or id, or the only one; null: there is none. */
    chooseWorkspace,

    /** Somebody for whom an identity provider stands. Throws AppError `FORBIDDEN` for who has no access. */
    async acceptPerson(
      { email, name }: OpenIdPerson,
      organizationId: string,
      { domains, newcomerRole }: Pick<OpenIdSettings, 'domains' | 'newcomerRole'>,
      { correlationId }: RequestSender,
    ): Promise<SignedIn> {
      const workspace = await workspaces.openWorkspace(organizationId)
      if (workspace === null) throw new AppError('FORBIDDEN', 'There is no such workspace')
      const now = clock()
      const isOurs = domains.includes(email.slice(email.lastIndexOf('@') + 1))
      const known = workspace.document.users.find((user) => user.email === email)
      if (known === undefined ? !isOurs : known.access === 'disabled')
        throw new AppError('FORBIDDEN', `${email} has no access here: ask an admin`)
      const user = known ?? newUser({ email, name, role: newcomerRole, now })
      if (user.access !== 'active')
        await note(workspace, user, correlationId, {
          commandId: 'session.openId',
          before: known === undefined ? {} : { email, access: known.access },
          after: { email, role: user.role, access: 'active' },
        })
      const secrets: string[] = []
      await workspace.updateDocument(({ users }) => {
        let stored = users.find((other) => other.email === email)
        if (stored === undefined) users.push((stored = structuredClone(user)))
        if (stored.access === 'disabled')
          throw new AppError('FORBIDDEN', `${email} has no access here: ask an admin`)
        Object.assign(stored, { access: 'active', name: stored.name ?? name, link: null })
        secrets.splice(0, 1, openSession(stored, now))
      })
      const { id } = workspace.document.users.find((other) => other.email === email)!
      return { workspace, userId: id, secret: secrets[0]! }
    },

    /** By e-mail address and password. `former`: the secret of the cookie that came along, whose session ends. */
    async start(body: StartSessionBody, { sender }: RequestSender, former: string | null): Promise<SignedIn> {
      const email = body.email.toLowerCase()
      const workspace = await chooseWorkspace(body.organization)
      const known = workspace?.document.users.find((user) => user.email === email)
      await check(workspace, body.password, known, { email, sender })
      const secrets: string[] = []
      await workspace!.updateDocument(({ users }) => {
        const user = users.find(({ id, access }) => id === known!.id && access === 'active')
        if (user?.password !== known!.password)
          throw new AppError('INVALID_CREDENTIALS', 'E-mail address or password is wrong')
        if (former !== null) for (const other of users) other.sessions = without(other, hashSecret(former))
        secrets.splice(0, 1, openSession(user, clock()))
      })
      return { workspace: workspace!, userId: known!.id, secret: secrets[0]! }
    },

    /** By a link, which works once. */
    async accept(body: AcceptInvitationBody, { sender, correlationId }: RequestSender): Promise<SignedIn> {
      const hash = hashSecret(body.token)
      const workspace = await workspaces.findByApiKeyHash(hash, sender)
      const invited = workspace && findByLink(workspace.document, hash, clock())
      if (!workspace || !invited) throw linkIsOver()
      const email = invited.email ?? body.email?.toLowerCase()
      if (email === undefined) throw invalid('email', 'is needed: the link names no address')
      requireOtherThan(email, body.password, 'password')
      const password = await hashPassword(body.password)
      const secrets: string[] = []
      const now = clock()
      await note(workspace, invited, correlationId, {
        commandId: 'session.accept',
        before: { email: invited.email, access: invited.access },
        after: { email, access: 'active' },
      })
      await workspace.updateDocument((document) => {
        const user = findByLink(document, hash, now)
        if (user === undefined) throw linkIsOver()
        if (user.email === null) requireFree(document, email)
        Object.assign(user, { email, password, name: body.name ?? user.name, access: 'active', link: null })
        user.sessions = []
        secrets.splice(0, 1, openSession(user, now))
      })
      return { workspace, userId: invited.id, secret: secrets[0]! }
    },

    /** Another password: all other sessions of the person end. */
    async changePassword(
      { workspace, user: caller }: Caller,
      body: ChangePasswordBody,
      { sender, correlationId }: RequestSender,
    ): Promise<SignedIn> {
      const user = workspace.document.users.find(({ id }) => id === caller?.id)
      const email = user?.email ?? ''
      await check(workspace, body.password, user, { email, sender })
      requireOtherThan(email, body.newPassword, 'newPassword')
      const password = await hashPassword(body.newPassword)
      const secrets: string[] = []
      await note(workspace, user!, correlationId, {
        commandId: 'session.password',
        before: {},
        after: { password: 'changed' },
      })
      await workspace.updateDocument(({ users }) => {
        const changed = users.find(({ id }) => id === user!.id)!
        changed.password = password
        changed.sessions = []
        changed.link = null
        secrets.splice(0, 1, openSession(changed, clock()))
      })
      return { workspace, userId: user!.id, secret: secrets[0]! }
    },

    /** Ends one session of a person, or all others. Resolves with how many. */
    async end({ workspace, user }: Caller, secret: string, { others }: { others: boolean }): Promise<number> {
      const hash = hashSecret(secret)
      let ended = 0
      await workspace.updateDocument(({ users }) => {
        const found = users.find(({ id }) => id === user?.id)
        if (found === undefined) return
        const kept = others ? found.sessions.filter((session) => session.hash === hash) : without(found, hash)
        ended = found.sessions.filter((session) => !kept.includes(session) && isOpen(session, clock())).length
        found.sessions = kept
      })
      return ended
    },
  }
}

/** How a signed-in person stands in audit and usage, where keys have their id. */
export function callerIdOf({ id }: Pick<User, 'id'>): string {
  return `user:${id}`
}

function without({ sessions }: User, hash: string): User['sessions'] {
  return sessions.filter((session) => session.hash !== hash)
}

function tooManyTries(waitMs: number): AppError {
  return new AppError('RATE_LIMITED', 'Too many attempts failed: wait, or ask an admin for a new link', {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
  })
}

function requireOtherThan(email: string, password: string, field: string): void {
  if (password.trim().toLowerCase() === email) throw invalid(field, 'must not be the e-mail address')
}

function invalid(field: string, problem: string): AppError {
  const message = `${field} ${problem}`
  return new AppError('INVALID_REQUEST', `Invalid request: ${message}`, {
    issues: [{ path: [field], message }],
  })
}

function linkIsOver(): AppError {
  return new AppError('NOT_FOUND', 'This link was used, replaced or is too old: ask an admin for a new one')
}
