import { inspect } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as sdk from '../src/index.ts'
import { CustomerIntel, type CustomerIntelOptions } from '../src/index.ts'
import { answer } from './support/ingest-server.ts'
import { startPlatformServer, type PlatformServer } from './support/platform-server.ts'

const apiKey = 'ok_0123456789abcdef0123456789abcdef'
let server: PlatformServer

beforeAll(async () => {
  server = await startPlatformServer()
})
beforeEach(() => {
  server.fault = null
  server.requests.length = 0
})
afterAll(() => server.close())

function createClient(options: CustomerIntelOptions = {}): CustomerIntel {
  return new CustomerIntel({ apiKey, baseUrl: server.baseUrl, ...options })
}

/** The error that a call rejects with. */
async function errorOf(call: PromiseLike<unknown>): Promise<sdk.CustomerIntelError> {
  try {
    await call
  } catch (error) {
    return error as sdk.CustomerIntelError
  }
  throw new Error('the call resolved')
}

/** Answers the next request only. */
function once(status: number, body: unknown, headers: Record<string, string> = {}) {
  server.fault = (_, response) => {
    server.fault = null
    return answer(response, status, body, headers)
  }
}

test('what a newer server adds to an answer is no error, and arrives', async () => {
  const items = [{ sourceType: 'FAX', sourceId: 'f-1', pages: 3, participants: [], record: {} }]
  once(200, { items, pagination: { hasMore: false, nextCursor: null, total: 1 }, mood: 'good' })
  const page = await createClient().tools.listSources({})
  expect(page).toMatchObject({ items, mood: 'good', pagination: { total: 1 } })
})

const gateway = { message: 'No', error: 'No', retryable: false, requestId: 'req_9' }

test.each([
  ['AuthenticationError', 401, { error: 'Invalid credentials' }, { code: 'HTTP_401' }],
  ['GrantError', 403, { ...gateway, code: 'TOOL_CALL_FORBIDDEN' }, { code: 'TOOL_CALL_FORBIDDEN' }],
  ['NotFoundError', 404, { ...gateway, code: 'NOT_FOUND' }, { code: 'NOT_FOUND', requestId: 'req_9' }],
  ['ConflictError', 409, { ...gateway, code: 'CONFLICT' }, {}],
  ['ValidationError', 413, { ...gateway, code: 'BODY_TOO_LARGE' }, { issues: [] }],
  ['ValidationError', 422, { ...gateway, code: 'EXECUTION_ERROR' }, {}],
  [
    'ValidationError',
    400,
    {
      ...gateway,
      code: 'INVALID_TOOL_INPUT',
      details: [{ path: ['limit'], message: 'limit must be at most 1000.' }],
    },
    { issues: [{ path: ['limit'], message: 'limit must be at most 1000.' }] },
  ],
  [
    'ValidationError',
    400,
    { code: 'INVALID_TOOL_INPUT', message: 'No', validationIssues: [{ code: 'too_big', path: 'limit' }] },
    { issues: [{ path: ['limit'], message: 'too_big' }] },
  ],
  [
    'PlanLimitError',
    402,
    {
      error: 'Used up',
      code: 'api_limit_exceeded',
      plan: 'free',
      feature: 'api_calls',
      resetAt: 1_700_000_000_000,
    },
    { plan: 'free', feature: 'api_calls', resetAt: new Date(1_700_000_000_000), retryable: false },
  ],
  [
    'PlanLimitError',
    429,
    { error: 'Used up', code: 'api_limit_exceeded', plan: 'free', feature: 'api_calls', resetAt: null },
    { resetAt: null, retryable: false },
  ],
  [
    'PlanLimitError',
    403,
    { error: 'Full', code: 'plan_connection_limit_exceeded', currentConnections: 2, limit: 2 },
    { currentConnections: 2, limit: 2 },
  ],
  ['ServerError', 501, { error: 'Not implemented' }, { retryable: false }],
  ['ContractError', 302, {}, { status: 302 }],
] as const)('%s for %i %j, sent once', async (kind, status, body, fields) => {
  once(status, body)
  const error = await errorOf(createClient().tools.schema())
  expect(error.name).toBe(kind)
  expect(error).toBeInstanceOf(Reflect.get(sdk, kind))
  expect(error).toBeInstanceOf(sdk.CustomerIntelError)
  expect(error).toBeInstanceOf(Error)
  expect(error).toMatchObject({ status, operation: 'svc_schema', ...fields })
  expect(server.requests).toHaveLength(1)
})

