import { readFile } from 'node:fs/promises'
import {
  type Grant,
  GatewayErrorBodySchema,
  operationNames,
  routes,
  toolNames,
  tools,
} from '@customer-intel/contract'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../src/kernel/errors.ts'
import { generateApiKey, toApiKey } from '../../src/organizations/api-keys.ts'
import { defineOrganization } from '../../src/organizations/define-organization.ts'
import { readLog } from '../support/recording-read-models.ts'
import { isOnFiles } from '../support/test-store.ts'
import { openTestServer, type TestServer } from '../support/test-server.ts'

let test: TestServer
beforeEach(async () => {
  test = await openTestServer()
})
afterEach(async () => {
  await test.close()
  expect(test.logged).toEqual([])
})

function call(
  method: string,
  path: string,
  options: { body?: unknown; key?: string | null; headers?: Record<string, string> } = {},
): Promise<Response> {
  const { body, key = test.apiKey, headers = {} } = options
  return test.server.fetch(
    new Request(`http://localhost${path}`, {
      method,
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        'content-type': 'application/json',
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    }),
  )
}

const callTool = (body: unknown, key?: string): Promise<Response> =>
  call('POST', '/api/tools/call', { body, ...(key === undefined ? {} : { key }) })

/** Another key of the organization. */
async function addKey(grants: readonly Grant[], change: { active?: boolean } = {}): Promise<string> {
  const key = generateApiKey()
  await test.workspace.updateDocument((document) => {
    document.apiKeys.push({ ...toApiKey(key, { name: 'Test', grants, now: Date.now() }), ...change })
  })
  return key
}

describe('an API key', () => {
  it('begins with ok_, has 256 random bits, and is kept as its hash alone', async () => {
    expect(test.apiKey).toMatch(/^ok_[A-Za-z0-9_-]{43}$/)
    expect(JSON.stringify(test.workspace.document)).not.toContain(test.apiKey.slice(9))
  })

  it.each([
    ['missing', null],
    ['unknown', `ok_${'x'.repeat(43)}`],
    ['malformed', 'secret'],
    ['empty', ''],
  ])('that is %s is a 401', async (_, key) => {
    for (const path of ['/api/activation', '/api/tools/call', '/api/validate-api-key']) {
      const response = await call(path === '/api/activation' ? 'GET' : 'POST', path, { key })
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toBe('Bearer')
      expect(await response.json()).toMatchObject({ error: 'Invalid credentials' })
    }
  })

  it('that is disabled is a 401', async () => {
    const key = await addKey(['activation:read'], { active: false })
    expect((await call('GET', '/api/activation', { key })).status).toBe(401)
  })
})

describe('POST /api/validate-api-key', () => {
  it('tells what the key is and may do, and nothing more', async () => {
    const body: unknown = await (await call('POST', '/api/validate-api-key')).json()
    const strict = v.strictObject(routes.validateApiKey.responses[200].entries)
    const { organization, apiKey, authorization } = v.parse(strict, body)
    expect(organization).toEqual({ id: test.workspace.organization.id, name: 'Acme', slug: 'acme' })
    expect(apiKey).toMatchObject({ prefix: test.apiKey.slice(0, 9), keyType: 'api', totalRequests: 1 })
    expect(authorization.grants).toContain('identity:write')
    expect(JSON.stringify(body)).not.toContain('hash')
  })

  it('answers 401 with valid: false', async () => {
    const response = await call('POST', '/api/validate-api-key', { key: null })
    expect(await response.json()).toEqual({ valid: false, error: 'Invalid credentials' })
  })

  it('counts requests, also across a restart', async (context) => {
    await call('GET', '/api/activation')
    await call('GET', '/api/activation')
    const { apiKey } = (await (await call('POST', '/api/validate-api-key')).json()) as {
      apiKey: { totalRequests: number; lastUsedAt: string }
    }
    expect(apiKey.totalRequests).toBe(3)
    expect(Date.now() - Date.parse(apiKey.lastUsedAt)).toBeLessThan(10_000)
    await test.server.close()
    if (!isOnFiles) context.skip('reads the file')
    const usage = JSON.parse(
      await readFile(`${test.directory}/organizations/${test.workspace.organization.id}/usage.json`, 'utf8'),
    ) as unknown
    expect(usage).toMatchObject({
      keys: {
        [test.workspace.document.apiKeys[0]?.id ?? '']: { totalRequests: 3, lastUsedAt: apiKey.lastUsedAt },
      },
    })
  })
})

