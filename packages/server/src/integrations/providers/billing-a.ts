import { isJsonObject } from '@customer-intel/contract'
import {
  emailOf,
  idOf,
  isoOf,
  listIn,
  objectOf,
  objectsOf,
  numberOf,
  present,
  requireId,
  textOf,
} from '../fields.ts'
import { eachPage } from '../each-page.ts'
import { fetchEach } from '../fetch-each.ts'
import { inParallel } from '../in-parallel.ts'
import type {
  Answer,
  StreamRequest,
  MappedRecord,
  StreamPage,
  Provider,
  ProviderApi,
  Query,
} from '../provider.ts'
import { isTimeSigned } from '../webhooks/signatures.ts'
import type { Webhook } from '../webhooks/webhook.ts'
import { webhookStep } from '../webhooks/webhook-step.ts'
import { ProviderProblem } from '../provider-problem.ts'
import { billingDays } from './billing-a-days.ts'

/** Events are kept for 30 days (docs.stripe.com/api/events). */
const eventsKeptMs = 29 * 86_400_000
const customersPerPage = 25
const eventsPerPage = 100
/** Concurrent requests: the service allows 25 per second in test mode. */
const parallel = 4

/** Charges and refunds are one right at the service. */
const rights = 'customers, subscriptions, invoices, charges and refunds, disputes and events'

const webhook: Webhook = {
  secretOf: 'provider',
  requiredEvents: [
    'customer.created',
    'customer.updated',
    'customer.deleted',
    'customer.subscription.created',
    'customer.subscription.updated',
    'customer.subscription.deleted',
    'customer.subscription.paused',
    'customer.subscription.resumed',
    'invoice.finalized',
    'invoice.paid',
    'invoice.voided',
    'invoice.marked_uncollectible',
    'charge.succeeded',
    'charge.captured',
    'charge.refunded',
    'charge.dispute.closed',
    'refund.failed',
    'credit_note.created',
  ],
  docsUrl: 'https://docs.stripe.com/webhooks',
  isSigned: (received, secrets) => isTimeSigned(received, secrets, 'stripe-signature'),
  idOf: ({ id }) => idOf(id),
  concerns: (event) => {
    const id = customerOfEvent(event)
    return id === null ? null : [{ model: 'BillingCustomer', id }]
  },
}

/** Uses the Stripe API, version 2025-03-31.basil. */
export const billingA: Provider = {
  id: 'billing-a',
  name: 'Billing A',
  category: 'billing',
  service: { name: 'Stripe', website: 'https://stripe.com' },
  brings:
    'billing status, monthly revenue with its history, what was paid, active subscriptions, and the people who pay',
  rights: [
    'Customers: read',
    'Subscriptions: read',
    'Invoices: read',
    'Charges and Refunds: read',
    'Disputes: read',
    'Events: read',
  ],
  cliName: 'billing-a',
  auth: {
    kind: 'key',
    credentialType: 'api_key',
    fields: [
      {
        key: 'apiKey',
        label: 'API Key',
        secret: true,
        help: 'In the dashboard under Developers, API keys: create a restricted key with these rights. It begins with rk_.',
        check: (value) =>
          /^rk_[A-Za-z0-9_]{5,}$/.test(value)
            ? null
            : `must be a restricted key (rk_…) with read access to ${rights}`,
      },
    ],
  },
  origin: 'https://api.stripe.com',
  headers: ({ apiKey }) => ({
    authorization: `Bearer ${apiKey}`,
    'stripe-version': '2025-03-31.basil',
  }),
  errors: [
    // A lock timeout at the service, over within moments.
    { when: ({ status }) => status === 409, action: 'retry' },
    {
      when: ({ status }) => status === 403,
      action: 'permission',
      remedy: `give the restricted key read access to ${rights}`,
    },
    {
      // The object that the page was to start after was deleted meanwhile.
      when: ({ status, json }) =>
        status === 400 &&
        isJsonObject(json) &&
        (json['error'] as Answer | undefined)?.['param'] === 'starting_after',
      action: 'restart',
    },
  ],
  check: (api) =>
    Promise.all(
      ['customers', 'subscriptions', 'invoices', 'charges', 'disputes', 'events'].map(async (name) =>
        listIn(await api.get(`/v1/${name}`, { limit: 1 }), 'data'),
      ),
    ),
  everyMs: 15 * 60_000,
  webhook,
  steps: [webhookStep(webhook)],
  notes: ['Usage-based prices count as what they were last invoiced at.'],
  streams: [
    {
      model: 'BillingCustomer',
      cursor: { kind: 'time', overlapMs: 10 * 60_000 },
      // Deletions are reported by events, which are kept for a month.
      wholeWalkEveryMs: 30 * 86_400_000,
      perPage: customersPerPage,
      fetchOne: fetchCustomer,
      fetch: (api, request) =>
        request.since === null ? fetchAll(api, request) : fetchChanged(api, request, request.since),
      idOf: (item) => requireId(objectOf(item)['customer']),
      map: (item, { now }) => mapCustomer(objectOf(item), now),
    },
  ],
}

