import { errorCodes, isErrorCode } from '@customer-intel/contract'
import { isAppError } from '../../kernel/errors.ts'
import { isConnected, connectionsOf } from '../../integrations/connections.ts'
import {
  type BrowserSession,
  findSession,
  parseSessionName,
  parseState,
  type SessionName,
  sha256,
  statusOf,
} from '../../integrations/oauth/browser-session.ts'
import { arriveAt, connectPaths, departFrom } from '../../integrations/oauth/connect-in-browser.ts'
import { isOAuthProvider, type OAuthProvider } from '../../integrations/oauth/token-endpoint.ts'
import { findProvider } from '../../integrations/providers/registry.ts'
import type { Services } from '../../kernel/operations/services.ts'
import type { Workspace } from '../../kernel/workspace/workspace.ts'
import { addressOf } from '../address-of.ts'
import type { Call, Endpoint } from '../endpoint.ts'
import { emptyReply, type Reply } from '../reply.ts'
import { readOwnForm } from '../sign-in/approval-form.ts'
import { tellPage } from '../sign-in/sign-in-page.ts'
import { askToConnectPage } from './connect-page.ts'

const again = 'Begin again where you began.'

/** The session that an address or a state refers to. */
interface Found {
  name: SessionName
  workspace: Workspace
  provider: OAuthProvider
  session: BrowserSession
}

/**
 * The pages that connect a provider in a person's browser: one that asks, and one to which the provider redirects the
 * browser. A cookie makes sure that the provider's answer comes from the browser that was sent there.
 */
export function createConnectEndpoints(
  services: Services,
  { publicUrl }: { publicUrl: string | null },
): Endpoint[] {
  const { workspaces, clock } = services

  async function find(name: SessionName | null): Promise<Found | null> {
    const workspace = name === null ? null : await workspaces.openWorkspace(name.organizationId)
    const session = workspace === null ? null : await findSession(workspace.claims, name!.sessionId)
    if (workspace === null || session === null) return null
    const provider = findProvider(session.provider)
    return isOAuthProvider(provider) ? { name: name!, workspace, provider, session } : null
  }

  /** The session of a page, while it may still send a browser to the provider. */
  async function findOpen(text: string): Promise<Found | Reply> {
    const found = await find(parseSessionName(text))
    if (found === null || statusOf(found.session, clock()) !== 'pending' || found.session.end !== null)
      return over()
    const connection = (await connectionsOf(found.workspace).read())[found.provider.id]
    if (!isConnected(connection) || found.session.force) return found
    return tellPage(`${found.provider.name} is connected`, [
      'There is nothing to do: you can close this page.',
    ])
  }

  async function ask(call: Call): Promise<Reply> {
    const text = call.query.get('session') ?? ''
    const found = await findOpen(text)
    if ('status' in found) return found
    return askToConnectPage({
      provider: found.provider.name,
      organization: found.workspace.organization.name,
      notes: found.provider.notes,
      action: connectPaths.page.slice(connectPaths.page.lastIndexOf('/') + 1),
      session: text,
    })
  }

  async function depart(call: Call): Promise<Reply> {
    const text = (await readOwnForm(call, publicUrl)).get('session') ?? ''
    const found = await findOpen(text)
    if ('status' in found) return found
    const { workspace, provider, session, name } = found
    const redirectUri = addressOf(call, publicUrl) + connectPaths.callback
    const { location, browserSecret } = await departFrom(
      workspace,
      provider,
      { sessionId: name.sessionId, session, redirectUri },
      services,
    )
    const maxAge = Math.ceil((session.expiresAt - clock()) / 1_000)
    return emptyReply(303, {
      location,
      'cache-control': 'no-store',
      'set-cookie': cookie(name, browserSecret, { redirectUri, maxAge }),
    })
  }

  async function arrive(call: Call): Promise<Reply> {
    // A HEAD request doesn't use up the provider's answer.
    if (call.method !== 'GET') return emptyReply(200, { 'cache-control': 'no-store' })
    const state = call.query.getAll('state')
    const found = state.length === 1 ? await find(parseState(state[0]!)) : null
    if (found === null) return foreign()
    const { workspace, provider, session, name } = found
    if (session.end !== null) return usedUp()
    if (session.begun?.state !== sha256(state[0]!)) return foreign()
    const secret = readCookie(call, cookieName(name))
    if (secret === null || session.begun.browser !== sha256(secret)) return otherBrowser()
    if (statusOf(session, clock()) !== 'pending') return over()
    const { begun } = session
    const ended = await arriveAt(
      workspace,
      provider,
      { sessionId: name.sessionId, session, begun, query: call.query },
      services,
    )
    if (ended === 'taken') return usedUp()
    const reply = tell(ended, provider, workspace)
    reply.headers['set-cookie'] = cookie(name, '', { redirectUri: begun.redirectUri, maxAge: 0 })
    return reply
  }

  return [
    { method: 'GET', path: connectPaths.page, handle: (call) => ask(call).catch(refuse) },
    { method: 'POST', path: connectPaths.page, handle: (call) => depart(call).catch(refuse) },
    { method: 'GET', path: connectPaths.callback, handle: (call) => arrive(call).catch(refuse) },
  ]
}

function tell(
  ended: Exclude<Awaited<ReturnType<typeof arriveAt>>, 'taken'>,
  { name }: OAuthProvider,
  { organization }: Workspace,
): Reply {
  if (ended.outcome === 'failed') return tellPage(`${name} is not connected`, [`${ended.error}.`, again], 400)
  if (ended.outcome === 'already')
    return tellPage(`${name} was connected already`, ['Nothing was changed: you can close this page.'])
  return tellPage(`${name} is connected`, [
    `${organization.name} gets what ${ended.account} may see there. You can close this page.`,
    ...ended.warnings.map((warning) => `${warning}.`),
  ])
}

function over(): Reply {
  return tellPage(
    'This address is over',
    ['It is older than ten minutes, was used, or is not complete.', again],
    410,
  )
}

function usedUp(): Reply {
  return tellPage('This answer was used', ['It holds once. Look there how it went, or begin again.'], 409)
}

function foreign(): Reply {
  const reason = 'It belongs to nothing that was begun here, or to an earlier try.'
  return tellPage('This answer is not known', [reason, again], 400)
}

function otherBrowser(): Reply {
  const reason =
    'Nothing is connected: go on in the browser that opened the page, with cookies allowed, and by the same address of this server.'
  return tellPage('This was begun in another browser', [reason, again], 403)
}

function refuse(error: unknown): Reply {
  if (!isAppError(error) || !isErrorCode(error.code)) throw error
  return tellPage('Not done', [`${error.message}.`, again], errorCodes[error.code].status)
}

/** One per session, so that two tabs don't interfere. */
function cookieName({ sessionId }: SessionName): string {
  return `svc-connect-${sessionId}`
}

function cookie(
  name: SessionName,
  value: string,
  { redirectUri, maxAge }: { redirectUri: string; maxAge: number },
): string {
  const { protocol, pathname } = new URL(redirectUri)
  const attributes = [`Path=${pathname}`, `Max-Age=${maxAge}`, 'HttpOnly', 'SameSite=Lax']
  return [`${cookieName(name)}=${value}`, ...attributes, ...(protocol === 'https:' ? ['Secure'] : [])].join(
    '; ',
  )
}

function readCookie(call: Call, name: string): string | null {
  for (const part of (call.header('cookie') ?? '').split(';')) {
    const [key, value] = part.trim().split('=', 2)
    if (key === name && value) return value
  }
  return null
}
