import { createRateLimiter } from '../../kernel/rate-limiter.ts'
import type { Services } from '../../kernel/operations/services.ts'
import { OAuthError, type OAuthErrorCode } from './oauth-error.ts'
import { oneLine } from '../../kernel/one-line.ts'
import { isRedirectUri } from './redirect-uri.ts'

/** A program that signs in by OAuth. All are public clients, without a secret. */
export interface OAuthClient {
  id: string
  /** Its name for itself: not verified. */
  name: string
  redirectUris: string[]
  /** The host of its metadata document; null for one that registered itself. */
  host: string | null
}

const registeredPrefix = 'client_'
const maxIdLength = 4_000
const documentBounds = { timeoutMs: 5_000, maxBytes: 16 * 1024, maxRedirects: 0 }

/**
 * Registers a program (RFC 7591). Nothing is stored: its id contains the registration. It needs no signature, since
 * anybody may register anyway. Throws {@link OAuthError}.
 */
export function registerClient(metadata: unknown): OAuthClient {
  const { name, redirectUris } = readMetadata(metadata, 'invalid_client_metadata')
  const content = Buffer.from(JSON.stringify([name, redirectUris])).toString('base64url')
  const id = registeredPrefix + content
  if (id.length > maxIdLength)
    throw new OAuthError('invalid_client_metadata', 'Too much to register: name fewer redirect_uris')
  return { id, name, redirectUris, host: null }
}

/** Finds a program by id. */
export interface OAuthClients {
  /** Throws {@link OAuthError}: `invalid_client`, or `temporarily_unavailable` after too many lookups. */
  find(id: string): Promise<OAuthClient>
}

/** An id is a registered one, or the address of a client id metadata document. */
export function createOAuthClients({
  outgoing,
  integrations: { allowPrivateAddresses },
}: Pick<Services, 'outgoing' | 'integrations'>): OAuthClients {
  const perHost = createRateLimiter({ limit: 20, windowMs: 60_000, maxKeys: 1_000 })
  const all = createRateLimiter({ limit: 120, windowMs: 60_000 })

  async function fetchDocument(url: URL): Promise<unknown> {
    // Anybody can make this server fetch a document: so fetches per host are limited.
    if (!perHost.take(url.host).allowed || !all.take('all').allowed)
      throw new OAuthError(
        'temporarily_unavailable',
        'Too many programs sign in at once: try again in a minute',
      )
    const request = { ...documentBounds, origins: [url.origin], allowPrivateAddresses }
    const answer = await outgoing
      .request(url.href, { ...request, headers: { accept: 'application/json' } })
      .catch(() => null)
    if (answer?.status !== 200)
      throw new OAuthError(
        'invalid_client',
        `The document of the program can't be read: ${url.host} gives none`,
      )
    return parse(answer.body.toString('utf8'))
  }

  return {
    async find(id) {
      if (id.length > maxIdLength) throw unknownClient()
      if (id.startsWith(registeredPrefix)) {
        const content = parse(Buffer.from(id.slice(registeredPrefix.length), 'base64url').toString('utf8'))
        if (!Array.isArray(content)) throw unknownClient()
        const [client_name, redirect_uris] = content as unknown[]
        return { ...readMetadata({ client_name, redirect_uris }, 'invalid_client'), id, host: null }
      }
      const url = documentAddress(id, allowPrivateAddresses)
      if (url === null) throw unknownClient()
      const document = await fetchDocument(url)
      if (fieldOf(document, 'client_id') !== id)
        throw new OAuthError('invalid_client', `The document at ${url.host} has another client_id`)
      if ((fieldOf(document, 'token_endpoint_auth_method') ?? 'none') !== 'none')
        throw new OAuthError(
          'invalid_client',
          'This server takes public clients: token_endpoint_auth_method none',
        )
      return { ...readMetadata(document, 'invalid_client'), id, host: url.host }
    },
  }
}

/** An https address with a path. If private addresses are allowed, also http. */
function documentAddress(id: string, allowPrivateAddresses: boolean): URL | null {
  if (!URL.canParse(id)) return null
  const url = new URL(id)
  const isWeb = url.protocol === 'https:' || (allowPrivateAddresses && url.protocol === 'http:')
  const isPlain = url.username === '' && url.password === '' && url.hash === '' && url.href === id
  return isWeb && isPlain && url.pathname !== '/' ? url : null
}

function readMetadata(metadata: unknown, code: OAuthErrorCode): Pick<OAuthClient, 'name' | 'redirectUris'> {
  const uris = fieldOf(metadata, 'redirect_uris')
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > 20)
    throw new OAuthError(code, 'redirect_uris must be a list of 1 to 20 addresses')
  const redirectUris = uris.filter((uri): uri is string => typeof uri === 'string' && isRedirectUri(uri))
  if (redirectUris.length < uris.length)
    throw new OAuthError(
      code === 'invalid_client_metadata' ? 'invalid_redirect_uri' : code,
      'Each of redirect_uris must be https, http on localhost, or of a scheme of your own, without a fragment',
    )
  const name = fieldOf(metadata, 'client_name')
  return { name: (typeof name === 'string' && oneLine(name)) || 'A program without a name', redirectUris }
}

function unknownClient(): OAuthError {
  return new OAuthError(
    'invalid_client',
    'client_id names no program: register it at /oauth/register, or give the https address of its document',
  )
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
