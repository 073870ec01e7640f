import {
  exampleOf,
  isPlatformOperation,
  operationNames,
  routes,
  toolNames,
  tools,
  type PlatformOperation,
  type RouteDefinition,
  type ToolName,
} from '@customer-intel/contract'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CustomerIntel } from '../src/index.ts'
import { startPlatformServer, type PlatformServer } from './support/platform-server.ts'

let server: PlatformServer
let client: CustomerIntel
const id = '0197a6f0-7d3c-7b1e-9a55-3f0d2c1b4a68'

beforeAll(async () => {
  server = await startPlatformServer()
  client = new CustomerIntel({ apiKey: 'ok_test', baseUrl: server.baseUrl, maxRetries: 0 })
})
afterAll(() => server.close())

/** A call of a route's method with what the contract shows of its input. */
function callOf(operation: PlatformOperation): PromiseLike<unknown> {
  const { sdk, path, query, body }: RouteDefinition = routes[operation]
  const [resource, method] = sdk.split('.') as [keyof CustomerIntel, string]
  const params = [...path.matchAll(/\{\w+\}/g)].map(() => id)
  const inputs = [query, body].filter((schema) => schema !== undefined).map(exampleOf)
  const methods = client[resource] as unknown as Record<string, (...given: unknown[]) => PromiseLike<unknown>>
  return methods[method]!(...params, ...inputs)
}

const operations = operationNames.filter(
  (name): name is Exclude<PlatformOperation, 'callTool'> => isPlatformOperation(name) && name !== 'callTool',
)

test.each(operations)(
  '%s: its method sends what the contract takes and gives what the contract answers',
  async (operation) => {
    server.requests.length = 0
    const data = await callOf(operation)
    const [request] = server.requests
    const route: RouteDefinition = routes[operation]
    expect(request?.operation).toBe(operation)
    expect(request?.headers.authorization).toBe('Bearer ok_test')
    expect(request?.headers['idempotency-key'] === undefined).toBe(route.idempotent)
    if (route.body) expect(v.safeParse(route.body, request?.body).issues).toBeUndefined()
    else expect(request?.body).toBeUndefined()
    if (route.query) expect(v.safeParse(route.query, request?.query).issues).toBeUndefined()
    const answered = route.data ?? route.responses[200] ?? route.responses[201] ?? route.responses[202]
    expect(v.safeParse(answered!, data).issues).toBeUndefined()
  },
)

test.each(toolNames)('%s has a method of its own, and stands behind call', async (name) => {
  const method = name.slice('svc_'.length).replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  const own = client.tools as unknown as Record<string, (input: unknown) => PromiseLike<unknown>>
  const input = exampleOf(tools[name].input)
  for (const ask of [() => own[method]!(input), () => client.tools.call(name, input as never)]) {
    server.requests.length = 0
    const data = await ask()
    const [request] = server.requests
    expect(request?.operation).toBe('callTool')
    expect(request?.headers['idempotency-key'] === undefined).toBe(tools[name].readOnly)
    expect(request?.body).toEqual({ tool: name, input })
    expect(v.safeParse(tools[name].input, input).issues).toBeUndefined()
    expect(v.safeParse(tools[name].output, data).issues).toBeUndefined()
  }
})

test('an id is encoded, and one that would name another route is refused before anything is sent', async () => {
  server.requests.length = 0
  await client.people.getErasure('../../keys?x')
  expect(server.requests[0]?.path).toBe('/api/people/erasures/..%2F..%2Fkeys%3Fx')
  await expect(client.identity.explainEvent('..')).rejects.toThrow('explainEvent needs uuid')
  await expect(client.identity.explainEvent(' ')).rejects.toThrow('explainEvent needs uuid')
  expect(server.requests).toHaveLength(1)
})

test('an unknown tool is refused before anything is sent', async () => {
  server.requests.length = 0
  await expect(client.tools.call('svc_drop_all' as ToolName, {} as never)).rejects.toThrow(
    'There is no tool "svc_drop_all": it must be one of svc_list_customers',
  )
  expect(server.requests).toHaveLength(0)
})
