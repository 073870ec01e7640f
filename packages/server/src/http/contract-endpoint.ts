import {
  cutText,
  type Grant,
  limits,
  type RouteDefinition,
  takesIdempotencyKey,
  validate,
} from '@customer-intel/contract'
import * as v from 'valibot'
import { AppError } from '../kernel/errors.ts'
import type { AnyStreamHandler } from '../kernel/operations/stream-handler.ts'
import type { AnyRouteHandler, RouteContext } from '../kernel/operations/route-handler.ts'
import type { Caller, Services } from '../kernel/operations/services.ts'
import { yieldEvery } from '../kernel/yield-every.ts'
import { countRequest } from '../kernel/operations/take-api-call.ts'
import { addressOf } from './address-of.ts'
import type { Call, Endpoint } from './endpoint.ts'
import { errorReply } from './error-reply.ts'
import { rulesOfRoute } from './forward/forward-rules.ts'
import { fingerprintOf, requestIdOf, readIdempotencyKey } from './idempotency/idempotency-key.ts'
import type { RunOnce } from './idempotency/run-once.ts'
import type { OpenStreams } from './open-streams.ts'
import { parseBatch } from './parse-batch.ts'
import { parseJson } from './parse-json.ts'
import { readBody } from './read-body.ts'
import { type Reply, jsonReply, streamReply } from './reply.ts'
import { findCaller } from './session/find-caller.ts'
import { toUtf8 } from './to-utf8.ts'

/** What routes need besides their handlers. */
export interface ContractEndpointOptions {
  services: Services
  /** The server's public address; null: unknown. */
  publicUrl: string | null
  /** Executes a request that carries an `Idempotency-Key`. */
  runOnce: RunOnce
}

/**
 * Makes an endpoint from a route of the contract and its handler: authenticates the caller, checks the grant, validates
 * parameters, query and body once, calls the handler, and responds in the contract's form, also to errors.
 */
export function createContractEndpoint(
  route: RouteDefinition,
  handler: AnyRouteHandler,
  options: ContractEndpointOptions,
): Endpoint {
  return {
    method: route.method,
    path: route.path,
    handle: (call) =>
      respond(route, handler, call, options).catch((error: unknown) =>
        answerFailure(error, route, handler, call, options),
      ),
    forward: {
      ...rulesOfRoute(route),
      fail: (error, call) => answerFailure(error, route, handler, call, options),
    },
  }
}

function answerFailure(
  error: unknown,
  route: RouteDefinition,
  handler: AnyRouteHandler,
  call: Call,
  { services: { logger } }: ContractEndpointOptions,
): Reply {
  const reply = handler.answerError?.(error, call.requestId)
  if (reply) return jsonReply(reply.status, reply.body, reply.headers)
  return errorReply(error, route, call.requestId, logger)
}

/** Makes an endpoint of a route that answers with a stream. */
export function createStreamEndpoint(
  route: RouteDefinition,
  handler: AnyStreamHandler,
  options: ContractEndpointOptions & { streams: OpenStreams },
): Endpoint {
  const { services, streams } = options
  const stream = async (call: Call): Promise<Reply> => {
    const principal = await identify(call, options)
    countRequest(principal.workspace, principal.apiKey, services.clock())
    requireGrant(principal, route.grant)
    const { input } = await readInput(route, call)
    const abort = new AbortController()
    const context = {
      ...contextOf(call, principal, options),
      signal: abort.signal,
      lastEventId: call.header('last-event-id'),
      isAllowed: () =>
        identify(call, options).then(
          ({ grants }) => route.grant === undefined || grants.includes(route.grant),
          () => false,
        ),
    }
    // Who goes before there are parts is noticed here, afterwards by the stream.
    const left = () => abort.abort()
    call.signal?.addEventListener('abort', left, { once: true })
    try {
      const make = () => handler.run(input, context)
      return streamReply(await streams.open(principal.workspace, make, abort), route.media ?? 'text/plain')
    } finally {
      call.signal?.removeEventListener('abort', left)
    }
  }
  return {
    method: route.method,
    path: route.path,
    handle: (call) =>
      stream(call).catch((error: unknown) => errorReply(error, route, call.requestId, services.logger)),
    forward: {
      ...rulesOfRoute(route),
      fail: (error, call) => errorReply(error, route, call.requestId, services.logger),
    },
  }
}

async function respond(
  route: RouteDefinition,
  handler: AnyRouteHandler,
  call: Call,
  options: ContractEndpointOptions,
): Promise<Reply> {
  const principal = await identify(call, options)
  countRequest(principal.workspace, principal.apiKey, options.services.clock())
  return runRoute(route, handler, principal, call, options)
}

/** The caller. Throws AppError `INVALID_CREDENTIALS`. */
async function identify(call: Call, { services, publicUrl }: ContractEndpointOptions): Promise<Caller> {
  const principal = await findCaller(call, services, publicUrl)
  if (principal === null) throw new AppError('INVALID_CREDENTIALS', 'Invalid credentials')
  return principal
}