async function fetchAll(
  api: ProviderApi,
  { page, startedAt, limit = customersPerPage }: StreamRequest,
): Promise<StreamPage> {
  const answer = await api.get('/v1/customers', { limit, starting_after: page })
  const customers = listIn(answer, 'data')
  return {
    items: await fetchEach(
      parallel,
      customers,
      (customer) => requireId(customer),
      (customer) => withBills(api, customer),
    ),
    next: answer['has_more'] === true ? requireId(customers.at(-1)) : null,
    cursor: new Date(startedAt).toISOString(),
  }
}

/** The service's events tell which customers changed; each is fetched in its current state. */
async function fetchChanged(
  api: ProviderApi,
  { page, startedAt, limit = customersPerPage }: StreamRequest,
  since: string,
): Promise<StreamPage> {
  const from = Date.parse(since)
  if (startedAt - from > eventsKeptMs)
    throw new ProviderProblem('restart', 'What changed is not kept for so long by the provider')
  const answer = await api.get('/v1/events', {
    'created[gte]': Math.floor(from / 1_000),
    limit: limit < customersPerPage ? limit : eventsPerPage,
    starting_after: page,
  })
  const events = listIn(answer, 'data')
  const ids = new Set(events.flatMap((event) => customerOfEvent(event) ?? []))
  const charges = new Set(events.flatMap((event) => chargeOfEvent(event) ?? []))
  await inParallel(parallel, [...charges], async (id) => {
    const charge = await api.find(`/v1/charges/${encodeURIComponent(id)}`)
    const customer = idOf(charge?.['customer'])
    if (customer !== null) ids.add(customer)
  })
  return {
    items: (await fetchEach(parallel, [...ids], String, (id) => fetchCustomer(api, id))).filter(
      (item) => item !== null,
    ),
    next: answer['has_more'] === true ? requireId(events.at(-1)) : null,
    cursor: new Date(startedAt).toISOString(),
  }
}

/** A deleted one is marked as deleted; null: there never was one. */
async function fetchCustomer(api: ProviderApi, id: string): Promise<Answer | null> {
  const customer = await api.find(`/v1/customers/${encodeURIComponent(id)}`)
  return customer === null ? null : withBills(api, customer)
}

/** The id of the customer that an event is about; null for none. */
function customerOfEvent(event: unknown): string | null {
  const data = isJsonObject(event) && isJsonObject(event['data']) ? event['data']['object'] : null
  if (!isJsonObject(data)) return null
  const { object, id, customer } = data
  const found = object === 'customer' ? id : isJsonObject(customer) ? customer['id'] : customer
  return typeof found === 'string' && found.startsWith('cus_') ? found : null
}

/** The charge of a dispute or refund, which don't say whose they are; null for other events. */
function chargeOfEvent(event: unknown): string | null {
  const data = isJsonObject(event) && isJsonObject(event['data']) ? event['data']['object'] : null
  const { object, charge, customer } = isJsonObject(data) ? data : {}
  return (object === 'dispute' || object === 'refund') && !customer ? idOf(charge) : null
}

