import { createHmac } from 'node:crypto'
import type { Call, Handler, Reply } from '../http.ts'
import type { SentWebhook } from '../webhooks.ts'
import { pageAfter } from '../paging.ts'
import type { World } from '../world.ts'

type Thing = Record<string, unknown> & { id: string; created: number }

/** Plays the Stripe API, version 2025-03-31.basil: customers, subscriptions, invoices and their payments, charges, refunds, disputes, events, signed webhooks. */
export interface BillingA {
  handler: Handler
  /** The restricted key that it takes. */
  apiKey: string
  customers: Thing[]
  subscriptions: Thing[]
  invoices: Thing[]
  /** Prorations that no invoice has yet. */
  invoiceItems: Thing[]
  charges: Thing[]
  refunds: Thing[]
  disputes: Thing[]
  events: Thing[]
  /** Takes a one-off payment, which no invoice stands for. */
  pay(customerId: string, amount: number, at?: number): Thing
  /** Gives a part of a charge back. */
  refund(chargeId: string, amount: number, at?: number): Thing
  /** Ends a dispute about a whole charge. */
  dispute(chargeId: string, status: 'lost' | 'won', at?: number): Thing
  /** Notes that something changed, as the service does: an event, newest first. */
  emit(type: string, object: Thing): Thing
  /** The webhook of an event, signed with each secret. Default: the newest event, now. */
  webhook(secrets: readonly string[], options?: { event?: object; seconds?: number }): SentWebhook
  /** Ends a subscription now. */
  cancel(subscriptionId: string): void
  /** Takes a customer away. */
  remove(customerId: string): void
}

const day = 86_400

