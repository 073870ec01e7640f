// What GET /api/syncs says of syncs: under way, well, refused, and of a provider's data that was removed.
import type { SyncRun } from '@customer-intel/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSyncRun, runningSyncsOf, syncRunsOf } from '../../src/integrations/sync-run.ts'
import { providers } from '../../src/integrations/providers/registry.ts'
import { type IntegrationServer, openIntegrationServer } from '../support/integration-server.ts'

const provider = 'billing-a'
/** More than a page of the provider. */
const companies = 60
let test: IntegrationServer
beforeAll(async () => {
  test = await openIntegrationServer({ companies })
})
afterAll(() => test.close())

const syncs = async (query = `?provider=${provider}`) =>
  (await test.ask('GET', `/api/syncs${query}`)).body as unknown as {
    items: SyncRun[]
    pagination: { total: number; nextCursor: string | null }
  }

it('each provider says which service it is, what it brings, what it asks for, and where to find that', async () => {
  const { body } = await test.ask('GET', '/api/integrations/capabilities')
  const told = body['providers'] as {
    service: { website: string }
    rights: string[]
    authType: string
    requiredFields: { help: string }[]
  }[]
  expect(told).toHaveLength(providers.length)
  for (const { service, rights, authType, requiredFields } of told) {
    expect(new URL(service.website).protocol).toBe('https:')
    if (authType === 'oauth') expect(rights).not.toEqual([])
    for (const { help } of requiredFields) expect(help).toMatch(/\.$/)
  }
})

it('a sync is listed while it runs, with its counts so far, and once it has ended with what it brought', async () => {
  expect((await syncs()).items).toEqual([])
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  // The connection is checked by other routes: what is held is the second page.
  test.sandbox.billingA.fault = async ({ path, query }) => {
    if (path === '/v1/customers' && query.has('starting_after')) await held
    return null
  }
  const connected = await test.ask('POST', '/api/integrations/connect', {
    provider,
    config: { apiKey: 'rk_test_sandbox' },
  })
  expect(connected.status).toBe(200)
  await expect.poll(async () => (await syncs()).items[0]?.received, { timeout: 15_000 }).toBeGreaterThan(0)
  expect((await syncs()).items).toMatchObject([
    { status: 'RUNNING', endedAt: null, error: null, remedy: null },
  ])
  release()
  await test.synced(provider)
  const { items } = await syncs()
  expect(items).toMatchObject([
    {
      provider,
      status: 'SUCCESS',
      received: companies,
      quarantined: 0,
      removed: 0,
      error: null,
      remedy: null,
    },
  ])
  expect(items[0]!.changed).toBeGreaterThanOrEqual(companies)
  expect(items[0]!.requests).toBeGreaterThan(1)
  expect(await runningSyncsOf(test.workspace).read()).toEqual({})
  expect((await syncs('?provider=crm-a')).items).toEqual([])
})

it('one that failed says why and what to do, and one in which an object could not be read names it', async () => {
  test.sandbox.billingA.fault = () => ({ status: 401, body: { error: { message: 'Invalid API Key' } } })
  await test.sync(provider)
  expect((await syncs()).items[0]).toMatchObject({
    status: 'ERROR',
    error: expect.stringContaining('401'),
    remedy: 'Connect it again, with credentials that are valid.',
  })
  test.sandbox.billingA.fault = () => null
  Object.assign(test.sandbox.billingA.customers[0]!, { id: { no: 'id' } })
  await test.ask('POST', '/api/integrations/connect', {
    provider,
    config: { apiKey: 'rk_test_sandbox' },
    force: true,
  })
  await test.synced(provider)
  const [last] = (await syncs()).items
  expect(last).toMatchObject({
    quarantined: 1,
    quarantinedObjects: [{ model: 'BillingCustomer', reason: 'it has no id' }],
  })
})

it('pages neither twice nor skipped, and a removal is one of them', async () => {
  await test.ask('POST', '/api/integrations/disconnect', { provider, data: 'remove' })
  await expect.poll(async () => (await syncs()).items[0]?.removed, { timeout: 15_000 }).toBeGreaterThan(0)
  const all = await syncs('')
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page = await syncs(`?limit=1${cursor === null ? '' : `&cursor=${cursor}`}`)
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.pagination.nextCursor
  } while (cursor !== null)
  expect(seen).toEqual(all.items.map(({ id }) => id))
  expect(new Set(seen).size).toBe(seen.length)
})

it('keeps some thousands of runs, and not for ever more', async () => {
  const journal = syncRunsOf(test.workspace)
  const reasons = Array.from({ length: 20 }, (_, at) => ({
    model: 'Call',
    id: `call-${at}`,
    reason: 'x'.repeat(500),
  }))
  for (let day = 0; day < 300; day++)
    await journal.append({
      ...createSyncRun('calls-a', day * 86_400_000),
      endedAt: '2026-01-01T00:00:00Z',
      setAsideReasons: reasons,
    })
  const kept = (await journal.read()).filter((run) => run.provider === 'calls-a')
  expect(kept.length).toBeLessThan(200)
  expect(kept.at(-1)!.startedAt).toBe(new Date(299 * 86_400_000).toISOString())
})
