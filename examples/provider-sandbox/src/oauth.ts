import { createHash, randomBytes } from 'node:crypto'
import type { Call, Handler, Reply } from './http.ts'

/** How a played service lets people in. */
export interface OAuthOptions {
  /** What the pages call it. */
  service: string
  authorisePath: string
  tokenPath: string
  /** Where access is revoked (RFC 7009). */
  revokePath?: string
  /** Whether the application shows its secret there, too. Default false. */
  revokeAsksSecret?: boolean
  /** How the application shows its secret. */
  clientAuth: 'body' | 'basic'
  /** Default a blank. */
  scopeSeparator?: string
  /** Whether a proof key is taken. Default true. */
  pkce?: boolean
  /** Whether a refresh token comes with the first answer. Default: always. */
  givesRefreshToken?: (asked: URLSearchParams) => boolean
  /** Further fields of token answers. */
  extra?: Record<string, unknown>
  /** The answer in the service's own form. Default: that of RFC 6749. */
  answer?: (reply: Reply) => Reply
}

/** Plays login, consent and tokens; change its fields to make things go wrong. */
export interface OAuthPlay {
  clientId: string
  clientSecret: string
  /** Who signs in. */
  person: string
  /** Seconds that an access token lasts. */
  expiresIn: number
  /** Whether each renewal gives another refresh token and ends the one that was used. */
  rotates: boolean
  /** What is granted of what was asked; null: all. */
  grants: string[] | null
  /** What is granted besides. */
  adds: string[]
  /** The token endpoint answers once this is over; null: at once. */
  held: Promise<void> | null
  /** Renewals that succeeded. */
  renewals: number
  /** Answers what is login, consent or tokens; null: another address. */
  answer(call: Call): Promise<Reply | null>
  /** Whether a request brings an access token in force. */
  accepts(call: Call): boolean
  /** An access token for clients that don't sign in. */
  issue(scopes: readonly string[]): string
  /** Access tokens hold no longer; refresh tokens do. */
  endAccess(): void
  /** The person takes access back. */
  withdraw(): void
}

interface Grant {
  scopes: string[]
  refreshToken: string | null
}

interface Code {
  redirectUri: string
  challenge: string | null
  scopes: string[]
  withRefreshToken: boolean
}

