// A billing account's series is the same whichever way it came: by webhooks and syncs while it changed, by a first sync
// at the end, or by everything walked again.
import { connectionsOf } from '../../src/integrations/connections.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createRandom, type Random } from '../../../../bench/support/random.ts'
import { defineOrganization } from '../../src/organizations/define-organization.ts'
import { type IntegrationServer, openIntegrationServer } from '../support/integration-server.ts'
import { asksOf } from '../support/test-server.ts'

const secret = 'whsec_of_the_series'
const changes = 30

type Asking = Pick<IntegrationServer, 'ask'>

let test: IntegrationServer
let to = ''
beforeAll(async () => {
  test = await openIntegrationServer({ companies: 8 })
  await connect(test)
  await test.synced('billing-a')
  const step = { provider: 'billing-a', step: 'webhooks', config: { webhookSecret: secret } }
  to = (await test.ask('POST', '/api/integrations/setup-step', step)).body.setup.webhookUrl
})
afterAll(() => test.close())

async function connect(on: Asking, force = false): Promise<void> {
  const config = { apiKey: test.sandbox.billingA.apiKey }
  const { status } = await on.ask('POST', '/api/integrations/connect', {
    provider: 'billing-a',
    config,
    force,
  })
  expect(status).toBe(200)
}

async function quiet(workspace = test.workspace): Promise<void> {
  await vi.waitFor(
    async () => {
      const connection = (await connectionsOf(workspace).read())['billing-a']!
      expect(connection).toMatchObject({ startedAt: null, requestedAt: null })
      expect(connection.hintedAt ?? null).toBeNull()
      expect(connection.models['BillingCustomer']).toMatchObject({ status: 'SUCCESS' })
    },
    { interval: 25 },
  )
  await workspace.readModels.exact({ withinMs: 60_000 })
}

/** Up to a day, so that midnight may come while it is compared. */
async function series(on: Asking, until: string): Promise<object[]> {
  // A row a month and account stands for its days: answers are bounded.
  const sql = `select c.domain, r.currency, date_trunc('month', r.snapshot_date)::varchar as month,
      sum(r.mrr_cents)::bigint::varchar as mrr, count(*) as days, sum(case when r.is_recorded then 1 else 0 end) as recorded,
      string_agg(r.billing_status, ' ' order by r.snapshot_date) as statuses, max(r.plan) as plan
    from revenue r join customers c using (customer_id)
    where r.snapshot_date <= '${until}' group by all order by all`
  const { body } = await on.ask('POST', '/api/tools/call', { tool: 'svc_query', input: { sql } })
  expect(body.metadata).toMatchObject({ truncated: false })
  return body.data
}

/** What the timelines say of it, as far back. */
async function told(on: Asking, until: string): Promise<object[]> {
  const sql = `select customer_domain, event_name, occurred_at::varchar as day, properties from activity
    where event_type = 'BILLING_UPDATED' and occurred_at <= '${until}' order by all`
  const { body } = await on.ask('POST', '/api/tools/call', { tool: 'svc_query', input: { sql } })
  expect(body.metadata).toMatchObject({ truncated: false })
  return body.data
}

/** Something happens to a subscription, as it does at the service. */
function change(random: Random, turn: number): void {
  const { billingA } = test.sandbox
  const subscription = billingA.subscriptions[random.below(billingA.subscriptions.length)]!
  const [item] = (subscription['items'] as { data: Record<string, unknown>[] }).data
  const coupon = {
    id: `c_${turn}`,
    percent_off: 10 + random.below(80),
    amount_off: null,
    duration: 'forever',
  }
  switch (random.below(7)) {
    case 0:
      item!['quantity'] = random.below(20)
      break
    case 1:
      subscription['pause_collection'] =
        subscription['pause_collection'] === null ? { behavior: 'void' } : null
      break
    case 2:
      subscription['discounts'] = random.below(2) === 0 ? [] : [{ id: `di_${turn}`, coupon, end: null }]
      break
    case 3:
      return billingA.cancel(subscription.id)
    case 4:
      if (subscription['status'] === 'active') subscription['status'] = 'past_due'
      else if (subscription['status'] !== 'canceled') subscription['status'] = 'active'
      break
    case 5: {
      const another = { ...structuredClone(subscription), id: `sub_more_${turn}` }
      Object.assign(another, {
        currency: random.below(2) === 0 ? 'jpy' : 'gbp',
        status: 'active',
        ended_at: null,
      })
      billingA.subscriptions.unshift(another)
      billingA.emit('customer.subscription.created', another)
      return
    }
    case 6: {
      const invoice = billingA.invoices[random.below(billingA.invoices.length)]!
      invoice['post_payment_credit_notes_amount'] = 100 * random.below(9)
      billingA.emit('invoice.updated', invoice)
      return
    }
  }
  billingA.emit('customer.subscription.updated', subscription)
}

it.each([1, 2, 3])('the series is one, whichever way it came (seed %i)', async (seed) => {
  const random = createRandom(seed)
  const { billingA } = test.sandbox
  const today = new Date().toISOString().slice(0, 10)
  for (let turn = 0; turn < changes; turn++) {
    change(random, seed * 1_000 + turn)
    // Some tell of it, now and then twice; others are met by a sync.
    for (let times = random.below(3); times > 0; times--) {
      const { headers, body } = billingA.webhook([secret])
      const sent = await test.server.fetch(new Request(to, { method: 'POST', headers, body }))
      expect(sent.status).toBe(200)
    }
    if (random.below(10) === 0) {
      await test.ask('POST', '/api/integrations/sync', { provider: 'billing-a' })
      await quiet()
    }
  }
  await quiet()
  await test.ask('POST', '/api/integrations/sync', { provider: 'billing-a' })
  await quiet()
  const followed = await series(test, today)
  const timelines = await told(test, today)

  const { document, apiKey } = defineOrganization({ name: `Late ${seed}` })
  const late = await test.server.workspaces.createOrganization(document.organization, document)
  const asking = asksOf(test.server, apiKey)
  await connect(asking)
  await quiet(late)
  const backfilled = await series(asking, today)
  expect(followed.length).toBeGreaterThan(100)
  expect(followed).toEqual(backfilled)
  expect(timelines.length).toBeGreaterThan(8)
  expect(timelines).toEqual(await told(asking, today))

  await connect(test, true)
  await quiet()
  expect(await series(test, today)).toEqual(followed)
  expect(await told(test, today)).toEqual(timelines)
})
