// The sandbox is held to the real service by its official client.
import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signBillingA } from '../../../../examples/provider-sandbox/src/providers/billing-a.ts'
import { type Sandbox, startSandbox } from '../../../../examples/provider-sandbox/src/sandbox.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ companies: 130 })
})
afterAll(() => sandbox.close())

const client = (apiKey = sandbox.billingA.apiKey) => {
  const { hostname, port } = new URL(sandbox.billingA.origin)
  return new Stripe(apiKey, {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  })
}

it('lists page by page', async () => {
  const ids: string[] = []
  for await (const customer of client().customers.list({ limit: 50 })) ids.push(customer.id)
  expect(ids).toHaveLength(130)
  expect(new Set(ids).size).toBe(130)
  const { data } = await client().subscriptions.list({
    customer: 'cus_0002',
    status: 'all',
    expand: ['data.discounts'],
  })
  expect(data[0]).toMatchObject({ status: 'active', items: { data: [{ quantity: 2 }] } })
  const invoices = await client().invoices.list({ customer: 'cus_0002' }).autoPagingToArray({ limit: 1_000 })
  expect(invoices.length).toBeGreaterThan(10)
  expect(invoices[0]!.lines.data[0]!.parent?.subscription_item_details?.subscription).toBe('sub_0002')
})

it('answers with errors that the client knows', async () => {
  await expect(client('rk_test_wrong').customers.list()).rejects.toBeInstanceOf(
    Stripe.errors.StripeAuthenticationError,
  )
  await expect(client().customers.list({ starting_after: 'cus_gone' })).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    param: 'starting_after',
  })
  sandbox.billingA.fault = () => ({
    status: 429,
    body: { error: { type: 'invalid_request_error', message: 'slow' } },
  })
  await expect(client().events.list()).rejects.toBeInstanceOf(Stripe.errors.StripeRateLimitError)
  sandbox.billingA.fault = () => null
})

it('says that a customer is deleted, and what happened', async () => {
  sandbox.billingA.remove('cus_0009')
  expect(await client().customers.retrieve('cus_0009')).toMatchObject({ deleted: true })
  const { data } = await client().events.list({ created: { gte: Math.floor(Date.now() / 1_000) - 60 } })
  expect(data[0]).toMatchObject({ type: 'customer.deleted', data: { object: { id: 'cus_0009' } } })
})

it('tells what was paid without an invoice, by which charge an invoice was paid, and what went back', async () => {
  const { billingA } = sandbox
  const once = billingA.pay('cus_0003', 25_000)
  const [invoice] = await client()
    .invoices.list({ customer: 'cus_0003', expand: ['data.payments'] })
    .then(({ data }) => data)
  const [payment] = invoice!.payments!.data
  expect(payment).toMatchObject({ status: 'paid', invoice: invoice!.id, amount_paid: invoice!.amount_paid })
  const listed = await client().invoicePayments.list({ invoice: invoice!.id })
  expect(listed.data).toMatchObject([{ payment: payment!.payment }])
  const refund = billingA.refund(once.id, 5_000)
  billingA.dispute(once.id, 'lost')
  const charges = await client().charges.list({ customer: 'cus_0003', expand: ['data.refunds'] })
  expect(charges.data[0]).toMatchObject({
    id: once.id,
    amount_refunded: 5_000,
    disputed: true,
    refunds: { data: [{ id: refund.id, amount: 5_000 }] },
  })
  expect(charges.data.map(({ payment_intent: id }) => id)).toContain(payment!.payment.payment_intent)
  expect((await client().disputes.list({ charge: once.id })).data).toMatchObject([{ status: 'lost' }])
  expect((await client().refunds.list({ charge: once.id })).data).toMatchObject([{ id: refund.id }])
  expect((await client().charges.retrieve(once.id)).customer).toBe('cus_0003')
})

it('signs webhooks', () => {
  const payload = JSON.stringify(sandbox.billingA.events[0])
  const header = signBillingA(payload, ['whsec_one', 'whsec_two'], Math.floor(Date.now() / 1_000))
  for (const secret of ['whsec_one', 'whsec_two'])
    expect(client().webhooks.constructEvent(payload, header, secret)).toMatchObject({ object: 'event' })
  expect(() => client().webhooks.constructEvent(`${payload} `, header, 'whsec_one')).toThrow('signature')
})
