// Every route of agents, signals, automations and destinations, by the contract's own table: whatever is asked wrongly is
// refused with where and why, what is somebody else's isn't there, and nothing changes.
import { agentsOf } from '../../src/acting/agents/agents.ts'
import { automationsOf } from '../../src/acting/automations/automations.ts'
import { destinationsOf } from '../../src/acting/notifications/destinations.ts'
import { signalsOf } from '../../src/signals/signals.ts'
import { randomUUID } from 'node:crypto'
import { type OperationName, routes, operationNames } from '@customer-intel/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { defineOrganization, type NewOrganization } from '../../src/organizations/define-organization.ts'
import { generateApiKey, toApiKey } from '../../src/organizations/api-keys.ts'
import type { Workspace } from '../../src/kernel/workspace/workspace.ts'
import { type AutomationServer, openAutomationServer } from '../automations/automation-server.ts'

/** Commands alone: what else there is answers errors as a text (see `other-organizations.test.ts`). */
const acting = operationNames.filter(
  (operation) =>
    ['agents', 'signals', 'automations', 'destinations'].includes(routes[operation].tag) &&
    'command' in routes[operation],
)
const withParams = acting.filter((operation) => 'params' in routes[operation])
const withBody = acting.filter((operation) => 'body' in routes[operation])
const withLimit = acting.filter((operation) =>
  ['listAutomationRuns', 'listAgentRuns', 'getDestinationOptions'].includes(operation),
)

let server: AutomationServer
let other: NewOrganization
let otherWorkspace: Workspace
/** What each resource's id is, ours and theirs, by the route that it is of. */
let ours: Record<string, string>
let theirs: Record<string, string>
/** A body that each route takes. */
let bodies: Partial<Record<OperationName, object>>

async function make(): Promise<Record<string, string>> {
  const { agentId, signalIds, destinationId } = await server.prepare('upgraded')
  const automation = await server.createAutomation({ agentId, signalIds })
  const { runId } = await server.done('POST', `/api/agents/${agentId}/runs`)
  return {
    agents: agentId,
    signals: signalIds[0]!,
    destinations: destinationId,
    automations: automation.id,
    run: runId,
  }
}

beforeAll(async () => {
  server = await openAutomationServer()
  other = defineOrganization({ name: 'Other' })
  const { organization } = other.document
  otherWorkspace = await server.running.server.workspaces.createOrganization(organization, other.document)
  server.speakFor(other)
  theirs = await make()
  server.speakFor(server.running)
  ours = await make()
  const automation = {
    name: 'Told',
    agentId: ours['agents'],
    triggerType: 'SIGNAL_OCCURRENCE',
    signalIds: [ours['signals']],
    enabled: false,
  }
  const signal = {
    kind: 'EVENT_MATCH',
    name: 'Upgraded',
    definition: { grain: 'customer', subjectResolver: 'event_customer', eventNames: ['upgraded'] },
  }
  bodies = {
    createAgent: { type: 'custom', displayName: 'Other', instructions: 'Say it.' },
    updateAgent: { instructions: 'Say more.' },
    renameAgent: { displayName: 'Renamed' },
    startAgentRun: {},
    createSignal: signal,
    updateSignal: signal,
    previewSignal: { signalId: ours['signals'], days: 7 },
    createAutomation: automation,
    updateAutomation: automation,
    previewAutomation: { automation, days: 7 },
    createDestination: { type: 'WEBHOOK_ENDPOINT', url: 'https://hooks.example/', label: 'Hook' },
    updateDestination: { type: 'WEBHOOK_ENDPOINT', label: 'Hook' },
    resendDeliveries: {},
  }
})
beforeEach(() => server.speakFor(server.running))
afterAll(() => server.close())

/** All that is configured, in both organizations. */
async function stands(): Promise<string> {
  const documents = [server.running.workspace, otherWorkspace].flatMap((workspace) => [
    agentsOf(workspace).read(),
    signalsOf(workspace).read(),
    automationsOf(workspace).read(),
    destinationsOf(workspace).read(),
  ])
  return JSON.stringify(await Promise.all(documents))
}

/** A route's address with these ids: of `/api/agents/{agentId}/runs/{runId}` the agent and the run. */
function pathOf(operation: OperationName, ids: Record<string, string>): string {
  const { path } = routes[operation]
  const resource = path.split('/')[2]!
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === 'runId' ? ids['run']! : ids[resource]!))
}

const send = (operation: OperationName, path: string, body: unknown = bodies[operation]) =>
  server.ask(routes[operation].method, path, body)

test('the table knows every route with a body', () => {
  expect(Object.keys(bodies).toSorted()).toEqual(withBody.toSorted())
  expect(withParams.length).toBeGreaterThan(20)
})

