import { readFile, writeFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CustomerIntel, PlanLimitError } from '../../../node-sdk/src/index.ts'
import { createServer, type CustomerIntelServer } from '../../src/app/app.ts'
import { openRecordingReadModels } from '../support/recording-read-models.ts'
import { runCommand } from '../support/run-command.ts'
import { openTestServer, type TestServer } from '../support/test-server.ts'
import { isOnFiles, openTestStore } from '../support/test-store.ts'

let test: TestServer
let now: number
beforeEach(async () => {
  now = Date.now()
  test = await openTestServer({ clock: () => now })
})
afterEach(async () => {
  await test.close()
})

const limits = (...argv: string[]) => runCommand(test.directory, 'limits', ...argv)

/** The SDK as a caller uses it, against this server. */
const client = (server: CustomerIntelServer = test.server) =>
  new CustomerIntel({
    apiKey: test.apiKey,
    baseUrl: 'http://localhost',
    fetch: (input, init) => server.fetch(new Request(input, init)),
    maxRetries: 0,
  })

function callTool(tool: string, input: object = {}, headers: Record<string, string> = {}): Promise<Response> {
  return test.server.fetch(
    new Request('http://localhost/api/tools/call', {
      method: 'POST',
      headers: { authorization: `Bearer ${test.apiKey}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ tool, input }),
    }),
  )
}

function nextMonth(): number {
  const time = new Date(now)
  return Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1, 1)
}

/** Another server over the same store, as after a restart. */
async function reopen(problems: string[] = []): Promise<CustomerIntelServer> {
  return createServer({
    store: await openTestStore(test.directory),
    openReadModels: openRecordingReadModels,
    clock: () => now,
    logger: { warn: (problem) => void problems.push(problem), error: () => undefined },
  })
}

describe('a plan’s API calls', () => {
  it('are without limit until an operator sets one', async () => {
    for (let count = 0; count < 20; count++) expect((await callTool('svc_schema')).status).toBe(200)
    expect((await limits('show')).out).toMatch(/Plan +self-hosted\nAPI calls +no limit/)
  })

  it('are refused past the limit by 402 with plan, feature and resetAt, as the SDK tells', async () => {
    expect((await limits('set', '--api-calls', '2', '--plan', 'free')).code).toBe(0)
    const intel = client()
    await intel.tools.schema()
    await intel.tools.schema()
    const error = await intel.tools.schema().then(
      () => null,
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(PlanLimitError)
    expect(error).toMatchObject({
      status: 402,
      code: 'api_limit_exceeded',
      plan: 'free',
      feature: 'api_calls',
      resetAt: new Date(nextMonth()),
      retryable: false,
    })
    expect(await (await callTool('svc_schema')).json()).toMatchObject({
      error: expect.stringContaining('API calls of this month (2) are used up'),
      code: 'api_limit_exceeded',
      plan: 'free',
      feature: 'api_calls',
      resetAt: nextMonth(),
      retryable: false,
      requestId: expect.any(String),
    })
  })

  it('come back with the next calendar month in UTC, at once with a higher limit, and never run dry without one', async () => {
    await limits('set', '--api-calls', '1')
    expect((await callTool('svc_schema')).status).toBe(200)
    expect((await callTool('svc_schema')).status).toBe(402)
    await limits('set', '--api-calls', '2')
    expect((await callTool('svc_schema')).status).toBe(200)
    now = nextMonth() - 1
    expect((await callTool('svc_schema')).status).toBe(402)
    now += 1
    expect((await callTool('svc_schema')).status).toBe(200)
    await limits('set', '--api-calls', 'none')
    for (let count = 0; count < 5; count++) expect((await callTool('svc_schema')).status).toBe(200)
  })

  it('count a tool call whatever came of it, and no feedback, no other route, no call that was refused for them', async () => {
    const used = () => test.workspace.usage.usage.apiCalls.count
    await callTool('svc_schema')
    expect(used()).toBe(1)
    expect((await callTool('svc_list_customers', { limit: 0 })).status).toBe(400)
    expect(used()).toBe(2)
    await limits('set', '--api-calls', '2')
    expect((await callTool('svc_schema')).status).toBe(402)
    expect(used()).toBe(2)
    expect((await callTool('svc_submit_feedback', { body: 'Good.' })).status).toBe(200)
    const intel = client()
    await intel.feedback.submit({ body: 'Very good.' })
    await intel.keys.validate()
    await intel.settings.get()
    expect(used()).toBe(2)
  })

  it('are no longer refused to a repetition of the same Idempotency-Key once there are some again', async () => {
    await limits('set', '--api-calls', '0')
    const send = () => callTool('svc_send_notification', {}, { 'idempotency-key': 'k1' })
    expect((await send()).status).toBe(402)
    await limits('set', '--api-calls', '1')
    expect((await send()).status).not.toBe(402)
  })

  it('are told of a running server as they were a moment ago', async () => {
    for (let count = 0; count < 3; count++) await callTool('svc_schema')
    await vi.waitFor(async () => expect((await limits('set', '--api-calls', '9')).out).toMatch(/Used +3 in/))
  })

  it('survive a restart', async () => {
    await limits('set', '--api-calls', '3')
    await callTool('svc_schema')
    await callTool('svc_schema')
    await test.server.close()
    expect((await limits('show')).out).toMatch(/Used +2 in \d{4}-\d\d/)
    const again = await reopen()
    try {
      const intel = client(again)
      await intel.tools.schema()
      await expect(intel.tools.schema()).rejects.toBeInstanceOf(PlanLimitError)
    } finally {
      await again.close()
    }
  })

  it.skipIf(!isOnFiles)(
    'go on in memory while the stored counts are damaged, which is said, and are never written over them',
    async () => {
      await callTool('svc_schema')
      await test.server.close()
      const path = join(test.directory, 'organizations', test.workspace.organization.id, 'usage.json')
      expect(await readFile(path, 'utf8')).toContain('"count": 1')
      await writeFile(path, '{"keys":')
      const problems: string[] = []
      const again = await reopen(problems)
      try {
        await client(again).tools.schema()
      } finally {
        await again.close()
      }
      expect(problems[0]).toMatch(/usage\.json is not JSON.*Correct or remove it/)
      expect(await readFile(path, 'utf8')).toBe('{"keys":')
      await rm(path)
      expect((await limits('show')).out).toMatch(/Used +0/)
    },
  )

  it.each([
    [['set'], 'limits set takes --api-calls'],
    [['set', '--api-calls', '-1'], "'--api-calls"],
    [['set', '--api-calls', '1.5'], 'it is "1.5"'],
    [['set', '--api-calls', 'many'], 'it is "many"'],
    [['show', '--plan', 'x'], "Unknown option '--plan'"],
    [['raise'], '"limits" needs one of: limits set, limits show'],
  ])('refuse %j', async (argv, message) => {
    await expect(limits(...argv)).rejects.toThrow(message)
  })
})