test('a command’s error tells its code, its correlation id and its issues', async () => {
  const issues = [{ path: ['name'], message: 'name is required.' }]
  once(400, {
    ok: false,
    commandId: 'settings.update',
    commandVersion: 1,
    error: {
      code: 'validation_failed',
      message: 'No',
      correlationId: 'corr_1',
      retryable: false,
      details: { issues },
    },
  })
  const error = await errorOf(createClient().settings.update({}))
  expect(error).toMatchObject({
    name: 'ValidationError',
    code: 'validation_failed',
    requestId: 'corr_1',
    issues,
  })
  expect(error.message).toBe('No; name is required. (updateWorkspaceSettings: 400 validation_failed, corr_1)')
})

test.each([429, 502, 503, 504])('a %i passes: the call is tried again and succeeds', async (status) => {
  once(status, { error: 'later' }, { 'retry-after': '0' })
  await createClient().tools.schema()
  expect(server.requests).toHaveLength(2)
})

test('Retry-After is waited for, and one that is too long is an error at once', async () => {
  once(429, { error: 'slow down' }, { 'retry-after': '1' })
  const started = Date.now()
  await createClient().tools.schema()
  expect(Date.now() - started).toBeGreaterThanOrEqual(990)
  once(429, { error: 'slow down' }, { 'retry-after': '3600' })
  const error = await errorOf(createClient().tools.schema())
  expect(error).toMatchObject({ name: 'RateLimitError', retryAfterMs: 3_600_000 })
  expect(server.requests).toHaveLength(3)
})

test('an error that the server calls final is not tried again, one that it calls passing is', async () => {
  once(503, { ...gateway, code: 'UNAVAILABLE', retryable: false })
  expect((await errorOf(createClient().tools.schema())).name).toBe('ServerError')
  expect(server.requests).toHaveLength(1)
  once(500, { ...gateway, code: 'TOOL_GATEWAY_ERROR', retryable: true })
  await createClient().tools.schema()
  expect(server.requests).toHaveLength(3)
})

test('a call that changes something is sent again under the same Idempotency-Key', async () => {
  server.fault = (_, response) => {
    server.fault = null
    response.destroy()
    return 'answered'
  }
  await createClient().feedback.submit({} as never)
  const keys = server.requests.map(({ headers }) => headers['idempotency-key'])
  expect(keys).toHaveLength(2)
  expect(keys[0]).toMatch(/^[\w-]{36}$/)
  expect(keys[1]).toBe(keys[0])
  await createClient().feedback.submit({} as never, { idempotencyKey: 'mine' })
  expect(server.requests[2]?.headers['idempotency-key']).toBe('mine')
})

test('a 500 is tried again where that does no harm, even if the server calls it final', async () => {
  const failed = { ...gateway, code: 'TOOL_GATEWAY_ERROR', retryable: false }
  once(500, failed, { 'retry-after': '0' })
  await createClient().tools.schema()
  expect(server.requests).toHaveLength(2)
  once(500, { error: 'Internal server error' }, { 'retry-after': '0' })
  await createClient().settings.get()
  expect(server.requests).toHaveLength(4)
  for (const call of [
    (client: CustomerIntel) => client.feedback.submit({ body: 'x' }),
    (client: CustomerIntel) => client.tools.submitFeedback({ body: 'x' }),
  ]) {
    server.requests.length = 0
    once(500, failed)
    expect(await errorOf(call(createClient()))).toMatchObject({ name: 'ServerError', retryable: false })
    expect(server.requests).toHaveLength(1)
  }
})

test('the message of a refused input names each field, and the remedy', async () => {
  once(400, {
    ...gateway,
    message: 'Invalid tool input',
    code: 'INVALID_TOOL_INPUT',
    details: [
      { path: ['limit'], message: 'limit must be at most 1000.' },
      { path: ['traitFilters', 'plan'], message: 'must be a string.' },
    ],
  })
  expect((await errorOf(createClient().tools.schema())).message).toBe(
    'Invalid tool input; limit must be at most 1000.; traitFilters.plan: must be a string. ' +
      '(svc_schema: 400 INVALID_TOOL_INPUT, req_9)',
  )
})

test('maxRetries 0 sends once', async () => {
  once(503, { error: 'later' })
  await errorOf(createClient({ maxRetries: 0 }).tools.schema())
  expect(server.requests).toHaveLength(1)
})

test('a body that stalls is a TimeoutError at the deadline', async () => {
  server.fault = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{"views":')
    return 'answered'
  }
  const started = Date.now()
  const error = await errorOf(createClient({ maxRetries: 0, timeoutMs: 100 }).tools.schema())
  expect(error).toMatchObject({ name: 'TimeoutError', code: 'TIMEOUT', status: null, retryable: true })
  expect(Date.now() - started).toBeLessThan(20_000)
})

