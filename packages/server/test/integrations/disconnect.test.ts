// What becomes of what a provider brought, once it is disconnected: it stays, or all of it goes.
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import { removalsOf } from '../../src/integrations/removals.ts'
import { syncRunsOf } from '../../src/integrations/sync-run.ts'
import { connectionsOf } from '../../src/integrations/connections.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { connectAll, type ConnectedId, connectedIds, connectOne } from '../support/connect-all.ts'
import { removeSyncedData } from '../../src/integrations/remove-synced-data.ts'
import type { Removal } from '../../src/integrations/removals.ts'
import { type IntegrationServer, openIntegrationServer } from '../support/integration-server.ts'

let test: IntegrationServer
beforeAll(async () => {
  test = await openIntegrationServer({ companies: 4 })
  const told = await test.ask('POST', '/api/records', {
    records: [
      { kind: 'customer', domain: 'ours.example', name: 'Ours' },
      {
        kind: 'source',
        sourceType: 'CALL',
        sourceId: 'ours-1',
        occurredAt: '2026-01-05T10:00:00Z',
        title: 'A call of ours',
        customer: { domain: 'ours.example' },
      },
    ],
  })
  expect(told.status).toBe(200)
  await connectAll(test)
})
afterAll(() => test.close())

const tables = ['activity', 'sources', 'users', 'customers', 'opportunities', 'revenue', 'facts']

async function rowsOf(names: readonly string[] = tables): Promise<Record<string, string[]>> {
  await test.workspace.readModels.exact({ withinMs: 60_000 })
  const rows: Record<string, string[]> = {}
  for (const name of names) {
    const { data } = await test.call<{ data: object[] }>('svc_query', { sql: `select * from ${name}` })
    rows[name] = data.map((row) => JSON.stringify(row)).sort()
  }
  return rows
}

const disconnect = (provider: string, data?: string) =>
  test.ask('POST', '/api/integrations/disconnect', { provider, ...(data !== undefined && { data }) })

const removed = (provider: ConnectedId) =>
  vi.waitFor(
    async () => {
      expect(await removalsOf(test.workspace).read()).not.toHaveProperty(provider)
    },
    { interval: 50 },
  )

/** Everything of the log, as text. */
async function logText(): Promise<string> {
  const { log } = test.workspace
  const end = await log.end()
  let text = ''
  for (let from = 0; from < end;) {
    const { entries, next } = await log.read(from, end)
    for (const { payload } of entries) text += `${Buffer.from(payload).toString('utf8')}\n`
    from = next
  }
  return text
}

it('keeps what was brought unless it is told otherwise', async () => {
  await connectOne(test, 'calls-a', true)
  await test.synced('calls-a')
  const before = await rowsOf(['sources', 'users'])
  expect((await disconnect('calls-a')).body).toEqual({ success: true })
  expect(await removalsOf(test.workspace).read()).toEqual({})
  expect(await rowsOf(['sources', 'users'])).toEqual(before)
  await connectOne(test, 'calls-a')
  await test.synced('calls-a')
})

it('refuses what is neither', async () => {
  expect(await disconnect('calls-a', 'forget')).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('data') as string },
  })
  expect((await disconnect('nonsense', 'remove')).status).toBe(400)
})

