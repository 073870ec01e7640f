import { createHash } from 'node:crypto'
import { type Grant, errorCodes, isErrorCode, isGrant, readOnlyGrants } from '@customer-intel/contract'
import { AppError, isAppError } from '../../kernel/errors.ts'
import { correlationIdOf } from '../../kernel/operations/correlation-id.ts'
import type { Services } from '../../kernel/operations/services.ts'
import { issueKey } from '../../organizations/sign-in/issue-key.ts'
import { createOAuthClients, type OAuthClient } from '../../organizations/sign-in/oauth-client.ts'
import { OAuthError } from '../../organizations/sign-in/oauth-error.ts'
import { beginSession, type CodeBinding } from '../../organizations/sign-in/oauth-session.ts'
import { cspSourceOf, isSameRedirect, placeOf } from '../../organizations/sign-in/redirect-uri.ts'
import { addressOf } from '../address-of.ts'
import type { Call } from '../endpoint.ts'
import { emptyReply, type Reply } from '../reply.ts'
import { createApprovers, readApprovalForm } from './approval-form.ts'
import { oauthPaths, resourcePath } from './oauth-metadata.ts'
import { askPage, escapeHtml, tellPage } from './sign-in-page.ts'

/** A validated authorization request. */
interface Authorization extends CodeBinding {
  client: OAuthClient
  grants: readonly Grant[]
  state: string | undefined
  /** As received: the form repeats them. */
  parameters: Record<string, string>
}

const parameterNames = [
  'client_id',
  'redirect_uri',
  'response_type',
  'code_challenge',
  'code_challenge_method',
  'resource',
  'scope',
  'state',
]

/**
 * The page on which a person gives a program access. An invalid request is shown to the person and not redirected:
 * anybody can register a program, so this server would be an open redirector (RFC 9700, 4.11.2).
 */
export function createAuthorizePage(
  services: Services,
  { publicUrl }: { publicUrl: string | null },
): { ask: (call: Call) => Promise<Reply>; approve: (call: Call) => Promise<Reply> } {
  const clients = createOAuthClients(services)
  const approvers = createApprovers(services)

  async function read(asked: Record<string, string>, address: string): Promise<Authorization> {
    const parameters = Object.fromEntries(
      parameterNames.flatMap((name) => (asked[name] === undefined ? [] : [[name, asked[name]]])),
    ) as Record<string, string>
    const client = await clients.find(parameters['client_id'] ?? '')
    const redirectUri = parameters['redirect_uri'] ?? ''
    if (!client.redirectUris.some((registered) => isSameRedirect(registered, redirectUri)))
      throw new OAuthError('invalid_request', 'redirect_uri is none that the program registered')
    if (parameters['response_type'] !== 'code')
      throw new OAuthError('invalid_request', 'response_type must be code')
    const challenge = parameters['code_challenge'] ?? ''
    if (parameters['code_challenge_method'] !== 'S256' || !/^[A-Za-z0-9_-]{43}$/.test(challenge))
      throw new OAuthError('invalid_request', 'code_challenge must be there, and code_challenge_method S256')
    const resource = address + resourcePath
    if (parameters['resource'] !== resource)
      throw new OAuthError('invalid_target', `resource must be ${resource}`)
    const scopes = (parameters['scope'] ?? '').split(' ').filter(isGrant)
    const grants = scopes.length > 0 ? [...new Set(scopes)] : readOnlyGrants
    const { state } = parameters
    return { client, clientId: client.id, redirectUri, challenge, resource, grants, state, parameters }
  }

  return {
    async ask(call) {
      try {
        for (const name of parameterNames)
          if (call.query.getAll(name).length > 1)
            throw new OAuthError('invalid_request', `${name} stands there more than once`)
        return question(await read(Object.fromEntries(call.query), addressOf(call, publicUrl)))
      } catch (error) {
        return refuse(error)
      }
    },
    async approve(call) {
      let asked: Authorization | null = null
      const address = addressOf(call, publicUrl)
      try {
        const { fields, grants, key } = await readApprovalForm(call, publicUrl)
        asked = await read({ ...fields }, address)
        const approver = await approvers.find(key, triesOf(asked))
        const { id } = approver.workspace.organization
        const session = beginSession(asked, id, services.clock())
        const name = asked.client.name
        await issueKey(approver, { name, grants, ...session.key }, services, {
          commandId: 'oauth.approve',
          correlationId: correlationIdOf(call.requestId),
        })
        const location = new URL(asked.redirectUri)
        location.searchParams.set('code', session.code)
        if (asked.state !== undefined) location.searchParams.set('state', asked.state)
        location.searchParams.set('iss', address)
        return emptyReply(303, { location: location.href, 'cache-control': 'no-store' })
      } catch (error) {
        if (asked === null || !isAppError(error) || !isErrorCode(error.code)) return refuse(error)
        const { status } = errorCodes[error.code]
        return question(asked, { message: error.message, status: status === 401 ? 403 : status })
      }
    },
  }
}

function question(asked: Authorization, problem?: { message: string; status: number }): Reply {
  const { client, redirectUri, grants, parameters } = asked
  const strong = (text: string) => `<strong>${escapeHtml(text)}</strong>`
  const origin =
    client.host === null
      ? 'It says its name itself: that is no proof.'
      : `It is described at ${strong(client.host)}.`
  return askPage(
    {
      client: client.name,
      proof: `Access goes to ${strong(placeOf(redirectUri))}. ${origin} It is to ask as an assistant, by the Model Context Protocol alone.`,
      grants,
      action: oauthPaths.authorize.slice(oauthPaths.authorize.lastIndexOf('/') + 1),
      fields: parameters,
      problem: problem?.message,
      redirectTo: cspSourceOf(redirectUri),
    },
    problem?.status,
  )
}

/** Attempts per authorization request. */
function triesOf({ clientId, challenge }: Authorization): string {
  return createHash('sha256').update(`${challenge} ${clientId}`).digest('base64url')
}

function refuse(error: unknown): Reply {
  if (error instanceof OAuthError) {
    const status = error.code === 'temporarily_unavailable' ? 503 : 400
    return tellPage('This program can’t sign in', [`${error.message} (${error.code}).`], status)
  }
  if (error instanceof AppError && isErrorCode(error.code)) {
    const { status } = errorCodes[error.code]
    return tellPage('Not done', [error.message], status === 401 ? 403 : status)
  }
  throw error
}