test('a body that is cut off is a ConnectionError, and tried again', async () => {
  server.fault = (_, response) => {
    server.fault = null
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    response.write('{"views":')
    response.destroy()
    return 'answered'
  }
  await createClient().tools.schema()
  expect(server.requests).toHaveLength(2)
  server.fault = (_, response) => {
    response.destroy()
    return 'answered'
  }
  const error = await errorOf(createClient({ maxRetries: 0 }).tools.schema())
  expect(error).toMatchObject({ name: 'ConnectionError', code: 'CONNECTION_FAILED', retryable: true })
})

test('no server at all is a ConnectionError that says what to check', async () => {
  const client = createClient({ baseUrl: 'http://127.0.0.1:1', maxRetries: 0 })
  const error = await errorOf(client.keys.validate())
  expect(error.name).toBe('ConnectionError')
  expect(error.message).toContain('Check baseUrl')
})

test.each([
  ['HTML', '<html>Welcome</html>'],
  ['nothing', ''],
  ['cut-off JSON', '{"ok":true,'],
])('a 200 with %s is a ContractError', async (_, text) => {
  server.fault = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(text)
    return 'answered'
  }
  const error = await errorOf(createClient().settings.get())
  expect(error).toMatchObject({ name: 'ContractError', code: 'CONTRACT_BROKEN', issues: [] })
  expect(error.message).toContain('no JSON (text/html): check baseUrl')
})

test('a 200 with a field missing is a ContractError that names it', async () => {
  once(200, { valid: true, organizationId: 7, createdById: null })
  const error = await errorOf(createClient().keys.validate())
  expect(error).toMatchObject({ name: 'ContractError', issues: [{ path: ['authorization'] }] })
  expect(error.message).toContain('authorization is missing')
  once(200, { ok: true, result: { data: {} } })
  expect((await errorOf(createClient().settings.get())).message).toContain('settings is missing')
})

test('what this version doesn’t know is no error: new fields, new words, other types', async () => {
  const answered = {
    valid: 'perhaps',
    organizationId: 'org_1',
    createdById: null,
    authorization: { grants: ['moon:read'] },
    hologram: true,
  }
  once(200, answered)
  expect(await createClient().keys.validate()).toEqual(answered)
})

test('an AbortSignal ends a call, also while it waits to try again', async () => {
  const reason = new Error('enough')
  const controller = new AbortController()
  server.fault = (_, response) => {
    setTimeout(() => controller.abort(reason), 20)
    return answer(response, 503, { error: 'later' }, { 'retry-after': '30' })
  }
  expect(await errorOf(createClient().tools.schema({}, { signal: controller.signal }))).toBe(reason)
  expect(await errorOf(createClient().tools.schema({}, { signal: AbortSignal.abort(reason) }))).toBe(reason)
  expect(server.requests).toHaveLength(1)
})

test('hooks see each attempt, and may change headers', async () => {
  const seen: string[] = []
  once(503, { error: 'later' }, { 'retry-after': '0' })
  await createClient({
    hooks: {
      beforeRequest: (request, { operation, attempt }) => {
        request.headers.set('x-trace', 'abc')
        seen.push(`request ${operation} ${attempt}`)
      },
      afterResponse: async (response, { attempt }) => {
        seen.push(`response ${attempt} ${response.status} ${(await response.text()).length > 0}`)
      },
      beforeRetry: (error, { attempt, delayMs }) => {
        seen.push(`retry ${attempt} ${error.name} ${delayMs}`)
      },
    },
  }).tools.schema()
  expect(server.requests.map(({ headers }) => headers['x-trace'])).toEqual(['abc', 'abc'])
  expect(seen).toEqual([
    'request svc_schema 0',
    'response 0 503 true',
    'retry 0 ServerError 0',
    'request svc_schema 1',
    'response 1 200 true',
  ])
})

test('what a hook throws comes out as it is', async () => {
  const mine = new TypeError('mine')
  const hooks = {
    beforeRequest: () => {
      throw mine
    },
  }
  expect(await errorOf(createClient({ hooks }).tools.schema())).toBe(mine)
})

test('withResponse gives what stands around the data', async () => {
  const call = createClient().settings.get()
  const { data, status, requestId, warnings, body, headers } = await call.withResponse()
  expect(status).toBe(200)
  expect(requestId).toBe('req_1')
  expect(warnings).toHaveLength(1)
  expect(headers.get('content-type')).toBe('application/json')
  expect(body).toMatchObject({ ok: true, result: { data } })
  expect(await call).toBe(data)
})

