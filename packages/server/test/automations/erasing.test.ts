// An erased person leaves what was configured, what was said, and what waits to be sent.
import { signalsOf } from '../../src/signals/signals.ts'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import { answer, openScriptedModel, type ScriptedModel } from '../support/scripted-model.ts'
import { openAutomationServer, type AutomationServer } from './automation-server.ts'

const hour = 3_600_000
let server: AutomationServer
let model: ScriptedModel | null = null
afterEach(async () => {
  await server.close()
  await model?.close()
  model = null
})

async function erase(person: string): Promise<void> {
  const { id } = (await server.ask('POST', '/api/people/erase', { person })).body
  await vi.waitFor(async () =>
    expect((await server.ask('GET', `/api/people/erasures/${id}`)).body).toMatchObject({ status: 'DONE' }),
  )
}

test('signals, agents, automations and destinations that name them are masked, and the log says the same', async () => {
  server = await openAutomationServer()
  const { signalIds, destinationId } = await server.prepare('invited canary@gmail.com')
  const { agent } = await server.done('POST', '/api/agents', {
    type: 'custom',
    displayName: 'About canary@gmail.com',
    instructions: 'What does Canary Doe (canary@gmail.com) want?',
  })
  await server.done('POST', `/api/agents/${agent.id}/enable`)
  const { signal } = await server.done('POST', '/api/signals', {
    kind: 'EVENT_MATCH',
    name: 'Canary@gmail.com was invited',
    definition: {
      grain: 'customer',
      subjectResolver: 'event_customer',
      eventNames: ['invited'],
      propertyConditions: [{ key: 'email', operator: 'equals', value: 'canary@gmail.com' }],
    },
  })
  const automation = await server.createAutomation({
    agentId: agent.id,
    name: 'For canary@gmail.com',
    description: 'Tells of canary@gmail.com',
    signalIds: [...signalIds, signal.id],
    audienceFilter: { customer: { customerIds: ['canary@gmail.com', 'acct-1'] } },
  })
  await server.done('PATCH', `/api/destinations/${destinationId}`, {
    type: 'WEBHOOK_ENDPOINT',
    label: 'canary@gmail.com',
  })
  await server.track('canary@gmail.com', 'seen')
  await server.settled()
  await erase('canary@gmail.com')
  const told = JSON.stringify([
    await server.done('GET', '/api/signals'),
    await server.done('GET', '/api/agents'),
    await server.done('GET', `/api/agents/${agent.id}`),
    await server.done('GET', '/api/automations'),
    await server.done('GET', `/api/automations/${automation.id}`),
    await server.done('GET', '/api/destinations'),
  ])
  expect(told.toLowerCase()).not.toMatch(/canary.{0,3}gmail/)
  expect(told).toContain('acct-1')
  const { workspace } = server.running
  const stored = await signalsOf(workspace).read()
  const reads = await workspace.readModels.exact()
  const projected = await reads.listSignalDefinitions()
  expect(projected.map(({ signalId, signal: told }) => ({ id: signalId, told }))).toEqual(
    stored
      .map(({ id, kind, definition }) => ({ id, told: { kind, definition } }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  )
})

test('a message about several that waits to be sent goes without them', async () => {
  server = await openAutomationServer()
  const { agentId } = await server.prepare()
  await server.track('x@a.example', 'seen', { customerId: 'acct-a' })
  await server.track('canary@gmail.com', 'secretly-looked')
  await server.settled()
  const found = await server.ask('POST', '/api/tools/call', {
    tool: 'svc_get_customer',
    input: { customer: 'canary@gmail.com' },
  })
  const theirId: string = found.body.customer.id
  const automation = await server.createAutomation({
    agentId,
    triggerType: 'SCHEDULE',
    schedule: { cadence: 'hourly', timezone: 'UTC' },
    audienceFilter: { customer: { customerIds: ['acct-a', theirId] } },
  })
  server.answers.push(503)
  server.later = Date.parse(automation.nextRunAt!) - Date.now() + 1_000
  await server.waitForRuns(automation.id, 1, 'PENDING_DELIVERY')
  await vi.waitFor(() => expect(server.received).toHaveLength(1))
  const [before] = server.received
  expect(before!.body.data.text).toContain('secretly')
  expect(before!.body.data.payload.customerIds).toHaveLength(2)
  await erase('canary@gmail.com')
  server.later += hour / 4
  const [run] = await server.waitForRuns(automation.id, 1)
  const after = server.received.at(-1)!
  expect(after.headers['webhook-id']).toBe(before!.headers['webhook-id'])
  expect(after.body.data.payload.customerIds).toHaveLength(1)
  expect(after.body.data.text).not.toContain('secretly')
  expect(after.body.data.text).toContain('Made by rule')
  const asked = await server.done('GET', `/api/agents/${agentId}/runs/${run!.agentRunId}`)
  expect(asked.run.candidates).toHaveLength(1)
  const configured = await server.done('GET', `/api/automations/${automation.id}`)
  const told = JSON.stringify([asked, run, configured])
  expect(told).not.toMatch(/secretly|canary/)
  expect(told).not.toContain(theirId)
})

test('an agent that reads while somebody is erased is stopped, and starts over without them', async () => {
  const held: ServerResponse[] = []
  model = await openScriptedModel((request, response) => {
    if (!request.messages[0]!.content.includes('<task>')) return answer(response, { facts: [] })
    if (held.length === 0) held.push(response)
    else answer(response, { claims: [] })
  })
  const { baseUrl } = model
  server = await openAutomationServer({ ai: { baseUrl, apiKey: 'sk-secret', model: 'tiny-1' } })
  const { agentId, signalIds } = await server.prepare('upgraded')
  const automation = await server.createAutomation({ agentId, signalIds })
  await server.track('canary@globex.com', 'asked-canary@globex.com', { customerId: 'acct-1' })
  await server.track('joe@globex.com', 'told canary@globex.com', { customerId: 'acct-1' })
  await server.track('joe@globex.com', 'upgraded', { customerId: 'acct-1' })
  await vi.waitFor(() => expect(held).toHaveLength(1))
  expect(JSON.stringify(model.asked.at(-1))).toContain('canary')
  const stopped = once(held[0]!, 'close')
  const count = model.asked.length
  await erase('canary@globex.com')
  await stopped
  const [run] = await server.waitForRuns(automation.id, 1)
  expect(model.asked.length).toBeGreaterThan(count)
  expect(JSON.stringify(model.asked.slice(count))).not.toContain('canary')
  expect(server.received).toHaveLength(1)
  expect(JSON.stringify([server.received, run])).not.toContain('canary')
})
