import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type ProviderId, isJsonObject } from '@customer-intel/contract'
import type { Claims } from '../../store/ports.ts'

/** A connection that a person is to make in a browser. */
export interface BrowserSession {
  provider: ProviderId
  /** Connects although it is connected. */
  force: boolean
  /** It is over then where no answer came, Unix milliseconds. */
  expiresAt: number
  /** The browser that was sent to the provider last; null: none yet. */
  begun: BegunInBrowser | null
  /** What came of the provider's answer; null: none came. */
  end: SessionEnd | null
}

/**
 * What came of the one answer that a session takes. It stands apart from who was sent off: whoever is sent off at the same
 * moment can't open the session again.
 */
export interface SessionEnd {
  /** `pending`: what is left to do is under way. */
  status: 'pending' | 'connected' | 'failed'
  /** Why it failed, for people. */
  error: string | null
  /** While it is pending, it is over then, Unix milliseconds. */
  expiresAt: number
}

export interface BegunInBrowser {
  /** SHA-256 of what the provider sends back. */
  state: string
  /** SHA-256 of the cookie that the browser got. */
  browser: string
  /** The proof key, sealed; null: the service takes none. */
  verifier: string | null
  /** Where the provider sends the browser. */
  redirectUri: string
}

/** A session lives so long, in milliseconds. */
export const sessionMs = 10 * 60_000
/** How it ended is known for so long, in milliseconds. */
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

/** Null: there is none, or none any more. */
export async function findSession(claims: Claims, id: string): Promise<BrowserSession | null> {
  if (!isSessionId(id)) return null
  // The end is asked for last: what is found to be open then is open.
  const session = readObject<BrowserSession>(await claims.find(keyOf(id)))
  return session === null ? null : { ...session, end: readObject<SessionEnd>(await claims.find(endOf(id))) }
}

/** Keeps who was sent off; how it ended stays as it is. */
export function saveSession(
  claims: Claims,
  id: string,
  { end: _, ...session }: BrowserSession,
): Promise<void> {
  return claims.settle(keyOf(id), JSON.stringify(session), { ttlMs: knownMs })
}

/** Of all who bring an answer of a provider to a session, one gets true, whoever was sent off meanwhile. */
export async function beginEnd(claims: Claims, id: string, end: SessionEnd): Promise<boolean> {
  if ((await claims.claim(endOf(id), JSON.stringify(end), { ttlMs: knownMs })) !== null) return false
  await keepEnd(claims, id, end)
  return true
}

/** For whom {@link beginEnd} gave true. */
export function keepEnd(claims: Claims, id: string, end: SessionEnd): Promise<void> {
  return claims.settle(endOf(id), JSON.stringify(end), { ttlMs: knownMs })
}

/** What is told of a session. */
export function statusOf(
  { end, expiresAt }: BrowserSession,
  now: number,
): 'pending' | 'connected' | 'failed' | 'expired' {
  const status = end?.status ?? 'pending'
  return status === 'pending' && (end?.expiresAt ?? expiresAt) <= now ? 'expired' : status
}

/**
 * Names a session in addresses, with the organization that it is of: both are needed to find it, and neither lets anybody
 * in.
 */
export interface SessionName {
  organizationId: string
  sessionId: string
}

export function formatSessionName({ organizationId, sessionId }: SessionName): string {
  return `${sessionId}.${organizationId}`
}

/** Null for what names none. */
export function parseSessionName(text: string): SessionName | null {
  const sessionId = text.slice(0, uuidLength)
  const organizationId = text.slice(uuidLength + 1)
  const isName = text[uuidLength] === '.' && isSessionId(sessionId) && organizationId.length <= 100
  return isName && organizationId !== '' ? { organizationId, sessionId } : null
}

/** What the provider sends back: names the session, and has a secret. */
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
