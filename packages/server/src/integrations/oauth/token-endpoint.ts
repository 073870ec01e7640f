import { cutText, isJsonObject, type ProviderId } from '@customer-intel/contract'
import * as oauth from 'oauth4webapi'
import { OutgoingError } from '../../kernel/outgoing/outgoing.ts'
import { retryAfterMs } from '../../kernel/outgoing/retry-after.ts'
import type { Services } from '../../kernel/operations/services.ts'
import { oneLine } from '../../kernel/one-line.ts'
import type { Answer, OAuthAuth, Provider } from '../provider.ts'
import { ProviderProblem } from '../provider-problem.ts'

/** A provider that is connected in a browser. */
export type OAuthProvider = Provider & { auth: OAuthAuth }

export function isOAuthProvider(provider: Provider): provider is OAuthProvider {
  return provider.auth.kind === 'oauth'
}

/** The application that the operator registered with a provider, and the provider's address. */
export interface OAuthApplication {
  server: oauth.AuthorizationServer & { authorization_endpoint: string; token_endpoint: string }
  clientId: string
  clientSecret: string
  /** Replaces the origin of all addresses; null: the real service. */
  baseUrl: string | null
}

/** A token response. */
export interface Tokens {
  accessToken: string
  /** Null: none. */
  refreshToken: string | null
  /** Unix milliseconds; null: unknown. */
  expiresAt: number | null
  /** The granted scopes; null: all requested ones. */
  scopes: string[] | null
  /** The whole response, in the form of RFC 6749. */
  answer: Answer
}

type TokenServices = Pick<Services, 'outgoing' | 'integrations' | 'clock'>

/** Null when the operator has configured none. */
export function findApplication(
  { id, auth }: OAuthProvider,
  { integrations }: Pick<Services, 'integrations'>,
): OAuthApplication | null {
  const settings = integrations.providers[id]
  if (settings?.clientId == null || settings.clientSecret == null) return null
  const { baseUrl, clientId, clientSecret } = settings
  const authoriseUrl = placed(auth.authoriseUrl, baseUrl)
  return {
    server: {
      issuer: new URL(authoriseUrl).origin,
      authorization_endpoint: authoriseUrl,
      token_endpoint: placed(auth.tokenUrl, baseUrl),
    },
    clientId,
    clientSecret,
    baseUrl,
  }
}

/** A provider's address, with the origin that the operator configured. */
export function placed(address: string, baseUrl: string | null): string {
  if (baseUrl === null) return address
  const { pathname, search } = new URL(address)
  return baseUrl + pathname + search
}

/** The names of missing settings. */
export function applicationSettings(id: ProviderId): string {
  const stem = `SVC_PROVIDER_${id.toUpperCase().replaceAll('-', '_')}`
  return `${stem}_CLIENT_ID and ${stem}_CLIENT_SECRET`
}

/**
 * Exchanges a code, or a refresh token, for tokens. Rejects with ProviderProblem: `credentials` when access was refused
 * or revoked, `permission` when the application is refused, else `wait`, `temporary` or `broken`.
 */
