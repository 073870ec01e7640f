import { roleGrants } from '@customer-intel/contract'
import { AppError } from '../../kernel/errors.ts'
import type { Caller, Services } from '../../kernel/operations/services.ts'
import type { ApiKey, User } from '../../kernel/workspace/workspace-document.ts'
import type { Workspace } from '../../kernel/workspace/workspace.ts'
import { callerIdOf } from '../../organizations/members/sign-in.ts'
import { hashSecret, isOpen, sessionLifetimeMs } from '../../organizations/members/users.ts'
import { authenticate, hashOfAuthorization } from '../api-key-auth.ts'
import type { Call } from '../endpoint.ts'
import { isFromOwnPage } from '../sign-in/approval-form.ts'
import { readSessionCookie } from './session-cookie.ts'

const dayMs = 24 * 60 * 60_000

/** Somebody who signed in. */
export interface SessionCaller extends Caller {
  user: User
  /** Of the cookie. */
  secret: string
  /** When the session ends unless it is used. */
  expiresAt: string
}

/**
 * The caller by API key or by the cookie of a session; the key wins. Null when neither is valid. Throws AppError
 * `CROSS_SITE_REQUEST` for a change by cookie that another website asked for.
 */
export async function findCaller(
  call: Call,
  services: Pick<Services, 'workspaces' | 'clock'>,
  publicUrl: string | null,
): Promise<Caller | null> {
  const authorization = call.header('authorization')
  if (authorization !== null)
    return authenticate(authorization, services.workspaces, services.clock(), { sender: call.sender })
  return findSessionCaller(call, services, publicUrl)
}

/** The hash of the key or the session that a call shows, whether it is valid or not; null when it shows none. */
export function hashOfCaller(call: Call, publicUrl: string | null): string | null {
  const authorization = call.header('authorization')
  if (authorization !== null) return hashOfAuthorization(authorization)
  const secret = readSessionCookie(call, publicUrl)
  return secret === null ? null : hashSecret(secret)
}

/** The caller by the cookie of a session alone. Throws as {@link findCaller}. */
export async function findSessionCaller(
  call: Call,
  { workspaces, clock }: Pick<Services, 'workspaces' | 'clock'>,
  publicUrl: string | null,
): Promise<SessionCaller | null> {
  const secret = readSessionCookie(call, publicUrl)
  if (secret === null) return null
  if (call.method !== 'GET' && call.method !== 'HEAD') requireOwnPage(call, publicUrl)
  const now = clock()
  const hash = hashSecret(secret)
  const workspace = await workspaces.findByApiKeyHash(hash, call.sender)
  const user = workspace?.document.users.find(({ sessions }) =>
    sessions.some((session) => session.hash === hash && isOpen(session, now)),
  )
  if (!workspace || user?.access !== 'active') return null
  const { expiresAt } = user.sessions.find((session) => session.hash === hash)!
  const movedOn = new Date(now + sessionLifetimeMs).toISOString()
  const isDayOld = Date.parse(expiresAt) < now + sessionLifetimeMs - dayMs
  if (isDayOld)
    // It goes on as it is where that can't be stored now.
    await workspace
      .updateDocument(({ users }) => {
        for (const session of users.flatMap(({ sessions }) => sessions))
          if (session.hash === hash) session.expiresAt = movedOn
      })
      .catch(() => undefined)
  return { ...callerFor(workspace, user), secret, expiresAt: isDayOld ? movedOn : expiresAt }
}

/** Throws AppError `CROSS_SITE_REQUEST` unless the request comes from a page of this server. */
export function requireOwnPage(call: Call, publicUrl: string | null): void {
  if (isFromOwnPage(call, publicUrl)) return
  throw new AppError(
    'CROSS_SITE_REQUEST',
    'A session is for this server’s own pages alone: programs show an API key, as Authorization: Bearer ok_…',
  )
}

/** A person as a caller: a key that stands for them has the grants of their role. */
export function callerFor(workspace: Workspace, user: User): Caller & { user: User } {
  const grants = roleGrants[user.role]
  const apiKey: ApiKey = {
    id: callerIdOf(user),
    name: user.name ?? user.email ?? '',
    prefix: '',
    hash: '',
    grants: [...grants],
    keyType: 'api',
    active: true,
    createdAt: user.createdAt,
  }
  return { workspace, user, grants, apiKey }
}