export function playBillingA(world: World, { apiKey = 'rk_test_sandbox' } = {}): BillingA {
  const now = Math.floor(world.now / 1_000)
  const customers: Thing[] = []
  const subscriptions: Thing[] = []
  const invoices: Thing[] = []
  const invoiceItems: Thing[] = []
  const charges: Thing[] = []
  const refunds: Thing[] = []
  const disputes: Thing[] = []
  const events: Thing[] = []
  for (const company of world.companies) {
    const number = String(company.index + 1).padStart(4, '0')
    const created = now - 730 * day + company.index * 3 * day
    const customer: Thing = {
      id: `cus_${number}`,
      object: 'customer',
      created,
      email: company.people[0]!.email,
      name: company.name,
      currency: company.index % 5 === 0 ? 'eur' : 'usd',
      delinquent: false,
      metadata: {},
    }
    customers.unshift(customer)
    if (company.index % 19 === 18) continue
    const subscription = subscriptionOf(company.index, customer, now)
    subscriptions.unshift(subscription)
    invoices.push(...invoicesOf(subscription, now))
  }
  invoices.sort((left, right) => right.created - left.created || right.id.localeCompare(left.id))
  const clock = () => Math.floor(Date.now() / 1_000)
  const addCharge = (customer: unknown, currency: unknown, amount: number, created: number): Thing => {
    const number = String(charges.length + 1).padStart(6, '0')
    const charge = {
      id: `ch_${number}`,
      object: 'charge',
      created,
      customer,
      currency,
      amount,
      amount_captured: amount,
      amount_refunded: 0,
      captured: true,
      disputed: false,
      paid: true,
      payment_intent: `pi_${number}`,
      status: 'succeeded',
    }
    charges.unshift(charge)
    return charge
  }
  for (const invoice of invoices.toReversed())
    if (invoice['status'] === 'paid')
      invoice['paidBy'] = addCharge(
        invoice['customer'],
        invoice['currency'],
        invoice['amount_paid'] as number,
        (invoice['status_transitions'] as { paid_at: number }).paid_at,
      )

  const billing: BillingA = {
    apiKey,
    customers,
    subscriptions,
    invoices,
    invoiceItems,
    charges,
    refunds,
    disputes,
    events,
    emit(type, object) {
      const event: Thing = {
        id: `evt_${String(events.length + 1).padStart(6, '0')}`,
        object: 'event',
        api_version: '2025-03-31.basil',
        created: clock(),
        type,
        data: { object: structuredClone(object) },
      }
      events.unshift(event)
      return event
    },
    webhook(
      secrets,
      { event = events[0] ?? billing.emit('customer.updated', customers[0]!), seconds = clock() } = {},
    ) {
      const body = JSON.stringify(event)
      return { body, headers: { 'stripe-signature': signBillingA(body, secrets, seconds) } }
    },
    pay(customerId, amount, at = clock()) {
      const customer = customers.find(({ id }) => id === customerId)!
      const charge = addCharge(customerId, customer['currency'], amount, at)
      billing.emit('charge.succeeded', charge)
      return charge
    },
    refund(chargeId, amount, at = clock()) {
      const charge = charges.find(({ id }) => id === chargeId)!
      const { currency, payment_intent } = charge
      charge['amount_refunded'] = Number(charge['amount_refunded']) + amount
      const id = `re_${String(refunds.length + 1).padStart(6, '0')}`
      const object = 'refund'
      const refund = {
        id,
        object,
        created: at,
        amount,
        currency,
        charge: chargeId,
        payment_intent,
        status: 'succeeded',
      }
      refunds.unshift(refund)
      billing.emit('charge.refunded', charge)
      return refund
    },
    dispute(chargeId, status, at = clock()) {
      const charge = charges.find(({ id }) => id === chargeId)!
      const { currency, amount, payment_intent } = charge
      charge['disputed'] = true
      const id = `dp_${String(disputes.length + 1).padStart(6, '0')}`
      const dispute = {
        id,
        object: 'dispute',
        created: at,
        amount,
        currency,
        charge: chargeId,
        payment_intent,
        status,
      }
      disputes.unshift(dispute)
      billing.emit('charge.dispute.closed', dispute)
      return dispute
    },
    cancel(subscriptionId) {
      const subscription = subscriptions.find(({ id }) => id === subscriptionId)!
      Object.assign(subscription, { status: 'canceled', canceled_at: clock(), ended_at: clock() })
      billing.emit('customer.subscription.deleted', subscription)
    },
    remove(customerId) {
      const index = customers.findIndex(({ id }) => id === customerId)
      const [customer] = customers.splice(index, 1)
      billing.emit('customer.deleted', customer!)
    },
    handler: (call) => answer(call),
  }

  function answer({ method, path, query, headers }: Call): Reply {
    const [, credentials = ''] = /^Bearer (.*)$/.exec(String(headers['authorization'] ?? '')) ?? []
    if (credentials !== apiKey)
      return failure(401, 'invalid_request_error', `Invalid API Key provided: ${credentials}`)
    const [, version, collection = '', id, sub] = path.split('/')
    if (method !== 'GET' || version !== 'v1')
      return failure(404, 'invalid_request_error', `Unrecognized request URL`)
    if (collection === 'customers' && id !== undefined) {
      const customer = customers.find((one) => one.id === id)
      if (customer === undefined) return { status: 200, body: { id, object: 'customer', deleted: true } }
      return { status: 200, body: customer }
    }
    if (collection === 'invoices' && sub === 'lines') {
      const lines = invoices.find((one) => one.id === id)?.['lines'] as { data: Thing[] }
      return list(lines.data, query, path)
    }
    const expanded = [...query].flatMap(([name, value]) => (/^expand\[\d*\]$/.test(name) ? [value] : []))
    const by = (field: string) => (thing: Thing) => !query.has(field) || thing[field] === query.get(field)
    const whole = (items: readonly unknown[]) => ({ object: 'list', data: items, has_more: false })
    if (id !== undefined && (collection === 'charges' || collection === 'subscriptions')) {
      const found = { charges, subscriptions }[collection].find((one) => one.id === id)
      return found === undefined
        ? failure(404, 'invalid_request_error', `No such ${collection.slice(0, -1)}: '${id}'`, 'id')
        : { status: 200, body: found }
    }
    const ofCustomer = (thing: Thing) => !query.has('customer') || thing['customer'] === query.get('customer')
    switch (collection) {
      case 'customers':
        return list(customers, query, path)
      case 'subscriptions': {
        const wanted = query.get('status') ?? ''
        const isWanted = ({ status }: Thing) =>
          wanted === '' ? status !== 'canceled' : wanted === 'all' || status === wanted
        return list(subscriptions.filter(ofCustomer).filter(isWanted), query, path)
      }
      case 'invoices':
        return list(
          invoices
            .filter(ofCustomer)
            .map(({ paidBy, ...invoice }) =>
              expanded.includes('data.payments')
                ? { ...(invoice as Thing), payments: whole(paymentsOf({ ...(invoice as Thing), paidBy })) }
                : (invoice as Thing),
            ),
          query,
          path,
        )
      case 'invoice_payments':
        return list(
          invoices.filter(({ id: one }) => one === query.get('invoice')).flatMap(paymentsOf),
          query,
          path,
        )
      case 'invoiceitems':
        return list(invoiceItems.filter(ofCustomer), query, path)
      case 'charges':
        return list(
          charges
            .filter(ofCustomer)
            .map((charge) =>
              expanded.includes('data.refunds')
                ? { ...charge, refunds: whole(refunds.filter((one) => one['charge'] === charge.id)) }
                : charge,
            ),
          query,
          path,
        )
      case 'refunds':
        return list(refunds.filter(by('charge')), query, path)
      case 'disputes':
        return list(disputes.filter(by('charge')), query, path)
      case 'events': {
        const from = Number(query.get('created[gte]') ?? 0)
        return list(
          events.filter(({ created }) => created >= from),
          query,
          path,
        )
      }
    }
    return failure(404, 'invalid_request_error', `Unrecognized request URL (GET: ${path})`)
  }
  return billing
}

