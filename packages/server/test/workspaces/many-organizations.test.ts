// More organizations than processes to read from: they take turns, and all answer.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CustomerIntelServer, createServer } from '../../src/app/app.ts'
import { defineOrganization, type NewOrganization } from '../../src/organizations/define-organization.ts'
import { fileStore } from '../../src/drivers/file/file-store.ts'

const count = 16
const readProcesses = 2
/** No test is to take so long on any machine, in milliseconds: each organization's process starts several times. */
const hungMs = 600_000

let server: CustomerIntelServer
let directory: string
let organizations: NewOrganization[]

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'customer-intel-many-'))
  // Where the machine is slow, work in the background is told to come later, and says so.
  const quiet = () => undefined
  server = createServer({
    store: fileStore({ directory, sync: false }),
    readProcesses,
    ingestRateLimit: 0,
    logger: { warn: quiet, error: quiet },
  })
  organizations = Array.from({ length: count }, (_, index) => defineOrganization({ name: `Acme ${index}` }))
  for (const { document } of organizations)
    await server.workspaces.createOrganization(document.organization, document)
  await Promise.all(
    organizations.map(async ({ publicKey }, index) => {
      const events = [
        { type: 'custom', eventName: `Of ${index}`, userId: `u${index}`, url: 'server://a', path: '/' },
      ]
      const sent = await post(`/api/i/v1/${publicKey}/events`, null, { source: 'server', events })
      expect(sent.status).toBe(200)
    }),
  )
}, hungMs)
afterAll(async () => {
  await server.close()
  await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

async function post(path: string, apiKey: string | null, body: object): Promise<Response> {
  return server.fetch(
    new Request(`http://localhost${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
      body: JSON.stringify(body),
    }),
  )
}

/** What an organization sees of its events, as soon as it is told: a client comes again where it is asked to. */
async function eventNames({ apiKey }: NewOrganization): Promise<unknown> {
  for (;;) {
    const input = { sql: 'select event_name from activity' }
    const response = await post('/api/tools/call', apiKey, { tool: 'svc_query', input })
    const body = (await response.json()) as { data?: { data?: unknown[] } & unknown[]; stale?: unknown }
    if (response.status === 200 && body.stale === undefined) return body.data
    expect([200, 429, 503]).toContain(response.status)
    await new Promise((resolve) =>
      setTimeout(resolve, 1_000 * Number(response.headers.get('retry-after') ?? 0.1)),
    )
  }
}

test('all of them answer, asked at once, each with its own events', { timeout: hungMs }, async () => {
  const answers = await Promise.all(organizations.map(eventNames))
  expect(answers).toEqual(organizations.map((_, index) => [{ event_name: `Of ${index}` }]))
})

test(
  'those that are asked now and then are answered beside two that are asked without a pause',
  { timeout: hungMs },
  async () => {
    const stop = new AbortController()
    const greedy = organizations.slice(0, readProcesses).map(async (organization) => {
      while (!stop.signal.aborted) await eventNames(organization)
    })
    const answers = await Promise.all(organizations.slice(readProcesses, 8).map(eventNames))
    stop.abort()
    await Promise.all(greedy)
    expect(answers).toEqual(answers.map((_, index) => [{ event_name: `Of ${readProcesses + index}` }]))
  },
)
