import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import type { Leases } from '../../src/kernel/store/ports.ts'
import { keepLease } from '../../src/kernel/work/lease-keeper.ts'
import { underLease } from '../../src/kernel/background/under-lease.ts'
import type { Workspace } from '../../src/kernel/workspace/workspace.ts'

const quiet = new AbortController().signal
let leases: Leases
beforeEach(() => {
  vi.useFakeTimers()
  leases = memoryStore().organization('acme').leases
})
afterEach(() => vi.useRealTimers())

test('one of two processes works for an organization, for as long as it lives', async () => {
  const [first, second] = [keepLease(leases, 'work'), keepLease(leases, 'work')]
  const held = await first.hold()
  expect(held).not.toBeNull()
  expect(await second.hold()).toBeNull()
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(await second.hold()).toBeNull()
  expect((await first.hold())!.lease.fence).toBe(held!.lease.fence)
  await first.close()
  expect(held!.lost.aborted).toBe(true)
  await vi.advanceTimersByTimeAsync(2_000)
  expect((await second.hold())!.lease.fence).toBeGreaterThan(held!.lease.fence)
  expect(await first.hold()).toBeNull()
})

test('a process that is gone is followed within 30 seconds', async () => {
  // It never renews.
  await leases.acquire('work', { ttlMs: 15_000 })
  const next = keepLease(leases, 'work')
  expect(await next.hold()).toBeNull()
  for (let second = 0; second < 30 && (await next.hold()) === null; second += 5)
    await vi.advanceTimersByTimeAsync(5_000)
  expect(await next.hold()).not.toBeNull()
})

test('a process that may not hold the lease any more gives it to another one', async () => {
  let mayHold = true
  const [first, second] = [keepLease(leases, 'work', () => mayHold), keepLease(leases, 'work')]
  const held = await first.hold()
  expect(await second.hold()).toBeNull()
  mayHold = false
  await vi.advanceTimersByTimeAsync(4_000)
  expect(held!.lost.aborted).toBe(true)
  expect(await first.hold()).toBeNull()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await second.hold()).not.toBeNull()
  mayHold = true
  expect(await first.hold()).toBeNull()
})

test('a process that stood still, or can not reach its store, stops working before somebody else begins', async () => {
  let away = false
  const keeper = keepLease(
    {
      async acquire(name, options) {
        const lease = await leases.acquire(name, options)
        const renew = () => (away ? Promise.reject(new Error('away')) : lease!.renew())
        return lease && { ...lease, renew }
      },
    },
    'work',
  )
  const held = (await keeper.hold())!
  away = true
  await vi.advanceTimersByTimeAsync(8_000)
  expect(held.lost.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(8_000)
  expect(held.lost.aborted).toBe(true)
  expect((await keepLease(leases, 'work').hold())!.lease.fence).toBeGreaterThan(held.lease.fence)
})

test('work is done by the holder alone, and stops when the lease is lost', async () => {
  const workspaces = [0, 1].map(() => ({ lease: keepLease(leases, 'work') }) as unknown as Workspace)
  const [first, second] = workspaces as [Workspace, Workspace]
  let done = 0
  const work = underLease(async () => void (done += 1))
  await work(first, quiet)
  expect(await work(second, quiet)).toBe(false)
  expect(done).toBe(1)
  const stopped = underLease(async (_workspace, { signal }) => {
    await first.lease.close()
    signal.throwIfAborted()
  })
  expect(await stopped(first, quiet)).toBe(false)
  await vi.advanceTimersByTimeAsync(2_000)
  await work(second, quiet)
  expect(done).toBe(2)
  const fault = underLease(() => Promise.reject(new Error('of its own')))
  await expect(fault(second, quiet)).rejects.toThrow('of its own')
})