/** The request's parts, by the route's schemas, and the bytes of its body. Throws AppErrors. */
async function readInput(route: RouteDefinition, call: Call) {
  const body = await readRequestBody(route, call)
  const input = {
    params: readPart(route.params, call.params, 'NOT_FOUND', 'The path'),
    query: readPart(route.query, Object.fromEntries(call.query), 'INVALID_REQUEST', 'The query'),
    body: body.value,
  }
  return { input, bytes: body.bytes }
}

function contextOf(
  call: Call,
  principal: Caller,
  { services, publicUrl }: ContractEndpointOptions,
): RouteContext {
  return {
    ...services,
    ...principal,
    requestId: call.requestId,
    address: addressOf(call, publicUrl),
    signal: call.signal,
    ifMatch: call.header('if-match'),
    requestName: null,
    setStatus: () => undefined,
  }
}

/**
 * Runs a route for an authenticated caller: checks the grant, validates, and runs the handler, only once for an
 * `Idempotency-Key`. Throws AppErrors; with such a key, errors are returned in the route's form.
 */
export async function runRoute(
  route: RouteDefinition,
  handler: AnyRouteHandler,
  principal: Caller,
  call: Call,
  options: ContractEndpointOptions,
): Promise<Reply> {
  requireGrant(principal, route.grant)
  const key = takesIdempotencyKey(route) ? readIdempotencyKey(call.header('idempotency-key')) : null
  const { input, bytes } = await readInput(route, call)
  const named = key === null ? null : nameOf(route, key, call, bytes)
  let status = successStatus(route)
  const context: RouteContext = {
    ...contextOf(call, principal, options),
    requestName: named === null ? null : `${named.id} ${named.fingerprint}`,
    setStatus: (code) => {
      status = code
    },
  }
  const run = async (): Promise<Reply> => {
    const answer = await handler.run(input, context)
    return jsonReply(status, answer)
  }
  if (named === null || handler.isRepeatable?.(input, context) === true) return run()
  return options.runOnce(
    {
      claims: principal.workspace.claims,
      ...named,
    },
    () => run().catch((error: unknown) => answerFailure(error, route, handler, call, options)),
  )
}

function nameOf(route: RouteDefinition, key: string, call: Call, body: Uint8Array) {
  return { id: requestIdOf(route.operation, key), fingerprint: fingerprintOf(call.params, call.query, body) }
}

function requireGrant({ grants, user }: Caller, needed: Grant | undefined): void {
  if (needed === undefined || grants.includes(needed)) return
  throw new AppError(
    'FORBIDDEN',
    user
      ? `This needs the grant ${needed}, which the role ${user.role} lacks: an admin can give another role`
      : `This needs an API key with the grant ${needed}`,
  )
}

function readPart(
  schema: v.GenericSchema | undefined,
  value: unknown,
  code: 'NOT_FOUND' | 'INVALID_REQUEST',
  root: string,
): unknown {
  if (schema === undefined) return undefined
  const result = validate(schema, value, { root })
  if (result.ok) return result.value
  if (code === 'NOT_FOUND') throw new AppError(code, 'There is no such thing')
  throw invalid('INVALID_REQUEST', result.issues)
}

/** A body that satisfies the route's schema, and its bytes. Throws AppErrors. */
export async function readRequestBody(
  route: RouteDefinition,
  call: Call,
): Promise<{ value: unknown; bytes: Uint8Array }> {
  if (route.body === undefined) return { value: undefined, bytes: new Uint8Array() }
  const mediaType = (call.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (mediaType !== '' && mediaType !== 'application/json' && !mediaType.endsWith('+json')) {
    throw new AppError(
      'UNSUPPORTED_MEDIA_TYPE',
      `Content-Type ${cutText(mediaType, 100)} is not supported: send JSON as application/json`,
    )
  }
  const sent = await readBody(call.body, route.bodyLimitBytes ?? limits.platform.bodyBytes)
  const bytes = toUtf8(sent, call.header('content-type'))
  const schema = route.envelope ?? route.body
  if (bytes.length === 0 && v.is(schema, undefined)) return { value: v.parse(schema, undefined), bytes }
  const value = route.envelope === undefined ? parseJson(bytes) : await parseBatch(bytes, yieldEvery())
  const result = validate(schema, value)
  if (result.ok) return { value: result.value, bytes }
  throw invalid(route.errorStyle === 'gateway' ? 'INVALID_TOOL_CALL' : 'INVALID_REQUEST', result.issues)
}

function invalid(code: string, issues: AppError['issues']): AppError {
  const [first] = issues
  return new AppError(code, first === undefined ? 'Invalid request' : `Invalid request: ${first.message}`, {
    issues,
  })
}

function successStatus(route: RouteDefinition): number {
  return Number(Object.keys(route.responses).find((status) => status.startsWith('2')) ?? 200)
}
