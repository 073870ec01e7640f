import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type ProviderId, isJsonObject } from '@customer-intel/contract'
import type { Claims } from '../../kernel/store/ports.ts'

/** A connection that a person is making in a browser. */
export interface BrowserSession {
  provider: ProviderId
  /** Replaces an existing connection. */
  force: boolean
  /** When it ends without an answer, Unix milliseconds. */
  expiresAt: number
  /** The browser that was last sent to the provider; null: none yet. */
  begun: BegunInBrowser | null
  /** The result of the provider's answer; null: none was received. */
  end: SessionEnd | null
}

/**
 * The result of the only answer that a session accepts. Stored separately from the browser that was sent off, so that a
 * concurrent start can't reopen the session.
 */
export interface SessionEnd {
  /** `pending`: the connection is being made. */
  status: 'pending' | 'connected' | 'failed'
  /** Why it failed, for people. */
  error: string | null
  /** When a pending one ends, Unix milliseconds. */
  expiresAt: number
}

export interface BegunInBrowser {
  /** SHA-256 of the state parameter. */
  state: string
  /** SHA-256 of the browser's cookie. */
  browser: string
  /** The PKCE verifier, sealed; null: the service doesn't support PKCE. */
  verifier: string | null
  /** Where the provider redirects the browser. */
  redirectUri: string
}

/** Lifetime of a session. */
export const sessionMs = 10 * 60_000
/** How long the result is stored. */
const knownMs = 24 * 60 * 60_000

export function newSession(provider: ProviderId, force: boolean, now: number): [string, BrowserSession] {
  const session: BrowserSession = {
    provider,
    force,
    expiresAt: now + sessionMs,
    begun: null,
    end: null,
  }
  return [randomUUID(), session]
}

/** Null: there is none, or it has expired. */
export async function findSession(claims: Claims, id: string): Promise<BrowserSession | null> {
  if (!isSessionId(id)) return null
  // The end is read last: a session that is open then is open.
  const session = readObject<BrowserSession>(await claims.find(keyOf(id)))
  return session === null ? null : { ...session, end: readObject<SessionEnd>(await claims.find(endOf(id))) }
}

/** Stores which browser was sent off, without changing the result. */
export function saveSession(
  claims: Claims,
  id: string,
  { end: _, ...session }: BrowserSession,
): Promise<void> {
  return claims.settle(keyOf(id), JSON.stringify(session), { ttlMs: knownMs })
}

/** True for exactly one of all concurrent answers to a session. */
export async function beginEnd(claims: Claims, id: string, end: SessionEnd): Promise<boolean> {
  if ((await claims.claim(endOf(id), JSON.stringify(end), { ttlMs: knownMs })) !== null) return false
  await keepEnd(claims, id, end)
  return true
}

/** To be called only after {@link beginEnd} returned true. */
export function keepEnd(claims: Claims, id: string, end: SessionEnd): Promise<void> {
  return claims.settle(endOf(id), JSON.stringify(end), { ttlMs: knownMs })
}

/** A session in the API. */
export function statusOf(
  { end, expiresAt }: BrowserSession,
  now: number,
): 'pending' | 'connected' | 'failed' | 'expired' {
  const status = end?.status ?? 'pending'
  return status === 'pending' && (end?.expiresAt ?? expiresAt) <= now ? 'expired' : status
}

/** Identifies a session in addresses, with its organization: both are needed to find it, and neither gives access. */
export interface SessionName {
  organizationId: string
  sessionId: string
}

export function formatSessionName({ organizationId, sessionId }: SessionName): string {
  return `${sessionId}.${organizationId}`
}

/** Null for an invalid one. */
export function parseSessionName(text: string): SessionName | null {
  const sessionId = text.slice(0, uuidLength)
  const organizationId = text.slice(uuidLength + 1)
  const isName = text[uuidLength] === '.' && isSessionId(sessionId) && organizationId.length <= 100
  return isName && organizationId !== '' ? { organizationId, sessionId } : null
}

/** The state parameter: identifies the session, and contains a secret. */
export function formatState(name: SessionName, secret: string): string {
  return `${secret}.${formatSessionName(name)}`
}

export function parseState(state: string): SessionName | null {
  return state.length > 300 ? null : parseSessionName(state.slice(state.indexOf('.') + 1))
}

export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

const uuidLength = 36

function isSessionId(id: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)
}

function keyOf(id: string): string {
  return `connect:${id}`
}

function endOf(id: string): string {
  return `connect-end:${id}`
}

function readObject<Kept>(text: string | null): Kept | null {
  const value: unknown = text === null ? null : JSON.parse(text)
  return isJsonObject(value) ? (value as unknown as Kept) : null
}
