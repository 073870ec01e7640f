import { idOf, numberOf, objectsOf, timeOf } from '../fields.ts'
import type { Answer } from '../provider.ts'
import { currencyOf, dayOf, minorToCents } from './billing-a-money.ts'

/** Amounts paid, in cents, by currency and day; negative on days with more refunds. */
export type PaidByDay = ReadonlyMap<string, ReadonlyMap<string, number>>

/**
 * What was paid: invoices, and charges without an invoice, by the day; less refunds and lost disputes, by the day each
 * happened. A credit note that no refund stands for counts on the day of the payment. Pure.
 */
export function paidByDay(invoices: readonly Answer[], charges: readonly Answer[]): PaidByDay {
  const paid = new Map<string, Map<string, number>>()
  const add = (value: unknown, at: number | null, amount: number) => {
    const cents = Math.round(minorToCents(amount, currencyOf(value)))
    if (at === null || cents === 0) return
    const days = paid.get(currencyOf(value)) ?? new Map<string, number>()
    paid.set(currencyOf(value), days)
    days.set(dayOf(at), (days.get(dayOf(at)) ?? 0) + cents)
  }
  const ofInvoice = new Map<string | null, Answer>()
  for (const invoice of invoices)
    for (const payment of paymentsOf(invoice)) ofInvoice.set(payment.id, invoice)

  const returned = new Map<Answer, number>()
  for (const charge of charges) {
    if (charge['status'] !== 'succeeded' || charge['captured'] === false) continue
    const { currency } = charge
    const invoice = ofInvoice.get(idOf(charge['payment_intent'])) ?? ofInvoice.get(idOf(charge['id']))
    const amount = numberOf(charge['amount_captured']) ?? numberOf(charge['amount']) ?? 0
    if (invoice === undefined && idOf(charge['invoice']) === null)
      add(currency, timeOf(charge['created']), amount)
    for (const back of returnsOf(charge)) {
      const sum = numberOf(back['amount']) ?? 0
      add(back['currency'] ?? currency, timeOf(back['created']) ?? timeOf(charge['created']), -sum)
      if (invoice !== undefined) returned.set(invoice, (returned.get(invoice) ?? 0) + sum)
    }
  }

  for (const invoice of invoices) {
    const { currency } = invoice
    const transitions = invoice['status_transitions'] as Answer | undefined
    const at = timeOf(transitions?.['paid_at']) ?? timeOf(invoice['created'])
    const isPaid = invoice['status'] === 'paid'
    let rest = isPaid ? (numberOf(invoice['amount_paid']) ?? 0) : Infinity
    for (const payment of paymentsOf(invoice)) {
      const amount = Math.min(payment.amount, rest)
      add(currency, payment.at ?? at, amount)
      rest -= amount
    }
    if (!isPaid) continue
    const credited = numberOf(invoice['post_payment_credit_notes_amount']) ?? 0
    add(currency, at, rest - Math.max(credited - (returned.get(invoice) ?? 0), 0))
  }
  return paid
}

/** What went back of a charge: refunds that didn't fail, and lost disputes. */
function returnsOf(charge: Answer): Answer[] {
  const refunds = objectsOf((charge['refunds'] as Answer | null | undefined)?.['data']) ?? []
  const disputes = objectsOf(charge['disputes']) ?? []
  return [
    ...refunds.filter(({ status }) => status !== 'failed' && status !== 'canceled'),
    ...disputes.filter(({ status }) => status === 'lost'),
  ].filter((one) => names(one['charge'], charge['id']))
}

/** The payments of an invoice by the charge or payment intent; those without one are paid outside of the service. */
function paymentsOf(invoice: Answer): { id: string | null; amount: number; at: number | null }[] {
  const payments = objectsOf((invoice['payments'] as Answer | null | undefined)?.['data']) ?? []
  return payments
    .filter((one) => one['status'] === 'paid' && names(one['invoice'], invoice['id']))
    .map((one) => {
      const payment = (one['payment'] ?? {}) as Answer
      const transitions = one['status_transitions'] as Answer | undefined
      return {
        id: nameOf(payment['payment_intent']) ?? nameOf(payment['charge']),
        amount: numberOf(one['amount_paid']) ?? 0,
        at: timeOf(transitions?.['paid_at']),
      }
    })
}

/** Whether a reference names this object, or nothing. */
function names(reference: unknown, id: unknown): boolean {
  const named = nameOf(reference)
  return named === null || named === idOf(id)
}

/** An id, or that of an expanded object. */
function nameOf(value: unknown): string | null {
  return idOf((value as Answer | null | undefined)?.['id'] ?? value)
}
