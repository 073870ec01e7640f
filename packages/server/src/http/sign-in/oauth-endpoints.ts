import { errorCodes, isErrorCode } from '@customer-intel/contract'
import { AppError, isAppError } from '../../kernel/errors.ts'
import { createRateLimiter } from '../../kernel/rate-limiter.ts'
import { guardSender, mcpPreflightHeaders } from '../mcp/guard-sender.ts'
import type { Services } from '../../kernel/operations/services.ts'
import { registerClient } from '../../organizations/sign-in/oauth-client.ts'
import { OAuthError } from '../../organizations/sign-in/oauth-error.ts'
import { endSession, redeem } from '../../organizations/sign-in/oauth-session.ts'
import { addressOf } from '../address-of.ts'
import type { Call, Endpoint } from '../endpoint.ts'
import { parseJson } from '../parse-json.ts'
import { readBody } from '../read-body.ts'
import { emptyReply, jsonReply, type Reply } from '../reply.ts'
import { createAuthorizePage } from './oauth-authorize.ts'
import { oauthMetadata, oauthPaths } from './oauth-metadata.ts'

const maxBodyBytes = 16 * 1024
const preflight = mcpPreflightHeaders(
  'GET, POST',
  'accept, authorization, content-type, mcp-protocol-version',
)

/**
 * OAuth 2.1 for `/mcp`: programs sign in by a code with PKCE, and refresh their tokens. Nothing is stored before a person
 * approves, and then only in the organization's configuration: any node can answer each step.
 */
export function createOAuthEndpoints(
  services: Services,
  { publicUrl }: { publicUrl: string | null },
): Endpoint[] {
  const page = createAuthorizePage(services, { publicUrl })
  const exchanges = createRateLimiter({ limit: 30, windowMs: 60_000, maxKeys: 10_000 })

  async function exchange(call: Call): Promise<Reply> {
    const form = await readForm(call)
    const grantType = required(form, 'grant_type')
    if (grantType !== 'authorization_code' && grantType !== 'refresh_token')
      throw new OAuthError('unsupported_grant_type', 'grant_type is authorization_code or refresh_token')
    const isCode = grantType === 'authorization_code'
    const ticket = required(form, isCode ? 'code' : 'refresh_token')
    const clientId = required(form, 'client_id')
    const proof = isCode
      ? { redirectUri: required(form, 'redirect_uri'), verifier: required(form, 'code_verifier') }
      : null
    // By the part that all codes and tokens of one sign-in share.
    limit(ticket.slice(0, ticket.lastIndexOf('.')))
    const tokens = await redeem({ ticket, clientId, resource: form.get('resource'), proof }, services)
    return jsonReply(
      200,
      {
        access_token: tokens.accessToken,
        token_type: 'Bearer',
        expires_in: tokens.expiresInSeconds,
        refresh_token: tokens.refreshToken,
        scope: tokens.grants.join(' '),
      },
      { pragma: 'no-cache' },
    )
  }

  async function register(call: Call): Promise<Reply> {
    const value = parseJson(await readBody(call.body, maxBodyBytes))
    const { id, name, redirectUris } = registerClient(value)
    return jsonReply(201, {
      client_id: id,
      client_id_issued_at: Math.floor(services.clock() / 1_000),
      client_name: name,
      redirect_uris: redirectUris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    })
  }

  async function revoke(call: Call): Promise<Reply> {
    const token = required(await readForm(call), 'token')
    limit(token.slice(0, token.lastIndexOf('.')))
    await endSession(token, services)
    return emptyReply(200, { 'cache-control': 'no-store' })
  }

  function limit(key: string): void {
    if (!exchanges.take(key).allowed)
      throw new AppError('RATE_LIMITED', 'Too many requests for this sign-in', { retryAfterSeconds: 60 })
  }

  const guarded = (handle: Endpoint['handle']) =>
    guardSender(
      publicUrl,
      (reason) => jsonReply(403, { error: 'access_denied', error_description: reason }),
      (call) => handle(call).catch(refuse),
    )
  const answered = (path: string, method: 'GET' | 'POST', handle: Endpoint['handle']): Endpoint[] => [
    { method, path, handle: guarded(handle) },
    { method: 'OPTIONS', path, handle: guarded(async () => emptyReply(204, preflight)) },
  ]
  return [
    ...Object.entries(oauthMetadata).flatMap(([path, describe]) =>
      answered(path, 'GET', async (call) => jsonReply(200, describe(addressOf(call, publicUrl)))),
    ),
    { method: 'GET', path: oauthPaths.authorize, handle: guarded(page.ask) },
    { method: 'POST', path: oauthPaths.authorize, handle: guarded(page.approve) },
    ...answered(oauthPaths.token, 'POST', exchange),
    ...answered(oauthPaths.register, 'POST', register),
    ...answered(oauthPaths.revoke, 'POST', revoke),
  ]
}

async function readForm(call: Call): Promise<URLSearchParams> {
  const mediaType = (call.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase()
  if (mediaType !== 'application/x-www-form-urlencoded')
    throw new OAuthError('invalid_request', 'Send application/x-www-form-urlencoded')
  return new URLSearchParams((await readBody(call.body, maxBodyBytes)).toString('utf8'))
}

function required(form: URLSearchParams, name: string): string {
  const [value, ...others] = form.getAll(name)
  if (!value || others.length > 0) throw new OAuthError('invalid_request', `${name} must be there, once`)
  return value
}

/** In the form of RFC 6749, 5.2. */
function refuse(error: unknown): Reply {
  if (error instanceof OAuthError) {
    const status = error.code === 'temporarily_unavailable' ? 503 : 400
    return jsonReply(status, { error: error.code, error_description: error.message }, { pragma: 'no-cache' })
  }
  if (!isAppError(error) || !isErrorCode(error.code)) throw error
  const { status } = errorCodes[error.code]
  const code = status === 429 || status >= 500 ? 'temporarily_unavailable' : 'invalid_request'
  const headers: Record<string, string> =
    status === 429 || status === 503 ? { 'retry-after': String(error.retryAfterSeconds ?? 5) } : {}
  return jsonReply(status, { error: code, error_description: error.message }, headers)
}
