import { type Grant, type RouteDefinition, limits, validate } from '@customer-intel/contract'
import * as v from 'valibot'
import { AppError } from '../errors.ts'
import type { Logger } from '../logger.ts'
import type { ApiKeyUsage } from '../platform/api-key-usage.ts'
import type { AnyRouteHandler, RouteContext } from '../platform/route-handler.ts'
import type { Store } from '../store/store.ts'
import { authenticate } from './api-key-auth.ts'
import type { Call, Endpoint } from './endpoint.ts'
import { errorReply } from './error-reply.ts'
import { parseJson } from './parse-json.ts'
import { readBody } from './read-body.ts'
import { type Reply, jsonReply } from './reply.ts'

export interface ContractEndpointServices {
  store: Store
  usage: ApiKeyUsage
  /** Unix milliseconds. */
  clock: () => number
  logger: Logger
  config: RouteContext['config']
}

/**
 * A route of the contract and its handler, as an endpoint: finds the caller, checks the grant, validates parameters,
 * query and body once, calls the handler, and answers in the contract's form, failures included.
 */
export function createContractEndpoint(
  route: RouteDefinition,
  handler: AnyRouteHandler,
  services: ContractEndpointServices,
): Endpoint {
  return {
    method: route.method,
    path: route.path,
    handle: (call) =>
      respond(route, handler, call, services).catch((error: unknown) => {
        const reply = handler.answerError?.(error, call.requestId)
        if (reply) return jsonReply(reply.status, reply.body, reply.headers)
        return errorReply(error, route, call.requestId, services.logger)
      }),
  }
}

async function respond(
  route: RouteDefinition,
  handler: AnyRouteHandler,
  call: Call,
  services: ContractEndpointServices,
): Promise<Reply> {
  const principal = await authenticate(call.header('authorization'), services.store)
  if (principal === null) throw new AppError('INVALID_CREDENTIALS', 'Invalid credentials')
  services.usage.count(principal.workspace, principal.apiKey)
  requireGrant(principal.grants, route.grant)
  const input = {
    params: readPart(route.params, call.params, 'NOT_FOUND', 'The path'),
    query: readPart(route.query, Object.fromEntries(call.query), 'INVALID_REQUEST', 'The query'),
    body: await readRequestBody(route, call),
  }
  const headers: Record<string, string> = {}
  const output = await handler.run(input, {
    ...principal,
    requestId: call.requestId,
    clock: services.clock,
    usage: services.usage,
    config: services.config,
    setHeader: (name, value) => {
      headers[name.toLowerCase()] = value
    },
  })
  return jsonReply(successStatus(route), output, headers)
}

function requireGrant(held: readonly Grant[], needed: Grant | undefined): void {
  if (needed === undefined || held.includes(needed)) return
  throw new AppError('FORBIDDEN', `This needs an API key with the grant ${needed}`)
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

async function readRequestBody(route: RouteDefinition, call: Call): Promise<unknown> {
  if (route.body === undefined) return undefined
  const mediaType = (call.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (mediaType !== '' && mediaType !== 'application/json' && !mediaType.endsWith('+json')) {
    throw new AppError(
      'UNSUPPORTED_MEDIA_TYPE',
      `Content-Type ${mediaType.slice(0, 100)} is not supported: send JSON as application/json`,
    )
  }
  const bytes = await readBody(call.body, route.bodyLimitBytes ?? limits.platform.bodyBytes)
  if (bytes.length === 0 && v.is(route.body, undefined)) return v.parse(route.body, undefined)
  const result = validate(route.body, parseJson(bytes).value)
  if (result.ok) return result.value
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
