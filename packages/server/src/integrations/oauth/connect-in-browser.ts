import * as oauth from 'oauth4webapi'
import { AppError } from '../../kernel/errors.ts'
import { sealedPlace } from '../../kernel/secrets/reseal-documents.ts'
import type { Services } from '../../kernel/operations/services.ts'
import { oneLine } from '../../kernel/one-line.ts'
import type { Workspace } from '../../kernel/workspace/workspace.ts'
import { checkLimit, connectionIdOf, newConnection } from '../connect.ts'
import { connectionsDocument, isConnected, connectionsOf } from '../connections.ts'
import { fixedCredentials } from '../credential-source.ts'
import { warnOfExcess } from '../excess-rights.ts'
import { openProviderApi } from '../provider-api.ts'
import { ProviderProblem, readingAnswers } from '../provider-problem.ts'
import { sealCredentials } from '../sealed-credentials.ts'
import {
  beginEnd,
  type BegunInBrowser,
  type BrowserSession,
  formatState,
  keepEnd,
  saveSession,
  newSecret,
  newSession,
  type SessionEnd,
  sha256,
} from './browser-session.ts'
import { keptOf } from './renewed-credentials.ts'
import {
  applicationSettings,
  findApplication,
  type OAuthApplication,
  type OAuthProvider,
  requestTokens,
  type Tokens,
} from './token-endpoint.ts'

export type BrowserServices = Pick<Services, 'clock' | 'outgoing' | 'secrets' | 'integrations'>

/** The page that asks a person, and the redirect URI: what an operator registers with the provider. */
export const connectPaths = { page: '/integrations/connect', callback: '/integrations/callback' } as const

/** The place to which a session's PKCE verifier is bound. */
const sessionPlace = 'connect-session'
/** Time to complete the connection after the provider's answer. */
const finishMs = 2 * 60_000

/**
 * Starts a session for a person's browser. Resolves with its id. Throws AppErrors: `INVALID_REQUEST` when the operator
 * has registered no application, `plan_connection_limit_exceeded`.
 */
export async function startSession(
  workspace: Workspace,
  provider: OAuthProvider,
  { force }: { force: boolean },
  services: BrowserServices,
): Promise<string> {
  requireApplication(provider, services)
  checkLimit(workspace, await connectionsOf(workspace).read(), provider)
  const [id, session] = newSession(provider.id, force, services.clock())
  await saveSession(workspace.claims, id, session)
  return id
}

/** The address for a browser, and the secret for its cookie. */
export interface Departure {
  location: string
  browserSecret: string
}

/** Sends a browser to the provider. The answer is accepted from that browser only. */
export async function departFrom(
  workspace: Workspace,
  provider: OAuthProvider,
  { sessionId, session, redirectUri }: { sessionId: string; session: BrowserSession; redirectUri: string },
  services: BrowserServices,
): Promise<Departure> {
  const { server, clientId } = requireApplication(provider, services)
  const { scopes, scopeSeparator = ' ', parameters = {}, pkce } = provider.auth
  const state = formatState({ organizationId: workspace.organization.id, sessionId }, newSecret())
  const browserSecret = newSecret()
  const verifier = pkce ? oauth.generateRandomCodeVerifier() : null
  const location = new URL(server.authorization_endpoint)
  const asked: Record<string, string> = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: scopes.join(scopeSeparator),
    state,
    ...parameters,
  }
  if (verifier !== null) {
    asked['code_challenge'] = await oauth.calculatePKCECodeChallenge(verifier)
    asked['code_challenge_method'] = 'S256'
  }
  for (const [name, value] of Object.entries(asked)) location.searchParams.set(name, value)
  const place = sealedPlace(workspace.organization.id, sessionPlace)
  const begun: BegunInBrowser = {
    state: sha256(state),
    browser: sha256(browserSecret),
    verifier: verifier === null ? null : await services.secrets.seal(verifier, place),
    redirectUri,
  }
  await saveSession(workspace.claims, sessionId, { ...session, begun })
  return { location: location.href, browserSecret }
}

/** The result of a session. */
export type BrowserArrival =
  | { outcome: 'connected'; account: string; warnings: string[] }
  | { outcome: 'already'; account: null }
  | { outcome: 'failed'; error: string }

/**
 * Handles the provider's answer from the browser that was sent there, once. Any error ends the session and is shown; the
 * tokens are stored after they were tested with the provider.
 */