describe('POST /api/tools/call', () => {
  /** Errors serve readers of both published forms. */
  async function expectGatewayError(response: Response, status: number, code: string) {
    expect(response.status).toBe(status)
    const body = v.parse(v.strictObject(GatewayErrorBodySchema.entries), await response.json())
    expect(body).toMatchObject({ code, error: body.message, requestId: response.headers.get('x-request-id') })
    return body
  }

  it('runs a tool and answers with its result', async () => {
    const response = await callTool({ tool: 'svc_schema' })
    expect(response.status).toBe(200)
    expect(await response.json()).toHaveProperty('views')
  })

  it('answers INVALID_JSON to what is none', async () => {
    await expectGatewayError(await callTool('{"tool":'), 400, 'INVALID_JSON')
    await expectGatewayError(await callTool(''), 400, 'INVALID_JSON')
  })

  it('answers INVALID_TOOL_CALL to an unknown tool and to a malformed call', async () => {
    for (const body of [
      { tool: 'svc_nothing' },
      {},
      [],
      null,
      { tool: 'svc_schema', extra: 1 },
      { tool: 'svc_schema', input: [] },
      { tool: 'constructor' },
    ]) {
      const { details } = await expectGatewayError(await callTool(body), 400, 'INVALID_TOOL_CALL')
      expect(details?.length).toBeGreaterThan(0)
    }
  })

  it('answers INVALID_TOOL_INPUT by field, an unknown key among them', async () => {
    const body = await expectGatewayError(
      await callTool({ tool: 'svc_list_customers', input: { limit: 0, nonsense: 1 } }),
      400,
      'INVALID_TOOL_INPUT',
    )
    expect(body.details?.map(({ path }) => path)).toEqual(expect.arrayContaining([['limit'], ['nonsense']]))
    expect(body.validationIssues?.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['limit', 'nonsense']),
    )
  })

  it('answers TOOL_CALL_FORBIDDEN without the tool’s grant', async () => {
    const key = await addKey(['customer_intelligence:read'])
    await expectGatewayError(
      await callTool({ tool: 'svc_query', input: { sql: 'select 1' } }, key),
      403,
      'TOOL_CALL_FORBIDDEN',
    )
  })

  it('answers 401 and 413 in the same form', async () => {
    await expectGatewayError(await callTool({ tool: 'svc_schema' }, 'ok_wrong'), 401, 'INVALID_CREDENTIALS')
    const large = { tool: 'svc_query', input: { sql: 'x'.repeat(1_100_000) } }
    const body = await expectGatewayError(await callTool(large), 413, 'BODY_TOO_LARGE')
    expect(body.limitBytes).toBe(1_048_576)
  })

  it('waits for what was durable, and says so when the answer may lack it', async () => {
    const { readModels } = test.workspace
    Object.assign(readModels, {
      fresh: async () => ({
        reads: readModels,
        current: false,
        stale: { reason: 'It restarts', behindSeconds: 7.5 },
      }),
      listWorkspaceUsers: async () => ({ items: [], total: 0, end: null }),
    })
    const response = await callTool({ tool: 'svc_list_workspace_users' })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      items: [],
      stale: { reason: 'It restarts', behindSeconds: 7.5 },
    })
  })

  it('runs each tool at a path of its own, as a call of it by name', async () => {
    const answer = await call('POST', '/api/tools/svc_schema', { body: { table: 'users' } })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual(
      await (await callTool({ tool: 'svc_schema', input: { table: 'users' } })).json(),
    )
    const refused = await call('POST', '/api/tools/svc_schema', { body: { table: 'events' } })
    await expectGatewayError(refused, 400, 'INVALID_TOOL_INPUT')
  })

  it('lists the tools that the key may call, with their inputs as JSON Schema whole by themselves', async () => {
    const text = await (await call('GET', '/api/tools')).text()
    const { tools: listed } = v.parse(routes.listTools.responses[200], JSON.parse(text))
    expect(listed.map(({ name }) => name)).toEqual(toolNames)
    expect(text).not.toContain('$ref')
    expect(listed.find(({ name }) => name === 'svc_query')).toMatchObject({
      grant: 'analytics:read',
      inputSchema: { required: ['sql'], properties: { limit: { maximum: 10_000 } } },
    })
  })

  it('lists by a key’s grants alone: what isn’t listed is refused by name of the grant, what is there is not', async () => {
    for (const grants of [['analytics:read'], ['notifications:send', 'feedback:write'], ['people:erase']]) {
      const key = await addKey(grants as Grant[])
      const response = await call('GET', '/api/tools', { key })
      const { tools: listed } = v.parse(routes.listTools.responses[200], await response.json())
      expect(listed.map(({ name }) => name)).toEqual(
        toolNames.filter((name) => grants.includes(tools[name].grant)),
      )
      for (const name of toolNames) {
        // No tool takes this field, so that none does anything.
        const answer = await callTool({ tool: name, input: { unknown: 1 } }, key)
        if (listed.some((tool) => tool.name === name))
          await expectGatewayError(answer, 400, 'INVALID_TOOL_INPUT')
        else {
          const { message } = await expectGatewayError(answer, 403, 'TOOL_CALL_FORBIDDEN')
          expect(message).toContain(tools[name].grant)
        }
      }
    }
  })

  it('hides a fault of ours behind a request id', async () => {
    test.workspace.readModels.fresh = () => Promise.reject(new Error('inner secret'))
    const response = await callTool({ tool: 'svc_list_workspace_users' })
    const body = await expectGatewayError(response, 500, 'TOOL_GATEWAY_ERROR')
    expect(JSON.stringify(body)).not.toContain('secret')
    expect(test.logged.splice(0)).toEqual([expect.stringContaining(body.requestId)])
  })
})

