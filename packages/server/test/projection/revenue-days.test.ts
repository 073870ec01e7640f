import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { LogRecord, RevenueRecord } from '../../src/log/record.ts'
import { openProjected, type Projected } from '../support/projected.ts'

const dayMs = 86_400_000
const dateAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)

let models: Projected
beforeEach(async () => {
  models = await openProjected()
})
afterEach(() => models.close())

const paid = (days: number, mrrCents: number, more: Partial<RevenueRecord> = {}): LogRecord => ({
  kind: 'records',
  receivedAt: Date.now(),
  records: [
    {
      kind: 'revenue',
      customer: { customerId: 'acct' },
      date: dateAgo(days),
      mrrCents,
      currency: 'EUR',
      ...more,
    },
  ],
})
const days = () =>
  models.rows('select snapshot_date, currency, mrr_cents, is_recorded from revenue order by 1, 2')
const row = (ago: number, mrr: number, recorded: boolean, currency = 'EUR') => ({
  snapshot_date: dateAgo(ago),
  currency,
  mrr_cents: mrr,
  is_recorded: recorded,
})
const now = () => models.rows('select mrr_cents, mrr_currency, mrr_status from accounts')

describe('The view revenue', () => {
  test('carries what a record says forward, to the next record and to today', async () => {
    await models.apply([paid(4, 100)], [paid(2, 300)])
    expect(await days()).toEqual([
      row(4, 100, true),
      row(3, 100, false),
      row(2, 300, true),
      row(1, 300, false),
      row(0, 300, false),
    ])
  })

  test('has one row of a day and currency, however often it was said, and none of days to come', async () => {
    await models.apply([paid(1, 100)], [paid(1, 200)], [paid(-3, 900)])
    expect(await days()).toEqual([row(1, 200, true), row(0, 200, false)])
  })

  test('keeps currencies apart; who pays in two has no one MRR', async () => {
    await models.apply([paid(1, 100), paid(1, 50, { currency: 'USD' })])
    expect(await days()).toEqual([
      row(1, 100, true),
      row(1, 50, true, 'USD'),
      row(0, 100, false),
      row(0, 50, false, 'USD'),
    ])
    expect(await now()).toEqual([{ mrr_cents: null, mrr_currency: null, mrr_status: 'mixed_currency' }])
    expect(await models.rows('select mrr_cents, currency from customers')).toEqual([
      { mrr_cents: 0, currency: '' },
    ])
    await models.apply([paid(1, 0, { currency: 'USD' })])
    expect(await now()).toEqual([{ mrr_cents: 100, mrr_currency: 'EUR', mrr_status: 'calculated' }])
  })

  test('takes the currency from a later record of the day that names it', async () => {
    await models.apply([paid(0, 70, { currency: undefined })], [paid(0, 100)])
    expect(await days()).toEqual([row(0, 100, true)])
    expect(await now()).toEqual([{ mrr_cents: 100, mrr_currency: 'EUR', mrr_status: 'calculated' }])
  })
})