export async function arriveAt(
  workspace: Workspace,
  provider: OAuthProvider,
  arrival: { sessionId: string; session: BrowserSession; begun: BegunInBrowser; query: URLSearchParams },
  services: BrowserServices,
): Promise<BrowserArrival | 'taken'> {
  const { sessionId, session, begun, query } = arrival
  const { claims } = workspace
  const going: SessionEnd = { status: 'pending', error: null, expiresAt: services.clock() + finishMs }
  if (!(await beginEnd(claims, sessionId, going))) return 'taken'
  try {
    const ended = await finish(workspace, provider, { session, begun, query }, services)
    await keepEnd(claims, sessionId, { ...going, status: 'connected' })
    return ended
  } catch (error) {
    const isExpected = error instanceof ProviderProblem || error instanceof AppError
    const reason = isExpected
      ? error.message
      : `${provider.name} could not be connected: look into the server's log`
    await keepEnd(claims, sessionId, { ...going, status: 'failed', error: reason })
    if (isExpected) return { outcome: 'failed', error: reason }
    throw error
  }
}

async function finish(
  workspace: Workspace,
  provider: OAuthProvider,
  { session, begun, query }: { session: BrowserSession; begun: BegunInBrowser; query: URLSearchParams },
  services: BrowserServices,
): Promise<BrowserArrival> {
  const application = requireApplication(provider, services)
  const callback = readAnswer(provider, application, query)
  const sealing = sealedPlace(workspace.organization.id, sessionPlace)
  const verifier = begun.verifier === null ? null : await services.secrets.open(begun.verifier, sealing)
  const grant = { callback, redirectUri: begun.redirectUri, verifier }
  const tokens = await requestTokens(provider, application, grant, services)
  checkScopes(provider, tokens)
  const warnings = warnOfExcess(provider, excessOf(provider, tokens))
  const credentials = keptOf(provider, tokens)
  const { clock, outgoing, secrets, integrations } = services
  const api = openProviderApi(provider, {
    credentials: fixedCredentials(credentials),
    outgoing,
    clock,
    baseUrl: application.baseUrl,
    allowPrivateAddresses: integrations.allowPrivateAddresses,
    signal: AbortSignal.timeout(25_000),
    maxWaitMs: 5_000,
  })
  const account = await readingAnswers(provider.name, async () => {
    await provider.check(api)
    return oneLine(await provider.auth.account(api, tokens.answer))
  })
  const place = sealedPlace(workspace.organization.id, connectionsDocument)
  const sealed = await sealCredentials(credentials, secrets, place)
  return connectionsOf(workspace).change((connections): BrowserArrival => {
    // Of two concurrent connections, the first one wins.
    if (isConnected(connections[provider.id]) && !session.force) return { outcome: 'already', account: null }
    checkLimit(workspace, connections, provider)
    connections[provider.id] = {
      ...newConnection(connectionIdOf(workspace, provider), sealed, clock(), connections[provider.id]),
      grant: { account, expiresAt: tokens.expiresAt, version: sha256(newSecret()), renewal: null },
      ...(warnings.length > 0 && { warnings }),
    }
    return { outcome: 'connected', account, warnings }
  })
}

/** The code, or the provider's refusal. Throws ProviderProblem. */
function readAnswer(
  { name }: OAuthProvider,
  { server, clientId }: OAuthApplication,
  query: URLSearchParams,
): URLSearchParams {
  try {
    return oauth.validateAuthResponse(server, { client_id: clientId }, query, query.get('state') ?? undefined)
  } catch (error) {
    if (!(error instanceof oauth.AuthorizationResponseError))
      throw new ProviderProblem('broken', `${name} sent an answer that can't be read: begin again`)
    if (error.error === 'access_denied')
      throw new ProviderProblem('permission', `The permission was refused at ${name}: nothing is connected`)
    const description = error.error_description === undefined ? '' : `: ${oneLine(error.error_description)}`
    throw new ProviderProblem('permission', `${name} refused (${oneLine(error.error)}${description})`)
  }
}

function checkScopes({ name, auth }: OAuthProvider, { scopes }: Tokens): void {
  const missing = scopes === null ? [] : auth.scopes.filter((scope) => !scopes.includes(scope))
  if (missing.length === 0) return
  throw new ProviderProblem(
    'permission',
    `${name} didn't get all permissions: begin again and allow ${missing.join(', ')}`,
  )
}

function excessOf({ auth }: OAuthProvider, { scopes }: Tokens): string[] {
  const needed = [...auth.scopes, ...(auth.registeredScopes ?? [])]
  return (scopes ?? []).filter((scope) => !needed.includes(scope))
}

function requireApplication(provider: OAuthProvider, services: BrowserServices): OAuthApplication {
  const application = findApplication(provider, services)
  if (application !== null) return application
  const settings = applicationSettings(provider.id)
  const message = `This server has no OAuth application of ${provider.name}: register one with the service (docs/integrations.md) and set ${settings}`
  throw new AppError('INVALID_REQUEST', message)
}
