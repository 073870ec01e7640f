// What closed while nobody looked: it is made up for, and too old to act on.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openAutomationServer, type AutomationServer } from './automation-server.ts'

const day = 24 * 3_600_000
let server: AutomationServer
beforeEach(async () => {
  server = await openAutomationServer({ metricsToken: 'm-1' })
})
afterEach(() => server.close())

const createAbsence = async (name: string, eventName: string) =>
  (
    await server.done('POST', '/api/signals', {
      kind: 'EVENT_PATTERN',
      name,
      definition: {
        schemaVersion: '2026-06-17',
        subjectType: 'customer',
        detection: { type: 'event_absence', eventNames: [eventName], window: { value: 1, unit: 'day' } },
      },
    })
  ).signal as { id: string }

const occurrencesOf = async (signalId: string) => {
  const reads = await server.running.workspace.readModels.exact()
  return reads.listOccurrences({ signalIds: [signalId], limit: 100 })
}

test('a window that closed two months before anybody looked again is found, and told as too old to act on', async () => {
  const { agentId } = await server.prepare()
  const { id } = await createAbsence('Quiet', 'reported')
  const automation = await server.createAutomation({ agentId, signalIds: [id] })
  const at = server.now()
  await server.track('jane@globex.com', 'reported')
  server.later += 60 * day
  const runs = await server.waitForRuns(automation.id, 1, 'SKIPPED')
  expect(runs[0]!.skipReason).toMatch(/^STALE: 1 skipped/)
  const [seen] = await occurrencesOf(id)
  expect(Math.round((Date.parse(seen!.occurredAt) - at) / day)).toBe(1)
  expect(server.received).toHaveLength(0)
})

test('a signal that can’t be looked for holds up no other, is told, and found later', async () => {
  const broken = await createAbsence('Too large', 'reported')
  const others = [await createAbsence('Quiet', 'reported'), await createAbsence('Silent', 'reported')]
  const { readModels } = server.running.workspace
  const evaluate = readModels.evaluateSignal.bind(readModels)
  readModels.evaluateSignal = (request) =>
    request.signalId === broken.id ? Promise.reject(new Error('Out of memory')) : evaluate(request)
  await server.track('jane@globex.com', 'reported')
  server.later += 2 * day
  await vi.waitFor(async () => {
    for (const { id } of others) expect(await occurrencesOf(id)).toHaveLength(1)
  })
  await vi.waitFor(() => expect(server.running.logged.join('\n')).toContain('"Too large"'))
  const metrics = await server.running.server.fetch(
    new Request('http://localhost/metrics', { headers: { authorization: 'Bearer m-1' } }),
  )
  expect(await metrics.text()).toMatch(/svc_signal_failures_total\{organization="[^"]*"\} [1-9]/)
  readModels.evaluateSignal = evaluate
  server.later += 3_600_000
  await vi.waitFor(async () => expect(await occurrencesOf(broken.id)).toHaveLength(1))
})