/** An invoice was paid by one charge, or is open. */
function paymentsOf({ id, paidBy, currency, amount_paid, created }: Thing): Thing[] {
  if (paidBy === undefined) return []
  const { payment_intent, created: paidAt } = paidBy as Thing
  return [
    {
      id: `inpay_${id.slice(3)}`,
      object: 'invoice_payment',
      created,
      amount_paid,
      amount_requested: amount_paid,
      currency,
      invoice: id,
      is_default: true,
      payment: { type: 'payment_intent', payment_intent },
      status: 'paid',
      status_transitions: { paid_at: paidAt, canceled_at: null },
    },
  ]
}

function list(items: readonly Thing[], query: URLSearchParams, url: string): Reply {
  const limit = Number(query.get('limit') ?? 10)
  if (!(limit >= 1 && limit <= 100))
    return failure(400, 'invalid_request_error', 'This value must be from 1 to 100.', 'limit')
  const page = pageAfter(items, { after: query.get('starting_after'), limit })
  if (page === null)
    return failure(
      400,
      'invalid_request_error',
      `No such object: '${query.get('starting_after')}'`,
      'starting_after',
    )
  return { status: 200, body: { object: 'list', url, data: page.data, has_more: page.hasMore } }
}

function failure(status: number, type: string, message: string, param?: string): Reply {
  return { status, body: { error: { type, message, ...(param && { param, code: 'resource_missing' }) } } }
}

const month = 30 * day