describe('where it is removed', () => {
  it('leaves answers and log as if it had never been connected, one provider after the other', async () => {
    const whole = await rowsOf()
    expect(whole['revenue']!.length).toBeGreaterThan(0)
    expect(whole['opportunities']!.length).toBeGreaterThan(0)
    for (const id of connectedIds) expect((await disconnect(id, 'remove')).status).toBe(200)
    for (const id of connectedIds) await removed(id)
    const left = await rowsOf()
    expect(left['sources']).toEqual([expect.stringContaining('A call of ours')])
    expect(left['customers']).toEqual([expect.stringContaining('ours.example')])
    expect(left['activity']).toHaveLength(1)
    for (const name of ['users', 'opportunities', 'revenue', 'facts']) expect(left[name]).toEqual([])
    const found = await test.call<{ results: unknown[] }>('svc_search_customer_context', {
      query: 'call meeting renewal',
    })
    expect(JSON.stringify(found)).not.toMatch(
      new RegExp(test.sandbox.world.companies.map(({ domain }) => domain).join('|')),
    )
    const text = await logText()
    for (const company of test.sandbox.world.companies) expect(text).not.toContain(company.domain)
    const runs = await syncRunsOf(test.workspace).read()
    for (const id of connectedIds) {
      const run = runs.findLast(({ provider }) => provider === id)!
      expect(run).toMatchObject({ status: 'SUCCESS', pages: 0, error: null })
      expect(run.deleted).toBeGreaterThan(0)
    }
  })

  it('comes back as it was when it is connected again, which waits for the removal', async () => {
    await connectOne(test, 'crm-a')
    await test.synced('crm-a')
    const before = await rowsOf()
    await disconnect('crm-a', 'remove')
    await connectOne(test, 'crm-a')
    await removed('crm-a')
    await test.synced('crm-a')
    const after = await rowsOf(['opportunities', 'customers'])
    expect(after['opportunities']).toHaveLength(before['opportunities']!.length)
    expect(after['customers']).toHaveLength(before['customers']!.length)
  })

  it('takes nothing of another provider that says the same', async () => {
    await connectOne(test, 'support-a')
    await test.synced('support-a')
    const { opportunities } = await rowsOf(['opportunities'])
    await disconnect('support-a', 'remove')
    await removed('support-a')
    expect((await rowsOf(['opportunities']))['opportunities']).toEqual(opportunities)
    const { data } = await test.call<{ data: { n: number }[] }>('svc_query', {
      sql: "select count(*)::integer as n from sources where source_type = 'SUPPORT_TICKET'",
    })
    expect(data).toEqual([{ n: 0 }])
  })

  it('stops a sync that is under way: nothing comes behind it', async () => {
    let answer = (_: null) => {}
    const held = new Promise<null>((resolve) => (answer = resolve))
    let asked = false
    test.sandbox.supportA.fault = ({ path }) => {
      if (!/^\/conversations\/(?!search)/.test(path)) return null
      asked = true
      return held
    }
    await connectOne(test, 'support-a')
    await vi.waitFor(() => expect(asked).toBe(true), { interval: 20 })
    expect((await disconnect('support-a', 'remove')).status).toBe(200)
    test.sandbox.supportA.fault = () => null
    answer(null)
    await removed('support-a')
    expect(await logText()).not.toContain('SUPPORT_TICKET')
  })
})

it('a removal that is asked for during another one of the same provider is done too', async () => {
  const first: Removal = { requestedAt: '', generation: 'first', found: { sources: [], count: 0 } }
  const second: Removal = { ...first, generation: 'second', found: null }
  const note = (removal: Removal) =>
    removalsOf(workspace).change((noted) => {
      noted['mail-a'] = removal
    })
  const rebuild = async () => {
    await note(second)
    return { nodes: 1, away: 0 }
  }
  // Documents of its own, which the server's own work doesn't see.
  const { documents } = memoryStore().organization('apart')
  const workspace = { ...test.workspace, documents, replicas: { ...test.workspace.replicas, rebuild } }
  await note(first)
  const { signal } = new AbortController()
  await removeSyncedData(workspace, 'mail-a', first, { clock: Date.now, signal })
  expect(await removalsOf(workspace).read()).toEqual({ 'mail-a': second })
})

it('is removed by default where the server’s setting says so, also after a start', async () => {
  const own = await openIntegrationServer({ companies: 2, dataOnDisconnect: 'remove' })
  await connectOne(own, 'billing-a')
  await own.synced('billing-a')
  // As a server leaves it that was killed as soon as the removal was noted.
  const { generation } = (await connectionsOf(own.workspace).read())['billing-a']!
  const kept = await own.ask('POST', '/api/integrations/disconnect', {
    provider: 'billing-a',
    data: 'keep',
  })
  expect(kept.status).toBe(200)
  expect(await removalsOf(own.workspace).read()).toEqual({})
  await removalsOf(own.workspace).change((removals) => {
    removals['billing-a'] = { requestedAt: new Date().toISOString(), generation, found: null }
  })
  await vi.waitFor(async () => expect(await removalsOf(own.workspace).read()).toEqual({}), {
    interval: 50,
  })
  await own.workspace.readModels.exact({ withinMs: 60_000 })
  const { data } = await own.call<{ data: object[] }>('svc_query', { sql: 'select * from revenue' })
  expect(data).toEqual([])
  await connectOne(own, 'billing-a')
  await own.synced('billing-a')
  expect((await own.ask('POST', '/api/integrations/disconnect', { provider: 'billing-a' })).status).toBe(200)
  await vi.waitFor(async () => expect(await removalsOf(own.workspace).read()).toEqual({}), {
    interval: 50,
  })
  await own.close()
})