describe('the activation event', () => {
  it('is set in the log and in the configuration, and read back', async () => {
    const set = await call('PATCH', '/api/activation', { body: { eventName: 'signed_up' } })
    expect(v.parse(routes.updateCustomerActivation.responses[200], await set.json())).toMatchObject({
      ok: true,
      commandId: 'customer_activation.update',
      result: { data: { activation: { eventName: 'signed_up' }, changed: true } },
    })
    const again = await call('PATCH', '/api/activation', { body: { eventName: 'signed_up' } })
    expect(await again.json()).toMatchObject({ result: { data: { changed: false } } })
    const read = v.parse(
      routes.getCustomerActivation.responses[200],
      await (await call('GET', '/api/activation')).json(),
    )
    expect(read.result.data).toEqual({ activation: { eventName: 'signed_up' } })
    const log = await readLog(test.workspace.log)
    expect(log).toMatchObject([{ kind: 'activation', eventName: 'signed_up' }])
  })

  it('is turned off by null', async () => {
    await call('PATCH', '/api/activation', { body: { eventName: 'a' } })
    await call('PATCH', '/api/activation', { body: { eventName: null } })
    expect(await (await call('GET', '/api/activation')).json()).toMatchObject({
      result: { data: { activation: { eventName: null } } },
    })
  })

  it('answers errors in the command envelope', async () => {
    const invalid = await call('PATCH', '/api/activation', { body: { eventName: '', other: 1 } })
    expect(invalid.status).toBe(400)
    expect(await invalid.json()).toMatchObject({
      ok: false,
      commandId: 'customer_activation.update',
      commandVersion: 1,
      error: { code: 'validation_failed', correlationId: expect.stringMatching(/^corr_/), retryable: false },
    })
    const forbidden = await call('PATCH', '/api/activation', {
      body: { eventName: null },
      key: await addKey(['activation:read']),
    })
    expect(forbidden.status).toBe(403)
    expect(await forbidden.json()).toMatchObject({
      error: { code: 'authorization_denied', message: expect.stringContaining('activation:manage') },
    })
    test.workspace.log.append = () =>
      Promise.reject(new AppError('LOG_UNAVAILABLE', 'full', { retryAfterSeconds: 3 }))
    const unavailable = await call('PATCH', '/api/activation', { body: { eventName: 'b' } })
    expect(unavailable.status).toBe(503)
    expect(unavailable.headers.get('retry-after')).toBe('3')
    expect(await unavailable.json()).toMatchObject({ error: { code: 'transient_failure', retryable: true } })
  })
})

