import type { Finding } from './finding.ts'
import { type CustomerSeries, dayText } from './series.ts'

/** The customer started to pay. It holds until the customer churns. */
export function firstPayment({ revenue }: CustomerSeries): Finding[] {
  const first = revenue.find(({ paidCents, mrrCents }) => paidCents > 0 || mrrCents > 0)
  if (first === undefined) return []
  const churned = revenue.find(({ day, billingStatus }) => day > first.day && billingStatus === 'CHURNED')
  const amount = first.paidCents > 0 ? first.paidCents : first.mrrCents
  const currency = first.currency === '' ? '' : ` ${first.currency}`
  return [
    {
      rule: 'first_payment',
      about: '',
      opened: first.day,
      closed: churned?.day ?? null,
      severity: 'LOW',
      confidence: 1,
      assertion: `Pays since ${dayText(first.day)}: ${(amount / 100).toFixed(2)}${currency} at first`,
      reasoning: 'The first day on which revenue was reported. It holds until the customer has churned.',
      period: { from: first.day, to: first.day },
      changed: first.day,
      metric: { name: 'first_payment', value: amount, previous: 0, unit: `cents${currency}` },
    },
  ]
}
