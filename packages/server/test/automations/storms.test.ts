// What a page can send without an API key is no storm of messages.
import { afterEach, expect, test, vi } from 'vitest'
import { readLog } from '../support/recording-read-models.ts'
import { visitorId } from '../support/test-server.ts'
import { type AutomationServer, openAutomationServer } from './automation-server.ts'

const hour = 3_600_000

let server: AutomationServer
afterEach(() => server.close())

/** The occurrences of each run that was planned, by the run's id. */
async function plannedOccurrences(): Promise<string[][]> {
  const records = await readLog(server.running.workspace.log)
  const runs = records.flatMap((record) => (record.kind === 'records' ? record.records : []))
  const planned = new Map(
    runs.flatMap((run) => (run.kind === 'run' ? [[run.runId, run.occurrenceIds] as const] : [])),
  )
  return [...planned.values()]
}

test('a hundred events of one visitor in one request are one run, and each of them is in one', async () => {
  server = await openAutomationServer()
  const { agentId, signalIds } = await server.prepare('clicked')
  const automation = await server.createAutomation({ agentId, signalIds })
  const click = { type: 'custom', eventName: 'clicked', url: 'https://acme.com/', path: '/' }
  for (let request = 1; request <= 2; request++) {
    const response = await server.running.ingest({
      visitorId,
      userIdentity: { email: 'jane@globex.com' },
      events: Array<object>(100).fill(click),
    })
    expect(response.status).toBe(200)
    await vi.waitFor(async () => expect((await plannedOccurrences()).flat()).toHaveLength(request * 100))
  }
  const runs = await plannedOccurrences()
  expect(new Set(runs.flat()).size).toBe(200)
  // A request may be applied in two batches.
  expect(runs.length).toBeLessThanOrEqual(4)
  await server.waitForRuns(automation.id, runs.length)
  expect(server.received).toHaveLength(runs.length)
})

test('beyond its messages of an hour a destination gets one, which counts the others', async () => {
  server = await openAutomationServer({ messagesPerHour: 3 })
  server.later = hour - (server.now() % hour) + 60_000
  const { agentId, signalIds } = await server.prepare('clicked')
  const automation = await server.createAutomation({ agentId, signalIds, name: 'Clicks' })
  for (let index = 0; index < 10; index++) await server.track(`jane@c${index}.example`, 'clicked')
  const runs = await server.waitForRuns(automation.id, 7, 'SKIPPED')
  for (const { status, skipReason } of runs)
    if (status === 'SKIPPED') expect(skipReason).toMatch(/^LIMITED: /)
  await server.waitForRuns(automation.id, 3)
  expect(server.received).toHaveLength(3)

  server.later += hour
  await vi.waitFor(() => expect(server.received).toHaveLength(4))
  expect(server.received[3]!.body.data).toMatchObject({
    title: 'And 7 more: Clicks',
    payload: { automationId: automation.id, limitedRuns: 7 },
  })
  await server.track('joe@d.example', 'clicked')
  await server.waitForRuns(automation.id, 4)
  expect(server.received).toHaveLength(5)
})

test('what happens without a customer is one run, too', async () => {
  server = await openAutomationServer()
  const { agentId } = await server.prepare()
  const { signal } = await server.done('POST', '/api/signals', {
    kind: 'EVENT_MATCH',
    name: 'Somebody clicked',
    definition: { grain: 'organization', subjectResolver: 'organization', eventNames: ['clicked'] },
  })
  await server.createAutomation({ agentId, signalIds: [signal.id] })
  const click = { type: 'custom', eventName: 'clicked', url: 'https://acme.com/', path: '/' }
  await server.running.ingest({ visitorId, events: Array<object>(100).fill(click) })
  await vi.waitFor(async () => expect((await plannedOccurrences()).flat()).toHaveLength(100))
  expect((await plannedOccurrences()).length).toBeLessThanOrEqual(2)
})

test('a full destination gets no more of a run that goes to another one, too', async () => {
  server = await openAutomationServer({ messagesPerHour: 2 })
  server.later = hour - (server.now() % hour) + 60_000
  const { agentId, signalIds, destinationId } = await server.prepare('clicked', 'bought')
  const { destination } = await server.done('POST', '/api/destinations', {
    type: 'WEBHOOK_ENDPOINT',
    url: `${server.receiverUrl}/other`,
    label: 'Sales',
  })
  const first = await server.createAutomation({ agentId, signalIds: signalIds.slice(0, 1) })
  for (let index = 0; index < 2; index++) await server.track(`jane@c${index}.example`, 'clicked')
  await server.waitForRuns(first.id, 2)
  const second = await server.createAutomation({
    agentId,
    signalIds: signalIds.slice(1),
    destinationIds: [destinationId, destination.id],
  })
  await server.track('jane@c0.example', 'bought')
  const [run] = await vi.waitFor(async () => {
    const runs = await server.runs(second.id)
    expect(runs[0]?.acceptedDestinationCount).toBe(1)
    return runs
  })
  expect(run!.deliveries.find((one) => one.destinationId === destinationId)).toMatchObject({
    status: 'SKIPPED',
    errorCode: 'LIMITED',
  })
  expect(server.received).toHaveLength(3)
})

test('without a limit every run has its message', async () => {
  server = await openAutomationServer({ messagesPerHour: 0 })
  const { agentId, signalIds } = await server.prepare('clicked')
  const automation = await server.createAutomation({ agentId, signalIds })
  for (let index = 0; index < 5; index++) await server.track(`jane@c${index}.example`, 'clicked')
  await server.waitForRuns(automation.id, 5)
})

test('ninety customers at once are told each once, and what their runs ask for is read together', async () => {
  server = await openAutomationServer()
  const { agentId, signalIds } = await server.prepare('clicked')
  const automation = await server.createAutomation({ agentId, signalIds })
  const dossiers = vi.spyOn(server.running.workspace.readModels, 'readDossiers')
  const click = { type: 'custom', eventName: 'clicked', url: 'https://acme.com/', path: '/' }
  const people = Array.from({ length: 90 }, (_, index) => `jane@c${index}.example`)
  const events = people.map((email) => ({ ...click, email }))
  expect((await server.running.ingest({ source: 'server', events })).status).toBe(200)
  await server.waitForRuns(automation.id, people.length)
  expect(server.received).toHaveLength(people.length)
  expect(new Set(dossiers.mock.calls.flatMap(([ids]) => ids)).size).toBe(people.length)
  expect(dossiers.mock.calls.length).toBeLessThanOrEqual(9)
})
