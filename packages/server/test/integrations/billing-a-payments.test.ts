import { afterAll, beforeAll, expect, it } from 'vitest'
import { type IntegrationServer, openIntegrationServer } from '../support/integration-server.ts'

let test: IntegrationServer
beforeAll(async () => {
  test = await openIntegrationServer({ companies: 4 })
  await test.ask('POST', '/api/integrations/connect', {
    provider: 'billing-a',
    config: { apiKey: test.sandbox.billingA.apiKey },
  })
  await test.synced('billing-a')
})
afterAll(() => test.close())

const revenueOf = async (index: number) => {
  const customer = test.sandbox.world.companies[index]!.domain
  const { revenue } = await test.call<{
    revenue: { lifetimeRevenue: number; activeSubscriptions: number; mrrCalculationStatus: string }
  }>('svc_get_customer', { customer, include: ['revenue'] })
  return revenue
}

it('one-off payments are revenue, refunds and lost disputes take it back, and nothing counts twice', async () => {
  const { billingA } = test.sandbox
  const before = (await revenueOf(1)).lifetimeRevenue
  const once = billingA.pay('cus_0002', 25_000)
  await test.sync('billing-a')
  expect((await revenueOf(1)).lifetimeRevenue).toBe(before + 25_000)

  const ofInvoice = billingA.charges.find((charge) => charge['customer'] === 'cus_0002' && charge !== once)!
  billingA.refund(ofInvoice.id, 1_000)
  billingA.refund(once.id, 5_000)
  await test.sync('billing-a')
  expect((await revenueOf(1)).lifetimeRevenue).toBe(before + 19_000)

  // An event of a dispute names its charge alone.
  billingA.dispute(billingA.pay('cus_0002', 700).id, 'lost')
  billingA.dispute(billingA.pay('cus_0002', 300).id, 'won')
  await test.sync('billing-a')
  expect((await revenueOf(1)).lifetimeRevenue).toBe(before + 19_300)
})

it('a customer of two currencies has two active subscriptions', async () => {
  const { billingA } = test.sandbox
  const [subscription] = billingA.subscriptions.filter((one) => one['customer'] === 'cus_0002')
  const another = { ...structuredClone(subscription!), id: 'sub_more', currency: 'jpy' }
  billingA.subscriptions.unshift(another)
  billingA.emit('customer.subscription.created', another)
  await test.sync('billing-a')
  expect(await revenueOf(1)).toMatchObject({ activeSubscriptions: 2 })
})

it('a key that may not read charges is refused, with the rights that it needs', async () => {
  const { billingA } = test.sandbox
  billingA.fault = ({ path }) =>
    path === '/v1/charges' ? { status: 403, body: { error: { message: 'no access' } } } : null
  const { body } = await test.ask('POST', '/api/integrations/connect', {
    provider: 'billing-a',
    config: { apiKey: billingA.apiKey },
    force: true,
  })
  billingA.fault = () => null
  expect(body['error']).toContain('charges and refunds')
})
