import { isJsonObject } from '@customer-intel/contract'
import { emailOf, idOf, isoOf, listIn, objectOf, objectsOf, present, requireId, textOf } from '../fields.ts'
import { fetchEach } from '../fetch-each.ts'
import type { Answer, PageRequest, MappedRecord, Page, Provider, ProviderApi, Query } from '../provider.ts'
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
    'charge.refunded',
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
  cliName: 'billing-a',
  auth: {
    kind: 'key',
    credentialType: 'api_key',
    fields: [
      {
        key: 'apiKey',
        label: 'API Key',
        secret: true,
        check: (value) =>
          /^rk_[A-Za-z0-9_]{5,}$/.test(value)
            ? null
            : 'must be a restricted key (rk_…) with read access to customers, subscriptions, invoices and events',
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
      remedy: 'give the restricted key read access to customers, subscriptions, invoices and events',
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
      ['customers', 'subscriptions', 'invoices', 'events'].map(async (name) =>
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
  { page, startedAt, limit = customersPerPage }: PageRequest,
): Promise<Page> {
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
  { page, startedAt, limit = customersPerPage }: PageRequest,
  since: string,
): Promise<Page> {
  const from = Date.parse(since)
  if (startedAt - from > eventsKeptMs)
    throw new ProviderProblem('restart', 'What changed is not kept for so long by the provider')
  const answer = await api.get('/v1/events', {
    'created[gte]': Math.floor(from / 1_000),
    limit: limit < customersPerPage ? limit : eventsPerPage,
    starting_after: page,
  })
  const events = listIn(answer, 'data')
  const ids = [...new Set(events.flatMap((event) => customerOfEvent(event) ?? []))]
  return {
    items: (await fetchEach(parallel, ids, String, (id) => fetchCustomer(api, id))).filter(
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

/** A customer with their billing data; one without an id, or a deleted one, has none. */
async function withBills(api: ProviderApi, customer: unknown): Promise<Answer> {
  const id = isJsonObject(customer) && customer['deleted'] !== true ? idOf(customer['id']) : null
  if (id === null) return { customer, subscriptions: [], invoices: [] }
  const [subscriptions, invoices] = await Promise.all([
    listAll(api, '/v1/subscriptions', { customer: id, status: 'all', 'expand[]': ['data.discounts'] }),
    listAll(api, '/v1/invoices', { customer: id }),
  ])
  for (const invoice of invoices) {
    const lines = isJsonObject(invoice['lines']) ? invoice['lines'] : {}
    if (lines['has_more'] !== true) continue
    invoice['lines'] = {
      data: await listAll(api, `/v1/invoices/${encodeURIComponent(requireId(invoice))}/lines`, {}),
    }
  }
  return { customer, subscriptions, invoices }
}

async function listAll(api: ProviderApi, path: string, query: Query): Promise<Answer[]> {
  const all: Answer[] = []
  let after: string | null = null
  for (;;) {
    const answer: Answer = await api.get(path, { ...query, limit: 100, starting_after: after })
    const items = listIn(answer, 'data').map(objectOf)
    all.push(...items)
    if (answer['has_more'] !== true) return all
    const last = requireId(items.at(-1))
    if (last === after) throw new Error(`${path} goes on for ever`)
    after = last
  }
}

function mapCustomer({ customer, subscriptions, invoices }: Answer, now: number): MappedRecord[] {
  const { deleted, email, name, created } = objectOf(customer)
  const account = requireId(customer)
  const address = emailOf(email)
  // Without other keys it is an account by its id at the provider.
  const reference = address === null ? { customerId: account } : { email: address }
  const billed = { subscriptions: objectsOf(subscriptions) ?? [], invoices: objectsOf(invoices) ?? [] }
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
