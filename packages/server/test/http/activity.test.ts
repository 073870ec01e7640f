import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memoryStore } from '../../src/store/memory/memory-store.ts'
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
