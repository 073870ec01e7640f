import { syncRunsOf } from '../../src/integrations/sync-run.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type IntegrationServer, openIntegrationServer } from '../support/integration-server.ts'

interface SourceList {
  items: { sourceType: string; sourceId: string; title: string; customer: { domain: string } | null }[]
  pagination: { total: number }
}

let test: IntegrationServer
beforeAll(async () => {
  test = await openIntegrationServer({ companies: 40 })
})
afterAll(() => test.close())

const connect = (provider: string, config: Record<string, string>) =>
  test.ask('POST', '/api/integrations/connect', { provider, config })
const company = (index: number) => test.sandbox.world.companies[index]!
const query = async (sql: string) =>
  (await test.call<{ data: Record<string, unknown>[] }>('svc_query', { sql })).data
const models = (status: Record<string, unknown>) => status['syncs'] as Record<string, unknown>[]

describe('support-a', () => {
  it('refuses a wrong token', async () => {
    const { status, body } = await connect('support-a', { apiToken: 'wrong' })
    expect({ status, error: body['error'] }).toEqual({
      status: 400,
      error: expect.stringContaining('Support A answered 401') as string,
    })
  })

  it('brings tickets with what was said, to the account of who asked', async () => {
    expect((await connect('support-a', { apiToken: test.sandbox.supportA.apiToken })).status).toBe(200)
    // 40 conversations, and who asked in each.
    expect(models(await test.synced('support-a'))).toEqual([
      expect.objectContaining({ model: 'Ticket', status: 'SUCCESS', recordCount: 80 }),
    ])
    const { items, pagination } = await test.call<SourceList>('svc_list_sources', {
      sourceType: 'SUPPORT_TICKET',
      customer: company(2).domain,
    })
    expect(pagination.total).toBe(2)
    const ticket = await test.call<{ source: Record<string, unknown> }>('svc_get_source', {
      sourceType: 'SUPPORT_TICKET',
      sourceId: items[0]!.sourceId,
    })
    expect(JSON.stringify(ticket)).toContain('Sol Vendor: We are looking into it.')
    const found = await test.call<{ results: unknown[] }>('svc_search_customer_context', {
      query: `Can you help ${company(4).name}`,
    })
    expect(JSON.stringify(found)).toContain('1040')
  })

  it('brings a reply to a ticket, of forty with one time of change, through an expired cursor', async () => {
    const { supportA } = test.sandbox
    const at = Math.floor(Date.now() / 1_000)
    for (const { id } of supportA.conversations) supportA.reply(id, `And another thing of ${id}`, at)
    let refused = 0
    supportA.fault = ({ body, method }) => {
      if (method !== 'POST' || !body.includes('starting_after') || refused > 0) return null
      refused++
      return {
        status: 400,
        body: { type: 'error.list', errors: [{ code: 'invalid_pagination', message: 'expired' }] },
      }
    }
    await test.sync('support-a')
    supportA.fault = () => null
    const rows = await query(
      `select count(*)::integer as tickets from sources where source_type = 'SUPPORT_TICKET'`,
    )
    expect(rows).toEqual([{ tickets: 40 }])
    const found = await test.call('svc_search_customer_context', { query: 'another thing', topK: 40 })
    expect(JSON.stringify(found)).toContain('another thing')
  })
})

describe('calls-b', () => {
  it('brings calls with transcript and summary, and who was there', async () => {
    expect((await connect('calls-b', { apiKey: 'wrong' })).status).toBe(400)
    expect((await connect('calls-b', { apiKey: test.sandbox.callsB.apiKey })).status).toBe(200)
    // 14 calls, and two guests in each.
    expect(models(await test.synced('calls-b'))).toEqual([
      expect.objectContaining({ model: 'Call', status: 'SUCCESS', recordCount: 42 }),
    ])
    const { items } = await test.call<SourceList>('svc_list_sources', {
      sourceType: 'CALL',
      customer: company(3).domain,
    })
    expect(items).toMatchObject([{ title: `Quarterly review with ${company(3).name}`, sourceId: '50003' }])
    const source = await test.call('svc_get_source', { sourceType: 'CALL', sourceId: '50003' })
    expect(JSON.stringify(source)).toContain('forty seats in autumn')
    expect(JSON.stringify(source)).toContain('Send an offer for forty seats')
  })
})

