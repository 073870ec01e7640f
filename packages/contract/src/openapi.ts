import type * as v from 'valibot'
import { limits } from './limits.ts'
import type { JsonObject } from './maps.ts'
import { headers, info, statusTexts, tagTexts } from './openapi/document-texts.ts'
import { componentRef, describeSchemas, type SchemaDescriptions } from './openapi/json-schema.ts'
import { explain, textOfField, textOfType, type FieldText } from './openapi/texts.ts'
import { acceptsNothing, callOfAnyTool, describeOutput, describeToolCalls } from './openapi/tool-calls.ts'
import { describeWebhooks } from './openapi/webhooks.ts'
import {
  errorSchemaOf,
  getRoute,
  type OperationName,
  type RouteDefinition,
  takesIdempotencyKey,
  takesIfMatch,
  toolRoute,
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
  info: {
    title: string
    version: string
    description: string
    license: { name: string; url: string }
    contact: { name: string }
  }
  servers?: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, JsonObject>
  /** What the server sends by itself. */
  webhooks?: Record<string, JsonObject>
  components: { schemas: JsonObject; securitySchemes: JsonObject; headers: JsonObject }
}

/** The machine-readable contract of exactly these operations, and of these tools. */
export function createOpenApi(
  operations: readonly OperationName[],
  options: OpenApiOptions = {},
): OpenApiDocument {
  const toolNames = options.tools ?? (Object.keys(tools) as ToolName[])
  const named = operations.map(getRoute)
  const offered = operations.includes('callTool') ? [...named, ...toolNames.map(toolRoute)] : named
  const schemas = describeSchemas([...offered.flatMap(schemasOf), ...toolNames.flatMap(schemasOfTool)])
  const context: Context = { describe: schemas.describe, toolNames }
  const paths: Record<string, JsonObject> = {}
  for (const route of offered) {
    paths[route.path] = {
      ...paths[route.path],
      [route.method.toLowerCase()]: describeOperation(route, context),
    }
  }
  const webhooks = operations.includes('createDestination') ? describeWebhooks(schemas.describe) : undefined
  const components = { ...schemas.components, ...describeToolCalls(toolNames, schemas.describe) }
  return {
    openapi: '3.1.0',
    info,
    ...(options.servers === undefined ? {} : { servers: options.servers.map((url) => ({ url })) }),
    tags: [...new Set(offered.map((route) => route.tag))].map((name) => ({
      name,
      description: tagTexts[name] ?? name,
    })),
    paths,
    ...(webhooks === undefined ? {} : { webhooks }),
    components: {
      schemas: reachableFrom({ ...paths, ...webhooks }, components),
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key; it begins with ok_.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-svc_session',
          description:
            'The session of a person who signed in (POST /api/session); over plain http the cookie is svc_session. Changes are accepted from this server’s own pages alone.',
        },
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
  const tool = toolOf(route)
  const grant = tool?.grant ?? route.grant
  return {
    operationId: route.operation,
    summary: route.summary,
    description: tool?.description ?? `${route.summary}. ${route.description ?? ''}`.trim(),
    tags: [route.tag],
    security: securityOf(route),
    ...(grant === undefined ? {} : { 'x-grant': grant }),
    ...(route.command === undefined ? {} : { 'x-command-id': route.command.commandId }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.body === undefined ? {} : { requestBody: describeBody(route, route.body, context) }),
    responses: describeResponses(route, context),
  }
}

function securityOf({ auth }: RouteDefinition): JsonObject[] {
  if (auth === 'apiKey') return [{ apiKey: [] }, { session: [] }]
  return auth === 'session' ? [{}, { session: [] }] : []
}

function describeParameters(route: RouteDefinition, context: Context): JsonObject[] {
  const described = [...describeEntries(route, 'path', context), ...describeEntries(route, 'query', context)]
  if (takesIdempotencyKey(route)) {
    described.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'Names the request, so that it may be sent again without harm: within 24 hours it is executed once, and a repetition with the same body is answered as the first was, with Idempotency-Replayed: true. With another body it is a 409. Answers 400, 402, 403, 429 and from 500 on are not kept.',
      schema: {
        type: 'string',
        minLength: 1,
        maxLength: limits.platform.idempotencyKeyLength,
        pattern: '^[ -~]+$',
      },
    })
  }
  if (takesIfMatch(route)) {
    described.push({
      name: 'If-Match',
      in: 'header',
      required: false,
      description:
        'The `configHash` that the change is based on, as it was read: where somebody changed the configuration since, nothing is done and the answer is 409.',
      schema: { type: 'string' },
    })
  }
  return described
}

