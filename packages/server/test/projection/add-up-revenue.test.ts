import { expect, it } from 'vitest'
import { addUpRevenue, type Snapshot } from '../../src/customers/projection/revenue.ts'
import { acceptRecords } from '../../src/records/accept-records.ts'

const snapshot = (date: string, fields: Partial<Snapshot> = {}): Snapshot => ({
  date,
  mrrCents: 1_000,
  currency: 'EUR',
  billingStatus: 'PAYING',
  plan: '',
  activeSubscriptions: 1,
  paidCents: 0,
  ...fields,
})

it('adds up the active subscriptions of every currency', () => {
  const days = [snapshot('2026-01-01'), snapshot('2026-01-01', { currency: 'USD', activeSubscriptions: 2 })]
  expect(addUpRevenue(days)).toMatchObject({ activeSubscriptions: 3, mrrStatus: 'mixed_currency' })
})

it('takes a refund off what was paid', () => {
  const days = [snapshot('2026-01-01', { paidCents: 25_000 }), snapshot('2026-02-01', { paidCents: -12_000 })]
  expect(addUpRevenue(days)).toMatchObject({ lifetimeCents: 13_000 })
})

const accept = async (fields: object) => {
  const record = {
    kind: 'revenue',
    customer: { customerId: 'acct-1' },
    date: '2026-02-01',
    mrrCents: 0,
    ...fields,
  }
  const now = Date.parse('2026-03-01')
  const { records, errors } = await acceptRecords([record], {
    now,
    resolveCustomerKeys: async () => new Map(),
  })
  return errors[0]?.message ?? records[0]
}

it('a record of a refund is taken', async () => {
  expect(await accept({ paidCents: -500, currency: 'eur' })).toMatchObject({
    paidCents: -500,
    currency: 'EUR',
  })
  expect(await accept({ paidCents: -0.5 })).toContain('paidCents')
})

it.each(['KWD', 'JPY', 'UYW', 'xcg', 'HRK'])('takes %s, which is a currency', async (currency) => {
  expect(await accept({ currency })).toMatchObject({ currency: currency.toUpperCase() })
})

it.each(['XYZ', 'XXX', 'AAA', 'EURO', 'E1R', 'ﬀ€'])('refuses %s, which is none', async (currency) => {
  expect(await accept({ currency })).toMatch(/currency must be a currency of ISO 4217, such as EUR/)
})
