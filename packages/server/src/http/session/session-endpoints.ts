import {
  type AcceptInvitationBody,
  type ChangePasswordBody,
  getRoute,
  type RouteDefinition,
  type Session,
  type SessionOperation,
  type StartSessionBody,
} from '@customer-intel/contract'
import { AppError } from '../../kernel/errors.ts'
import { correlationIdOf } from '../../kernel/operations/correlation-id.ts'
import type { Caller, Services } from '../../kernel/operations/services.ts'
import { countRequest } from '../../kernel/operations/take-api-call.ts'
import { createOpenId, type OpenIdSettings } from '../../organizations/members/open-id.ts'
import { createSignIn, type RequestSender, type SignedIn } from '../../organizations/members/sign-in.ts'
import { sessionLifetimeMs } from '../../organizations/members/users.ts'
import { addressOf } from '../address-of.ts'
import { readRequestBody } from '../contract-endpoint.ts'
import type { Call, Endpoint } from '../endpoint.ts'
import { errorReply } from '../error-reply.ts'
import { jsonReply, type Reply } from '../reply.ts'
import {
  callerFor,
  findCaller,
  findSessionCaller,
  requireOwnPage,
  type SessionCaller,
} from './find-caller.ts'
import { createOpenIdEndpoints, openIdPath } from './open-id-endpoints.ts'
import { isSecure, readSessionCookie, sessionCookie } from './session-cookie.ts'

/** Signing in and out, and who is signed in. */
export function createSessionEndpoints(
  services: Services,
  { publicUrl, openId: settings }: { publicUrl: string | null; openId: OpenIdSettings | null },
): Endpoint[] {
  const { workspaces, clock, logger } = services
  const signIn = createSignIn(services)

  async function describe(call: Call, caller: Caller | null, expiresAt: string | null): Promise<Session> {
    const { user, workspace } = caller ?? {}
    const { id, name, slug } = workspace?.organization ?? {}
    return {
      signedIn: caller !== null,
      user: user
        ? { id: user.id, email: user.email ?? '', name: user.name ?? user.email ?? '', role: user.role }
        : null,
      grants: [...(caller?.grants ?? [])],
      organization: id === undefined ? null : { id, name: name!, slug: slug! },
      expiresAt,
      isSecure: isSecure(call, publicUrl),
      needsOrganization: (await workspaces.listOrganizations({ withinMs: 1_000 })).length > 1,
      ways: {
        password: true,
        openId: settings && { label: settings.label, url: addressOf(call, publicUrl) + openIdPath },
      },
    }
  }

  async function get(call: Call): Promise<Reply> {
    if (call.header('authorization') !== null) {
      const caller = await findCaller(call, services, publicUrl)
      if (caller === null) throw new AppError('INVALID_CREDENTIALS', 'Invalid credentials')
      return jsonReply(200, await describe(call, caller, null))
    }
    const secret = readSessionCookie(call, publicUrl)
    const caller = await findSessionCaller(call, services, publicUrl)
    if (caller !== null) countRequest(caller.workspace, caller.apiKey, clock())
    // The cookie lives on with the session, and goes with it.
    const headers = secret === null ? {} : setCookie(call, caller && secret)
    return jsonReply(200, await describe(call, caller, caller?.expiresAt ?? null), headers)
  }

  async function start(body: StartSessionBody, call: Call): Promise<Reply> {
    return signedIn(call, await signIn.start(body, senderOf(call), readSessionCookie(call, publicUrl)))
  }

  async function accept(body: AcceptInvitationBody, call: Call): Promise<Reply> {
    return signedIn(call, await signIn.accept(body, senderOf(call)))
  }

  async function changePassword(body: ChangePasswordBody, call: Call): Promise<Reply> {
    const caller = await requireSession(call)
    return signedIn(call, await signIn.changePassword(caller, body, senderOf(call)))
  }

  async function end(body: { others: boolean } | undefined, call: Call): Promise<Reply> {
    const others = body?.others ?? false
    const caller = await findSessionCaller(call, services, publicUrl)
    const ended = caller === null ? 0 : await signIn.end(caller, caller.secret, { others })
    return jsonReply(200, { ended }, others ? {} : setCookie(call, null))
  }

  function setCookie(call: Call, secret: string | null): Record<string, string> {
    return { 'set-cookie': sessionCookie(call, publicUrl, secret) }
  }

  async function requireSession(call: Call): Promise<SessionCaller> {
    const caller = await findSessionCaller(call, services, publicUrl)
    if (caller !== null) return caller
    throw new AppError('INVALID_CREDENTIALS', 'Nobody is signed in: sign in first')
  }

  async function signedIn(call: Call, { workspace, userId, secret }: SignedIn): Promise<Reply> {
    const user = workspace.document.users.find(({ id }) => id === userId)!
    const expiresAt = new Date(clock() + sessionLifetimeMs).toISOString()
    const described = await describe(call, callerFor(workspace, user), expiresAt)
    return jsonReply(200, described, setCookie(call, secret))
  }

  const withRoute = (
    operation: SessionOperation,
    run: (body: never, call: Call) => Promise<Reply>,
  ): Endpoint => {
    const route: RouteDefinition = getRoute(operation)
    return {
      method: route.method,
      path: route.path,
      handle: async (call) => {
        try {
          // Programs say nothing of where they are; browsers do.
          if (call.method !== 'GET' && (call.header('origin') ?? call.header('sec-fetch-site')) !== null)
            requireOwnPage(call, publicUrl)
          const { value } = await readRequestBody(route, call)
          return await run(value as never, call)
        } catch (error) {
          return errorReply(error, route, call.requestId, logger)
        }
      },
    }
  }
  return [
    withRoute('getSession', (_, call) => get(call)),
    withRoute('startSession', start),
    withRoute('endSession', end),
    withRoute('acceptInvitation', accept),
    withRoute('changePassword', changePassword),
    ...(settings === null ? [] : createOpenIdEndpoints(createOpenId(settings), signIn, { publicUrl })),
  ]
}

function senderOf(call: Call): RequestSender {
  return { sender: call.sender, correlationId: correlationIdOf(call.requestId) }
}
