// The sandbox as one command, on a bad day: what it prints is enough to connect, and what fails is asked for again.
import { syncRunsOf } from '../../src/integrations/sync-run.ts'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { readConfig } from '../../src/app/config.ts'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import { openTestServer, type TestServer } from '../support/test-server.ts'

const program = fileURLToPath(new URL('../../../../examples/provider-sandbox/src/main.ts', import.meta.url))
let sandbox: ChildProcess
let printed = ''
let environment: Record<string, string>
let test: TestServer
beforeAll(async () => {
  sandbox = spawn(process.execPath, ['--import', 'tsx', program], {
    env: { ...process.env, PORT: '0', FLAKY: '10' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  sandbox.stdout!.on('data', (chunk: Buffer) => (printed += String(chunk)))
  await vi.waitFor(() => expect(printed).toContain('crm-a, crm-b, chat-app, calendar-a, mail-a'), {
    interval: 50,
  })
  environment = Object.fromEntries(
    [...printed.matchAll(/^ {2}(SVC_\w+)=(.+)$/gm)].map(([, name, value]) => [name!, value!]),
  )
  const key = randomBytes(32)
  test = await openTestServer({
    store: memoryStore(),
    secretKeys: async () => [key],
    providers: readConfig(environment).providers,
  })
})
afterAll(async () => {
  await test.close()
  sandbox.kill()
})

it('prints an address of each of the twelve', () => {
  expect(printed).toContain('200 companies, 2000 people')
  expect(Object.keys(environment).filter((name) => name.endsWith('_BASE_URL'))).toHaveLength(12)
})

it('connects by what it printed, and brings everything through faults and limits', async () => {
  const [, projectUrl, serviceRoleKey] = /projectUrl (\S+), serviceRoleKey (\S+)/.exec(printed)!
  const provider = 'auth-analytics-a'
  const config = { projectUrl, serviceRoleKey }
  expect((await test.ask('POST', '/api/integrations/connect', { provider, config })).status).toBe(200)
  await vi.waitFor(
    async () =>
      expect(
        (await test.ask('GET', `/api/integrations/sync-status?provider=${provider}`)).body['syncs'],
      ).toMatchObject([{ status: 'SUCCESS', recordCount: 2_000 }]),
    { interval: 250 },
  )
  expect(
    (await syncRunsOf(test.workspace).read()).reduce((sum, { waits }) => sum + waits, 0),
  ).toBeGreaterThan(0)
})

it('sends a webhook where it is told to', async () => {
  const signatures: unknown[] = []
  const receiver = createServer((request, response) => {
    signatures.push(request.headers['stripe-signature'])
    response.writeHead(200).end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  try {
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
    const body = JSON.stringify({ url, secret: 'whsec_sandbox' })
    const answer = await fetch(`${environment['SVC_PROVIDER_BILLING_A_BASE_URL']}/sandbox/webhook`, {
      method: 'POST',
      body,
    })
    expect(await answer.text()).toBe('200\n')
    expect(signatures).toEqual([expect.stringMatching(/^t=\d+,v1=[0-9a-f]{64}$/)])
  } finally {
    receiver.close()
  }
})
