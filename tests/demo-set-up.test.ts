// What examples of the API name is there in the demo, and nothing of it sends by itself.
import { randomBytes } from 'node:crypto'
import { afterAll, expect, it, vi } from 'vitest'
import { createSend } from '../examples/demo/src/fill.ts'
import { createIds, demoId, demoPublicKey, setUp } from '../examples/demo/src/set-up.ts'
import { untilRead } from '../examples/demo/src/until-read.ts'
import { createServer, defineOrganization, memoryStore } from '../packages/server/src/index.ts'

const { document, apiKey } = defineOrganization({ publicKey: demoPublicKey })
const secretKey = randomBytes(32)
const { newId, give } = createIds()
const server = createServer({ store: memoryStore(), secretKeys: async () => [secretKey], newId })
const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
afterAll(() => server.close())

it('has an agent, a signal, a webhook and a switched-off automation of the ids of the examples', async () => {
  const workspace = await server.workspaces.createOrganization(document.organization, document)
  const send = createSend(server, apiKey)
  await setUp(send, give)
  await untilRead(workspace, () => undefined)
  const get = async (path: string): Promise<unknown> => {
    const response = await server.fetch(new Request(`http://localhost${path}`, { headers }))
    expect(response.status, path).toBe(200)
    return ((await response.json()) as { result: { data: unknown } }).result.data
  }
  const openApi = (await (await server.fetch(new Request('http://localhost/openapi.json'))).json()) as {
    paths: Record<string, { get: { parameters: { in: string; example: string }[] } }>
  }
  const exampleOf = (path: string) =>
    openApi.paths[path]!.get.parameters.find((parameter) => parameter.in === 'path')!.example
  const shown = async (path: string) => get(path.replace('{id}', exampleOf(path)))

  expect(await shown('/api/agents/{id}')).toMatchObject({ agent: { status: 'ENABLED' } })
  expect(await shown('/api/signals/{id}')).toMatchObject({ signal: { name: 'A project was created' } })
  expect(await shown('/api/destinations/{id}')).toMatchObject({
    destination: { isDefault: true, recentDeliveries: [] },
  })
  const id = exampleOf('/api/destinations/{id}')
  expect(await shown('/api/automations/{id}')).toMatchObject({
    automation: { enabled: false, destinations: [{ id }] },
  })

  // Switched on it acts, so that there is a run to look at.
  await send(`/api/automations/${demoId}/enable`, {})
  await send(`/api/i/v1/${demoPublicKey}/events`, {
    source: 'server',
    userIdentity: { email: 'edith.garland@alder-logistics.example' },
    events: [{ type: 'custom', eventName: 'Project created', url: 'server://app', path: '/' }],
  })
  await vi.waitFor(
    async () =>
      expect(await get(`/api/automations/${demoId}/runs`)).toMatchObject({
        runs: [{ automationId: demoId }],
      }),
    { timeout: 120_000, interval: 200 },
  )
}, 240_000)
