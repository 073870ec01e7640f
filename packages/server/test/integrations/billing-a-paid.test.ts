// What was paid to billing-a: invoices and one-off payments, less what went back, by the day each happened.
import { expect, it } from 'vitest'
import { paidByDay } from '../../src/integrations/providers/billing-a-paid.ts'

const at = (day: string) => Date.parse(`${day}T10:00:00Z`) / 1_000
type Fields = Record<string, unknown>

const charge = (id: string, day: string, amount: number, fields: Fields = {}) => ({
  id,
  status: 'succeeded',
  captured: true,
  currency: 'usd',
  created: at(day),
  amount,
  amount_captured: amount,
  payment_intent: `pi_${id}`,
  ...fields,
})
const refund = (day: string, amount: number, fields: Fields = {}) => ({
  status: 'succeeded',
  currency: 'usd',
  created: at(day),
  amount,
  ...fields,
})
const invoice = (id: string, day: string, amount: number, payments: object[] = [], fields: Fields = {}) => ({
  id,
  status: 'paid',
  currency: 'usd',
  created: at(day),
  amount_paid: amount,
  status_transitions: { paid_at: at(day) },
  payments: { data: payments },
  ...fields,
})
const payment = (by: object, day: string, amount: number, fields: Fields = {}) => ({
  status: 'paid',
  amount_paid: amount,
  payment: by,
  status_transitions: { paid_at: at(day) },
  ...fields,
})
const paid = (invoices: object[], charges: object[]) =>
  Object.fromEntries(
    [...paidByDay(invoices as Fields[], charges as Fields[])].map(([currency, days]) => [
      currency,
      Object.fromEntries(days),
    ]),
  )

it('a charge without an invoice is revenue, one of an invoice counts once, by payment intent or by charge', () => {
  const invoices = [
    invoice('in_1', '2026-03-02', 4_000, [payment({ payment_intent: 'pi_a' }, '2026-03-02', 4_000)]),
    invoice('in_2', '2026-03-03', 700, [payment({ charge: 'b' }, '2026-03-03', 700)]),
    invoice('in_3', '2026-03-04', 300),
  ]
  const charges = [
    charge('a', '2026-03-02', 4_000),
    charge('b', '2026-03-03', 700, { payment_intent: null }),
    charge('once', '2026-03-05', 25_000),
    charge('old', '2026-03-06', 100, { invoice: 'in_0' }),
    charge('held', '2026-03-06', 900, { captured: false, amount_captured: 0 }),
    charge('failed', '2026-03-06', 900, { status: 'failed' }),
  ]
  expect(paid(invoices, charges)).toEqual({
    USD: { '2026-03-02': 4_000, '2026-03-03': 700, '2026-03-04': 300, '2026-03-05': 25_000 },
  })
})

it('refunds and lost disputes take off on their own day, whatever they are of', () => {
  const refunds = {
    data: [
      refund('2026-04-10', 1_000),
      refund('2026-04-11', 200, { status: 'pending' }),
      refund('2026-04-12', 999, { status: 'failed' }),
    ],
  }
  const disputes = [
    refund('2026-05-01', 800, { status: 'lost' }),
    refund('2026-05-02', 800, { status: 'won' }),
  ]
  const invoices = [
    invoice('in_1', '2026-03-02', 4_000, [payment({ payment_intent: 'pi_a' }, '2026-03-02', 4_000)]),
  ]
  const charges = [
    charge('a', '2026-03-02', 4_000, { refunds }),
    charge('b', '2026-03-02', 800, { disputes }),
  ]
  expect(paid(invoices, charges)).toEqual({
    USD: { '2026-03-02': 4_800, '2026-04-10': -1_000, '2026-04-11': -200, '2026-05-01': -800 },
  })
})

it('a credit note and the refund that it stands for are taken off once', () => {
  const credited = { post_payment_credit_notes_amount: 1_500 }
  const payments = [payment({ payment_intent: 'pi_a' }, '2026-03-02', 4_000)]
  const refunds = { data: [refund('2026-04-10', 1_000)] }
  expect(
    paid(
      [invoice('in_1', '2026-03-02', 4_000, payments, credited)],
      [charge('a', '2026-03-02', 4_000, { refunds })],
    ),
  ).toEqual({ USD: { '2026-03-02': 3_500, '2026-04-10': -1_000 } })
})

it('an invoice that is paid in parts counts by the day of each, also while it is open', () => {
  const parts = [
    payment({ payment_intent: 'pi_a' }, '2026-03-02', 1_000),
    payment({ payment_intent: 'pi_b' }, '2026-03-20', 2_000),
    payment({ payment_intent: 'pi_c' }, '2026-03-21', 2_000, { status: 'canceled' }),
  ]
  const charges = [charge('a', '2026-03-02', 1_000), charge('b', '2026-03-20', 2_000)]
  const open = { status: 'open', amount_paid: 3_000, status_transitions: { paid_at: null } }
  const counted = { '2026-03-02': 1_000, '2026-03-20': 2_000 }
  expect(paid([invoice('in_1', '2026-03-01', 0, parts, open)], charges)).toEqual({ USD: counted })
  // The rest was paid outside of the service.
  expect(paid([invoice('in_1', '2026-03-25', 5_000, parts)], charges)).toEqual({
    USD: { ...counted, '2026-03-25': 2_000 },
  })
})

it('each currency counts by itself, in hundredths', () => {
  const charges = [
    charge('a', '2026-03-02', 1_000, { currency: 'jpy' }),
    charge('b', '2026-03-02', 1_000, { currency: 'kwd' }),
  ]
  expect(paid([], charges)).toEqual({ JPY: { '2026-03-02': 100_000 }, KWD: { '2026-03-02': 100 } })
})
