import type * as v from 'valibot'
import { limits } from './limits.ts'
import type { JsonObject } from './maps.ts'
import { componentRef, describeSchemas, type SchemaDescriptions } from './openapi/json-schema.ts'
import { explain, textOfField, textOfType, type FieldText } from './openapi/texts.ts'
import {
  errorSchemaOf,
  getRoute,
  type OperationName,
  type RouteDefinition,
  takesIdempotencyKey,
  takesIfMatch,
  toolRoute,
} from './routes/index.ts'
import { MayBeStaleSchema } from './staleness.ts'
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
  const components = { ...schemas.components, ...describeToolCalls(context) }
  return {
    openapi: '3.1.0',
    info,
    ...(options.servers === undefined ? {} : { servers: options.servers.map((url) => ({ url })) }),
    tags: [...new Set(offered.map((route) => route.tag))].map((name) => ({
      name,
      description: tagTexts[name] ?? name,
    })),
    paths,
    components: {
      schemas: reachableFrom(paths, components),
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
  const tool = toolOf(route)
  const grant = tool?.grant ?? route.grant
  return {
    operationId: route.operation,
    summary: route.summary,
    description: tool?.description ?? `${route.summary}. ${route.description ?? ''}`.trim(),
    tags: [route.tag],
    security: route.auth === 'apiKey' ? [{ apiKey: [] }] : [],
    ...(grant === undefined ? {} : { 'x-grant': grant }),
    ...(route.command === undefined ? {} : { 'x-command-id': route.command.commandId }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.body === undefined ? {} : { requestBody: describeBody(route, route.body, context) }),
    responses: describeResponses(route, context),
  }
}

function describeParameters(route: RouteDefinition, context: Context): JsonObject[] {
  const described = [...describeEntries(route, 'path', context), ...describeEntries(route, 'query', context)]
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
  const told = inputText(route, part)
  return entriesOf(route[part]).map(([name, entry]) => {
    const schema = explain({ properties: { [name]: context.describe(entry) } }, told)['properties']
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
      ? callOfAnyTool(context)
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

/** `svc_list_customers` is called by a `ListCustomersCall`. */
const callName = (tool: ToolName) =>
  `${tool.slice('svc'.length).replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())}Call`

function callOfAnyTool({ toolNames }: Context): JsonObject {
  const refs = toolNames.map((name) => [name, componentRef(callName(name))] as const)
  return {
    oneOf: refs.map(([, $ref]) => ({ $ref })),
    discriminator: { propertyName: 'tool', mapping: Object.fromEntries(refs) },
    examples: [{ tool: 'svc_list_customers', input: { billingStatus: 'PAYING', limit: 5 } }],
  }
}

/** A call of each tool, with its own input. */
function describeToolCalls({ describe, toolNames }: Context): Record<string, JsonObject> {
  return Object.fromEntries(
    toolNames.map((name) => [
      callName(name),
      {
        type: 'object',
        title: name,
        description: tools[name].description,
        properties: {
          tool: { enum: [name], type: 'string', description: 'The name of the tool.' },
          input: { ...describe(tools[name].input), description: 'What the tool takes.' },
        },
        required: acceptsNothing(tools[name].input) ? ['tool'] : ['tool', 'input'],
        additionalProperties: false,
      },
    ]),
  )
}

/** Whether a tool may be called without input. */
function acceptsNothing(input: v.GenericSchema): boolean {
  return input['~run']({ value: {} }, {}).issues === undefined
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

/** What a tool answers: its output, and perhaps that it is stale. */
function describeOutput(name: ToolName, describe: Context['describe']): JsonObject {
  return { allOf: [describe(tools[name].output), describe(MayBeStaleSchema)] }
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
    ...(status === 431 ? {} : { content: { 'application/json': { schema } } }),
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
    schema: { type: 'string', enum: ['true'] },
  },
  'X-RateLimit-Limit': { description: 'Requests a second', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': { description: 'Requests left in this second', schema: { type: 'integer' } },
  'X-RateLimit-Reset': {
    description: 'When the limit starts anew, Unix seconds',
    schema: { type: 'integer' },
  },
  'Retry-After': { description: 'Seconds to wait before the next try', schema: { type: 'integer' } },
}

const info: OpenApiDocument['info'] = {
  title: 'Public API',
  version: '1.0.0',
  description:
    'Customer Intel: the Platform API and the Ingest API. Times are ISO 8601 in UTC, money is in cents, cursors are opaque. Errors carry codes: docs/errors.md lists them with their remedies.',
  license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
  contact: { name: 'Customer Intel' },
}

/** What the routes of a tag are for. */
const tagTexts: Record<string, string> = {
  activation: 'The event that marks a customer as activated',
  agents: 'Agents that do work when they are asked or triggered',
  cliAuth: 'Authorization of the command line in a browser',
  automations: 'What is done when signals occur or a schedule is due',
  destinations: 'Where automations deliver to',
  documents: 'Documents about this server',
  events: 'What happens, as it happens',
  feedback: 'What you think of the product',
  identity: 'Whether two people are one',
  ingest: 'Events, as they happen',
  integrations: 'Services that bring data',
  keys: 'API keys',
  people: 'What is known of one person: export and erasure',
  records: 'What other systems know',
  settings: 'Settings of the workspace',
  signals: 'What to look out for',
  tools: 'Questions about customers, for people and assistants',
  webhooks: 'What services send by themselves',
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
  431: 'The headers are too large',
  500: 'The server failed',
  502: 'A tool broke its contract',
  503: 'Not available for now',
}
