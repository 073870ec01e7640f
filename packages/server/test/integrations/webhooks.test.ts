import { connectionsOf } from '../../src/integrations/connections.ts'
import { syncRunsOf } from '../../src/integrations/sync-run.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { SentWebhook } from '../../../../examples/provider-sandbox/src/webhooks.ts'
import type { SetupStepResult } from '@customer-intel/contract'
import { type IntegrationServer, openIntegrationServer } from '../support/integration-server.ts'

let test: IntegrationServer
beforeAll(async () => {
  test = await openIntegrationServer({ companies: 12 })
  const { billingA, supportA, callsA } = test.sandbox
  await connect('billing-a', { apiKey: billingA.apiKey })
  await connect('support-a', { apiToken: supportA.apiToken })
  await connect('calls-a', { apiKey: callsA.apiKey })
})
afterAll(() => test.close())

async function connect(provider: string, config: object) {
  expect((await test.ask('POST', '/api/integrations/connect', { provider, config })).status).toBe(200)
  await test.synced(provider)
}

const url = 'http://localhost'
const ask = (provider: string, config?: object) =>
  test.ask('POST', '/api/integrations/setup-step', { provider, step: 'webhooks', ...(config && { config }) })
async function step(provider: string, config?: object): Promise<SetupStepResult> {
  const { status, body } = await ask(provider, config)
  expect({ status, body }).toMatchObject({ status: 200 })
  return body
}
const connectionOf = async (provider: string) =>
  (await connectionsOf(test.workspace).read())[provider as 'billing-a']!
const runs = async () => (await syncRunsOf(test.workspace).read()).length

async function send(to: string, { headers, body }: SentWebhook) {
  const response = await test.server.fetch(new Request(to, { method: 'POST', headers, body }))
  return { status: response.status, body: await response.text() }
}

const received = { status: 200, body: '{"received":true}' }
const refused = { status: 400, body: '{"error":"The webhook can not be verified"}' }

it('the step says what to enter at the provider, and keeps what the provider made', async () => {
  const connectionId = `billing-a-${test.workspace.organization.id}`
  const webhookUrl = `${url}/api/webhooks/billing-a?connection=${connectionId}`
  expect(await step('billing-a')).toMatchObject({
    status: 'manual_setup_required',
    step: 'webhook-setup',
    connectionId,
    setup: {
      mode: 'manual',
      webhookUrl,
      headers: {},
      secret: null,
      requiredEvents: expect.arrayContaining(['invoice.paid']) as string[],
      docsUrl: 'https://docs.stripe.com/webhooks',
      status: 'waiting for config.webhookSecret',
    },
  })
  expect(await step('billing-a', { webhookSecret: 'whsec_first' })).toMatchObject({
    status: 'completed',
    setup: { status: 'no webhook was received yet' },
  })
  const stored = JSON.stringify(await connectionOf('billing-a'))
  expect(stored).not.toContain('whsec_first')
  expect(await step('calls-a')).toMatchObject({
    setup: { secret: expect.stringMatching(/^[0-9a-f]{30}$/) as string },
  })
  expect((await step('calls-a')).setup?.secret).toBe((await step('calls-a')).setup?.secret)
})

it.each([
  [{ webhookSecret: '' }, 'webhookSecret'],
  [{ webhookSecret: 'a b' }, 'copy it again'],
  [{ secret: 'x' }, 'config.webhookSecret is required'],
  [{ webhookSecret: 7 }, 'webhookSecret'],
])('the step refuses %j', async (config, says) => {
  expect(await ask('billing-a', config)).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining(says) as string },
  })
})

it('what is not signed by the connection’s secret is refused, and says nothing', async () => {
  const { billingA } = test.sandbox
  const to = (await step('billing-a')).setup!.webhookUrl
  const now = Math.floor(Date.now() / 1_000)
  const good = billingA.webhook(['whsec_first'])
  const other = (await step('calls-a')).setup!.webhookUrl
  const wrong: [string, SentWebhook][] = [
    [to, billingA.webhook(['whsec_other'])],
    [to, { ...good, headers: {} }],
    [to, { ...good, headers: { 'stripe-signature': 't=,v1=' } }],
    [to, { ...good, headers: { 'stripe-signature': ',,,=='.repeat(2_000) } }],
    [to, { ...good, body: `${good.body} ` }],
    [to, billingA.webhook(['whsec_first'], { seconds: now - 301 })],
    [to, billingA.webhook(['whsec_first'], { seconds: now + 360 })],
    [other, good],
    [to.replace('connection=', 'connection=x'), good],
    [to.split('?')[0]!, good],
    [to.replaceAll('billing-a', 'auth-analytics-a'), good],
    [to.replaceAll('billing-a', 'nonsense'), good],
    [to.replace(test.workspace.organization.id, '../../etc'), good],
  ]
  for (const [address, webhook] of wrong) expect(await send(address, webhook)).toEqual(refused)
  expect((await send(to, { ...good, body: 'x'.repeat(2_000_000) })).status).toBe(413)
  expect((await connectionOf('billing-a')).hintedAt ?? null).toBeNull()
})

