// One receiver that never answers holds up nobody else: neither another destination nor another organization.
import { randomBytes } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defineOrganization } from '../../src/organizations/define-organization.ts'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import { openTestServer, type TestServer } from '../support/test-server.ts'

let running: TestServer
let keys: Buffer[]
let later: number
/** Titles that came, by path. */
let received: { path: string; title: string }[]
/** Answers that are kept back. */
let held: ServerResponse[]
let base: string
const receiver = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
  request.on('end', () => {
    const { title } = (JSON.parse(body) as { data: { title: string } }).data
    received.push({ path: request.url!, title })
    if (request.url === '/slow') held.push(response)
    else response.writeHead(204).end()
  })
})

beforeEach(async () => {
  received = []
  held = []
  later = 0
  keys = [randomBytes(32)]
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  running = await openTestServer({
    store: memoryStore(),
    secretKeys: async () => keys,
    allowPrivateAddresses: true,
    clock: () => Date.now() + later,
  })
})
afterEach(async () => {
  for (const response of held) response.destroy()
  await running.close()
  receiver.closeAllConnections()
  await new Promise((resolve) => receiver.close(resolve))
})

async function ask(method: string, path: string, body?: unknown, apiKey = running.apiKey) {
  const response = await running.server.fetch(
    new Request(`http://localhost${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  )
  // Whatever the route answers; the contract's own tests hold the shapes.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  const answer: any = await response.json()
  expect({ path, status: response.status, error: answer.error }).toMatchObject({ path, status: 200 })
  return answer
}

async function createWebhook(path: string, apiKey?: string): Promise<string> {
  const body = { type: 'WEBHOOK_ENDPOINT', url: `${base}${path}`, label: path }
  return (await ask('POST', '/api/destinations', body, apiKey)).result.data.destination.id
}

const send = (title: string, destination: string, apiKey?: string) =>
  ask(
    'POST',
    '/api/tools/call',
    { tool: 'svc_send_notification', input: { title, destinations: [destination] } },
    apiKey,
  )

const came = (path: string) => received.filter((one) => one.path === path)

async function destination(id: string) {
  return (await ask('GET', `/api/destinations/${id}`)).result.data.destination
}

test('a receiver that never answers holds up no other destination', async () => {
  const slow = await createWebhook('/slow')
  const swift = await createWebhook('/swift')
  for (let index = 0; index < 20; index++) await send(`Slow ${index}`, slow)
  await vi.waitFor(() => expect(came('/slow')).toHaveLength(4))
  for (let index = 0; index < 12; index++) await send(`Swift ${index}`, swift)
  await vi.waitFor(() => expect(new Set(came('/swift').map(({ title }) => title)).size).toBe(12))
  // Its own slots are all that it has.
  expect(came('/slow')).toHaveLength(4)
  expect(held).toHaveLength(4)
  for (const response of held) response.writeHead(204).end()
  held = []
  await vi.waitFor(() => expect(came('/slow').length).toBeGreaterThan(4))
  expect(came('/swift')).toHaveLength(12)
})

test('nor another organization', async () => {
  const slow = await createWebhook('/slow')
  for (let index = 0; index < 20; index++) await send(`Slow ${index}`, slow)
  await vi.waitFor(() => expect(held.length).toBeGreaterThan(0))
  const other = defineOrganization({ name: 'Other' })
  await running.server.workspaces.createOrganization(other.document.organization, other.document)
  await send('Swift', await createWebhook('/swift', other.apiKey), other.apiKey)
  await vi.waitFor(() => expect(came('/swift')).toHaveLength(1))
  expect(came('/slow').length).toBeLessThanOrEqual(4)
})

test('a secret that no key opens is a try that failed, with the remedy, and tried again', async () => {
  const id = await createWebhook('/swift')
  const lost = keys
  keys = [randomBytes(32)]
  await send('Sealed', id)
  await vi.waitFor(async () =>
    expect(await destination(id)).toMatchObject({
      enabled: true,
      syncStatus: 'PROVIDER_ERROR',
      providerErrorCode: 'SECRET_UNREADABLE',
      providerErrorMessage: expect.stringContaining('SVC_SECRET_KEY'),
      recentDeliveries: [{ status: 'ENQUEUED', errorCode: 'SECRET_UNREADABLE' }],
    }),
  )
  expect(received).toEqual([])
  keys = [...keys, ...lost]
  later = 60_000
  await vi.waitFor(async () =>
    expect(await destination(id)).toMatchObject({
      providerErrorCode: null,
      recentDeliveries: [{ status: 'ACCEPTED_BY_PROVIDER' }],
    }),
  )
  expect(received).toEqual([{ path: '/swift', title: 'Sealed' }])
})