describe('an id', () => {
  test.each(withParams)('of nothing, of another organization, or that is none: %s', async (operation) => {
    const before = await stands()
    const nothing = {
      agents: randomUUID(),
      signals: randomUUID(),
      automations: randomUUID(),
      destinations: randomUUID(),
    }
    const odd = { agents: 'x', signals: 'x', automations: 'x', destinations: 'x' }
    const wrong = [
      { ...nothing, run: randomUUID() },
      { ...odd, run: 'x' },
      theirs,
      // Only a part of it is wrong.
      ...(routes[operation].path.includes('{runId}') ? [{ ...ours, run: theirs['run']! }] : []),
    ]
    for (const ids of wrong) {
      const { status, body } = await send(operation, pathOf(operation, ids))
      expect({ status, ids: JSON.stringify(ids), code: body.error?.code }).toEqual({
        status: 404,
        ids: JSON.stringify(ids),
        code: 'not_found',
      })
      expect(body.error).toMatchObject({ retryable: false, message: expect.stringMatching(/\w{3}/) })
    }
    expect(await stands()).toBe(before)
  })
})

describe('a body', () => {
  test.each(withBody)('with an unknown key, of another type, or that is no JSON: %s', async (operation) => {
    const before = await stands()
    const path = pathOf(operation, ours)
    const unknown = await send(operation, path, { ...bodies[operation], colour: 'red' })
    expect(unknown).toMatchObject({
      status: 400,
      body: { error: { code: 'validation_failed', retryable: false } },
    })
    expect(JSON.stringify(unknown.body.error.details)).toContain('colour')
    for (const body of [[], 'text', 7, null]) {
      const { status, body: answer } = await send(operation, path, body)
      expect({ body, status, code: answer.error?.code }).toEqual({
        body,
        status: 400,
        code: 'validation_failed',
      })
    }
    const broken = await server.running.server.fetch(
      new Request(`http://localhost${path}`, {
        method: routes[operation].method,
        headers: { authorization: `Bearer ${server.running.apiKey}`, 'content-type': 'application/json' },
        body: '{"name": ',
      }),
    )
    expect(broken.status).toBe(400)
    expect(await stands()).toBe(before)
  })
})

describe('a query', () => {
  test.each(withLimit)('beyond its bounds, or with a cursor that is none: %s', async (operation) => {
    const path = pathOf(operation, ours)
    for (const limit of ['0', '101', '-1', '1.5', 'x', '1e3']) {
      const { status, body } = await send(operation, `${path}?limit=${limit}`)
      expect({ limit, status }).toEqual({ limit, status: 400 })
      expect(JSON.stringify(body.error.details)).toContain('limit')
    }
    if (operation === 'getDestinationOptions') {
      expect((await send(operation, `${path}?search=${'x'.repeat(121)}`)).status).toBe(400)
      return
    }
    for (const cursor of ['x', 'eyJhIjoxfQ', '%00']) {
      const { status, body } = await send(operation, `${path}?cursor=${cursor}`)
      expect({ cursor, status, code: body.error?.code }).toEqual({
        cursor,
        status: 400,
        code: 'validation_failed',
      })
      expect(JSON.stringify(body.error.details)).toContain('cursor')
    }
  })
})

describe('a caller', () => {
  test.each(acting)('without a key, or without the grant: %s', async (operation) => {
    const path = pathOf(operation, ours)
    const { method } = routes[operation]
    const nobody = await server.running.server.fetch(new Request(`http://localhost${path}`, { method }))
    expect(nobody.status).toBe(401)
    const apiKey = generateApiKey()
    await server.running.workspace.updateDocument(({ apiKeys }) => {
      apiKeys.push(toApiKey(apiKey, { name: 'Reports', grants: ['analytics:read'], now: Date.now() }))
    })
    server.speakFor({ apiKey, publicKey: server.running.publicKey })
    const before = await stands()
    const grant = (routes[operation] as { grant?: string }).grant!
    expect(await send(operation, path)).toMatchObject({
      status: 403,
      body: { error: { code: 'authorization_denied', message: expect.stringContaining(grant) } },
    })
    expect(await stands()).toBe(before)
  })
})

describe('ids of another organization in a body', () => {
  test.each([
    ['agentId', () => ({ agentId: theirs['agents'] })],
    ['signalIds', () => ({ signalIds: [theirs['signals']] })],
    ['destinationIds', () => ({ destinationIds: [theirs['destinations']] })],
  ])('are of nothing: %s', async (field, foreign) => {
    const before = await stands()
    const automation = { ...bodies.createAutomation, ...foreign() }
    for (const [operation, body] of [
      ['createAutomation', automation],
      ['updateAutomation', automation],
      ['previewAutomation', { automation, days: 7 }],
    ] as const) {
      const { status, body: answer } = await send(operation, pathOf(operation, ours), body)
      expect({ operation, status }).toEqual({ operation, status: 404 })
      expect(JSON.stringify(answer.error.details)).toContain(field)
    }
    expect(
      (
        await send('previewAutomation', '/api/automations/preview', {
          automationId: theirs['automations'],
          days: 7,
        })
      ).status,
    ).toBe(404)
    expect(await stands()).toBe(before)
  })
})
