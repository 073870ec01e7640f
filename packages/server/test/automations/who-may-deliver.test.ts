// Whoever may not read customers doesn't have them sent somewhere either.
import { automationsOf } from '../../src/acting/automations/automations.ts'
import { destinationsOf } from '../../src/acting/notifications/destinations.ts'
import type { Grant } from '@customer-intel/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { generateApiKey, toApiKey } from '../../src/organizations/api-keys.ts'
import { type AutomationServer, openAutomationServer } from './automation-server.ts'

let server: AutomationServer
let body: { agentId: string; signalIds: string[]; name: string; triggerType: string }
let destinationId: string
beforeEach(async () => {
  server = await openAutomationServer()
  const { agentId, signalIds, destinationId: id } = await server.prepare('upgraded')
  body = { agentId, signalIds, name: 'Told', triggerType: 'SIGNAL_OCCURRENCE' }
  destinationId = id
})
afterEach(() => server.close())

/** From now on it is asked by a key of these grants. */
async function speakWith(...grants: Grant[]): Promise<void> {
  const apiKey = generateApiKey()
  await server.running.workspace.updateDocument(({ apiKeys }) => {
    apiKeys.push(toApiKey(apiKey, { name: 'Some', grants, now: Date.now() }))
  })
  server.speakFor({ apiKey, publicKey: server.running.publicKey })
}

const hook = { type: 'WEBHOOK_ENDPOINT', url: 'https://collect.example/all', label: 'Mine' }
const refused = {
  status: 403,
  body: {
    error: {
      code: 'authorization_denied',
      message: expect.stringContaining('customer_intelligence:read'),
      retryable: false,
    },
  },
}

test('a key that may write automations and not read customers prepares, and switches nothing on', async () => {
  const { id: known } = await server.createAutomation(body)
  await speakWith('agents:read', 'agents:write')
  const stands = async () => ({
    automations: await automationsOf(server.running.workspace).read(),
    destinations: await destinationsOf(server.running.workspace).read(),
  })
  const before = await stands()
  const path = `/api/automations/${known}`
  for (const [method, at, asked] of [
    ['POST', '/api/automations', body],
    ['POST', '/api/automations', { ...body, enabled: true, destinationIds: [destinationId] }],
    ['PATCH', path, { ...body, enabled: true, destinationIds: [destinationId] }],
    ['POST', `${path}/enable`, undefined],
    ['POST', '/api/destinations', { ...hook, isDefault: true }],
    ['PATCH', `/api/destinations/${destinationId}`, { type: hook.type, url: hook.url }],
    ['PATCH', `/api/destinations/${destinationId}`, { type: hook.type, isDefault: true }],
    ['PATCH', `/api/destinations/${destinationId}`, { type: hook.type, enabled: true }],
    ['POST', `/api/destinations/${destinationId}/enable`, undefined],
  ] as const)
    expect(await server.ask(method, at, asked), `${method} ${at}`).toMatchObject(refused)
  expect(await stands()).toEqual(before)

  // A destination that nobody names yet, and an automation that is off, are prepared; what acts can be stopped.
  const { destination } = await server.done('POST', '/api/destinations', hook)
  const draft = await server.createAutomation({
    ...body,
    enabled: false,
    destinationIds: [destination.id],
  })
  expect(await server.ask('POST', `/api/automations/${draft.id}/enable`)).toMatchObject(refused)
  expect((await server.done('POST', `${path}/disable`)).automation.enabled).toBe(false)
  expect((await server.done('POST', `${path}/archive`)).automation.id).toBe(known)
})

test('with the grant to read customers it switches on what was prepared, and customers are told of', async () => {
  await speakWith('agents:write')
  const draft = await server.createAutomation({ ...body, enabled: false })
  await speakWith('agents:read', 'agents:write', 'customer_intelligence:read')
  expect((await server.done('POST', `/api/automations/${draft.id}/enable`)).automation.enabled).toBe(true)
  await server.track('jane@globex.com', 'upgraded')
  await server.waitForRuns(draft.id, 1)
  expect(server.received[0]!.body.data.text).toContain('globex')
})
