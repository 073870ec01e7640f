import { connectionsOf } from '../../src/integrations/connections.ts'
import { removalsOf } from '../../src/integrations/removals.ts'
import { syncRunsOf } from '../../src/integrations/sync-run.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type IntegrationServer, openIntegrationServer } from '../support/integration-server.ts'

let test: IntegrationServer
beforeEach(async () => {
  test = await openIntegrationServer({ companies: 2 })
})
afterEach(() => test.close())

it('a sync that ends while a look is under way is not begun again by what that look saw', async () => {
  const connections = connectionsOf(test.workspace)
  const removals = removalsOf(test.workspace)
  const syncRuns = syncRunsOf(test.workspace)
  const { billingA } = test.sandbox
  await test.ask('POST', '/api/integrations/connect', {
    provider: 'billing-a',
    config: { apiKey: billingA.apiKey },
  })
  await test.synced('billing-a')
  expect(await syncRuns.read()).toHaveLength(1)

  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  billingA.fault = () => held.then(() => null)
  await test.ask('POST', '/api/integrations/sync', { provider: 'billing-a' })
  await vi.waitFor(async () => expect((await connections.read())['billing-a']!.startedAt).not.toBeNull())
  // A look reads the connections, then the removals: there it stays until the sync is over.
  let reads = 0
  let goOn = () => {}
  const staying = new Promise<void>((resolve) => (goOn = resolve))
  const read = removals.read.bind(removals)
  vi.spyOn(removals, 'read').mockImplementation(async () => {
    if (++reads === 2) await staying
    return read()
  })
  await vi.waitFor(() => expect(reads).toBe(2))
  answer()
  await test.synced('billing-a')
  const calls = billingA.calls.length
  goOn()
  // Two more looks.
  await vi.waitFor(() => expect(reads).toBeGreaterThanOrEqual(4))
  expect(billingA.calls).toHaveLength(calls)
  expect(await syncRuns.read()).toHaveLength(2)
})
