import { expect, it } from 'vitest'
import { describeBilling } from '../../src/records/projection/describe-billing.ts'

type Days = Parameters<typeof describeBilling>[0]

const day = (date: string, mrrCents: number, more: Partial<Days[number]> = {}): Days[number] => ({
  date,
  mrrCents,
  currency: 'USD',
  ...more,
})
const told = (days: Days) => describeBilling(days).map(({ part, title }) => `${part}: ${title}`)

it('tells each change of what is paid, and none where it stays', () => {
  expect(
    told([
      day('2026-01-01', 0, { billingStatus: 'TRIALING' }),
      day('2026-01-15', 9_900, { billingStatus: 'PAYING', paidCents: 9_900 }),
      day('2026-02-15', 9_900, { billingStatus: 'PAYING', paidCents: 9_900 }),
      day('2026-03-01', 19_800, { billingStatus: 'PAYING' }),
      day('2026-04-01', 14_850, { billingStatus: 'PAYING' }),
      day('2026-05-01', 14_850, { billingStatus: 'PAST_DUE' }),
      day('2026-05-03', 14_850, { billingStatus: 'PAYING' }),
      day('2026-06-01', 0, { billingStatus: 'NONE' }),
      day('2026-07-01', 14_850),
      day('2026-08-01', 0, { billingStatus: 'CHURNED' }),
      day('2026-08-09', 0, { billingStatus: 'CHURNED', paidCents: 100 }),
    ]),
  ).toEqual([
    '2026-01-01 USD: Trial began',
    '2026-01-15 USD: Pays 99.00 USD a month',
    '2026-03-01 USD: Up from 99.00 USD to 198.00 USD a month',
    '2026-04-01 USD: Down from 198.00 USD to 148.50 USD a month',
    '2026-05-01 USD: Payment is past due',
    '2026-05-03 USD: Pays 148.50 USD a month',
    '2026-06-01 USD: Paused',
    '2026-07-01 USD: Pays 148.50 USD a month',
    '2026-08-01 USD: Ended, after 148.50 USD a month',
  ])
})

it('tells currencies apart, and no cent that rounding moved', () => {
  expect(
    told([
      day('2026-01-01', 4_083),
      day('2026-01-01', 5_000, { currency: 'EUR' }),
      day('2026-02-01', 4_084),
      day('2026-02-01', 7_000, { currency: 'EUR' }),
      day('2026-03-01', 500, { currency: '' }),
    ]),
  ).toEqual([
    '2026-01-01 USD: Pays 40.83 USD a month',
    '2026-01-01 EUR: Pays 50.00 EUR a month',
    '2026-02-01 EUR: Up from 50.00 EUR to 70.00 EUR a month',
    '2026-03-01 : Pays 5.00 a month',
  ])
})

it('tells nothing of an account that never paid, or is gone', () => {
  expect(told([])).toEqual([])
  expect(told([day('2026-01-01', 0), day('2026-01-02', 0, { paidCents: 700 })])).toEqual([])
})
