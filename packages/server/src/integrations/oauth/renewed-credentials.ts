import { randomUUID } from 'node:crypto'
import { sealedPlace } from '../../kernel/secrets/reseal-documents.ts'
import type { Services } from '../../kernel/operations/services.ts'
import { delay } from '../../kernel/work/delay.ts'
import type { Workspace } from '../../kernel/workspace/workspace.ts'
import { type Connection, connectionsDocument, type OAuthGrant, connectionsOf } from '../connections.ts'
import type { CredentialSource } from '../credential-source.ts'
import type { Credentials } from '../provider.ts'
import { ProviderProblem } from '../provider-problem.ts'
import { openCredentials, sealCredentials } from '../sealed-credentials.ts'
import {
  applicationSettings,
  findApplication,
  type OAuthProvider,
  requestTokens,
  tokenTimeoutMs,
  type Tokens,
} from './token-endpoint.ts'

/** Tokens are renewed this long before they end. */
const earlyMs = 60_000
/** How long others wait for a renewal: longer than it can take. */
const renewalMs = tokenTimeoutMs + 15_000
const lookEveryMs = 100
/** Pauses between attempts to store new tokens, which would otherwise be lost for good. */
const storePausesMs = [100, 500, 2_000, 5_000]

type RenewServices = Pick<Services, 'clock' | 'outgoing' | 'secrets' | 'integrations'>

/** A connection's tokens, decrypted. */
interface Held {
  version: string
  expiresAt: number | null
  credentials: Credentials
}

/**
 * A connection's tokens, renewed before they end and when they are refused. Of all concurrent callers, on any node, one
 * renews: it first writes its name into the connection, and the others wait for what it stores. New tokens are stored
 * before they are used.
 */
export function renewedCredentials(
  workspace: Workspace,
  provider: OAuthProvider,
  { generation }: Pick<Connection, 'generation'>,
  services: RenewServices,
  signal: AbortSignal,
): CredentialSource {
  const { clock, secrets } = services
  const place = sealedPlace(workspace.organization.id, connectionsDocument)
  let held: Held | null = null

  async function look(): Promise<Held> {
    const { grant, credentials } = required((await connectionsOf(workspace).read())[provider.id], generation)
    if (held?.version !== grant.version)
      held = {
        version: grant.version,
        expiresAt: grant.expiresAt,
        credentials: await openCredentials(credentials, secrets, place),
      }
    return held
  }

  async function renew(stale: Held): Promise<Held> {
    const by = randomUUID()
    const until = performance.now() + 2 * renewalMs
    while (!(await begin(stale, by))) {
      if (performance.now() > until)
        throw new ProviderProblem(
          'temporary',
          `Access to ${provider.name} is renewed elsewhere: it is tried again`,
        )
      if (!(await delay(lookEveryMs, signal)))
        throw new ProviderProblem('temporary', 'The server was stopping')
    }
    const current = await look()
    return current.version === stale.version ? renewNow(stale, by) : current
  }

  /** True: we may renew, or somebody has. False: somebody else is renewing. */
  function begin(stale: Held, by: string): Promise<boolean> {
    return connectionsOf(workspace).change((connections) => {
      const { grant } = required(connections[provider.id], generation)
      if (grant.version !== stale.version) return true
      if (grant.renewal !== null && grant.renewal.until > clock()) return false
      grant.renewal = { by, until: clock() + renewalMs }
      return true
    })
  }

  async function renewNow(stale: Held, by: string): Promise<Held> {
    try {
      const tokens = await requestRenewal(stale)
      await store(stale, tokens)
    } catch (error) {
      await giveUp(stale, by, error)
    }
    return look()
  }

  function requestRenewal({ credentials: { refreshToken } }: Held): Promise<Tokens> {
    const application = findApplication(provider, services)
    if (application === null)
      throw new ProviderProblem(
        'permission',
        `This server has no application of ${provider.name} any more: set ${applicationSettings(provider.id)}`,
      )
    return requestTokens(provider, application, { refreshToken: refreshToken! }, services)
  }

  async function store(stale: Held, tokens: Tokens): Promise<void> {
    const credentials = keptOf(provider, tokens, stale.credentials)
    const sealed = await sealCredentials(credentials, secrets, place)
    const version = randomUUID()
    for (const pauseMs of [...storePausesMs, null])
      try {
        return await connectionsOf(workspace).change((connections) => {
          const connection = connections[provider.id]
          // Meanwhile it was connected again, or renewed by somebody who didn't wait: those tokens are newer.
          if (connection?.generation !== generation || connection.grant?.version !== stale.version) return
          connection.credentials = sealed
          connection.grant = { ...connection.grant, expiresAt: tokens.expiresAt, version, renewal: null }
          connection.disabled = null
        })
      } catch (error) {
        if (pauseMs === null || !(await delay(pauseMs, signal))) throw error
      }
  }

  /** Rejects with the error, unless somebody else has renewed the tokens. */
  async function giveUp(stale: Held, by: string, error: unknown): Promise<void> {
    const isWithdrawn = error instanceof ProviderProblem && error.kind === 'credentials'
    const isOurs = await connectionsOf(workspace).change((connections) => {
      const connection = connections[provider.id]
      if (connection?.generation !== generation || connection.grant === undefined) return true
      if (connection.grant.version !== stale.version) return false
      if (connection.grant.renewal?.by === by) connection.grant.renewal = null
      if (isWithdrawn) connection.disabled = error.message
      return true
    })
    if (isOurs) throw error
  }

  /** Tokens that can't be renewed are used until the provider refuses them. */
  function isGood({ expiresAt, credentials }: Held): boolean {
    return expiresAt === null || credentials['refreshToken'] === '' || expiresAt - earlyMs > clock()
  }

  return {
    async current() {
      const now = held !== null && isGood(held) ? held : await look()
      return (isGood(now) ? now : await renew(now)).credentials
    },
    async renew(refused) {
      const now = await look()
      if (now.credentials['accessToken'] !== refused['accessToken']) return now.credentials
      if (now.credentials['refreshToken'] === '') return null
      return (await renew(now)).credentials
    },
  }
}

/**
 * The parts of a token response to store. If the refresh token, or a text beside it, is missing, the former one stays
 * valid.
 */
export function keptOf(
  { auth: { keep = [] } }: OAuthProvider,
  { accessToken, refreshToken, answer }: Tokens,
  former: Credentials = {},
): Credentials {
  const others = keep.map((name) => {
    const value = answer[name]
    return [name, typeof value === 'string' ? value : (former[name] ?? '')] as const
  })
  return {
    accessToken,
    refreshToken: refreshToken ?? former['refreshToken'] ?? '',
    ...Object.fromEntries(others),
  }
}

function required(
  connection: Connection | undefined,
  generation: string,
): Connection & { grant: OAuthGrant } {
  const { grant } = connection ?? {}
  if (connection?.generation === generation && grant !== undefined) return { ...connection, grant }
  throw new ProviderProblem('temporary', 'It was disconnected, or connected again, meanwhile')
}
