import {
  type CliAuthRequest,
  type CliAuthStatus,
  type PollCliAuthBody,
  type RouteDefinition,
  type StartCliAuthBody,
  errorCodes,
  getRoute,
  isErrorCode,
  limits,
} from '@customer-intel/contract'
import { AppError, isAppError } from '../../kernel/errors.ts'
import { createRateLimiter } from '../../kernel/rate-limiter.ts'
import { hashApiKey, prefixOfApiKey } from '../../organizations/api-keys.ts'
import { correlationIdOf } from '../../kernel/operations/correlation-id.ts'
import type { Services } from '../../kernel/operations/services.ts'
import { issueKey } from '../../organizations/sign-in/issue-key.ts'
import {
  createLoginRequest,
  keyOfPollToken,
  type LoginRequest,
  readLoginRequest,
} from '../../organizations/sign-in/login-request.ts'
import { oneLine } from '../../kernel/one-line.ts'
import { addressOf } from '../address-of.ts'
import { readRequestBody } from '../contract-endpoint.ts'
import type { Call, Endpoint } from '../endpoint.ts'
import { errorReply } from '../error-reply.ts'
import { jsonReply, type Reply } from '../reply.ts'
import { createApprovers, readApprovalForm } from './approval-form.ts'
import { askPage, escapeHtml, tellPage } from './sign-in-page.ts'

const pagePath = '/sign-in/cli'
const { intervalSeconds, lifetimeMs } = limits.cliAuth
/** How long after its end a login can still be polled: the approval may have come at the last moment. */
const graceMs = 60_000

/**
 * Login of a program through a person's browser: the program starts and polls, the person approves on a page. Nothing is
 * stored before the approval, and then only the key's hash: any node can answer each step.
 */
export function createCliAuthEndpoints(
  services: Services,
  { publicUrl }: { publicUrl: string | null },
): Endpoint[] {
  const { workspaces, clock, logger } = services
  const polls = createRateLimiter({ limit: 2, windowMs: intervalSeconds * 1_000, maxKeys: 10_000 })
  const approvers = createApprovers(services)

  async function start(body: StartCliAuthBody | undefined, call: Call): Promise<CliAuthRequest> {
    const client = oneLine(body?.client ?? call.header('user-agent') ?? '') || 'A program without a name'
    const { login, pollToken } = createLoginRequest({ client, grants: body?.grants, now: clock() })
    const base = addressOf(call, publicUrl)
    return {
      requestId: login.id,
      pollToken,
      userCode: login.userCode,
      approveUrl: `${base}${pagePath}?request=${login.id}`,
      expiresAt: new Date(login.expiresAt).toISOString(),
      intervalSeconds,
    }
  }

  async function poll({ requestId, pollToken }: PollCliAuthBody): Promise<CliAuthStatus> {
    const now = clock()
    const login = readLoginRequest(requestId, now)
    const apiKey = keyOfPollToken(pollToken)
    const keyPrefix = prefixOfApiKey(apiKey)
    if (login === null || hashApiKey(apiKey) !== login.keyHash || keyPrefix !== login.keyPrefix)
      return { status: 'invalid' }
    if (!polls.take(login.keyHash).allowed)
      throw new AppError('RATE_LIMITED', `Poll every ${intervalSeconds} seconds`, {
        retryAfterSeconds: intervalSeconds,
      })
    const expiresAt = new Date(login.expiresAt).toISOString()
    const workspace = await workspaces.findByApiKeyHash(login.keyHash)
    if (workspace === null)
      return now < login.expiresAt
        ? { status: 'pending', userCode: login.userCode, expiresAt, intervalSeconds }
        : { status: 'expired' }
    // Until then it is known whether the key was handed out.
    if (now >= login.expiresAt + graceMs) return { status: 'consumed' }
    const claim = `cli-auth:${login.keyHash}`
    const ttlMs = lifetimeMs + 2 * graceMs
    if ((await workspace.claims.claim(claim, 'told', { ttlMs })) !== null) return { status: 'consumed' }
    await workspace.claims.settle(claim, 'told', { ttlMs })
    return { status: 'approved', apiKey, keyPrefix }
  }

  async function ask(call: Call): Promise<Reply> {
    const login = readLoginRequest(call.query.get('request') ?? '', clock())
    return login === null || clock() >= login.expiresAt ? over() : askPage(questionOf(login))
  }

  async function approve(call: Call): Promise<Reply> {
    let login: LoginRequest | null = null
    try {
      const { fields, grants, key } = await readApprovalForm(call, publicUrl)
      const now = clock()
      login = readLoginRequest(fields.request ?? '', now)
      if (login === null || now >= login.expiresAt) return over()
      const approver = await approvers.find(key, login.keyHash)
      const issued = await issueKey(
        approver,
        { name: login.client, hash: login.keyHash, prefix: login.keyPrefix, keyType: 'cli', grants },
        services,
        { commandId: 'cli_auth.approve', correlationId: correlationIdOf(call.requestId) },
      )
      const { name } = approver.workspace.organization
      return tellPage('Done', [
        `${login.client} has access to ${name}: you can close this page.`,
        `It may: ${issued.grants.join(', ')}.`,
        ...(issued.withheld.length > 0
          ? [`Not given, since your key may not do it: ${issued.withheld.join(', ')}.`]
          : []),
      ])
    } catch (error) {
      if (!isAppError(error) || !isErrorCode(error.code)) throw error
      const { status } = errorCodes[error.code]
      // For 401 a browser would ask for a password.
      const shown = status === 401 ? 403 : status
      if (login === null || error.code === 'CONFLICT') return tellPage('Not done', [error.message], shown)
      return askPage(questionOf(login, error.message), shown)
    }
  }

  const withRoute = (
    name: 'startCliAuth' | 'pollCliAuth',
    run: (body: never, call: Call) => Promise<object>,
  ): Endpoint => {
    const route: RouteDefinition = getRoute(name)
    return {
      method: route.method,
      path: route.path,
      handle: async (call) => {
        try {
          const { value } = await readRequestBody(route, call)
          return jsonReply(200, await run(value as never, call))
        } catch (error) {
          return errorReply(error, route, call.requestId, logger)
        }
      },
    }
  }
  return [
    withRoute('startCliAuth', start),
    withRoute('pollCliAuth', poll),
    { method: 'GET', path: pagePath, handle: ask },
    { method: 'POST', path: pagePath, handle: approve },
  ]
}

function questionOf(login: LoginRequest, problem?: string) {
  const { id, client, grants, userCode, expiresAt } = login
  const until = new Date(expiresAt).toISOString().slice(11, 16)
  return {
    client,
    proof: `It shows you a code. Go on only if that is <br><span class="code">${escapeHtml(userCode)}</span><br>The question holds until ${until} UTC.`,
    grants,
    action: pagePath.slice(pagePath.lastIndexOf('/') + 1),
    fields: { request: id },
    problem,
  }
}

function over(): Reply {
  return tellPage(
    'This request is over',
    ['It is older than ten minutes, or its address is not complete. Begin again: svc auth login'],
    410,
  )
}
