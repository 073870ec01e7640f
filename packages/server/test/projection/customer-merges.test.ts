import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { accountCustomerId, domainOwnId } from '../../src/customers/identity/resolve-customer.ts'
import type { CustomerMergeRecord, IdentityRecord, LogRecord } from '../../src/kernel/log/record.ts'
import { eventsRecord, openProjected, type Projected, storedEvent } from '../support/projected.ts'

const noon = Date.UTC(2026, 4, 4, 12)
const one = accountCustomerId('acct-1')
const two = accountCustomerId('acct-2')

let models: Projected
beforeEach(async () => {
  models = await openProjected()
})
afterEach(() => models.close())

/** Two accounts with people of one domain, somebody there who states no account, and what a CRM and a biller know of them. */
const history: LogRecord[] = [
  eventsRecord({
    source: 'server',
    events: [
      storedEvent({
        type: 'identify',
        timestamp: noon,
        email: 'jane@acme.com',
        userId: 'u-1',
        customerId: 'acct-1',
        customerTraits: { name: 'Acme Inc' },
      }),
      storedEvent({
        type: 'identify',
        timestamp: noon + 1,
        email: 'joe@acme.com',
        userId: 'u-2',
        customerId: 'acct-2',
        customerTraits: { name: 'ACME', tier: 'gold' },
      }),
      storedEvent({ type: 'custom', eventName: 'opened', timestamp: noon + 2, customerId: 'acct-2' }),
    ],
  }),
  eventsRecord({
    visitorId: '11111111-1111-4111-8111-111111111111',
    events: [storedEvent({ type: 'identify', timestamp: noon + 3, email: 'ann@acme.com' })],
  }),
  {
    kind: 'records',
    receivedAt: noon + 4,
    records: [
      { kind: 'customer', domain: 'acme.com' },
      {
        kind: 'source',
        sourceType: 'CALL',
        sourceId: 'c-1',
        occurredAt: noon,
        title: 'Kick-off',
        customer: { customerId: 'acct-2' },
      },
      {
        kind: 'revenue',
        customer: { customerId: 'acct-2' },
        date: '2026-05-01',
        mrrCents: 9_900,
        currency: 'EUR',
      },
    ],
  },
]
const merge: CustomerMergeRecord = {
  kind: 'customer-merge',
  receivedAt: noon + 5,
  decision: 'merge',
  duplicate: two,
  survivor: one,
  cause: 'test',
}

const answers = [
  'select * exclude (account, mrr_status, traits) from accounts order by all',
  'select customer_id, len(json_keys(traits)) as traits from accounts order by all',
  'select user_id, customer_id, name from contacts order by all',
  'select email, external_user_id, account, about, customer_id, user_id from subjects order by all',
  'select * from aliases order by all',
]
const answered = (of: Projected) => Promise.all(answers.map((sql) => of.rows(sql)))

describe('Two customers that a person made one', () => {
  test('are one: their people, events, sources and revenue, and what each was called leads there', async () => {
    await models.apply([...history, merge])
    expect(
      await models.rows('select customer_id, external_customer_id, contact_count, mrr_cents from accounts'),
    ).toEqual([{ customer_id: one, external_customer_id: 'acct-1', contact_count: 3, mrr_cents: 9_900 }])
    expect(await models.rows('select distinct customer_id from subjects')).toEqual([{ customer_id: one }])
    expect(
      await models.rows(
        "select alias, id from aliases where former in ('account', 'domain') order by former, alias",
      ),
    ).toEqual([
      { alias: 'acct-2', id: one },
      { alias: two, id: one },
      { alias: domainOwnId('acme.com'), id: one },
    ])
  })

  test('are so wherever in the log it was decided, and in whatever batches the log is read', async () => {
    await models.apply([...history, merge])
    const expected = await answered(models)
    for (let at = 0; at <= history.length; at++) {
      const records = history.toSpliced(at, 0, merge)
      for (const batches of [[records], records.map((record) => [record])]) {
        const other = await openProjected()
        await other.apply(...batches)
        expect(await answered(other)).toEqual(expected)
        await other.close()
      }
    }
  })

  test('are as they were before when it is taken back, with what came meanwhile', async () => {
    const later = eventsRecord({
      source: 'server',
      events: [
        storedEvent({ type: 'custom', eventName: 'opened', timestamp: noon + 9, customerId: 'acct-2' }),
        storedEvent({ type: 'identify', timestamp: noon + 9, email: 'new@acme.com' }),
      ],
    })
    const part: CustomerMergeRecord = { ...merge, decision: 'part', duplicate: one, survivor: two }
    await models.apply([...history, later])
    const apart = await answered(models)
    const other = await openProjected()
    await other.apply(history, [merge], [later], [part])
    expect(await answered(other)).toEqual(apart)
    await other.close()
  })

  test('stay one when the engine is opened again, and a chain of merges ends at its last', async () => {
    await models.apply(history, [merge])
    await models.reopen()
    await models.apply(
      [{ ...merge, duplicate: one, survivor: accountCustomerId('acct-3') }],
      [
        eventsRecord({
          source: 'server',
          events: [
            storedEvent({ type: 'custom', eventName: 'x', timestamp: noon, customerId: 'acct-3' }),
            storedEvent({ type: 'custom', eventName: 'x', timestamp: noon, customerId: 'acct-2' }),
          ],
        }),
      ],
      // A cycle decides nothing.
      [{ ...merge, duplicate: accountCustomerId('acct-3'), survivor: two }],
    )
    expect(await models.rows('select distinct customer_id from subjects')).toEqual([
      { customer_id: accountCustomerId('acct-3') },
    ])
  })
})

test('a contradiction that a person decides for makes two people one, and cutting it parts them exactly', async () => {
  const said = [
    eventsRecord({
      source: 'server',
      events: [storedEvent({ type: 'identify', timestamp: noon, email: 'jane@acme.com', userId: 'u-1' })],
    }),
    eventsRecord({
      visitorId: '11111111-1111-4111-8111-111111111111',
      events: [storedEvent({ type: 'identify', timestamp: noon + 1, email: 'jane@new.com', userId: 'u-1' })],
    }),
  ]
  const decide = (decision: IdentityRecord['decision']): IdentityRecord => ({
    kind: 'identity',
    receivedAt: noon + 2,
    decision,
    left: 'email:jane@new.com',
    right: 'user:u-1',
    cause: 'test',
  })
  await models.apply(said)
  const before = await answered(models)
  expect(await models.rows('select user_id from contacts')).toHaveLength(2)
  await models.apply([decide('join')])
  expect(await models.rows('select email, external_user_id from contacts')).toHaveLength(1)
  expect(await models.rows('select status from identity_links')).toEqual([
    { status: 'applied' },
    { status: 'applied' },
  ])
  await models.apply([decide('mend')])
  expect(await answered(models)).toEqual(before)
})
