import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type ProviderId, isJsonObject } from '@customer-intel/contract'
import type { Claims } from '../../store/ports.ts'

/** A connection that a person is to make in a browser. */
export interface BrowserSession {
  provider: ProviderId
  /** Connects although it is connected. */
  force: boolean
  status: 'pending' | 'connected' | 'failed'
  /** Why it failed, for people. */
  error: string | null
  /** While it is pending, it is over then, Unix milliseconds. */
  expiresAt: number
  /** The browser that was sent to the provider; null: none yet. */
  begun: BegunInBrowser | null
  /** The provider's answer came: it is taken once. */
  taken: boolean
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
    status: 'pending',
    error: null,
    expiresAt: now + sessionMs,
    begun: null,
    taken: false,
  }
  return [randomUUID(), session]
}

/** Null: there is none, or none any more. */
export async function findSession(claims: Claims, id: string): Promise<BrowserSession | null> {
  const found = isSessionId(id) ? await claims.find(keyOf(id)) : null
  if (found === null) return null
  const session: unknown = JSON.parse(found)
  return isJsonObject(session) ? (session as unknown as BrowserSession) : null
}

export function keepSession(claims: Claims, id: string, session: BrowserSession): Promise<void> {
  return claims.settle(keyOf(id), JSON.stringify(session), { ttlMs: knownMs })
}

/** Of all who bring one answer of a provider, one gets true. */
export async function takeAnswer(claims: Claims, { state }: BegunInBrowser): Promise<boolean> {
  const key = `connect-answer:${state}`
  if ((await claims.claim(key, 'taken', { ttlMs: knownMs })) !== null) return false
  await claims.settle(key, 'taken', { ttlMs: knownMs })
  return true
}

/** What is told of a session. */
export function statusOf(
  { status, expiresAt }: BrowserSession,
  now: number,
): 'pending' | 'connected' | 'failed' | 'expired' {
  return status === 'pending' && expiresAt <= now ? 'expired' : status
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