function describeEntries(route: RouteDefinition, place: 'path' | 'query', context: Context): JsonObject[] {
  const part = place === 'path' ? 'params' : 'query'
  const text = inputText(route, part)
  return entriesOf(route[part]).map(([name, entry]) => {
    const schema = explain({ properties: { [name]: context.describe(entry) } }, text)['properties']
    const { description, examples, ...rest } = (schema as Record<string, JsonObject>)[name]!
    return {
      name,
      in: place,
      required: place === 'path' || entry.type !== 'optional',
      ...(description === undefined ? {} : { description }),
      ...(Array.isArray(examples) ? { example: examples[0] as unknown } : {}),
      schema: rest,
    }
  })
}

/** What the contract's interfaces say of a part of a route's input. */
function inputText(route: RouteDefinition, part: 'params' | 'query' | 'body'): FieldText {
  return textOfField('RouteInputs', route.operation).fields?.[part] ?? {}
}

const toolOf = (route: RouteDefinition): (typeof tools)[ToolName] | undefined =>
  route.tool === undefined ? undefined : tools[route.tool as ToolName]

function describeBody(route: RouteDefinition, body: v.GenericSchema, context: Context): JsonObject {
  const tool = toolOf(route)
  const schema =
    route.operation === 'callTool'
      ? callOfAnyTool(context.toolNames)
      : explain(context.describe(tool?.input ?? body), inputText(route, 'body'))
  const example = exampleOf(schema)
  const media = { schema, ...(example === undefined ? {} : { example }) }
  return {
    required: tool === undefined ? body.type !== 'optional' : !acceptsNothing(tool.input),
    content: {
      'application/json': media,
      // A page sends its events as plain text, which needs no preflight.
      ...(route.operation === 'ingestEvents' ? { 'text/plain': media } : {}),
    },
  }
}

/** What a docstring shows of a whole body: tools that make requests up send it as it is. */
function exampleOf({ examples, $ref }: JsonObject): unknown {
  const shown = typeof $ref === 'string' ? textOfType($ref.slice(componentRef('').length)).examples : examples
  return Array.isArray(shown) ? shown[0] : undefined
}

function describeResponses(route: RouteDefinition, context: Context): JsonObject {
  const described = statusesOf(route).map((status) => [
    String(status),
    describeResponse(route, status, describeAnswer(route, status, context)),
  ])
  const failure = context.describe(errorSchemaOf(route.errorStyle, 400))
  return {
    ...Object.fromEntries(described),
    default: { description: 'Any other failure', content: { 'application/json': { schema: failure } } },
  }
}

/** Every status that a route answers with: those of its own, and those of what every request goes through. */
function statusesOf(route: RouteDefinition): number[] {
  const statuses = Object.keys(route.responses).map(Number)
  if (route.auth === 'apiKey') statuses.push(401, 500, 503)
  if (route.params !== undefined || route.query !== undefined) statuses.push(400)
  if (route.params !== undefined && route.auth === 'apiKey') statuses.push(404)
  if (route.body !== undefined) statuses.push(400, 413, 415)
  if (takesIdempotencyKey(route)) statuses.push(400, 409)
  // Before any route looks at it, Node refuses what has more than 16 KB of headers, without a body.
  if (statuses.every((status) => status < 400 || status >= 500)) statuses.push(431)
  return [...new Set(statuses)].sort((left, right) => left - right)
}

function describeAnswer(
  route: RouteDefinition,
  status: number,
  { describe, toolNames }: Context,
): JsonObject {
  if (status === 200 && route.tool !== undefined) return describeOutput(route.tool as ToolName, describe)
  if (status === 200 && route.operation === 'callTool')
    return { anyOf: toolNames.map((name) => describeOutput(name, describe)) }
  const schema = route.responses[status]
  if (schema === undefined) return describe(errorSchemaOf(route.errorStyle, status))
  return status < 300
    ? explain(describe(schema), textOfField('RouteOutputs', route.operation))
    : explain(describe(schema), {})
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
    ...(status === 431 ? {} : { content: { [mediaOf(route, status)]: { schema } } }),
  }
}

function mediaOf({ media }: RouteDefinition, status: number): string {
  return media !== undefined && status === 200 ? media : 'application/json'
}

/** The components that these requests refer to, and those that these refer to. */
function reachableFrom(requests: JsonObject, all: Record<string, JsonObject>): JsonObject {
  const reached = new Set<string>()
  const pending: unknown[] = [requests]
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
