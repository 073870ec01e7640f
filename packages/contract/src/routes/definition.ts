import type * as v from 'valibot'
import type { CommandLayout } from '../command-layout.ts'
import { commandSuccess } from '../command-envelope.ts'
import { CommandErrorBodySchema, ErrorBodySchema, GatewayErrorBodySchema } from '../errors.ts'
import type { Grant } from '../grants.ts'
import { IngestFailureSchema } from '../ingest.ts'

/** Which form a route's error bodies have. Command routes answer 401 and 500 in the simple form. */
export type ErrorStyle = 'simple' | 'gateway' | 'command' | 'ingest'

/** Input of a route that takes none. */
export interface NoInput {
  params?: undefined
  query?: undefined
  body?: undefined
}

/** What the contract says of one route. */
export interface RouteDefinition {
  /** Its name, everywhere: operationId in OpenAPI, method in the SDK. */
  operation: string
  method: 'GET' | 'POST' | 'PATCH'
  /** Parameters in braces. */
  path: string
  summary: string
  /** What the summary leaves out: rules, and what to do next. Sentences. */
  description?: string
  /** Of a route behind an API key or a session: the client's method in the SDK, as `resource.method`. */
  sdk?: `${string}.${string}`
  /** Its commands of `svc`; null: a command made by hand does more. Default `svc api <operation>`. */
  svc?: CommandLayout | readonly CommandLayout[] | null
  /** Heading in the documentation. */
  tag: string
  /** `publicKey`: the key in the path. `session`: the cookie of somebody who signs in, or nobody yet. */
  auth: 'apiKey' | 'publicKey' | 'session' | 'none'
  /** Absent: any valid key. */
  grant?: Grant
  /** Of a command that deletes more than one call should: no assistant is offered it. */
  isForPeople?: boolean
  /** Of a command route, as its answers name it. */
  command?: { commandId: string; operationId: string; version: 1 }
  /** A path parameter that doesn't validate names nothing: 404, for a public key 403. */
  params?: v.GenericSchema
  /** Unknown keys are ignored. */
  query?: v.GenericSchema
  /** An optional schema: the body may be absent. */
  body?: v.GenericSchema
  /** What is checked of a body whose items are each checked by themselves, so that a bad one is refused alone. Default: `body`. */
  envelope?: v.GenericSchema
  /** Of a tool's own path: the tool that it runs. */
  tool?: string
  /** Default `limits.platform.bodyBytes`. */
  bodyLimitBytes?: number
  /** Of a command route: what stands in `result.data`. */
  data?: v.GenericSchema
  /** Every status of the contract with its body. */
  responses: Readonly<Record<number, v.GenericSchema>>
  /** Of a route that streams: what its success is written as; its schema describes one part. Default: JSON, at once. */
  media?: 'text/event-stream' | 'text/csv'
  errorStyle: ErrorStyle
  /** Whether to repeat it does no harm. Otherwise a retry needs an `Idempotency-Key`. */
  idempotent: boolean
}

/** Whether a request to it may carry an `Idempotency-Key`, and is then executed once. */
export function takesIdempotencyKey(route: Pick<RouteDefinition, 'auth' | 'idempotent'>): boolean {
  return route.auth === 'apiKey' && !route.idempotent
}

const configured: ReadonlySet<string> = new Set([
  'destinations',
  'signals',
  'automations',
  'agents',
  'views',
  'questions',
  'dashboards',
])

/** Whether it changes something that is configured, so that it may carry an `If-Match` with the `configHash` it was read with. */
export function takesIfMatch(route: Pick<RouteDefinition, 'method' | 'tag' | 'path'>): boolean {
  if (route.tag === 'settings') return route.method === 'PATCH'
  return route.method !== 'GET' && configured.has(route.tag) && route.path.includes('{id}')
}

/** The error bodies of a style, for these statuses. */
export function errorResponses<const Status extends number>(
  style: ErrorStyle,
  statuses: readonly Status[],
): Record<Status, v.GenericSchema> {
  return Object.fromEntries(statuses.map((status) => [status, errorSchemaOf(style, status)])) as Record<
    Status,
    v.GenericSchema
  >
}

/** The error body that a route of this style answers with this status. */
export function errorSchemaOf(style: ErrorStyle, status: number): v.GenericSchema {
  if (style === 'gateway') return GatewayErrorBodySchema
  if (style === 'ingest') return IngestFailureSchema
  if (style === 'command' && status !== 401 && status !== 500) return CommandErrorBodySchema
  return ErrorBodySchema
}

/** Routes by their operations. */
export function defineRoutes<const Routes extends Record<string, Omit<RouteDefinition, 'operation'>>>(
  routes: Routes,
) {
  const named = Object.entries(routes).map(([operation, route]) => [operation, { operation, ...route }])
  return Object.fromEntries(named) as { [Name in keyof Routes]: Routes[Name] & { operation: Name } }
}

type CommandRoute = Omit<RouteDefinition, 'operation' | 'auth' | 'command' | 'responses' | 'errorStyle'> & {
  grant: Grant
  data: v.GenericSchema
  /** The command's id in answers. */
  commandId: string
  /** Where it differs from the command's id. */
  operationId?: string
  /** Failures besides 401, 403 and 503. */
  failures: readonly number[]
}

/** A route that runs a command: answers in the command envelope. */
export function commandRoute<const Route extends CommandRoute>(route: Route) {
  const { commandId, operationId = commandId, failures } = route
  const bodyFailures = route.body === undefined ? [] : [400, 413, 415]
  return {
    ...route,
    auth: 'apiKey' as const,
    command: { commandId, operationId, version: 1 as const },
    responses: {
      200: commandSuccess<Route['data']>(route.data),
      ...errorResponses('command', [401, 403, ...bodyFailures, ...failures, 503]),
    },
    errorStyle: 'command' as const,
  }
}
