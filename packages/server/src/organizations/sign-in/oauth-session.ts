import { createHash, createHmac, randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Grant } from '@customer-intel/contract'
import { hashApiKey, isInForce, prefixOfApiKey } from '../api-keys.ts'
import type { Services } from '../../kernel/operations/services.ts'
import type { ApiKey, OAuthSession } from '../../kernel/workspace/workspace-document.ts'
import { OAuthError } from './oauth-error.ts'

const codeMs = 60_000
/** After this time a document includes what other nodes have written. */
const seenAfterMs = 1_100
const accessMs = 60 * 60_000
/** A sign-in ends after this time without a refresh. */
const sessionMs = 30 * 24 * 60 * 60_000
/**
 * For this long a used refresh token yields the same response again: the first one may have been lost, or there were
 * concurrent requests.
 */
const graceMs = 10_000

/** What a code is bound to. */
export interface CodeBinding {
  clientId: string
  resource: string
  redirectUri: string
  /** SHA-256 of the verifier, base64url (PKCE, S256). */
  challenge: string
}

/** Creates an approved sign-in: the code, and the entry of the key that becomes valid with the exchange. */
export function beginSession(
  { clientId, resource, redirectUri, challenge }: CodeBinding,
  organizationId: string,
  now: number,
): { code: string; key: Pick<ApiKey, 'hash' | 'prefix' | 'keyType' | 'expiresAt' | 'audience' | 'session'> } {
  const [family, secret] = [newSecret(), newSecret()]
  const session: OAuthSession = {
    id: sha256(family),
    clientId,
    resource,
    code: { redirectUri, challenge },
    ticket: sha256(secret),
    accessUntil: null,
    previous: null,
  }
  const expiresAt = new Date(now + codeMs).toISOString()
  // No key has this hash: until the exchange there is no access token.
  const key = { hash: sha256(family + secret), prefix: '(sign-in)', keyType: 'mcp', audience: 'mcp' } as const
  return { code: toTicket(organizationId, family, secret), key: { ...key, expiresAt, session } }
}

/** Whether the access token of a sign-in is valid at this time, Unix milliseconds. */
export function isAccessOpen({ accessUntil }: OAuthSession, now: number): boolean {
  return accessUntil !== null && now < Date.parse(accessUntil)
}

export interface TokenRequest {
  /** The code or the refresh token. */
  ticket: string
  clientId: string
  /** Null when not given. */
  resource: string | null
  /** For a code; null for a refresh. */
  proof: { redirectUri: string; verifier: string } | null
}

export interface IssuedTokens {
  accessToken: string
  refreshToken: string
  expiresInSeconds: number
  grants: readonly Grant[]
}

/**
 * Exchanges a code, or refreshes an access token. If it was used before, the whole sign-in is revoked: somebody else has
 * it, too. Decided on the stored configuration, so that only one of any number of nodes issues tokens. Throws {@link
 * OAuthError}.
 */
export async function redeem(
  request: TokenRequest,
  { workspaces, clock }: Pick<Services, 'workspaces' | 'clock'>,
): Promise<IssuedTokens> {
  const ticket = readTicket(request.ticket)
  const workspace = ticket && (await workspaces.openWorkspace(ticket.organizationId))
  if (!ticket || !workspace) throw notInForce()
  // Another node may have created it a moment ago.
  if (findSession(workspace.document.apiKeys, ticket) === undefined) await setTimeout(seenAfterMs)
  const made: (IssuedTokens | null)[] = []
  await workspace.updateDocument(({ apiKeys }) => {
    made.splice(0, 1, renew(apiKeys, ticket, request, clock()))
  })
  if (!made[0])
    throw new OAuthError('invalid_grant', 'It was used before, so the sign-in has been ended: sign in again')
  return made[0]
}

