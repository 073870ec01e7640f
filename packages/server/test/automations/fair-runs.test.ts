// An automation with a backlog, or whose agent hangs, holds up no other one; and what waits ends when it is switched off.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ServerResponse } from 'node:http'
import { defineOrganization } from '../../src/organizations/define-organization.ts'
import { answer, openScriptedModel, type ScriptedModel } from '../support/scripted-model.ts'
import { type AutomationServer, openAutomationServer } from './automation-server.ts'

let server: AutomationServer
let model: ScriptedModel
/** Answers that are kept back, of agents that are to hang. */
let held: ServerResponse[]

beforeEach(async () => {
  held = []
  model = await openScriptedModel(({ messages }, response) => {
    if (messages[0]!.content.includes('Think for ever')) held.push(response)
    else answer(response, { items: [] })
  })
  server = await openAutomationServer({
    ai: { baseUrl: model.baseUrl, apiKey: null, model: 'tiny-1' },
  })
})
afterEach(async () => {
  await server.close()
  await model.close()
})

async function createSlowAgent(): Promise<string> {
  const { agent } = await server.done('POST', '/api/agents', {
    type: 'custom',
    displayName: 'Thinker',
    instructions: 'Think for ever.',
  })
  await server.done('POST', `/api/agents/${agent.id}/enable`)
  return agent.id
}

test('one automation’s backlog holds up no other one of its organization', async () => {
  const { agentId, signalIds } = await server.prepare('slow', 'swift')
  const slow = await server.createAutomation({ agentId: await createSlowAgent(), signalIds: [signalIds[0]] })
  const swift = await server.createAutomation({ agentId, signalIds: [signalIds[1]] })
  for (let index = 0; index < 40; index++) await server.track(`jane@c${index}.example`, 'slow')
  await server.waitForRuns(slow.id, 40, 'RUNNING_PROCESSOR')
  await vi.waitFor(() => expect(held).toHaveLength(1))
  await server.track('joe@swift.example', 'swift')
  await server.waitForRuns(swift.id, 1)
  expect(held).toHaveLength(1)
})

test('nor do four that hang another organization’s', async () => {
  const { signalIds } = await server.prepare('slow')
  const agentId = await createSlowAgent()
  for (let index = 0; index < 6; index++)
    await server.createAutomation({ name: `Slow ${index}`, agentId, signalIds })
  await server.track('jane@slow.example', 'slow')
  await vi.waitFor(() => expect(held).toHaveLength(4))
  const organization = defineOrganization({ name: 'Other' })
  const { document } = organization
  await server.running.server.workspaces.createOrganization(document.organization, document)
  server.speakFor(organization)
  const { agentId: other, signalIds: others } = await server.prepare('swift')
  const swift = await server.createAutomation({ agentId: other, signalIds: others })
  await server.track('joe@swift.example', 'swift')
  await server.waitForRuns(swift.id, 1)
})

test.each(['disable', 'archive', 'enable again', 'change'])(
  'after a change (%s) what had begun is completed, what waited is skipped, and it is told',
  async (change) => {
    const { signalIds } = await server.prepare('slow', 'other')
    const fields = { agentId: await createSlowAgent(), signalIds: [signalIds[0]!] }
    const automation = await server.createAutomation(fields)
    for (let index = 0; index < 6; index++) await server.track(`jane@c${index}.example`, 'slow')
    await server.waitForRuns(automation.id, 6, 'RUNNING_PROCESSOR')
    await vi.waitFor(() => expect(held).toHaveLength(1))
    server.later += 1_000
    const path = `/api/automations/${automation.id}`
    if (change === 'change')
      await server.done('PATCH', path, {
        name: 'Told',
        triggerType: 'SIGNAL_OCCURRENCE',
        enabled: true,
        ...fields,
        signalIds,
      })
    else await server.done('POST', `${path}/${change === 'archive' ? 'archive' : 'disable'}`)
    if (change === 'enable again') await server.done('POST', `${path}/enable`)
    answer(held.pop()!, { items: [] })
    const reason = { disable: 'DISABLED', archive: 'ARCHIVED' }[change] ?? 'CHANGED'
    await vi.waitFor(async () => {
      const { items } = await server.running.workspace.readModels.listRuns({
        automationId: automation.id,
        limit: 100,
        after: null,
      })
      const told = items.map(({ status, skipReason }) => skipReason?.split(':')[0] ?? status)
      expect(told.sort()).toEqual([...Array<string>(5).fill(reason), 'DELIVERED'].sort())
    })
    expect(held).toEqual([])
    expect(server.received).toHaveLength(1)
  },
)
