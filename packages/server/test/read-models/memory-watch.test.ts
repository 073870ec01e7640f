import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMemoryWatch } from '../../src/projector/process/memory-watch.ts'

const mb = 1024 * 1024

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Watches a process through these sizes, one a look; how often it was too large. */
async function countAlarms(sizes: readonly number[]): Promise<number> {
  let at = 0
  const onTooLarge = vi.fn()
  const { watch } = createMemoryWatch({
    pid: () => 1,
    onTooLarge,
    measure: async () => sizes[Math.min(at++, sizes.length - 1)]! * mb,
  })
  watch(true)
  await vi.advanceTimersByTimeAsync(1_000)
  watch(false)
  const looks = at
  await vi.advanceTimersByTimeAsync(1_000)
  expect(at).toBe(looks)
  return onTooLarge.mock.calls.length
}

test('a process that grows past the bound is too large', async () => {
  expect(await countAlarms([200, 639])).toBe(0)
  expect(await countAlarms([200, 500, 650])).toBeGreaterThan(0)
})

test('what it held before is not held against a query, only what came with it', async () => {
  expect(await countAlarms([700, 750, 1_000])).toBe(0)
  expect(await countAlarms([700, 750, 1_030])).toBeGreaterThan(0)
})
