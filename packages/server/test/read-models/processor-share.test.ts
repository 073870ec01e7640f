import { expect, test } from 'vitest'
import { ownProcessorMs, processorMsOf, watchProcessor } from '../../src/projector/process/processor-share.ts'

function work(ms: number): void {
  const until = ownProcessorMs() + ms
  while (ownProcessorMs() < until);
}

test('a process that worked was not kept from it, one that did nothing all the while may have been', () => {
  let processorMs = 0
  const isStarved = watchProcessor(() => processorMs)
  const begun = performance.now()
  while (performance.now() - begun < 20);
  expect(isStarved()).toBe(true)
  processorMs = performance.now() - begun
  expect(isStarved()).toBe(false)
})

test('where nobody tells it is taken for not kept', () => {
  expect(watchProcessor(() => null)()).toBe(false)
})

test.runIf(process.platform === 'linux')(
  'the system tells of another process what that one tells itself',
  () => {
    work(50)
    const own = ownProcessorMs()
    const told = processorMsOf(process.pid)!
    expect(told).toBeGreaterThan(own / 2)
    expect(told).toBeLessThanOrEqual(ownProcessorMs() + 20)
    expect(processorMsOf(2 ** 30)).toBeNull()
  },
)
