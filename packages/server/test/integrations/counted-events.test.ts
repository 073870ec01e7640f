import type { SetupStepResult } from '@customer-intel/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type IntegrationServer, openIntegrationServer } from '../support/integration-server.ts'

const provider = 'analytics-a'

let test: IntegrationServer
let to: string
let secret: string
beforeAll(async () => {
  test = await openIntegrationServer({ companies: 2, metricsToken: 'watch' })
  const { apiKey, projectId } = test.sandbox.analyticsA
  const config = { apiKey, projectId, region: 'eu' }
  expect((await test.ask('POST', '/api/integrations/connect', { provider, config })).status).toBe(200)
  await test.synced(provider)
  const step = await test.ask('POST', '/api/integrations/setup-step', { provider, step: 'webhooks' })
  const { setup } = step.body as unknown as SetupStepResult
  to = setup!.webhookUrl
  secret = setup!.headers['x-svc-auth']!
})
afterAll(() => test.close())

/** What `/metrics` tells of events: accepted, and refused by reason. */
async function counted(): Promise<Record<string, number>> {
  const headers = { authorization: 'Bearer watch' }
  const text = await (await test.server.fetch(new Request('http://localhost/metrics', { headers }))).text()
  const found = text.matchAll(/^svc_events_(?:accepted|rejected)_total\{(.*)\} (\d+)$/gm)
  return Object.fromEntries(
    [...found].map(([, labels, count]) => [/reason="(\w+)"/.exec(labels!)?.[1] ?? 'accepted', Number(count)]),
  )
}

const uuids = {
  webhook: '019a0000-0000-7000-8000-000000000001',
  sync: '019a0000-0000-7000-8000-000000000002',
}
/** Nobody is named: no provider's event is taken so. */
const unidentified = { event: 'plan_upgraded', distinct_id: '$device:x' }

async function sendWebhook(captured: Parameters<typeof test.sandbox.analyticsA.capture>[0]): Promise<number> {
  const { analyticsA } = test.sandbox
  const { headers, body } = analyticsA.webhook([secret], { event: analyticsA.capture(captured) })
  return (await test.server.fetch(new Request(to, { method: 'POST', headers, body }))).status
}

const explain = async (uuid: string) => (await test.ask('GET', `/api/debug/events/${uuid}`)).body

it('what a sync brings is counted as accepted', async () => {
  const { data } = await test.call<{ data: { events: number }[] }>('svc_query', {
    sql: 'select count(*) as events from activity',
  })
  expect(data[0]!.events).toBeGreaterThan(0)
  expect(await counted()).toEqual({ accepted: data[0]!.events, invalid: 0, unidentified: 0 })
})

it('what a webhook carries is counted as accepted', async () => {
  const before = await counted()
  expect(await sendWebhook({ event: 'plan_upgraded', distinct_id: 'u-1' })).toBe(200)
  expect(await counted()).toEqual({ ...before, accepted: before['accepted']! + 1 })
})

it('what is refused of a webhook or a sync is counted, and explained by its uuid', async () => {
  const before = await counted()
  expect(await sendWebhook({ ...unidentified, uuid: uuids.webhook })).toBe(400)
  expect(await counted()).toEqual({ ...before, unidentified: 1 })
  const why = expect.stringContaining('must say whom it belongs to') as string
  expect(await explain(uuids.webhook)).toMatchObject({ status: 'rejected', rejections: [{ reason: why }] })

  test.sandbox.analyticsA.capture({ ...unidentified, uuid: uuids.sync })
  await test.sync(provider)
  // The webhook's, that event once more by the sync, and the other one.
  expect(await counted()).toEqual({ ...before, unidentified: 3 })
  // The next sync returns both again, since it goes back two hours.
  await test.sync(provider)
  expect(await counted()).toEqual({ ...before, unidentified: 3 })
  const { rejections } = await explain(uuids.sync)
  expect(rejections).toEqual([expect.objectContaining({ reason: why })])
})

it('an event that was refused is taken once the provider knows its person', async () => {
  const before = await counted()
  const { analyticsA } = test.sandbox
  const browser = '$device:y'
  analyticsA.capture({ ...unidentified, distinct_id: browser })
  await test.sync(provider)
  expect(await counted()).toEqual({ ...before, unidentified: before['unidentified']! + 1 })
  const person = { id: 'person-y', ms: Date.now(), distinctIds: [browser] }
  analyticsA.persons.push({ ...person, properties: { email: 'y@customer.example' } })
  await test.sync(provider)
  expect(await counted()).toMatchObject({
    accepted: before['accepted']! + 1,
    unidentified: before['unidentified']! + 1,
  })
})