/** Revokes the sign-in of an access or refresh token, if there is one. */
export async function endSession(token: string, { workspaces }: Pick<Services, 'workspaces'>): Promise<void> {
  const ticket = readTicket(token)
  const hash = hashApiKey(token)
  const workspace = ticket
    ? await workspaces.openWorkspace(ticket.organizationId)
    : await workspaces.findByApiKeyHash(hash)
  await workspace?.updateDocument(({ apiKeys }) => {
    const key = ticket
      ? findSession(apiKeys, ticket)
      : apiKeys.find((candidate) => candidate.session && candidate.hash === hash)
    if (key) key.active = false
  })
}

/** Changes the key's entry; null when the ticket was used before, and the key is revoked. */
function renew(apiKeys: ApiKey[], ticket: Ticket, request: TokenRequest, now: number): IssuedTokens | null {
  const key = findSession(apiKeys, ticket)
  const approver = apiKeys.find(({ id }) => id === key?.issuedBy)
  if (!key?.session || !isInForce(key, now) || !approver || !isInForce(approver, now)) throw notInForce()
  const { session } = key
  const presented = sha256(ticket.secret)
  const repeated =
    session.previous?.ticket === presented && now < Date.parse(session.previous.at) + graceMs
      ? session.previous
      : null
  if (presented !== session.ticket && repeated === null) {
    key.active = false
    return null
  }
  checkBinding(session, request)
  const salt = repeated?.salt ?? newSecret()
  const made = (what: string) =>
    createHmac('sha256', ticket.secret).update(`${what} ${salt}`).digest('base64url')
  const accessToken = `ok_${made('access')}`
  const secret = made('refresh')
  if (repeated === null) {
    const at = new Date(now).toISOString()
    key.hash = hashApiKey(accessToken)
    key.prefix = prefixOfApiKey(accessToken)
    key.expiresAt = new Date(now + sessionMs).toISOString()
    session.accessUntil = new Date(now + accessMs).toISOString()
    session.ticket = sha256(secret)
    // A code can be used once, even if its response was lost.
    session.previous = session.code === null ? { ticket: presented, salt, at } : null
    session.code = null
  }
  return {
    accessToken,
    refreshToken: toTicket(ticket.organizationId, ticket.family, secret),
    expiresInSeconds: Math.floor((Date.parse(session.accessUntil ?? '') - now) / 1_000),
    grants: key.grants,
  }
}

function checkBinding({ clientId, resource, code }: OAuthSession, request: TokenRequest): void {
  if (request.clientId !== clientId)
    throw new OAuthError('invalid_grant', 'It was given to another client_id')
  if (request.resource !== null && request.resource !== resource)
    throw new OAuthError('invalid_target', `It is for the resource ${resource}`)
  const { proof } = request
  if ((code === null) !== (proof === null))
    throw new OAuthError(
      'invalid_grant',
      'A code is exchanged by authorization_code, a token by refresh_token',
    )
  if (code === null || proof === null) return
  if (proof.redirectUri !== code.redirectUri)
    throw new OAuthError('invalid_grant', 'redirect_uri is another one than at /oauth/authorize')
  const challenge = createHash('sha256').update(proof.verifier).digest('base64url')
  if (challenge !== code.challenge)
    throw new OAuthError('invalid_grant', 'code_verifier does not fit the code_challenge')
}

/** The content of a code or a refresh token: its organization and sign-in, and the proof. */
interface Ticket {
  organizationId: string
  family: string
  secret: string
}

function toTicket(organizationId: string, family: string, secret: string): string {
  return `${organizationId}.${family}.${secret}`
}

function readTicket(text: string): Ticket | null {
  const [, organizationId, family, secret] =
    /^([A-Za-z0-9_-]{1,100})\.([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{43})$/.exec(text) ?? []
  if (organizationId === undefined || family === undefined || secret === undefined) return null
  return { organizationId, family, secret }
}

function findSession(apiKeys: readonly ApiKey[], { family }: Ticket): ApiKey | undefined {
  const id = sha256(family)
  return apiKeys.find(({ session }) => session?.id === id)
}

function notInForce(): OAuthError {
  return new OAuthError(
    'invalid_grant',
    'It is none in force: it ended, was revoked, or never was. Sign in again',
  )
}

function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
