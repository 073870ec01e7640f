import type * as v from 'valibot'
import { limits } from './limits.ts'
import type { JsonObject } from './maps.ts'
import { componentRef, describeSchemas, type SchemaDescriptions } from './openapi/json-schema.ts'
import {
  errorSchemaOf,
  getRoute,
  type OperationName,
  type RouteDefinition,
  takesIdempotencyKey,
} from './routes/index.ts'
import { tools, type ToolName } from './tools/index.ts'

export interface OpenApiOptions {
  /** Tools that the server offers. Default all. */
  tools?: readonly ToolName[]
  /** Addresses of the server. Default: where the document was read from. */
  servers?: readonly string[]
}

/** An OpenAPI 3.1.0 document. */
export interface OpenApiDocument {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers?: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, JsonObject>
  components: { schemas: JsonObject; securitySchemes: JsonObject; headers: JsonObject }
}

/** The machine-readable contract of exactly these operations. */
export function createOpenApi(
  operations: readonly OperationName[],
  options: OpenApiOptions = {},
): OpenApiDocument {
  const toolNames = options.tools ?? (Object.keys(tools) as ToolName[])
  const offered = operations.map(getRoute)
  const schemas = describeSchemas([...offered.flatMap(schemasOf), ...toolNames.flatMap(schemasOfTool)])
  const context: Context = { describe: schemas.describe, toolNames }
  const paths: Record<string, JsonObject> = {}
  for (const route of offered) {
    paths[route.path] = {
      ...paths[route.path],
      [route.method.toLowerCase()]: describeOperation(route, context),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Public API',
      version: '1.0.0',
      description:
        'Customer Intel: the Platform API and the Ingest API. Times are ISO 8601 in UTC, money is in cents, cursors are opaque.',
    },
    ...(options.servers === undefined ? {} : { servers: options.servers.map((url) => ({ url })) }),
    tags: [...new Set(offered.map((route) => route.tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: reachableFrom(paths, schemas.components),
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key; it begins with ok_.' },
      },
      headers,
    },
  }
}

interface Context {
  describe: SchemaDescriptions['describe']
  toolNames: readonly ToolName[]
}

function schemasOf(route: RouteDefinition): v.GenericSchema[] {
  const inputs = [...entriesOf(route.params), ...entriesOf(route.query)].map(([, schema]) => schema)
  const body = route.body === undefined ? [] : [route.body]
  return [...inputs, ...body, ...Object.values(route.responses), errorSchemaOf(route.errorStyle, 400)]
}

const schemasOfTool = (name: ToolName): v.GenericSchema[] => [tools[name].input, tools[name].output]

function entriesOf(schema: v.GenericSchema | undefined): [string, v.GenericSchema][] {
  if (schema === undefined || !('entries' in schema)) return []
  return Object.entries(schema.entries as Record<string, v.GenericSchema>)
}

function describeOperation(route: RouteDefinition, context: Context): JsonObject {
  const parameters = describeParameters(route, context)
  return {
    operationId: route.operation,
    summary: route.summary,
    tags: [route.tag],
    security: route.auth === 'apiKey' ? [{ apiKey: [] }] : [],
    ...(route.grant === undefined ? {} : { 'x-grant': route.grant }),
    ...(route.command === undefined ? {} : { 'x-command-id': route.command.commandId }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.body === undefined ? {} : { requestBody: describeBody(route, route.body, context) }),
    responses: describeResponses(route, context),
  }
}

function describeParameters(route: RouteDefinition, context: Context): JsonObject[] {
  const described = [
    ...describeEntries(route.params, 'path', context),
    ...describeEntries(route.query, 'query', context),
  ]
  if (takesIdempotencyKey(route)) {
    described.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'Names the request, so that it may be sent again without harm: within 24 hours it is executed once, and a repetition with the same body is answered as the first was, with Idempotency-Replayed: true. With another body it is a 409. Answers 400, 429 and from 500 on are not kept.',
      schema: {
        type: 'string',
        minLength: 1,
        maxLength: limits.platform.idempotencyKeyLength,
        pattern: '^[ -~]+$',
      },
    })
  }
  return described
}

function describeEntries(
  schema: v.GenericSchema | undefined,
  place: 'path' | 'query',
  context: Context,
): JsonObject[] {
  return entriesOf(schema).map(([name, entry]) => ({
    name,
    in: place,
    required: place === 'path' || entry.type !== 'optional',
    schema: context.describe(entry),
  }))
}

