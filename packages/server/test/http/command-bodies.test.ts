// Whatever the contract's schemas take, and whatever they don't: no command of signals, automations, agents, destinations
// and notifications answers 5xx, a refusal says where and how to correct it, and nothing is half made.
import { agentsOf } from '../../src/acting/agents/agents.ts'
import { automationsOf } from '../../src/acting/automations/automations.ts'
import { destinationsOf } from '../../src/acting/notifications/destinations.ts'
import { signalsOf } from '../../src/signals/signals.ts'
import { getRoute, type OperationName, SendNotificationInputSchema } from '@customer-intel/contract'
import fc from 'fast-check'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AutomationServer, openAutomationServer } from '../automations/automation-server.ts'
import { validInput } from '../support/valid-input.ts'

const runs = 40
const seed = Number(process.env['COMMAND_BODIES_SEED'] ?? Date.now() % 1_000_000)

let server: AutomationServer
/** Ids that are there, by the name of the field that holds such. */
let ids: Record<string, string[]>
let paths: Record<string, string>
let stored: () => Promise<string>
let restore: () => Promise<void>

beforeAll(async () => {
  server = await openAutomationServer()
  const { agentId, signalIds, destinationId } = await server.prepare('trial_started', 'paid')
  const automation = await server.createAutomation({ agentId, signalIds })
  ids = {
    agentId: [agentId],
    signalIds,
    destinationIds: [destinationId],
    destinations: [destinationId],
    automationId: [automation.id],
  }
  paths = {
    updateDestination: `/api/destinations/${destinationId}`,
    resendDeliveries: `/api/destinations/${destinationId}/resend`,
    updateAgent: `/api/agents/${agentId}`,
    renameAgent: `/api/agents/${agentId}/rename`,
    startAgentRun: `/api/agents/${agentId}/runs`,
    updateSignal: `/api/signals/${signalIds[0]}`,
    updateAutomation: `/api/automations/${automation.id}`,
  }
  const { workspace } = server.running
  const documents = [
    agentsOf(workspace),
    signalsOf(workspace),
    automationsOf(workspace),
    destinationsOf(workspace),
  ]
  stored = async () => JSON.stringify(await Promise.all(documents.map((document) => document.read())))
  const first = JSON.parse(await stored()) as unknown[][]
  restore = async () => {
    for (const [index, document] of documents.entries())
      await document.change(
        (all: unknown[]) => void all.splice(0, all.length, ...structuredClone(first[index]!)),
      )
  }
})
beforeEach(() => restore())
afterAll(() => server.close())

/** Half of the ids are of what is there. */
function known(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => known(item, key))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, known(item, name)]))
  const there = ids[key]
  const isId = typeof value === 'string' && /^[0-9a-f]{8}-/i.test(value)
  return there !== undefined && isId && value.charCodeAt(3) % 2 === 0
    ? there[value.charCodeAt(1) % there.length]
    : value
}

const odd = [
  null,
  '',
  ' ',
  0,
  -1,
  1e308,
  0.5,
  true,
  [],
  {},
  [[]],
  '\0',
  '\ud800',
  'x'.repeat(40_000),
  ['x'],
  { a: { b: 1 } },
]

/** One thing wrong, somewhere. */
const breaking = fc.record({
  at: fc.nat(),
  how: fc.constantFrom('drop', 'add', 'replace'),
  by: fc.constantFrom(...odd),
})

function broken(body: unknown, { at, how, by }: { at: number; how: string; by: unknown }): unknown {
  const places: { holder: Record<string, unknown>; key: string }[] = []
  const copy = structuredClone(body)
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const key of Object.keys(value)) {
      places.push({ holder: value as Record<string, unknown>, key })
      walk((value as Record<string, unknown>)[key])
    }
  }
  walk(copy)
  const place = places[at % Math.max(1, places.length)]
  if (place === undefined) return by
  if (how === 'drop') delete place.holder[place.key]
  else if (how === 'add') place.holder[`${place.key}x`] = by
  else place.holder[place.key] = by
  return copy
}

const commands = [
  'createDestination',
  'updateDestination',
  'resendDeliveries',
  'createAgent',
  'updateAgent',
  'renameAgent',
  'startAgentRun',
  'createSignal',
  'updateSignal',
  'createAutomation',
  'updateAutomation',
  'previewAutomation',
] as const satisfies readonly OperationName[]

/** A body, and whether the contract takes it. */
const bodiesOf = (schema: v.GenericSchema) => [
  ...fc.sample(validInput(schema), { numRuns: runs, seed }).map((body) => known(body)),
  ...fc
    .sample(fc.tuple(validInput(schema), breaking), { numRuns: runs, seed })
    .map(([body, breakage]) => broken(known(body), breakage)),
]

async function refusedOrWhole(
  schema: v.GenericSchema,
  body: unknown,
  method: string,
  path: string,
  sent: unknown,
) {
  const before = await stored()
  const { status, body: answer } = await server.ask(method, path, sent)
  const told = { seed, status, error: answer.error, body: JSON.stringify(body)?.slice(0, 2_000) }
  expect(told, 'no fault of ours').toSatisfy(() => status < 500)
  // What the contract refuses is refused, and only more than it can say beside that.
  if (!v.is(schema, JSON.parse(JSON.stringify(body)))) expect(told).toMatchObject({ status: 400 })
  if (status === 200) return
  expect(told).toSatisfy(() => [400, 404, 409].includes(status))
  const { message, details } = answer.error.message === undefined ? answer : answer.error
  expect(message, JSON.stringify(told)).toMatch(/\w{3}/)
  if (status === 400) {
    const issues = answer.details ?? details?.issues ?? details
    expect(JSON.stringify(issues), JSON.stringify(told)).toMatch(/"message":"[^"]{3}/)
    expect(JSON.stringify(issues), JSON.stringify(told)).toContain('"path"')
  }
  expect(await stored()).toBe(before)
}

test.each(commands)('%s', async (operation) => {
  const route = getRoute(operation)
  const path = paths[operation] ?? route.path
  for (const body of bodiesOf(route.body!)) await refusedOrWhole(route.body!, body, route.method, path, body)
})

test('svc_send_notification', async () => {
  for (const input of bodiesOf(SendNotificationInputSchema))
    await refusedOrWhole(SendNotificationInputSchema, input, 'POST', '/api/tools/call', {
      tool: 'svc_send_notification',
      input,
    })
})