function subscriptionOf(index: number, customer: Thing, now: number): Thing {
  const isYearly = index % 4 === 3
  const unit = [4_900, 9_900, 19_900][index % 3]! * (isYearly ? 10 : 1)
  const period = isYearly ? 365 * day : month
  const start = customer.created + 5 * day
  const isTrialing = index % 13 === 12
  const isCanceled = !isTrialing && index % 11 === 10
  const isPastDue = !isTrialing && !isCanceled && index % 17 === 16
  const begun = isTrialing ? now - 3 * day : start
  const current = begun + Math.floor((now - begun) / period) * period
  const status = isTrialing ? 'trialing' : isCanceled ? 'canceled' : isPastDue ? 'past_due' : 'active'
  const ended = isCanceled ? Math.min(start + 4 * period, now - 40 * day) : null
  const id = `sub_${customer.id.slice(4)}`
  const coupon = { id: 'twenty', object: 'coupon', percent_off: 20, amount_off: null, duration: 'forever' }
  return {
    id,
    object: 'subscription',
    created: begun,
    customer: customer.id,
    currency: customer['currency'],
    status,
    start_date: begun,
    trial_start: isTrialing ? begun : null,
    trial_end: isTrialing ? begun + 14 * day : null,
    canceled_at: ended,
    ended_at: ended,
    pause_collection: null,
    discounts: index % 7 === 6 ? [{ id: `di_${id}`, object: 'discount', coupon, end: null }] : [],
    items: {
      object: 'list',
      has_more: false,
      data: [
        {
          id: `si_${id}`,
          object: 'subscription_item',
          created: begun,
          quantity: (index % 8) + 1,
          current_period_start: current,
          current_period_end: current + period,
          price: {
            id: `price_${unit}`,
            object: 'price',
            nickname: ['Starter', 'Team', 'Scale'][index % 3],
            currency: customer['currency'],
            unit_amount: unit,
            unit_amount_decimal: String(unit),
            recurring: { interval: isYearly ? 'year' : 'month', interval_count: 1, usage_type: 'licensed' },
          },
        },
      ],
    },
  }
}

function invoicesOf(subscription: Thing, now: number): Thing[] {
  if (subscription['status'] === 'trialing') return []
  const [item] = (subscription['items'] as { data: Record<string, unknown>[] }).data
  const price = item!['price'] as { unit_amount: number; recurring: { interval: string } }
  const isYearly = price.recurring.interval === 'year'
  const period = isYearly ? 365 * day : month
  const amount = price.unit_amount * (item!['quantity'] as number)
  const off = (subscription['discounts'] as unknown[]).length > 0 ? Math.round(amount * 0.2) : 0
  const until = (subscription['ended_at'] as number | null) ?? now
  const invoices: Thing[] = []
  for (let start = subscription.created; start < until; start += period) {
    const isLast = start + period >= until
    const isOpen = isLast && subscription['status'] === 'past_due'
    const id = `in_${subscription.id.slice(4)}_${String(invoices.length + 1).padStart(3, '0')}`
    invoices.push({
      id,
      object: 'invoice',
      created: start,
      customer: subscription['customer'],
      currency: subscription['currency'],
      status: isOpen ? 'open' : 'paid',
      amount_due: amount - off,
      amount_paid: isOpen ? 0 : amount - off,
      post_payment_credit_notes_amount: 0,
      status_transitions: { finalized_at: start, paid_at: isOpen ? null : start + 3_600 },
      lines: {
        object: 'list',
        has_more: false,
        data: [
          {
            id: `il_${id}`,
            object: 'line_item',
            created: start,
            amount,
            currency: subscription['currency'],
            quantity: item!['quantity'],
            discount_amounts: off === 0 ? [] : [{ amount: off, discount: `di_${subscription.id}` }],
            period: { start, end: start + period },
            parent: {
              type: 'subscription_item_details',
              subscription_item_details: {
                subscription: subscription.id,
                subscription_item: item!['id'],
                proration: false,
              },
            },
          },
        ],
      },
    })
  }
  return invoices
}

/** The header that comes with a webhook: `t=…,v1=…`, one v1 for each secret. */
export function signBillingA(payload: string, secrets: readonly string[], seconds: number): string {
  const signatures = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')}`,
  )
  return [`t=${seconds}`, ...signatures].join(',')
}