test('withResponse gives what an answer lacks, of a command and of a tool', async () => {
  const client = createClient()
  const stale = { reason: 'The read models are being restarted.', behindSeconds: 3 }
  expect((await client.agents.list().withResponse()).stale).toBeNull()
  expect((await client.tools.schema().withResponse()).stale).toBeNull()
  once(200, { ok: true, result: { data: { agents: [] }, warnings: ['It lags'], stale } })
  expect(await client.agents.list().withResponse()).toMatchObject({ stale, warnings: ['It lags'] })
  once(200, { views: [], stale })
  expect((await client.tools.schema().withResponse()).stale).toEqual(stale)
})

test('requests name the SDK, and carry the headers of client and call', async () => {
  await createClient({ headers: { 'x-app': 'shop', 'x-both': '1' } }).keys.validate({
    headers: { 'x-both': '2' },
  })
  const { headers } = server.requests[0]!
  expect(headers['user-agent']).toMatch(/^customer-intel-node\/\S+ node\//)
  expect(headers).toMatchObject({ 'x-app': 'shop', 'x-both': '2' })
})

test('a span is made of each call, without its content', async () => {
  const spans: Record<string, unknown>[] = []
  const tracer = {
    startSpan(name: string, options?: { attributes?: Record<string, unknown> }) {
      const span: Record<string, unknown> = { name, ...options?.attributes }
      spans.push(span)
      return {
        setAttribute: (key: string, value: unknown) => (span[key] = value),
        setStatus: ({ code, message }: { code: number; message?: string }) =>
          (span.status = `${code} ${message}`),
        end: () => (span.ended = true),
      }
    },
  }
  const client = createClient({ tracer })
  await client.tools.getCustomer({ customer: 'acme.com' })
  once(404, { ...gateway, code: 'NOT_FOUND' })
  await errorOf(client.tools.getCustomer({ customer: 'acme.com' }))
  const call = {
    name: 'customer-intel svc_get_customer',
    'http.request.method': 'POST',
    'url.template': '/api/tools/call',
    'rpc.method': 'svc_get_customer',
    ended: true,
  }
  expect(spans).toEqual([
    { ...call, 'http.response.status_code': 200, 'customer_intel.request_id': 'req_1' },
    {
      ...call,
      'http.response.status_code': 404,
      'customer_intel.request_id': 'req_9',
      'error.type': 'NOT_FOUND',
      status: '2 NOT_FOUND',
    },
  ])
})

test('the API key stands in no message, no inspection and no JSON', async () => {
  const client = createClient({ maxRetries: 0 })
  const texts = [inspect(client, { depth: 10, showHidden: true }), JSON.stringify(client)]
  for (const fault of [
    () => once(401, { error: `Unknown key ${apiKey}`, details: [{ path: [], message: apiKey }] }),
    () => once(200, { valid: apiKey }),
    () => {
      server.fault = (_, response) => {
        response.destroy()
        return 'answered'
      }
    },
  ]) {
    fault()
    const error = await errorOf(client.keys.validate())
    texts.push(
      inspect(error, { depth: 10, showHidden: true }),
      JSON.stringify(error),
      String(error),
      error.stack ?? '',
    )
    server.fault = null
  }
  expect(texts.join('\n')).not.toContain(apiKey)
})

test('errors are recognised across two copies of the package, and a subclass of the caller’s own is its own', async () => {
  vi.resetModules()
  const file = '../src/index.ts?copy'
  const copy = (await import(file)) as typeof sdk
  expect(copy.NotFoundError).not.toBe(sdk.NotFoundError)
  once(404, { ...gateway, code: 'NOT_FOUND' })
  const error = await errorOf(createClient().tools.schema())
  expect(error).toBeInstanceOf(copy.NotFoundError)
  expect(error).not.toBeInstanceOf(copy.ConflictError)
  class MissingCustomer extends sdk.NotFoundError {}
  expect(error).not.toBeInstanceOf(MissingCustomer)
  expect(new MissingCustomer('x', { code: 'x' })).toBeInstanceOf(MissingCustomer)
  expect(new MissingCustomer('x', { code: 'x' })).toBeInstanceOf(sdk.NotFoundError)
  expect({}).not.toBeInstanceOf(sdk.CustomerIntelError)
})

test.each([
  [{ apiKey: ' ' }, 'apiKey is required'],
  [{ apiKey: 'ok_a\nb' }, 'apiKey holds characters'],
  [{ baseUrl: 'ftp://x' }, 'baseUrl must be an address such as https'],
  [{ baseUrl: 'https://user:secret@x' }, 'with no user, query or fragment'],
])('a wrong option is named: %j', (options, message) => {
  expect(() => createClient(options)).toThrow(message)
})

test('a base URL with a path and a slash at its end is kept to', async () => {
  const client = createClient({ baseUrl: `${server.baseUrl}/intel/`, maxRetries: 0 })
  await errorOf(client.keys.validate())
  expect(server.requests[0]?.path).toBe('/intel/api/validate-api-key')
})