function describeBody(route: RouteDefinition, body: v.GenericSchema, context: Context): JsonObject {
  const schema = route.operation === 'callTool' ? describeToolCalls(context) : context.describe(body)
  const media = { schema }
  return {
    required: body.type !== 'optional',
    content: {
      'application/json': media,
      // A page sends its events as plain text, which needs no preflight.
      ...(route.operation === 'ingestEvents' ? { 'text/plain': media } : {}),
    },
  }
}

/** A call of one of these tools, each with its own input. */
function describeToolCalls({ describe, toolNames }: Context): JsonObject {
  return {
    oneOf: toolNames.map((name) => {
      const input = describe(tools[name].input)
      return {
        type: 'object',
        title: name,
        description: tools[name].description,
        properties: { tool: { const: name }, input },
        required: acceptsNothing(tools[name].input) ? ['tool'] : ['tool', 'input'],
        additionalProperties: false,
      }
    }),
  }
}

/** Whether a tool may be called without input. */
function acceptsNothing(input: v.GenericSchema): boolean {
  return input['~run']({ value: {} }, {}).issues === undefined
}

function describeResponses(route: RouteDefinition, { describe, toolNames }: Context): JsonObject {
  const own = Object.keys(route.responses).map(Number)
  const statuses = takesIdempotencyKey(route) ? [...new Set([...own, 400, 409])] : own
  const described = statuses.map((status) => {
    const schema =
      route.operation === 'callTool' && status === 200
        ? { anyOf: toolNames.map((name) => describe(tools[name].output)) }
        : describe(route.responses[status] ?? errorSchemaOf(route.errorStyle, status))
    return [String(status), describeResponse(route, status, schema)]
  })
  const failure = describe(errorSchemaOf(route.errorStyle, 400))
  return {
    ...Object.fromEntries(described),
    default: { description: 'Any other failure', content: { 'application/json': { schema: failure } } },
  }
}

function describeResponse(route: RouteDefinition, status: number, schema: JsonObject): JsonObject {
  const names =
    route.tag === 'ingest' ? ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] : []
  if (status === 429 || status === 503) names.push('Retry-After')
  if (takesIdempotencyKey(route) && status < 500 && status !== 429 && status !== 400)
    names.push('Idempotency-Replayed')
  const described = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
  return {
    description: statusTexts[status] ?? `Status ${status}`,
    ...(names.length === 0 ? {} : { headers: described }),
    content: { 'application/json': { schema } },
  }
}

/** The components that the paths refer to, and those that these refer to. */
function reachableFrom(paths: JsonObject, all: Record<string, JsonObject>): JsonObject {
  const reached = new Set<string>()
  const pending: unknown[] = [paths]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const [, name] of JSON.stringify(next).matchAll(refPattern)) {
      if (name === undefined || reached.has(name)) continue
      reached.add(name)
      pending.push(all[name])
    }
  }
  return Object.fromEntries([...reached].sort().map((name) => [name, all[name]]))
}

const refPattern = new RegExp(`"\\$ref":"${componentRef('')}(\\w+)"`, 'g')

const headers = {
  'Idempotency-Replayed': {
    description:
      'true: the answer to an earlier request with the same Idempotency-Key, which was not executed again',
    schema: { type: 'string', const: 'true' },
  },
  'X-RateLimit-Limit': { description: 'Requests a second', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': { description: 'Requests left in this second', schema: { type: 'integer' } },
  'X-RateLimit-Reset': {
    description: 'When the limit starts anew, Unix seconds',
    schema: { type: 'integer' },
  },
  'Retry-After': { description: 'Seconds to wait before the next try', schema: { type: 'integer' } },
}

const statusTexts: Record<number, string> = {
  200: 'Success',
  201: 'Created',
  202: 'Begun; it goes on in the background',
  207: 'Some events failed; the others are stored',
  400: 'The request breaks the contract',
  401: 'The API key is missing, unknown or disabled',
  402: 'The plan’s API calls are used up',
  403: 'Not allowed',
  404: 'There is no such thing',
  409: 'The state doesn’t allow it',
  413: 'The body is too large',
  415: 'The body has another type than JSON',
  422: 'The request was understood and could not be carried out',
  429: 'Too many requests',
  500: 'The server failed',
  502: 'A tool broke its contract',
  503: 'Not available for now',
}
