import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { LogRecord, StoredEvent, StoredRecord } from '../../src/kernel/log/record.ts'
import { eventsRecord, openProjected, type Projected, storedEvent } from '../support/projected.ts'

const noon = Date.UTC(2026, 4, 4, 12)
const visitorId = '11111111-1111-4111-8111-111111111111'

let models: Projected
beforeEach(async () => {
  models = await openProjected()
})
afterEach(() => models.close())

function browser(more: Partial<StoredEvent>): LogRecord {
  return eventsRecord({
    visitorId,
    events: [storedEvent({ type: 'identify', timestamp: noon + 1, ...more })],
  })
}

function server(more: Partial<StoredEvent>): LogRecord {
  return eventsRecord({
    source: 'server',
    events: [storedEvent({ type: 'identify', timestamp: noon, ...more })],
  })
}

function brought(...records: StoredRecord[]): LogRecord {
  return { kind: 'records', receivedAt: noon, records }
}

/** Both orders of arrival must end the same. */
async function inAnyOrder(records: LogRecord[], sql: string): Promise<unknown> {
  await models.apply(...records.map((record) => [record]))
  const other = await openProjected()
  await other.apply(...records.toReversed().map((record) => [record]))
  const rows = await models.rows(sql)
  expect(await other.rows(sql)).toEqual(rows)
  await other.close()
  return rows
}

describe('What a server stated stands, whatever a browser says', () => {
  test("a person's first and last name, against a browser's name", async () => {
    const records = [
      server({ email: 'jane@acme.com', traits: { firstName: 'Jane', lastName: 'Doe' } }),
      browser({ email: 'jane@acme.com', traits: { name: 'Mallory' } }),
    ]
    expect(await inAnyOrder(records, 'select name from users')).toEqual([{ name: 'Jane Doe' }])
  })

  test("a company's name, against a browser's name", async () => {
    const records = [
      server({ email: 'jane@acme.com', customerId: 'acct-1', customerTraits: { companyName: 'Acme' } }),
      browser({ email: 'jane@acme.com', customerId: 'acct-1', customerTraits: { name: 'Mallory' } }),
    ]
    expect(await inAnyOrder(records, 'select name from customers')).toEqual([{ name: 'Acme' }])
  })

  test('the domain that a record states', async () => {
    const records = [
      brought({ kind: 'customer', customerId: 'acct-1', domain: 'acme.com' }),
      browser({
        email: 'jane@acme.com',
        customerId: 'acct-1',
        customerTraits: { domain: 'evil.test', name: 'Mallory' },
      }),
    ]
    expect(await inAnyOrder(records, 'select domain, name from customers')).toEqual([
      { domain: 'acme.com', name: 'acme.com' },
    ])
  })

  test('a company that is known by its domain stays apart from an account that a browser names, with its revenue', async () => {
    const records = [
      brought({ kind: 'revenue', customer: { domain: 'acme.com' }, date: '2026-05-01', mrrCents: 900_00 }),
      browser({ email: 'mallory@acme.com', customerId: 'evil' }),
    ]
    expect(
      await inAnyOrder(
        records,
        'select external_customer_id, domain, mrr_cents from customers order by mrr_cents',
      ),
    ).toEqual([
      expect.objectContaining({ external_customer_id: 'evil' }),
      { external_customer_id: null, domain: 'acme.com', mrr_cents: 900_00 },
    ])
  })

  test('the company that a record states of a person, against the account that a browser names', async () => {
    const records = [
      brought({ kind: 'user', email: 'jane@acme.com', customer: { domain: 'globex.com' } }),
      browser({ email: 'jane@acme.com', customerId: 'evil' }),
    ]
    expect(await inAnyOrder(records, 'select account, company_domain from contacts')).toEqual([
      { account: null, company_domain: 'globex.com' },
    ])
  })

  test('two people whom it knows are not joined by a userId that a browser makes up', async () => {
    const records = [
      server({ email: 'jane@acme.com' }),
      server({ email: 'joe@acme.com' }),
      browser({ email: 'jane@acme.com', userId: 'made-up' }),
      browser({ email: 'joe@acme.com', userId: 'made-up' }),
    ]
    expect(await inAnyOrder(records, 'select email from contacts order by email')).toEqual([
      { email: 'jane@acme.com' },
      { email: 'joe@acme.com' },
    ])
    expect(await models.rows('select left_key, status from identity_links order by left_key')).toEqual([
      { left_key: 'email:jane@acme.com', status: 'contradicted' },
      { left_key: 'email:joe@acme.com', status: 'contradicted' },
    ])
  })

  test("a browser that guesses a uuid doesn't make the server's event disappear, and each counts once", async () => {
    for (const uuid of ['0190d6a0-0000-7000-8000-000000000001', '7d444840-9dc0-41d1-b245-5ffdce74fad2']) {
      const guessed = browser({ uuid, email: 'mallory@evil.test' })
      const real = server({ uuid, email: 'jane@acme.com' })
      await models.apply([guessed], [real], [guessed, real], [real])
      expect(
        await models.rows(`select source from activity where event_id = '${uuid}' order by source`),
      ).toEqual([{ source: 'client' }, { source: 'server' }])
    }
  })
})
