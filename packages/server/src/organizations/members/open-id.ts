import type { Role } from '@customer-intel/contract'
import * as oauth from 'oauth4webapi'
import { AppError } from '../../kernel/errors.ts'
import { reasonOf } from '../../kernel/reason-of.ts'

/** An identity provider by which people sign in. */
export interface OpenIdSettings {
  /** Its address, as it names itself. */
  issuer: string
  clientId: string
  clientSecret: string
  /** What people call it. */
  label: string
  /** Who has an address of one of these and is no user yet becomes one. Empty: only those who were invited sign in. */
  domains: readonly string[]
  /** What such people are. */
  newcomerRole: Role
}

/** A sign-in under way, kept by the browser. */
export interface OpenIdAttempt {
  organizationId: string
  state: string
  nonce: string
  verifier: string
}

/** Whom the provider knows. */
export interface OpenIdPerson {
  /** In lower case. */
  email: string
  name: string | null
}

export type OpenId = ReturnType<typeof createOpenId>

const scope = 'openid email profile'
const answerMs = 10_000
const discoveredForMs = 60 * 60_000

/** OpenID Connect with a code, PKCE, state and nonce. Its failures are AppErrors `FORBIDDEN` and `UNAVAILABLE`. */
export function createOpenId(settings: OpenIdSettings) {
  const { issuer, clientId, clientSecret } = settings
  const client: oauth.Client = { client_id: clientId }
  // Plain http is allowed if the operator configured it.
  const insecure = { [oauth.allowInsecureRequests]: issuer.startsWith('http:') }
  const options = () => ({ ...insecure, signal: AbortSignal.timeout(answerMs) })
  let discovered: { at: number; server: oauth.AuthorizationServer } | null = null

  async function discover(): Promise<oauth.AuthorizationServer> {
    if (discovered !== null && performance.now() - discovered.at < discoveredForMs) return discovered.server
    const address = new URL(issuer)
    const response = await oauth.discoveryRequest(address, options()).catch(unreachable)
    const server = await oauth.processDiscoveryResponse(address, response).catch(unreachable)
    discovered = { at: performance.now(), server }
    return server
  }

  return {
    settings,

    /** Where to send the browser, and what it keeps. */
    async begin(
      organizationId: string,
      redirectUri: string,
    ): Promise<{ url: string; attempt: OpenIdAttempt }> {
      const { authorization_endpoint: endpoint } = await discover()
      if (endpoint === undefined) unreachable(new Error('it names no authorization_endpoint'))
      const attempt = {
        organizationId,
        state: oauth.generateRandomState(),
        nonce: oauth.generateRandomNonce(),
        verifier: oauth.generateRandomCodeVerifier(),
      }
      const url = new URL(endpoint)
      for (const [name, value] of Object.entries({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope,
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
      }))
        url.searchParams.set(name, value)
      return { url: url.href, attempt }
    },

    /** Who came back with this answer. */
    async finish(
      answer: URLSearchParams,
      { state, nonce, verifier }: OpenIdAttempt,
      redirectUri: string,
    ): Promise<OpenIdPerson> {
      const server = await discover()
      const claims = await (async () => {
        const checked = oauth.validateAuthResponse(server, client, answer, state)
        const secret = oauth.ClientSecretBasic(clientSecret)
        const tokens = await oauth.processAuthorizationCodeResponse(
          server,
          client,
          await oauth.authorizationCodeGrantRequest(
            server,
            client,
            secret,
            checked,
            redirectUri,
            verifier,
            options(),
          ),
          { expectedNonce: nonce, requireIdToken: true },
        )
        const claims = oauth.getValidatedIdTokenClaims(tokens)!
        if (claims['email'] !== undefined) return claims
        const response = await oauth.userInfoRequest(server, client, tokens.access_token, options())
        return oauth.processUserInfoResponse(server, client, claims.sub, response)
      })().catch((error: unknown) => {
        throw new AppError('FORBIDDEN', 'The sign-in was not completed: begin again', { cause: error })
      })
      const { email, email_verified: isVerified, name } = claims
      if (typeof email !== 'string' || isVerified !== true)
        throw new AppError('FORBIDDEN', `${settings.label} confirms no e-mail address of yours`)
      return { email: email.toLowerCase(), name: typeof name === 'string' ? name : null }
    },
  }

  function unreachable(error: unknown): never {
    const message = `${settings.label} can't be reached now: try again, or sign in with your password`
    throw new AppError('UNAVAILABLE', message, { cause: new Error(reasonOf(error)), retryAfterSeconds: 30 })
  }
}