export function playOAuth(options: OAuthOptions): OAuthPlay {
  const { service, authorisePath, tokenPath, revokePath, scopeSeparator = ' ', pkce = true } = options
  const codes = new Map<string, Code>()
  const access = new Set<string>()
  const refresh = new Map<string, Grant>()

  const play: OAuthPlay = {
    clientId: `${service.toLowerCase().replaceAll(' ', '-')}-client`,
    clientSecret: `${service.toLowerCase().replaceAll(' ', '-')}-client-secret`,
    person: 'mira@vendor.example',
    expiresIn: 3600,
    rotates: false,
    grants: null,
    adds: [],
    held: null,
    renewals: 0,
    async answer(call) {
      if (call.path === authorisePath) return authorise(call)
      if (call.path === revokePath) {
        const isShown = options.revokeAsksSecret !== true || showsSecret(call, new URLSearchParams(call.body))
        return isShown ? revoke(call) : refusal(401, 'invalid_client')
      }
      if (call.path !== tokenPath) return null
      if (play.held !== null) await play.held
      const reply = token(call, new URLSearchParams(call.body))
      return options.answer?.(reply) ?? reply
    },
    accepts: ({ headers }) => access.has(String(headers['authorization'] ?? '').replace(/^Bearer /i, '')),
    issue(scopes) {
      return give({ scopes: [...scopes], refreshToken: null }).access_token
    },
    endAccess: () => access.clear(),
    withdraw() {
      access.clear()
      refresh.clear()
    },
  }

  /** The page that asks, and what it leads to. */
  function authorise({ method, query, body }: Call): Reply {
    const asked = method === 'POST' ? new URLSearchParams(body) : query
    const redirectUri = asked.get('redirect_uri') ?? ''
    const isKnown =
      URL.canParse(redirectUri) && new URL(redirectUri).pathname.endsWith('/integrations/callback')
    if (asked.get('client_id') !== play.clientId || !isKnown)
      return page('Error 400: redirect_uri_mismatch', '<p>The application is not set up for this.</p>', 400)
    if (method !== 'POST') return askPage(asked)
    const location = new URL(redirectUri)
    const state = asked.get('state')
    if (state !== null) location.searchParams.set('state', state)
    if (asked.get('decision') === 'allow') location.searchParams.set('code', newCode(asked, redirectUri))
    else location.searchParams.set('error', 'access_denied')
    return { status: 302, body: '', headers: { location: location.href } }
  }

  function newCode(asked: URLSearchParams, redirectUri: string): string {
    const code = `4/${randomBytes(16).toString('hex')}`
    const scopes = (asked.get('scope') ?? '').split(scopeSeparator).filter((scope) => scope !== '')
    codes.set(code, {
      redirectUri,
      challenge: pkce ? asked.get('code_challenge') : null,
      scopes: [...scopes.filter((scope) => play.grants?.includes(scope) ?? true), ...play.adds],
      withRefreshToken: options.givesRefreshToken?.(asked) ?? true,
    })
    return code
  }

  function askPage(asked: URLSearchParams): Reply {
    const hidden = [...asked].map(
      ([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`,
    )
    const scopes = (asked.get('scope') ?? '').split(scopeSeparator)
    return page(
      `Sign in to ${service}`,
      `<p>You are <b>${escape(play.person)}</b>. The application asks for:</p>
<ul>${scopes.map((scope) => `<li>${escape(scope)}</li>`).join('')}</ul>
<form method="post" action="${authorisePath}">${hidden.join('')}
<button name="decision" value="allow">Allow</button> <button name="decision" value="deny">Deny</button>
</form>`,
    )
  }

  function token(call: Call, form: URLSearchParams): Reply {
    if (!showsSecret(call, form)) return refusal(401, 'invalid_client')
    const grantType = form.get('grant_type')
    if (grantType === 'refresh_token') return renew(form)
    if (grantType !== 'authorization_code') return refusal(400, 'unsupported_grant_type')
    const code = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const verifier = form.get('code_verifier') ?? ''
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const isProven = code?.challenge == null || code.challenge === challenge
    if (code === undefined || code.redirectUri !== form.get('redirect_uri') || !isProven)
      return refusal(400, 'invalid_grant')
    const refreshToken = code.withRefreshToken ? `1//${randomBytes(16).toString('hex')}` : null
    return { status: 200, body: give({ scopes: code.scopes, refreshToken }) }
  }

  function renew(form: URLSearchParams): Reply {
    const used = form.get('refresh_token') ?? ''
    const grant = refresh.get(used)
    if (grant === undefined) return refusal(400, 'invalid_grant')
    play.renewals++
    if (!play.rotates) return { status: 200, body: give({ ...grant, refreshToken: null }) }
    refresh.delete(used)
    return { status: 200, body: give({ ...grant, refreshToken: `1//${randomBytes(16).toString('hex')}` }) }
  }

  function give(grant: Grant) {
    const accessToken = `ya29.${randomBytes(16).toString('hex')}`
    access.add(accessToken)
    if (grant.refreshToken !== null) refresh.set(grant.refreshToken, grant)
    return {
      access_token: accessToken,
      expires_in: play.expiresIn,
      scope: grant.scopes.join(scopeSeparator),
      token_type: 'Bearer',
      ...(grant.refreshToken !== null && { refresh_token: grant.refreshToken }),
      ...options.extra,
    }
  }

  function showsSecret({ headers }: Call, form: URLSearchParams): boolean {
    const expected = `${play.clientId}:${play.clientSecret}`
    if (options.clientAuth === 'body')
      return `${form.get('client_id')}:${form.get('client_secret')}` === expected
    const basic = String(headers['authorization'] ?? '').replace(/^Basic /i, '')
    // Both are written as in a form (RFC 6749, 2.3.1).
    return decodeURIComponent(Buffer.from(basic, 'base64').toString('utf8')) === expected
  }

  function revoke({ query, body }: Call): Reply {
    const given = new URLSearchParams(body).get('token') ?? query.get('token') ?? ''
    if (!access.has(given) && !refresh.has(given)) return refusal(400, 'invalid_token')
    play.withdraw()
    return { status: 200, body: {} }
  }

  return play
}

/** A handler that answers login, consent and tokens, and what else `handler` does. */
export function withOAuth(play: OAuthPlay, handler: Handler): Handler {
  return async (call) => (await play.answer(call)) ?? handler(call)
}

function refusal(status: number, error: string): Reply {
  return { status, body: { error, error_description: 'Bad Request' } }
}

function page(title: string, body: string, status = 200): Reply {
  return { status, body: `<!doctype html><title>${escape(title)}</title><h1>${escape(title)}</h1>${body}` }
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
