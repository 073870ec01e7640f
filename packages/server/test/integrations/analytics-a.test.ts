import type { SetupStepResult } from '@customer-intel/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SentWebhook } from '../../../../examples/provider-sandbox/src/webhooks.ts'
import { type IntegrationServer, openIntegrationServer } from '../support/integration-server.ts'

const provider = 'analytics-a'
const companies = 12

let test: IntegrationServer
beforeAll(async () => {
  test = await openIntegrationServer({ companies })
})
afterAll(() => test.close())

const connect = (config: object = {}, force = false) => {
  const { apiKey, projectId } = test.sandbox.analyticsA
  return test.ask('POST', '/api/integrations/connect', {
    provider,
    config: { apiKey, projectId, region: 'eu', ...config },
    force,
  })
}
const query = async (sql: string) =>
  (await test.call<{ data: Record<string, unknown>[] }>('svc_query', { sql })).data
const countEvents = async () => {
  const rows = await query(
    'select event_type, event_name, count(*) as events from activity group by all order by all',
  )
  return Object.fromEntries(
    rows.map((row) => [String(row['event_name'] ?? row['event_type']), row['events']]),
  )
}
/** What the sandbox holds that isn't noise. */
const expected = () => {
  const { events } = test.sandbox.analyticsA
  const count = (name: string) => events.filter(({ event }) => event === name).length
  return { pageview: count('$pageview'), identify: count('$identify') }
}

async function send(to: string, { headers, body }: SentWebhook) {
  const response = await test.server.fetch(new Request(to, { method: 'POST', headers, body }))
  return { status: response.status, body: await response.text() }
}

it.each([
  [{ apiKey: 'phc_project' }, 'config.apiKey must be a personal API key'],
  [{ region: 'asia' }, 'config.region must be us or eu'],
  [{ projectId: 'mine' }, 'config.projectId must be the number'],
  [{ projectId: '' }, 'Missing required fields: projectId'],
  [{ apiKey: 'phx_wrong0000' }, 'answered 401'],
  [{ projectId: '99' }, 'look whether projectId and region'],
])('refuses %j', async (config, says) => {
  const { status, body } = await connect(config)
  expect({ status, error: body['error'] }).toEqual({
    status: 400,
    error: expect.stringContaining(says) as string,
  })
})

it('brings what people did, as if they had been tracked here', async () => {
  expect((await connect()).status).toBe(200)
  expect(await test.synced(provider)).toMatchObject({
    syncs: [
      { model: 'Person', status: 'SUCCESS', recordCount: companies },
      { model: 'Event', status: 'SUCCESS', errorMessage: null },
    ],
  })
  expect(await countEvents()).toMatchObject(expected())
  const company = test.sandbox.world.companies[3]!
  const person = company.people[3]!
  // The browser's page view before the sign-up belongs to the person too.
  const [row] = await query(
    `select count(*) as events, count(distinct u.user_id) as users from activity a join users u on a.user_id = u.user_id where u.email = '${person.email}'`,
  )
  expect(row).toMatchObject({ events: 14, users: 1 })
  const customers = await test.call<{ items: { lastProductActivityAt: string | null }[] }>(
    'svc_list_customers',
    {
      limit: 100,
    },
  )
  expect(customers.items).toHaveLength(companies)
  expect(customers.items.every(({ lastProductActivityAt }) => lastProductActivityAt !== null)).toBe(true)
})

it('gives one row for an event, whether it comes by webhook, sync or after connecting again', async () => {
  const { analyticsA } = test.sandbox
  const { setup } = (await test.ask('POST', '/api/integrations/setup-step', { provider, step: 'webhooks' }))
    .body as unknown as SetupStepResult
  const secret = setup!.headers['x-svc-auth']!
  expect(secret).toMatch(/^[0-9a-f]{30}$/)
  const to = setup!.webhookUrl
  const fresh = [
    analyticsA.capture({
      event: 'plan_upgraded',
      distinct_id: 'u-1',
      properties: { plan: 'scale', $ip: '1.2.3.4' },
    }),
    analyticsA.capture({
      event: 'plan_upgraded',
      distinct_id: 'u-2',
      uuid: 'F3B8E2A0-1111-4222-8333-444455556666',
    }),
    analyticsA.capture({ event: '$autocapture', distinct_id: 'u-2' }),
  ]
  for (const event of [...fresh, ...fresh])
    expect(await send(to, analyticsA.webhook([secret], { event }))).toEqual({
      status: 200,
      body: '{"received":true}',
    })
  expect(await countEvents()).toMatchObject({ plan_upgraded: 2 })
  const before = await countEvents()
  await test.sync(provider)
  expect(await countEvents()).toEqual(before)
  expect((await connect({}, true)).status).toBe(200)
  await test.synced(provider)
  expect(await countEvents()).toEqual(before)
  const [row] = await query(
    "select properties from activity where event_name = 'plan_upgraded' and properties like '%scale%'",
  )
  expect(JSON.stringify(row)).not.toContain('1.2.3.4')
})

it('a webhook without the secret, or without an event, is refused', async () => {
  const { analyticsA } = test.sandbox
  const { setup } = (
    await test.ask('POST', '/api/integrations/setup-step', { provider, step: 'webhook-setup' })
  ).body as unknown as SetupStepResult
  const secret = setup!.headers['x-svc-auth']!
  const good = analyticsA.webhook([secret])
  const before = await countEvents()
  for (const headers of [{} as Record<string, string>, { 'x-svc-auth': '' }, { 'x-svc-auth': `${secret}x` }])
    expect((await send(setup!.webhookUrl, { ...good, headers })).status).toBe(400)
  for (const body of [
    '',
    '[]',
    '{"event":"{event}"}',
    '{"event":{"event":"x"}}',
    '{"event":{"uuid":"no","event":"x","timestamp":1}}',
  ]) {
    const answer = await send(setup!.webhookUrl, { ...good, body })
    expect(answer).toMatchObject({ status: 400, body: expect.stringContaining('carries no event') as string })
  }
  expect(await countEvents()).toEqual(before)
})

it('an answer that is not what was asked for is an error, and no empty result', async () => {
  test.sandbox.analyticsA.fault = () => ({ status: 200, body: { results: [[1, 2]], columns: ['a'] } })
  expect(await test.sync(provider)).toMatchObject({ syncs: [{ status: 'ERROR' }, {}] })
  test.sandbox.analyticsA.fault = () => null
  expect(await test.sync(provider)).toMatchObject({ syncs: [{ status: 'SUCCESS' }, { status: 'SUCCESS' }] })
})
