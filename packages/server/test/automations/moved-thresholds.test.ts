// A threshold whose crossing a late event moves: what was acted on isn't acted on again.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openAutomationServer, type AutomationServer } from './automation-server.ts'

const minute = 60_000
const hour = 60 * minute

let server: AutomationServer
beforeEach(async () => {
  server = await openAutomationServer()
})
afterEach(() => server.close())

/** Acts when a customer has three `failed` within an hour. */
async function automationOnThreshold() {
  const { agentId } = await server.prepare()
  const { signal } = await server.done('POST', '/api/signals', {
    kind: 'EVENT_PATTERN',
    name: 'Fails often',
    definition: {
      schemaVersion: '2026-06-17',
      subjectType: 'customer',
      detection: {
        type: 'event_count_threshold',
        eventNames: ['failed'],
        threshold: { operator: '>=', count: 3 },
        window: { value: 1, unit: 'hour' },
      },
    },
  })
  return server.createAutomation({ agentId, signalIds: [signal.id] })
}

test('a crossing that a late event moves is the one that was acted on, through a rebuild too', async () => {
  const automation = await automationOnThreshold()
  const at = server.now() - 10 * hour
  for (const passed of [0, 20, 40])
    await server.track('jane@globex.com', 'failed', { timestamp: at + passed * minute })
  const [first] = await server.waitForRuns(automation.id, 1)
  const [before] = first!.occurrences
  // Now the third one was at 20 minutes.
  await server.track('jane@globex.com', 'failed', { timestamp: at + 10 * minute })
  const runs = await server.waitForRuns(automation.id, 1, 'SKIPPED')
  expect(runs.find(({ status }) => status === 'SKIPPED')?.skipReason).toMatch(/^REPEATED: 1 skipped/)
  const told = runs.find(({ id }) => id === first!.id)!
  expect(told).toMatchObject({ status: 'DELIVERED', eventName: 'failed', deliveries: first!.deliveries })
  // What stands in its place is what the run was about.
  expect(told.occurrences).toMatchObject([{ signalId: before!.signalId, customerId: before!.customerId }])
  expect(told.occurrences[0]!.id).not.toBe(before!.id)
  await server.running.workspace.readModels.rebuild()
  expect(await server.runs(automation.id)).toEqual(runs)
  // Hours later it is another one.
  for (const passed of [0, 20, 40])
    await server.track('jane@globex.com', 'failed', { timestamp: at + 5 * hour + passed * minute })
  await server.waitForRuns(automation.id, 2)
  expect(server.received).toHaveLength(2)
})

test('two that become one customer, and so cross earlier, are told of once', async () => {
  const automation = await automationOnThreshold()
  const at = server.now() - 10 * hour
  for (const passed of [10, 20, 40])
    await server.track('jane@globex.com', 'failed', { timestamp: at + passed * minute, customerId: 'acct-1' })
  await server.track('joe@gmail.com', 'failed', { timestamp: at + 15 * minute })
  await server.waitForRuns(automation.id, 1)
  await server.track('joe@gmail.com', 'joined', { timestamp: at + hour, customerId: 'acct-1' })
  await server.waitForRuns(automation.id, 1, 'SKIPPED')
  expect(server.received).toHaveLength(1)
})

test('two real crossings within one window are two runs, and a preview tells both', async () => {
  const automation = await automationOnThreshold()
  const at = server.now() - 10 * hour
  // Crossed at 59 minutes, and again at 61, when the first one is out.
  for (const passed of [0, 30, 59])
    await server.track('jane@globex.com', 'failed', { timestamp: at + passed * minute })
  await server.waitForRuns(automation.id, 1)
  await server.track('jane@globex.com', 'failed', { timestamp: at + 61 * minute })
  await server.waitForRuns(automation.id, 2)
  const preview = await server.done('POST', '/api/automations/preview', {
    automationId: automation.id,
    days: 2,
  })
  expect(preview).toMatchObject({ runCount: 2, leftOut: [] })
  // A late event moves both to one place: nothing more is told.
  await server.track('jane@globex.com', 'failed', { timestamp: at + 40 * minute })
  await server.waitForRuns(automation.id, 1, 'SKIPPED')
  await server.settled()
  expect(server.received).toHaveLength(2)
})
