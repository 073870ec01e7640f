import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import { openTestServer, pageview, type TestServer, visitorId } from '../support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ store: memoryStore() })
})
afterAll(() => server.close())

async function query(sql: string): Promise<Record<string, unknown>[]> {
  const { status, body } = await server.ask('POST', '/api/tools/svc_query', { sql })
  expect({ status, error: body.error }).toEqual({ status: 200, error: undefined })
  return body.data
}

describe('The view activity', () => {
  test("has an event's visitor, where they came from and by which campaign", async () => {
    const arrival = {
      referrer: 'https://search.example/?q=intel',
      utm: { source: 'newsletter', medium: 'email', campaign: 'spring', term: 'not a column' },
    }
    const other = '7D1E8A3C-0000-4000-8000-000000000001'
    await server.ingest(pageview({ path: '/columns', ...arrival }))
    await server.ingest({ ...pageview({ path: '/columns' }), visitorId: other })
    await server.ingest({
      visitorId,
      events: [
        {
          type: 'custom',
          eventName: 'Clicked',
          url: 'https://acme.com/columns',
          path: '/columns',
          ...arrival,
        },
      ],
    })
    const columns = 'visitor_id, referrer, utm_source, utm_medium, utm_campaign'
    const came = {
      visitor_id: visitorId,
      referrer: 'https://search.example/?q=intel',
      utm_source: 'newsletter',
      utm_medium: 'email',
      utm_campaign: 'spring',
    }
    const none = {
      visitor_id: other.toLowerCase(),
      referrer: '',
      utm_source: '',
      utm_medium: '',
      utm_campaign: '',
    }
    expect(
      await query(`select ${columns} from activity where path = '/columns' order by utm_source, event_type`),
    ).toEqual([none, came, came])
  })

  test("has no visitor for a server's event, nor for a placeholder", async () => {
    await server.ingest({
      ...pageview({ path: '/nobody' }),
      visitorId: '00000000-0000-0000-0000-000000000000',
    })
    await server.ingest({
      source: 'server',
      events: [{ type: 'pageview', url: 'server://billing', path: '/nobody', customerId: 'acct-1' }],
    })
    expect(await query(`select visitor_id from activity where path = '/nobody'`)).toEqual([
      { visitor_id: '' },
      { visitor_id: '' },
    ])
  })
})

describe('local_day', () => {
  async function daysOf(path: string): Promise<unknown[]> {
    const rows = await query(
      `select local_day(occurred_at) as day from activity where path = '${path}' order by occurred_at`,
    )
    return rows.map(({ day }) => day)
  }

  test("is the day in the workspace's zone, also when clocks change, and follows the setting at once", async () => {
    const times = [
      '2026-03-28T22:59:59.999Z',
      '2026-03-28T23:00:00Z', // midnight in Berlin, before a day of 23 hours
      '2026-03-29T21:59:59.999Z',
      '2026-03-29T22:00:00Z',
      '2026-10-24T22:00:00Z', // before a day of 25 hours
      '2026-10-25T22:59:59.999Z',
      '2026-10-25T23:00:00Z',
    ]
    for (const time of times)
      expect((await server.ingest(pageview({ path: '/zone', timestamp: Date.parse(time) }))).status).toBe(200)
    expect(await daysOf('/zone')).toEqual(times.map((time) => time.slice(0, 10)))
    await server.done('PATCH', '/api/settings', { defaultTimezone: 'Europe/Berlin' })
    expect(await daysOf('/zone')).toEqual([
      '2026-03-28',
      '2026-03-29',
      '2026-03-29',
      '2026-03-30',
      '2026-10-25',
      '2026-10-25',
      '2026-10-26',
    ])
    await server.done('PATCH', '/api/settings', { defaultTimezone: 'america/los_angeles' })
    expect((await daysOf('/zone')).at(-1)).toBe('2026-10-25')
    await server.done('PATCH', '/api/settings', { defaultTimezone: 'UTC' })
    expect((await daysOf('/zone')).at(-1)).toBe('2026-10-25')
  })

  test('takes dates and texts', async () => {
    await server.done('PATCH', '/api/settings', { defaultTimezone: 'Pacific/Kiritimati' })
    const sql = `select local_day(date '2026-01-31') as a, local_day('2026-01-31 10:00') as b, local_day(null) as c,
      (select count(distinct local_day(d)) from generate_series(timestamp '2025-01-01', timestamp '2025-12-31 23:00', interval 1 hour) t(d)) as d`
    expect(await query(sql)).toEqual([{ a: '2026-01-31', b: '2026-02-01', c: null, d: 366 }])
  })
})

