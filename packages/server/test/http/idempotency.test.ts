import { feedbackOf } from '../../src/organizations/feedback/feedback.ts'
import { appendFile, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Grant, limits } from '@customer-intel/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createServer } from '../../src/app/app.ts'
import { AppError } from '../../src/kernel/errors.ts'
import { generateApiKey, toApiKey } from '../../src/organizations/api-keys.ts'
import { openRecordingReadModels } from '../support/recording-read-models.ts'
import { openTestServer, type TestServer } from '../support/test-server.ts'
import { isOnFiles, openTestStore } from '../support/test-store.ts'

let test: TestServer
let now = Date.UTC(2026, 5, 1, 12)
beforeEach(async () => {
  now = Date.UTC(2026, 5, 1, 12)
  test = await openTestServer({ clock: () => now })
})
afterEach(async () => {
  await test.close()
})

const day = 24 * 60 * 60 * 1000

interface Send {
  body?: unknown
  path?: string
  apiKey?: string
  server?: Pick<TestServer['server'], 'fetch'>
}

function send(key: string | null, options: Send = {}): Promise<Response> {
  const {
    body = { body: 'Well done' },
    path = '/api/feedback',
    apiKey = test.apiKey,
    server = test.server,
  } = options
  return server.fetch(
    new Request(`http://localhost${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        ...(key === null ? {} : { 'idempotency-key': key }),
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  )
}

const replayed = (response: Response): string | null => response.headers.get('idempotency-replayed')
const feedback = async (): Promise<number> => (await feedbackOf(test.workspace).read()).length
const claimsPath = (): string =>
  join(test.directory, 'organizations', test.workspace.organization.id, 'claims.ndjson')

/** The same data directory under a new server, as after a restart. */
async function restart(work: (server: TestServer['server']) => Promise<void>): Promise<void> {
  await test.server.close()
  const store = await openTestStore(test.directory, { clock: () => now })
  const server = createServer({ store, openReadModels: openRecordingReadModels, clock: () => now })
  try {
    await work(server)
  } finally {
    await server.close()
  }
}

/** Lets the handler's work begin, and end only when told. */
function holdFeedback(): { begun: Promise<void>; finish: () => void } {
  const journal = feedbackOf(test.workspace)
  const append = journal.append.bind(journal)
  let finish = (): void => undefined
  const begun = new Promise<void>((resolve) => {
    vi.spyOn(journal, 'append').mockImplementationOnce(async (entry) => {
      resolve()
      await new Promise<void>((end) => (finish = end))
      return append(entry)
    })
  })
  return { begun, finish: () => finish() }
}

describe('a request with an Idempotency-Key', () => {
  it('is executed once, and a repetition is answered as it was', async () => {
    const first = await send('k-1')
    expect(first.status).toBe(201)
    expect(replayed(first)).toBeNull()
    const second = await send('k-1')
    expect(second.status).toBe(201)
    expect(replayed(second)).toBe('true')
    expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'))
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
    expect(await second.text()).toBe(await first.text())
    expect(await feedback()).toBe(1)
  })

  it('is executed again under another key, and without one', async () => {
    for (const key of ['k-1', 'k-2', null, null]) expect((await send(key)).status).toBe(201)
    expect(await feedback()).toBe(4)
  })

  it('waits for the first one that still runs', async () => {
    const { begun, finish } = holdFeedback()
    const first = send('k-1')
    await begun
    const others = [send('k-1'), send('k-1'), send('k-1')]
    finish()
    const bodies = await Promise.all([first, ...others].map(async (response) => (await response).text()))
    expect(new Set(bodies).size).toBe(1)
    expect((await Promise.all(others)).map(replayed)).toEqual(['true', 'true', 'true'])
    expect(await feedback()).toBe(1)
  })

  it('is a 409 with another body, also while the first one runs', async () => {
    const { begun, finish } = holdFeedback()
    const first = send('k-1')
    await begun
    expect((await send('k-1', { body: { body: 'Other' } })).status).toBe(409)
    finish()
    await first
    const response = await send('k-1', { body: { body: 'Other' } })
    expect(response.status).toBe(409)
    const { error } = (await response.json()) as { error: string }
    expect(error).toMatch(/^Idempotency-Key .*send a new key/)
    expect(await feedback()).toBe(1)
  })

  it.skipIf(!isOnFiles)('is executed again after 24 hours', async () => {
    await send('k-1')
    now += day - 1
    expect(replayed(await send('k-1'))).toBe('true')
    now += 1
    expect(replayed(await send('k-1', { body: { body: 'Other' } }))).toBeNull()
    expect(await feedback()).toBe(2)
  })

  it('is known after a restart', async () => {
    const body = await (await send('k-1')).text()
    await restart(async (server) => {
      const response = await send('k-1', { server })
      expect(replayed(response)).toBe('true')
      expect(await response.text()).toBe(body)
    })
  })

  it.skipIf(!isOnFiles)('is known after a kill that cut off the next answer', async () => {
    await send('k-1')
    await appendFile(claimsPath(), '{"key":"abc","val')
    await restart(async (server) => {
      expect(replayed(await send('k-1', { server }))).toBe('true')
      expect(replayed(await send('k-2', { server }))).toBeNull()
      expect(replayed(await send('k-2', { server }))).toBe('true')
    })
    await restart(async (server) => {
      expect(replayed(await send('k-2', { server }))).toBe('true')
    })
  })

  it.skipIf(!isOnFiles)('leaves the disk when it is too old', async () => {
    await send('k-1')
    const { size } = await stat(claimsPath())
    now += day
    await restart(async (server) => {
      await send('k-2', { server })
      expect((await stat(claimsPath())).size).toBeLessThanOrEqual(size)
    })
  })

  it.skipIf(!isOnFiles)('is kept without its key, and for the owner alone', async () => {
    await send('k-secret')
    expect(await readFile(claimsPath(), 'utf8')).not.toContain('k-secret')
    expect((await stat(claimsPath())).mode & 0o777).toBe(0o600)
  })

  it('may succeed the next time when it failed with 503', async () => {
    vi.spyOn(feedbackOf(test.workspace), 'append').mockRejectedValueOnce(
      new AppError('UNAVAILABLE', 'The disk is full'),
    )
    expect((await send('k-1')).status).toBe(503)
    const second = await send('k-1')
    expect(second.status).toBe(201)
    expect(replayed(second)).toBeNull()
  })

  it('may be corrected when it was refused as malformed', async () => {
    expect((await send('k-1', { body: '{}' })).status).toBe(400)
    expect((await send('k-1')).status).toBe(201)
  })

  it('succeeds although its answer could not be kept, and the operator is told', async () => {
    vi.spyOn(test.workspace.claims, 'settle').mockRejectedValueOnce(new Error('ENOSPC'))
    expect((await send('k-1')).status).toBe(201)
    expect(test.logged).toEqual([expect.stringContaining('ENOSPC')])
  })

  it('belongs to its organization, whichever of its keys sends it', async () => {
    const other = generateApiKey()
    await test.workspace.updateDocument((document) => {
      document.apiKeys.push(toApiKey(other, { name: 'Other', grants: [], now }))
    })
    await send('k-1')
    expect(replayed(await send('k-1', { apiKey: other }))).toBe('true')
    expect((await send('k-1', { apiKey: `ok_${'x'.repeat(43)}` })).status).toBe(401)
  })
})

describe('the header Idempotency-Key', () => {
  it.each(['', 'x'.repeat(limits.platform.idempotencyKeyLength + 1), 'caf\u00e9', 'a\tb'])(
    'that is %j is a 400 which names it',
    async (key) => {
      const response = await send(key)
      expect(response.status).toBe(400)
      expect(await response.text()).toContain('Idempotency-Key')
      expect(await feedback()).toBe(0)
    },
  )

  it('may have 255 characters of any printable kind', async () => {
    const key = `!~ ${'x'.repeat(252)}`
    expect((await send(key)).status).toBe(201)
    expect(replayed(await send(key))).toBe('true')
  })
})

describe('a tool call with an Idempotency-Key', () => {
  const path = '/api/tools/call'

  it('that writes is executed once', async () => {
    const body = { tool: 'svc_submit_feedback', input: { body: 'Well done' } }
    await send('k-1', { path, body })
    expect(replayed(await send('k-1', { path, body }))).toBe('true')
    expect(await feedback()).toBe(1)
  })

  it('is another request than a route with the same key', async () => {
    await send('k-1')
    const body = { tool: 'svc_submit_feedback', input: { body: 'Well done' } }
    expect(replayed(await send('k-1', { path, body }))).toBeNull()
  })

  it('answers its conflict in the form of the gateway', async () => {
    await send('k-1', { path, body: { tool: 'svc_submit_feedback', input: { body: 'One' } } })
    const response = await send('k-1', {
      path,
      body: { tool: 'svc_submit_feedback', input: { body: 'Two' } },
    })
    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({ code: 'CONFLICT', retryable: false })
  })

  it('that only reads is not kept', async () => {
    const schema = { tool: 'svc_schema', input: {} }
    expect((await send('k-1', { path, body: schema })).status).toBe(200)
    const again = await send('k-1', { path, body: schema })
    expect([again.status, replayed(again)]).toEqual([200, null])
    await expect(stat(claimsPath())).rejects.toThrow('ENOENT')
  })

  it('is not answered to a key without the grant', async () => {
    const body = { tool: 'svc_submit_feedback', input: { body: 'Well done' } }
    const other = generateApiKey()
    await test.workspace.updateDocument((document) => {
      document.apiKeys.push(toApiKey(other, { name: 'Other', grants: [], now }))
    })
    await send('k-1', { path, body })
    expect((await send('k-1', { path, body, apiKey: other })).status).toBe(403)
  })
})

it('what a key may not do is done once the key may', async () => {
  await test.close()
  test = await openTestServer({ clock: () => now, secretKeys: async () => [Buffer.alloc(32, 1)] })
  const apiKey = generateApiKey()
  const grant = (grants: Grant[]) =>
    test.workspace.updateDocument((document) => {
      document.apiKeys = document.apiKeys.filter(({ name }) => name !== 'Growing')
      document.apiKeys.push(toApiKey(apiKey, { name: 'Growing', grants, now }))
    })
  const path = '/api/destinations'
  const body = {
    type: 'WEBHOOK_ENDPOINT',
    url: 'https://ops.example.com/hook',
    label: 'On call',
    isDefault: true,
  }
  await grant(['agents:write'])
  expect((await send('k-1', { path, body, apiKey })).status).toBe(403)
  await grant(['agents:write', 'customer_intelligence:read'])
  const allowed = await send('k-1', { path, body, apiKey })
  expect([allowed.status, replayed(allowed)]).toEqual([200, null])
})
