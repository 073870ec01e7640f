import { syncRunsOf } from '../../src/integrations/sync-run.ts'
import { connectionsOf } from '../../src/integrations/connections.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type IntegrationServer, openIntegrationServer } from '../support/integration-server.ts'

interface CustomerList {
  items: {
    name: string
    domain: string
    billingStatus: string
    currentMrr: number | null
    mrrCalculationStatus: string
  }[]
}

const provider = 'billing-a'

describe('billing-a', () => {
  let test: IntegrationServer
  beforeAll(async () => {
    test = await openIntegrationServer({ companies: 20 })
  })
  afterAll(() => test.close())

  const connect = (config: Record<string, string>, more: object = {}) =>
    test.ask('POST', '/api/integrations/connect', { provider, config, ...more })
  const customers = async () => (await test.call<CustomerList>('svc_list_customers', { limit: 100 })).items
  const companyAt = (index: number) => test.sandbox.world.companies[index]!
  const customerOf = async (index: number) =>
    (await customers()).find(({ domain }) => domain === companyAt(index).domain)!
  const query = async (sql: string) =>
    (await test.call<{ data: Record<string, unknown>[] }>('svc_query', { sql })).data

  it('is listed as not connected, with what it needs', async () => {
    const { body } = await test.ask('GET', '/api/integrations')
    expect(body['items']).toContainEqual({
      id: provider,
      name: 'Billing A',
      category: 'billing',
      status: 'not_connected',
      connectionId: null,
      lastDataReceivedAt: null,
      syncStatus: null,
      errorMessage: null,
    })
    expect((await test.ask('GET', '/api/integrations?connectedOnly=true')).body).toEqual({ items: [] })
    const one = await test.ask('GET', '/api/integrations/capabilities?provider=Billing_A')
    expect(one.body['provider']).toMatchObject({
      providerId: provider,
      setupMode: 'direct_api_key',
      service: { name: 'Stripe', website: 'https://stripe.com' },
      rights: expect.arrayContaining(['Invoices: read']),
      everyMinutes: 15,
      requiredFields: [
        { key: 'apiKey', label: 'API Key', secret: true, help: expect.stringContaining('restricted key') },
      ],
    })
    const all = await test.ask('GET', '/api/integrations/capabilities')
    expect(all.body['providers']).toContainEqual(one.body['provider'])
  })

  it.each([
    ['GET', '/api/integrations/capabilities?provider=billing-z', undefined],
    ['GET', '/api/integrations/sync-status?provider=billing-z', undefined],
    ['POST', '/api/integrations/connect', { provider: 'billing-z', config: { apiKey: 'x' } }],
    ['POST', '/api/integrations/disconnect', { provider: 'billing-z' }],
    ['POST', '/api/integrations/sync', { provider: 'billing-z' }],
  ])('of an unknown name is refused: %s %s', async (method, path, body) => {
    const answer = await test.ask(method, path, body)
    expect(answer.status).toBe(400)
    expect(answer.body['error']).toContain('There is no provider "billing-z"')
  })

  it('that is not connected has no syncs, and nothing to sync or disconnect', async () => {
    expect((await test.ask('GET', `/api/integrations/sync-status?provider=${provider}`)).body).toMatchObject({
      status: 'not_connected',
      syncs: [],
    })
    for (const path of ['disconnect', 'sync'])
      expect(await test.ask('POST', `/api/integrations/${path}`, { provider })).toEqual({
        status: 404,
        body: { success: false, message: 'billing-a is not connected' },
      })
  })

  it('takes no wrong credentials, says which and why, and is not connected by them', async () => {
    const refused: [config: Record<string, string>, says: string][] = [
      [{}, 'Missing required fields: apiKey'],
      [{ apiKey: ' ' }, 'Missing required fields: apiKey'],
      [{ apiKey: 'sk_live_everything' }, 'config.apiKey must be a restricted key (rk_…)'],
      [{ apiKey: 'rk_test_sandbox', nonsense: 'x' }, 'config.nonsense is not a known field'],
      [{ apiKey: 'rk_test_wrong' }, 'Billing A answered 401'],
    ]
    for (const [config, says] of refused) {
      const { status, body } = await connect(config)
      expect({ status, error: body['error'] }).toEqual({
        status: 400,
        error: expect.stringContaining(says) as string,
      })
      expect(JSON.stringify(body)).not.toContain('rk_test_wrong')
    }
    test.sandbox.billingA.fault = ({ path }) =>
      path === '/v1/events' ? { status: 403, body: { error: { message: 'no access to events' } } } : null
    expect((await connect({ apiKey: 'rk_test_sandbox' })).body['error']).toContain('read access to customers')
    test.sandbox.billingA.fault = () => ({ status: 200, body: '<html>Welcome</html>' })
    expect((await connect({ apiKey: 'rk_test_sandbox' })).status).toBe(503)
    test.sandbox.billingA.fault = () => null
    expect((await test.ask('GET', '/api/integrations?connectedOnly=true')).body).toEqual({ items: [] })
  })

  it('brings customers, revenue with its history and users, through faults and limits', async () => {
    let calls = 0
    const { billingA } = test.sandbox
    billingA.fault = () => {
      calls++
      if (calls % 17 === 0) return { status: 500, body: '<html>oops</html>' }
      if (calls % 23 === 0)
        return { status: 429, body: { error: { message: 'slow down' } }, headers: { 'retry-after': '0' } }
      return null
    }
    const { status, body } = await connect({ apiKey: billingA.apiKey })
    const connectionId = `billing-a-${test.workspace.organization.id}`
    expect({ status, body }).toEqual({
      status: 200,
      body: { connected: true, connectionId, alreadyConnected: false },
    })
    expect(await test.synced(provider)).toMatchObject({
      status: 'connected',
      syncs: [{ model: 'BillingCustomer', status: 'SUCCESS', errorMessage: null, recordCount: 40 }],
    })
    billingA.fault = () => null
    const [item] = (await test.ask('GET', '/api/integrations?connectedOnly=true')).body['items'] as object[]
    expect(item).toMatchObject({
      status: 'connected',
      connectionId,
      syncStatus: 'SUCCESS',
      errorMessage: null,
    })
    expect((await syncRunsOf(test.workspace).read()).at(-1)).toMatchObject({
      provider,
      status: 'SUCCESS',
      pages: 1,
      records: 40,
      setAside: 0,
      error: null,
    })
    expect(await customers()).toHaveLength(20)
    // 1: 9,900 × 2 a month; 3: 10 × 4,900 × 4 a year; 6: 4,900 × 7 less a fifth; 10: cancelled; 12: on trial; 16: past due.
    expect(await customerOf(1)).toMatchObject({ billingStatus: 'PAYING', currentMrr: 19_800 })
    expect(await customerOf(3)).toMatchObject({ billingStatus: 'PAYING', currentMrr: 16_333 })
    expect(await customerOf(6)).toMatchObject({ billingStatus: 'PAYING', currentMrr: 27_440 })
    expect(await customerOf(10)).toMatchObject({ billingStatus: 'CHURNED', currentMrr: 0 })
    expect(await customerOf(12)).toMatchObject({ billingStatus: 'TRIALING', currentMrr: 0 })
    expect(await customerOf(16)).toMatchObject({ billingStatus: 'PAST_DUE', currentMrr: 9_900 })
    expect(await customerOf(18)).toMatchObject({ billingStatus: 'NONE' })
    const [lifetime] = await query(
      `select lifetime_revenue_cents::integer as cents, active_subscription_count as subscriptions from customers
       where domain = '${companyAt(1).domain}'`,
    )
    const paid = billingA.invoices.filter((invoice) => invoice['customer'] === 'cus_0002').length * 19_800
    expect(lifetime).toEqual({ cents: paid, subscriptions: 1 })
    const [history] = await query(
      `select count(*)::integer as days, max(r.mrr_cents)::integer as most from revenue r join customers c using (customer_id)
       where c.domain = '${companyAt(10).domain}' and r.mrr_cents > 0`,
    )
    expect(history).toEqual({ days: 120, most: 29_700 })
    const users = await test.call<{ items: { email: string }[] }>('svc_list_users', { limit: 100 })
    expect(users.items.map(({ email }) => email)).toContain(companyAt(1).people[0]!.email)
  })

  it('is asked again only with force', async () => {
    const before = test.sandbox.billingA.calls.length
    expect((await connect({ apiKey: test.sandbox.billingA.apiKey })).body).toMatchObject({
      alreadyConnected: true,
    })
    expect(test.sandbox.billingA.calls).toHaveLength(before)
  })

  it('is asked for what changed alone, and brings what it is now', async () => {
    const { billingA } = test.sandbox
    billingA.cancel('sub_0002')
    const before = billingA.calls.length
    await test.sync(provider)
    const asked = billingA.calls.slice(before).map(({ path }) => path)
    expect(asked.sort()).toEqual([
      '/v1/charges',
      '/v1/customers/cus_0002',
      '/v1/events',
      '/v1/invoiceitems',
      '/v1/invoices',
      '/v1/subscriptions',
    ])
    expect(await customerOf(1)).toMatchObject({ billingStatus: 'CHURNED', currentMrr: 0 })
  })

  it('of two syncs that are asked for at once starts one', async () => {
    const answers = await Promise.all(
      [1, 2].map(() => test.ask('POST', '/api/integrations/sync', { provider })),
    )
    expect(answers.filter(({ body }) => body['started'] === true)).toHaveLength(1)
    await test.synced(provider)
  })

  it('whole again says the same', async () => {
    const series = () => query('select * from revenue order by all')
    const before = await series()
    expect((await connect({ apiKey: test.sandbox.billingA.apiKey }, { force: true })).body).toMatchObject({
      connected: true,
      alreadyConnected: true,
    })
    await test.synced(provider)
    expect(await series()).toEqual(before)
  })

  it('loses what was deleted there', async () => {
    test.sandbox.billingA.remove('cus_0004')
    await test.sync(provider)
    expect(
      await query(`select count(*)::integer as rows from revenue r join customers c using (customer_id)
      where c.domain = '${companyAt(3).domain}'`),
    ).toEqual([{ rows: 0 }])
  })

  it('sets aside what it can not read, and brings the rest', async () => {
    const { billingA } = test.sandbox
    for (const id of ['cus_0006', 'cus_0007']) {
      const customer = billingA.customers.find((one) => one.id === id)!
      billingA.emit('customer.updated', Object.assign(customer, { name: 'Renamed' }))
    }
    billingA.fault = ({ path }) =>
      path === '/v1/customers/cus_0006'
        ? { status: 200, body: { object: 'customer', id: { no: 'id' } } }
        : null
    await test.sync(provider)
    billingA.fault = () => null
    expect((await syncRunsOf(test.workspace).read()).at(-1)).toMatchObject({
      status: 'SUCCESS',
      error: null,
      setAside: 1,
      setAsideReasons: [{ model: 'BillingCustomer', reason: 'it has no id' }],
    })
    expect(await query(`select name from users where email = '${companyAt(6).people[0]!.email}'`)).toEqual([
      { name: 'Renamed' },
    ])
  })

  it('that answers with nonsense is an error with its reason, and nothing is lost', async () => {
    const before = await customers()
    test.sandbox.billingA.fault = () => ({ status: 200, body: { object: 'list', nothing: true } })
    expect(await test.sync(provider)).toMatchObject({
      syncs: [{ status: 'ERROR', errorMessage: expect.stringContaining('has no list data') as string }],
    })
    test.sandbox.billingA.fault = () => null
    expect(await customers()).toEqual(before)
  })

  it('whose key was taken back is not asked again by itself', async () => {
    test.sandbox.billingA.fault = () => ({ status: 401, body: { error: { message: 'Expired API Key' } } })
    await test.sync(provider)
    const [item] = (await test.ask('GET', '/api/integrations?connectedOnly=true')).body['items'] as object[]
    expect(item).toMatchObject({
      syncStatus: 'ERROR',
      errorMessage: expect.stringContaining('connect again') as string,
    })
    expect((await connectionsOf(test.workspace).read())[provider]!.disabled).toContain('connect again')
    test.sandbox.billingA.fault = () => null
    expect(await test.sync(provider)).toMatchObject({ syncs: [{ status: 'SUCCESS' }] })
  })

  it('keeps its key sealed', async () => {
    const stored = JSON.stringify(await connectionsOf(test.workspace).read())
    expect(stored).toContain('sealed:v1:')
    expect(stored).not.toContain('rk_test_sandbox')
  })

  it('disconnected keeps what it brought, and no key', async () => {
    expect(await test.ask('POST', '/api/integrations/disconnect', { provider })).toEqual({
      status: 200,
      body: { success: true },
    })
    expect(await connectionsOf(test.workspace).read()).toEqual({})
    expect(await customers()).not.toHaveLength(0)
  })

  it('counts against the plan: of two that race for the last place one gets it', async () => {
    await test.workspace.updateDocument(({ limits }) => void (limits.connections = 0))
    const { status, body } = await connect({ apiKey: test.sandbox.billingA.apiKey })
    expect({ status, body }).toMatchObject({
      status: 403,
      body: {
        code: 'plan_connection_limit_exceeded',
        plan: 'self-hosted',
        feature: 'integration_connections',
        currentConnections: 0,
        limit: 0,
      },
    })
  })
})