describe('two organizations', () => {
  it('never see each other: a key opens its own alone', async () => {
    const other = defineOrganization({ name: 'Globex' })
    await test.server.workspaces.createOrganization(other.document.organization, other.document)
    await call('PATCH', '/api/activation', { body: { eventName: 'acme_only' } })
    const theirs = await call('GET', '/api/activation', { key: other.apiKey })
    expect(await theirs.json()).toMatchObject({ result: { data: { activation: { eventName: null } } } })
    const validation = await call('POST', '/api/validate-api-key', { key: other.apiKey })
    expect(await validation.json()).toMatchObject({ organization: { name: 'Globex', slug: 'globex' } })
  })
})

describe('what is not there', () => {
  it('is a 404 that says where to look', async () => {
    const response = await call('GET', '/api/nothing')
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ error: expect.stringContaining('/openapi.json') })
  })

  it('is a 405 with Allow for another method, and OPTIONS tells the methods', async () => {
    const response = await call('DELETE', '/api/activation')
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, PATCH, HEAD, OPTIONS')
    expect((await call('OPTIONS', '/api/activation')).headers.get('allow')).toContain('PATCH')
    expect((await call('GET', `/api/i/v1/${test.publicKey}/events`)).status).toBe(405)
  })

  it('is a 400 when the path can’t be decoded', async () => {
    expect((await call('GET', '/api/%ZZ')).status).toBeLessThan(500)
  })

  it('is not made by HEAD: it answers as GET, without a body', async () => {
    const response = await call('HEAD', '/api/activation')
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('')
  })

  it('is a 415 for a body that is no JSON', async () => {
    expect(
      (await call('PATCH', '/api/activation', { body: 'a=b', headers: { 'content-type': 'text/html' } }))
        .status,
    ).toBe(415)
  })
})

describe('GET /openapi.json', () => {
  it('lists exactly the operations that are mounted', async () => {
    const response = await call('GET', '/openapi.json', { key: null })
    const document = (await response.json()) as {
      openapi: string
      info: object
      paths: Record<string, Record<string, { operationId: string }>>
    }
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Public API', version: '1.0.0' } })
    const listed = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    )
    expect(listed.toSorted((a, b) => a.localeCompare(b))).toEqual(
      [...operationNames, ...toolNames].toSorted((a, b) => a.localeCompare(b)),
    )
    for (const name of operationNames) {
      const { method, path } = routes[name]
      const answer = await call(
        method,
        path.replace('{publicKey}', test.publicKey).replace(/\{\w+\}/g, 'x'),
        // Without a key, so that none answers that there is no such thing.
        method === 'GET' ? { key: null } : { key: null, body: {} },
      )
      const isMounted = answer.status !== 404 && answer.status !== 405
      expect({ name, isMounted }).toEqual({ name, isMounted: (operationNames as string[]).includes(name) })
    }
  })

  it('is not sent again to whom has it', async () => {
    const etag = (await call('GET', '/openapi.json')).headers.get('etag') ?? ''
    expect((await call('GET', '/openapi.json', { headers: { 'if-none-match': etag } })).status).toBe(304)
  })
})

describe('GET /health', () => {
  it('is ok, without a key', async () => {
    const response = await call('GET', '/health', { key: null })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ status: 'ok', reasons: [] })
    expect((await call('GET', '/health/live', { key: null })).status).toBe(200)
  })

  it.skipIf(!isOnFiles)(
    'is 503 with the reason while events can’t be stored, and 200 while only reads fail',
    async () => {
      await test.ingest({})
      const { log, readModels } = test.workspace
      Object.assign(readModels, { unavailable: 'the engine restarts' })
      expect(await (await call('GET', '/health')).json()).toMatchObject({
        status: 'degraded',
        reasons: [expect.stringContaining('the engine restarts')],
      })
      Object.assign(log.health, { unavailable: 'the disk is full' })
      const response = await call('GET', '/health')
      expect(response.status).toBe(503)
      expect(await response.json()).toMatchObject({
        status: 'unavailable',
        reasons: expect.arrayContaining([expect.stringContaining('the disk is full')]),
      })
    },
  )
})