describe('People', () => {
  const place = { url: 'server://app', path: '/people' }
  async function identify(...people: object[]) {
    const events = people.map((person) => ({ type: 'identify', ...place, ...person }))
    const response = await server.ingest({ source: 'server', events })
    expect(await response.json()).toEqual({ success: true, processed: people.length })
  }

  test.each(['{{user.id}}', '$user_id', '--', 'email', 'deleted'])(
    'who share the id %s, which names nobody, stay two',
    async (userId) => {
      const company = `c${[...userId].map((letter) => letter.charCodeAt(0)).join('')}.example`
      await identify({ userId, email: `ann@${company}` }, { userId, email: `bob@${company}` })
      expect(await query(`select email from users where email like '%@${company}' order by email`)).toEqual([
        { email: `ann@${company}` },
        { email: `bob@${company}` },
      ])
    },
  )

  test('with an internationalised address are one with its ASCII form, and so are their companies', async () => {
    await identify({ email: 'Max@Müller.example', userId: 'max-1' })
    await identify({ email: 'max@xn--mller-kva.example', traits: { name: 'Max' } })
    await server.ask('POST', '/api/records', {
      records: [
        { kind: 'customer', domain: 'müller.example', name: 'Replaced by the next' },
        {
          kind: 'customer',
          domain: 'https://www.xn--mller-kva.example/about',
          name: 'Müller',
          traits: { size: 3 },
        },
        { kind: 'user', email: 'Max Müller <max@MÜLLER.example>', traits: { role: 'owner' } },
      ],
    })
    expect(
      await query(`select u.email, u.external_user_id, u.name, c.domain, c.name as customer, c.traits
        from users u join customers c using (customer_id) where u.external_user_id = 'max-1'`),
    ).toEqual([
      {
        email: 'max@xn--mller-kva.example',
        external_user_id: 'max-1',
        name: 'Max',
        domain: 'xn--mller-kva.example',
        customer: 'Müller',
        traits: '{"name":"Müller","size":3}',
      },
    ])
    for (const customer of ['müller.example', 'https://müller.example/', 'max@müller.example'])
      expect((await server.ask('POST', '/api/tools/svc_get_customer', { customer })).body).toMatchObject({
        customer: { domain: 'xn--mller-kva.example' },
      })
  })
})

describe('Records', () => {
  test('with nulls, half characters and long numbers are taken as events with them are', async () => {
    const body = `{"records":[{"kind":"customer","customerId":"rec-1","domain":null,"name":"Half \\ud83d","ownerEmail":null,
      "traits":{"order":1234567890123456789,"note":"a\\u0000b","none":null}},
      {"kind":"customer","customerId":null,"name":"Nobody"}]}`
    const response = await server.server.fetch(
      new Request('http://localhost/api/records', {
        method: 'POST',
        headers: { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' },
        body,
      }),
    )
    expect(await response.json()).toMatchObject({
      processed: 1,
      errors: [{ index: 1, message: expect.stringContaining('customerId') }],
    })
    const [row] = await query(
      `select name, traits->>'order' as number, traits->>'note' as note from customers where external_customer_id = 'rec-1'`,
    )
    expect(row).toEqual({ name: 'Half \ufffd', number: '1234567890123456789', note: 'a\ufffdb' })
  })
})
