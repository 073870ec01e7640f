import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { limits, type Role } from '@customer-intel/contract'
import { AppError } from '../../kernel/errors.ts'
import type { User, UserSession, WorkspaceDocument } from '../../kernel/workspace/workspace-document.ts'

const dayMs = 24 * 60 * 60_000
/** A session ends after this time without use. */
export const sessionLifetimeMs = 30 * dayMs
/** How long an invitation holds. */
export const linkMs = 7 * dayMs
/** Of one person; the oldest ends. */
const maxSessions = 20

/** What a cookie or a link holds: 256 random bits, of which only the hash is kept. */
function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** SHA-256, hex: as for API keys, there is nothing to guess. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Somebody who is to be invited. `email` in lower case. */
export function newUser(options: {
  email: string | null
  name: string | null
  role: Role
  now: number
}): User {
  const { now, ...given } = options
  return {
    id: randomUUID(),
    ...given,
    access: 'invited',
    createdAt: new Date(now).toISOString(),
    password: null,
    link: null,
    sessions: [],
  }
}

/** Gives a person a link, whose token is returned: the one before works no more. */
export function renewLink(
  user: User,
  now: number,
  lifetimeMs = linkMs,
): { token: string; expiresAt: string } {
  const token = newSecret()
  const expiresAt = new Date(now + lifetimeMs).toISOString()
  user.link = { hash: hashSecret(token), expiresAt }
  return { token, expiresAt }
}

/** The address of a link. The token stands behind `#`, which no browser sends and no log keeps. */
export function linkUrl(address: string, token: string, { email }: Pick<User, 'email'>): string {
  const parts = new URLSearchParams({ token, ...(email !== null && { email }) })
  return `${address}/accept#${parts.toString()}`
}

/** The person whose link this is; undefined for one that was used, replaced or is too old. */
export function findByLink(document: WorkspaceDocument, hash: string, now: number): User | undefined {
  return document.users.find(
    ({ link, access }) => access !== 'disabled' && link?.hash === hash && now < Date.parse(link.expiresAt),
  )
}

/** Signs a person in: the secret of the cookie. */
export function openSession(user: User, now: number): string {
  const secret = newSecret()
  const session: UserSession = {
    hash: hashSecret(secret),
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + sessionLifetimeMs).toISOString(),
  }
  const open = user.sessions.filter((other) => isOpen(other, now))
  user.sessions = [...open, session].slice(-maxSessions)
  return secret
}

/** Whether a session holds at this moment, Unix milliseconds. */
export function isOpen({ expiresAt }: UserSession, now: number): boolean {
  return now < Date.parse(expiresAt)
}

/** Throws AppError `NOT_FOUND`. */
export function requireUser({ users }: WorkspaceDocument, id: string): User {
  const user = users.find((candidate) => candidate.id === id)
  if (user !== undefined) return user
  throw new AppError(
    'NOT_FOUND',
    'Nobody with this id has access or had it: GET /api/workspace-users lists them, POST invites somebody',
  )
}

/** Throws AppError `CONFLICT` when somebody has the address, or there are too many people. */
export function requireFree({ users }: WorkspaceDocument, email: string): void {
  if (users.some((user) => user.email === email))
    throw new AppError('CONFLICT', `${email} was invited already: make them a new link, or change their role`)
  const { perOrganization } = limits.workspaceUsers
  if (users.length >= perOrganization)
    throw new AppError('CONFLICT', `A workspace has ${perOrganization} people with access at most`)
}

/** Throws AppError `CONFLICT` when a change leaves no owner who can sign in. */
export function requireOwner(before: readonly User[], after: readonly User[]): void {
  const hasOwner = (users: readonly User[]) =>
    users.some(({ role, access }) => role === 'owner' && access === 'active')
  if (hasOwner(before) && !hasOwner(after))
    throw new AppError('CONFLICT', 'This is the last owner who can sign in: make somebody else one first')
}