describe('auth-analytics-b and auth-analytics-a', () => {
  it('bring users with how and when they signed up', async () => {
    expect((await connect('auth-analytics-b', { secretKey: 'pk_live_1' })).body['error']).toContain(
      'must be a secret key',
    )
    expect(
      (await connect('auth-analytics-b', { secretKey: test.sandbox.authAnalyticsB.secretKey })).status,
    ).toBe(200)
    expect(models(await test.synced('auth-analytics-b'))).toMatchObject([
      { model: 'User', status: 'SUCCESS' },
    ])
    const person = company(0).people[0]!
    expect(
      await query(`select external_user_id, name, journey_stage from users where email = '${person.email}'`),
    ).toEqual([{ external_user_id: 'u-0', name: person.name, journey_stage: 'SIGNED_UP' }])
    const rows = await query(
      `select count(*)::integer as people from users where external_user_id is not null`,
    )
    expect(rows).toEqual([{ people: 400 }])
  })

  it('ask for what changed alone', async () => {
    const { authAnalyticsB } = test.sandbox
    const user = authAnalyticsB.users.find(({ id }) => id === 'user_00025')!
    Object.assign(user, { first_name: 'Renamed', updated_at: Date.now() })
    const before = authAnalyticsB.calls.length
    await test.sync('auth-analytics-b')
    expect(authAnalyticsB.calls.slice(before)).toHaveLength(1)
    expect(await query(`select name from users where external_user_id = 'user_00025'`)).toMatchObject([
      { name: expect.stringContaining('Renamed') as string },
    ])
  })

  it('reach no private address that a caller names', async () => {
    const { callsB } = test.sandbox
    const before = callsB.calls.length
    const own = await openIntegrationServer({ companies: 3, providers: {} })
    for (const projectUrl of [callsB.origin, 'http://169.254.169.254/']) {
      const { status, body } = await own.ask('POST', '/api/integrations/connect', {
        provider: 'auth-analytics-a',
        config: { projectUrl, serviceRoleKey: 'x' },
      })
      expect({ status, error: body['error'] }).toEqual({
        status: 400,
        error: expect.stringContaining('private network') as string,
      })
    }
    await own.close()
    expect(callsB.calls).toHaveLength(before)
  })

  it('walk all users where the service knows no changes', async () => {
    const { serviceRoleKey } = test.sandbox.authAnalyticsA
    const config = { projectUrl: 'https://abcd.supabase.co', serviceRoleKey }
    expect((await connect('auth-analytics-a', { ...config, projectUrl: 'abcd.supabase.co' })).status).toBe(
      400,
    )
    expect((await connect('auth-analytics-a', config)).status).toBe(200)
    expect(models(await test.synced('auth-analytics-a'))).toMatchObject([
      { model: 'User', status: 'SUCCESS', recordCount: 400 },
    ])
    const end = await test.workspace.log.end()
    Object.assign(test.sandbox.authAnalyticsA.users[7]!, { user_metadata: { full_name: 'Renamed Person' } })
    await test.sync('auth-analytics-a')
    // All were asked for, and the one that changed alone was stored.
    expect((await syncRunsOf(test.workspace).read()).at(-1)).toMatchObject({ pages: 5, records: 1 })
    expect((await test.workspace.log.end()) - end).toBeLessThan(10_000)
    expect(
      await query(`select count(*)::integer as people from users where name = 'Renamed Person'`),
    ).toEqual([{ people: 1 }])
  })
})
