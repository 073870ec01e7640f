import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import {
  createOpenApi,
  getRoute,
  operationNames,
  takesIdempotencyKey,
  type OpenApiDocument,
} from '../src/index.ts'

function operationsOf(document: OpenApiDocument): string[] {
  return Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .map((operation) => (operation as { operationId: string }).operationId)
}

const refsOf = (value: unknown) =>
  [...JSON.stringify(value).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map((match) => match[1])

describe('the OpenAPI document', () => {
  const document = createOpenApi(operationNames)

  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(JSON.parse(JSON.stringify(document)))
    expect(result.errors).toBeUndefined()
    expect(result.valid).toBe(true)
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Public API', version: '1.0.0' } })
  })

  it('lists exactly the operations given', () => {
    expect(operationsOf(document).sort()).toEqual([...operationNames].sort())
    expect(operationsOf(createOpenApi(['ingestEvents', 'callTool']))).toEqual(['ingestEvents', 'callTool'])
  })

  it('lists exactly the tools given', () => {
    const some = createOpenApi(['callTool'], { tools: ['svc_query'] })
    expect(JSON.stringify(some)).toContain('"const":"svc_query"')
    expect(JSON.stringify(some)).not.toContain('svc_get_fact')
    expect(some.components.schemas).not.toHaveProperty('Fact')
  })

  it('defines every schema that it refers to, and none that nothing reaches', () => {
    for (const selection of [operationNames, ['validateApiKey'] as const]) {
      const { components, paths } = createOpenApi(selection)
      const referred = new Set([...refsOf(paths), ...refsOf(components.schemas)])
      expect(new Set(Object.keys(components.schemas))).toEqual(referred)
    }
  })

  it('shows every status of the contract with a body, and says what any other failure looks like', () => {
    for (const name of operationNames) {
      const route = getRoute(name)
      const operation = document.paths[route.path]?.[route.method.toLowerCase()] as {
        responses: Record<string, { content: object }>
      }
      const own = [...Object.keys(route.responses), ...(takesIdempotencyKey(route) ? ['400', '409'] : [])]
      expect(Object.keys(operation.responses).sort(), name).toEqual([...new Set(own), 'default'].sort())
      for (const response of Object.values(operation.responses)) expect(response).toHaveProperty('content')
    }
  })

  it('asks the key where one is needed, and names the grant', () => {
    expect(document.paths['/api/signals']).toMatchObject({
      get: { security: [{ apiKey: [] }], 'x-grant': 'agents:read', 'x-command-id': 'signal.list' },
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

  it('names the schemas that it shares', () => {
    expect(Object.keys(document.components.schemas)).toMatchSnapshot()
  })
})