it('a storm of webhooks, replayed and out of order, is a few syncs that bring what changed', async () => {
  const { billingA } = test.sandbox
  const to = (await step('billing-a')).setup!.webhookUrl
  const before = await runs()
  const churned = async () => {
    const sql = "select count(*) as churned from customers where billing_status = 'CHURNED'"
    return (await test.call<{ data: { churned: number }[] }>('svc_query', { sql })).data[0]!.churned
  }
  const churnedBefore = await churned()
  billingA.cancel(billingA.subscriptions.find(({ status }) => status === 'active')!.id)
  const events = [...billingA.events]
  for (let index = 0; index < 30; index++)
    events.push(billingA.emit('customer.updated', billingA.customers[0]!))
  const storm = events.reverse().flatMap((event) => Array.from({ length: 20 }, () => event))
  const begun = performance.now()
  for (const event of storm)
    expect(await send(to, billingA.webhook(['whsec_first'], { event }))).toEqual(received)
  await vi.waitFor(async () => expect(await runs()).toBeGreaterThan(before), {
    interval: 50,
  })
  await test.synced('billing-a')
  // One at once, and one every ten seconds as long as more come.
  const most = 2 + Math.floor((performance.now() - begun) / 10_000)
  expect((await runs()) - before).toBeLessThanOrEqual(most)
  expect(await churned()).toBe(churnedBefore + 1)
  expect((await step('billing-a')).setup?.status).toMatch(/^the last webhook was received at 20/)
  // What was received once asks for no further sync.
  await vi.waitFor(async () => expect((await connectionOf('billing-a')).hintedAt).toBeNull())
  for (const event of storm.slice(0, 25)) await send(to, billingA.webhook(['whsec_first'], { event }))
  expect((await connectionOf('billing-a')).hintedAt).toBeNull()
})

it('while a secret is replaced both hold; after another one the first is over', async () => {
  const { billingA } = test.sandbox
  const to = (await step('billing-a')).setup!.webhookUrl
  await step('billing-a', { webhookSecret: 'whsec_second' })
  for (const held of [['whsec_first'], ['whsec_second'], ['whsec_first', 'whsec_second']])
    expect(
      await send(to, billingA.webhook(held, { event: billingA.emit('invoice.paid', billingA.invoices[0]!) })),
    ).toEqual(received)
  await step('billing-a', { webhookSecret: 'whsec_third' })
  expect(await send(to, billingA.webhook(['whsec_first']))).toEqual(refused)
})

it('support-a and calls-a tell of what is new', async () => {
  const { supportA, callsA } = test.sandbox
  const toSupport = (await step('support-a', { webhookSecret: 'client-secret-of-the-app' })).setup!.webhookUrl
  const calls = (await step('calls-a')).setup!
  supportA.reply('1000', 'It stopped again, at row 4711')
  callsA.transcripts.unshift({
    ...callsA.transcripts[0]!,
    id: 'ff-new',
    title: 'A new call',
    date: Date.now(),
  })
  expect(await send(toSupport, supportA.webhook(['another-secret']))).toEqual(refused)
  expect(
    await send(toSupport, supportA.webhook(['client-secret-of-the-app'], { conversationId: '1000' })),
  ).toEqual(received)
  expect(await send(calls.webhookUrl, callsA.webhook([calls.secret!], { meetingId: 'ff-new' }))).toEqual(
    received,
  )
  await vi.waitFor(
    async () => {
      const ticket = await test.call('svc_get_source', { sourceType: 'SUPPORT_TICKET', sourceId: '1000' })
      expect(JSON.stringify(ticket)).toContain('row 4711')
      const { items } = await test.call<{ items: object[] }>('svc_list_sources', {
        sourceType: 'CALL',
        limit: 5,
      })
      expect(items).toContainEqual(expect.objectContaining({ title: 'A new call' }))
    },
    { interval: 200 },
  )
})

it('a connection that was rebuilt keeps its address and secret', async () => {
  const { billingA } = test.sandbox
  const to = (await step('billing-a')).setup!.webhookUrl
  await test.ask('POST', '/api/integrations/connect', {
    provider: 'billing-a',
    config: { apiKey: billingA.apiKey },
    force: true,
  })
  expect(await send(to, billingA.webhook(['whsec_third']))).toEqual(received)
})
