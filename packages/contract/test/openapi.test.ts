import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Validator } from '@seriousme/openapi-schema-validator'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import {
  createOpenApi,
  getRoute,
  isJsonObject,
  operationNames,
  toolNames,
  takesIdempotencyKey,
  tools,
  type OpenApiDocument,
} from '../src/index.ts'
import { components } from '../src/openapi/components.ts'
import { typeTexts } from '../src/generated/type-texts.ts'

function operationsOf(document: OpenApiDocument): string[] {
  return Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .map((operation) => (operation as { operationId: string }).operationId)
}

const refsOf = (value: unknown) =>
  [...JSON.stringify(value).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map((match) => match[1])

/** Fields without a description, by where they stand. */
function listUnexplained(node: unknown, path = ''): string[] {
  if (Array.isArray(node)) return node.flatMap((part, index) => listUnexplained(part, `${path}[${index}]`))
  if (!isJsonObject(node)) return []
  const { properties, ...rest } = node
  const inner = Object.entries(rest).flatMap(([key, part]) => listUnexplained(part, `${path}.${key}`))
  if (!isJsonObject(properties)) return inner
  return Object.entries(properties)
    .flatMap(([name, field]) => [
      ...(isJsonObject(field) && field['description'] !== undefined ? [] : [`${path}.${name}`]),
      ...listUnexplained(field, `${path}.${name}`),
    ])
    .concat(inner)
}

describe('the OpenAPI document', () => {
  const document = createOpenApi(operationNames)

  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(JSON.parse(JSON.stringify(document)))
    expect(result.errors).toBeUndefined()
    expect(result.valid).toBe(true)
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Public API', version: '1.0.0' } })
  })

  it('lists exactly the operations given', () => {
    expect(operationsOf(document).sort()).toEqual([...operationNames, ...Object.keys(tools)].sort())
    expect(operationsOf(createOpenApi(['ingestEvents', 'callTool'], { tools: ['svc_query'] }))).toEqual([
      'ingestEvents',
      'callTool',
      'svc_query',
    ])
  })

  it('lists exactly the tools given', () => {
    const some = createOpenApi(['callTool'], { tools: ['svc_query'] })
    expect(JSON.stringify(some)).toContain('"enum":["svc_query"]')
    expect(JSON.stringify(some)).not.toContain('svc_get_fact')
    expect(some.components.schemas).not.toHaveProperty('Fact')
  })

  it('defines every schema that it refers to, and none that nothing reaches', () => {
    for (const selection of [operationNames, ['validateApiKey'] as const]) {
      const { components, paths, webhooks } = createOpenApi(selection)
      const referred = new Set([...refsOf({ paths, webhooks }), ...refsOf(components.schemas)])
      expect(new Set(Object.keys(components.schemas))).toEqual(referred)
    }
  })

  it('shows every status of the contract with a body, and says what any other failure looks like', () => {
    for (const name of operationNames) {
      const route = getRoute(name)
      const operation = document.paths[route.path]?.[route.method.toLowerCase()] as {
        responses: Record<string, { content: object }>
      }
      const told = Object.keys(operation.responses)
      expect(told, name).toEqual(expect.arrayContaining([...Object.keys(route.responses), 'default']))
      if (takesIdempotencyKey(route)) expect(told, name).toContain('409')
      if (route.body) expect(told, name).toEqual(expect.arrayContaining(['400', '413', '415']))
      if (route.auth === 'apiKey') expect(told, name).toEqual(expect.arrayContaining(['401', '500', '503']))
      // Node itself refuses headers that are too large, without a body.
      for (const [status, response] of Object.entries(operation.responses))
        if (status !== '431') expect(response).toHaveProperty('content')
    }
  })

  it('asks the key where one is needed, and names the grant', () => {
    expect(document.paths['/api/signals']).toMatchObject({
      get: {
        security: [{ apiKey: [] }, { session: [] }],
        'x-grant': 'agents:read',
        'x-command-id': 'signal.list',
      },
    })
    expect(document.paths['/api/i/v1/{publicKey}/events']).toMatchObject({ post: { security: [] } })
    expect(document.components.securitySchemes).toMatchObject({ apiKey: { type: 'http', scheme: 'bearer' } })
  })

  it('tells the limits and defaults of an input', () => {
    expect(document.components.schemas['ListCustomersInput']).toMatchObject({
      additionalProperties: false,
      properties: {
        limit: { type: 'integer', minimum: 1, maximum: 1000, default: 50 },
        traitFilters: { type: 'object', maxProperties: 100 },
      },
    })
    expect(document.components.schemas['PageviewEvent']).toMatchObject({
      required: ['type', 'url', 'path'],
      properties: { uuid: { type: 'string', format: 'uuid' } },
    })
    expect(document.paths['/api/agents/{agentId}/runs']).toMatchObject({
      get: {
        parameters: [
          { name: 'agentId', in: 'path', required: true },
          { name: 'limit', in: 'query', required: false, schema: { default: 20 } },
          { name: 'cursor' },
        ],
      },
    })
  })

  it('offers an idempotency key where a retry could do harm', () => {
    expect(JSON.stringify(document.paths['/api/feedback'])).toContain('Idempotency-Key')
    expect(JSON.stringify(document.paths['/api/settings'])).not.toContain('Idempotency-')
    expect(document.paths['/api/feedback']).toMatchObject({
      post: {
        parameters: [
          {
            name: 'Idempotency-Key',
            in: 'header',
            required: false,
            schema: { minLength: 1, maxLength: 255 },
          },
        ],
        responses: {
          201: { headers: { 'Idempotency-Replayed': { $ref: '#/components/headers/Idempotency-Replayed' } } },
          409: { content: { 'application/json': {} } },
        },
      },
    })
  })

  it('takes optional bodies as optional', () => {
    const path = '/api/identity/merge-suggestions/{id}/reject'
    expect(document.paths[path]).toMatchObject({ post: { requestBody: { required: false } } })
    expect(document.paths['/api/feedback']).toMatchObject({ post: { requestBody: { required: true } } })
  })

  it('gives each tool a path of its own, with its input and its answer', () => {
    expect(document.paths['/api/tools/svc_query']).toMatchObject({
      post: {
        operationId: 'svc_query',
        'x-grant': 'analytics:read',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/QueryInput' } } },
        },
        responses: {
          200: {
            content: {
              'application/json': {
                schema: {
                  allOf: [
                    { $ref: '#/components/schemas/QueryOutput' },
                    { $ref: '#/components/schemas/MayBeStale' },
                  ],
                },
              },
            },
          },
        },
      },
    })
    expect(document.paths['/api/tools/call']).toMatchObject({
      post: {
        requestBody: {
          content: { 'application/json': { schema: { discriminator: { propertyName: 'tool' } } } },
        },
      },
    })
  })

  it('says the rules between fields that the server checks', () => {
    const { schemas } = document.components
    expect(schemas['IngestPayload']).toMatchObject({
      anyOf: [{ required: ['visitorId'] }, { required: ['source'] }],
    })
    expect(schemas['IdentifyEvent']).toMatchObject({
      anyOf: [{ required: ['email'] }, { required: ['userId'] }],
    })
    expect(schemas['ListCustomersInput']).toMatchObject({
      not: { required: ['hasActivityInLast', 'noActivityInLast'] },
    })
    expect(schemas['IngestEvent']).toMatchObject({
      discriminator: {
        propertyName: 'type',
        mapping: { pageview: '#/components/schemas/PageviewEvent' },
      },
    })
  })

  it('explains every operation, and every field of what is served', () => {
    const served = createOpenApi(operationNames, { tools: toolNames })
    expect(listUnexplained(served)).toEqual([])
    for (const methods of Object.values(served.paths)) {
      for (const operation of Object.values(methods)) {
        expect(operation).toMatchObject({ description: expect.stringMatching(/\S \S/) as string })
      }
    }
  })

  it('gives parameters an example that holds, but for what only an answer can name and what names its words', () => {
    const named: string[] = []
    for (const name of operationNames) {
      const route = getRoute(name)
      const { parameters = [] } = document.paths[route.path]![route.method.toLowerCase()] as {
        parameters?: { name: string; in: string; example?: unknown; schema: Record<string, unknown> }[]
      }
      for (const { name: field, in: place, example, schema } of parameters) {
        if (place === 'header' || 'enum' in schema || 'default' in schema) continue
        if (['cursor', 'after', 'connection'].includes(field)) continue
        named.push(field)
        const part = (place === 'path' ? route.params : route.query) as unknown as {
          entries: Record<string, v.GenericSchema>
        }
        expect(example, `${name}: ${field}`).toBeDefined()
        expect(v.safeParse(part.entries[field]!, example).issues, `${name}: ${field}`).toBeUndefined()
      }
    }
    expect(named.length).toBeGreaterThan(20)
  })

  it('shows what a webhook is sent, by an example that its schema takes, where webhooks can be made', () => {
    const shown = Object.values(document.webhooks ?? {}).map(({ post }) => {
      const { requestBody, parameters } = post as {
        requestBody: { content: Record<string, { schema: { $ref: string }; example: unknown }> }
        parameters: { name: string; in: string; example: unknown }[]
      }
      const { schema, example } = requestBody.content['application/json']!
      const name = schema.$ref.split('/').at(-1)!
      expect(v.safeParse(components[name]!, example), name).toMatchObject({ success: true, output: example })
      return { name, headers: parameters.map((parameter) => parameter.name) }
    })
    expect(shown).toEqual([
      { name: 'NotificationMessage', headers: ['webhook-id', 'webhook-timestamp', 'webhook-signature'] },
    ])
    expect(createOpenApi(['ingestEvents']).webhooks).toBeUndefined()
  })

  it('says a single word as a list of one, which every reader of OpenAPI knows', () => {
    expect(JSON.stringify(document)).not.toContain('"const":')
    expect(document.components.schemas['PageviewEvent']).toMatchObject({
      properties: { type: { enum: ['pageview'] } },
    })
  })

  it('takes what it explains from the docstrings (`npm run generate` after a change)', () => {
    const script = fileURLToPath(new URL('../generate/main.ts', import.meta.url))
    const run = spawnSync(process.execPath, ['--import', 'tsx', script, '--check'], { encoding: 'utf8' })
    expect(run.stderr).toBe('')
    expect(run.status).toBe(0)
  })

  it('gives examples that hold', () => {
    const examples = Object.entries(typeTexts).flatMap(([name, { examples = [] }]) =>
      examples.map((example) => [name, example] as const),
    )
    expect(examples.length).toBeGreaterThan(15)
    for (const [name, example] of examples) {
      const schema = components[name]
      expect(schema, name).toBeDefined()
      expect(v.safeParse(schema!, example).issues, name).toBeUndefined()
    }
  })

  it('names the schemas that it shares', () => {
    expect(Object.keys(document.components.schemas)).toMatchSnapshot()
  })
})