/** A customer with their billing data; one without an id, or a deleted one, has none. */
async function withBills(api: ProviderApi, customer: unknown): Promise<Answer> {
  const id = isJsonObject(customer) && customer['deleted'] !== true ? idOf(customer['id']) : null
  if (id === null) return { customer, subscriptions: [], invoices: [], pendingItems: [], charges: [] }
  const [subscriptions, invoices, pendingItems, charges] = await Promise.all([
    listAll(api, '/v1/subscriptions', { customer: id, status: 'all', 'expand[]': expandedOfSubscriptions }),
    listAll(api, '/v1/invoices', { customer: id, 'expand[]': ['data.payments', 'data.discounts'] }),
    listAll(api, '/v1/invoiceitems', { customer: id, pending: true }, { optional: true }),
    listAll(api, '/v1/charges', { customer: id, 'expand[]': ['data.refunds'] }),
  ])
  for (const subscription of subscriptions) await completeItems(api, subscription)
  for (const invoice of invoices) {
    await complete(api, invoice, 'lines', `/v1/invoices/${encodeURIComponent(requireId(invoice))}/lines`, {})
    await complete(api, invoice, 'payments', '/v1/invoice_payments', { invoice: requireId(invoice) })
  }
  for (const charge of charges) {
    const query = { charge: requireId(charge) }
    if (numberOf(charge['amount_refunded']) !== 0)
      await complete(api, charge, 'refunds', '/v1/refunds', query)
    if (charge['disputed'] === true) charge['disputes'] = await listAll(api, '/v1/disputes', query)
  }
  return { customer, subscriptions, invoices, pendingItems, charges }
}

/** The service expands four levels at most: tiers of prices come with the subscription alone. */
const expandedOfSubscriptions = ['data.discounts', 'data.items.data.discounts']

async function completeItems(api: ProviderApi, subscription: Answer): Promise<void> {
  const id = requireId(subscription)
  await complete(api, subscription, 'items', '/v1/subscription_items', { subscription: id })
  const items = objectsOf((subscription['items'] as Answer)['data']) ?? []
  const isTiered = ({ price }: Answer) =>
    isJsonObject(price) && price['billing_scheme'] === 'tiered' && !Array.isArray(price['tiers'])
  if (!items.some(isTiered) || subscription['status'] === 'canceled') return
  const found = await api.find(`/v1/subscriptions/${encodeURIComponent(id)}`, {
    'expand[]': ['items.data.price.tiers'],
  })
  const priced = objectsOf((found?.['items'] as Answer | undefined)?.['data']) ?? []
  const prices = new Map(priced.map((item) => [idOf(item['id']), item['price']]))
  for (const item of items) item['price'] = prices.get(idOf(item['id'])) ?? item['price']
}

/** Lists an object's own list as a whole, where the object has a part of it or none. */
async function complete(
  api: ProviderApi,
  of: Answer,
  field: string,
  path: string,
  query: Query,
): Promise<void> {
  const held = of[field]
  if (isJsonObject(held) && Array.isArray(held['data']) && held['has_more'] !== true) return
  of[field] = { data: await listAll(api, path, query) }
}

/** `optional`: not found means that there is nothing of it. */
async function listAll(
  api: ProviderApi,
  path: string,
  query: Query,
  { optional = false } = {},
): Promise<Answer[]> {
  const all: Answer[] = []
  const ask = (query: Query) => (optional ? api.find(path, query) : api.get(path, query))
  const pages = eachPage(
    `The list ${path}`,
    async (after) => (await ask({ ...query, limit: 100, starting_after: after })) ?? { data: [] },
    (answer) => (answer['has_more'] === true ? requireId(listIn(answer, 'data').at(-1)) : null),
  )
  for await (const answer of pages) all.push(...listIn(answer, 'data').map(objectOf))
  return all
}

function mapCustomer({ customer, ...bills }: Answer, now: number): MappedRecord[] {
  const { deleted, email, name, created, discount } = objectOf(customer)
  const account = requireId(customer)
  const address = emailOf(email)
  // Without other keys it is an account by its id at the provider.
  const reference = address === null ? { customerId: account } : { email: address }
  const billed = {
    subscriptions: objectsOf(bills['subscriptions']) ?? [],
    invoices: objectsOf(bills['invoices']) ?? [],
    pendingItems: objectsOf(bills['pendingItems']) ?? [],
    charges: objectsOf(bills['charges']) ?? [],
    discount,
  }
  const days = deleted === true ? [] : billingDays(billed, now)
  const known = present({ name: textOf(name, 300), createdAt: isoOf(created) })
  const records: MappedRecord[] = [{ kind: 'billing', account, customer: reference, days }]
  if (deleted === true) return records
  if (address !== null)
    records.push({
      kind: 'user',
      email: address,
      traits: { billingAccount: account },
      ...known,
    })
  else records.push({ kind: 'customer', customerId: account, ...known })
  return records
}