export async function requestTokens(
  provider: OAuthProvider,
  application: OAuthApplication,
  grant:
    | { callback: URLSearchParams; redirectUri: string; verifier: string | null }
    | { refreshToken: string },
  services: TokenServices,
): Promise<Tokens> {
  const { server, clientId, clientSecret } = application
  const client: oauth.Client = { client_id: clientId }
  const clientAuth =
    provider.auth.clientAuth === 'basic'
      ? oauth.ClientSecretBasic(clientSecret)
      : oauth.ClientSecretPost(clientSecret)
  const options = {
    [oauth.customFetch]: (url: string, request: { headers: Record<string, string>; body: URLSearchParams }) =>
      post(provider, application, url, request, services),
    // Plain http is allowed if the operator configured the address.
    [oauth.allowInsecureRequests]: application.baseUrl !== null,
  }
  try {
    const answer =
      'refreshToken' in grant
        ? await oauth.processRefreshTokenResponse(
            server,
            client,
            await oauth.refreshTokenGrantRequest(server, client, clientAuth, grant.refreshToken, options),
          )
        : await oauth.processAuthorizationCodeResponse(
            server,
            client,
            await oauth.authorizationCodeGrantRequest(
              server,
              client,
              clientAuth,
              grant.callback,
              grant.redirectUri,
              grant.verifier ?? oauth.nopkce,
              options,
            ),
          )
    const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds, scope } = answer
    return {
      accessToken,
      refreshToken: refreshToken ?? null,
      expiresAt: seconds === undefined ? null : services.clock() + seconds * 1_000,
      scopes: scope === undefined ? null : scope.split(/[\s,]+/).filter((name) => name !== ''),
      answer: { ...answer },
    }
  } catch (error) {
    if (error instanceof ProviderProblem) throw error
    throw toProblem(provider, error)
  }
}

async function post(
  { name, auth }: OAuthProvider,
  { baseUrl }: OAuthApplication,
  url: string,
  { headers, body }: { headers: Record<string, string>; body: URLSearchParams },
  { outgoing, integrations, clock }: TokenServices,
): Promise<Response> {
  const answer = await outgoing
    .request(url, {
      method: 'POST',
      headers,
      body: body.toString(),
      origins: [new URL(url).origin],
      allowPrivateAddresses: baseUrl !== null || integrations.allowPrivateAddresses,
      timeoutMs: tokenTimeoutMs,
      maxBytes: 256 * 1024,
      // A redirect would send the code or the token elsewhere.
      maxRedirects: 0,
    })
    .catch((error: unknown) => {
      if (error instanceof OutgoingError)
        throw new ProviderProblem('temporary', `${error.message}: it is tried again`)
      throw error
    })
  const { status } = answer
  if (status === 429) {
    const notBefore = clock() + (retryAfterMs((header) => answer.header(header), clock()) ?? 60_000)
    throw new ProviderProblem('wait', `${name} asks to wait with renewing access`, { notBefore })
  }
  if (status === 408 || status >= 500)
    throw new ProviderProblem(
      'temporary',
      `${name} answered ${status} when asked for access: it is tried again`,
    )
  const json = parse(answer.body)
  if (json === null)
    throw new ProviderProblem(
      'temporary',
      `${name} answered ${status} with something that is no JSON when asked for access: it is tried again`,
    )
  const read: Answer = { token_type: 'bearer', ...(auth.readTokens?.(json) ?? json) }
  const isRefusal = typeof read['error'] === 'string'
  return new Response(JSON.stringify(read), {
    status: isRefusal && status < 400 ? 400 : status,
    headers: { 'content-type': 'application/json' },
  })
}

/** For one response of the token endpoint. */
export const tokenTimeoutMs = 30_000

function toProblem({ id, name, auth }: OAuthProvider, error: unknown): ProviderProblem {
  if (!(error instanceof oauth.ResponseBodyError))
    return new ProviderProblem(
      'broken',
      `${name} gave an answer for access that can't be read: it is tried again`,
    )
  const code = cutText(oneLine(error.error), 100)
  if (code === 'invalid_grant' || auth.revokedCodes?.includes(code) === true)
    return new ProviderProblem('credentials', `${name} refuses access now (${code}): connect it again`)
  if (code === 'invalid_client' || code === 'unauthorized_client')
    return new ProviderProblem(
      'permission',
      `${name} doesn't take this server's application (${code}): look whether ${applicationSettings(id)} are right`,
    )
  return new ProviderProblem('temporary', `${name} gave no access (${code}): it is tried again`)
}

function parse(body: Buffer): Answer | null {
  try {
    const json: unknown = JSON.parse(body.toString('utf8'))
    return isJsonObject(json) ? json : null
  } catch {
    return null
  }
}
