import { expect, it } from 'vitest'
import { pauseAfter } from '../../src/acting/notifications/retry-schedule.ts'

const hour = 60 * 60_000

it('tries ten times in three days, then no more', () => {
  const pauses = Array.from({ length: 9 }, (_, index) => pauseAfter(index + 1, { jitter: 0.5 })!)
  expect(pauses.toSorted((left, right) => left - right)).toEqual(pauses)
  const hours = pauses.reduce((sum, pause) => sum + pause, 0) / hour
  expect(hours).toBeGreaterThan(71)
  expect(hours).toBeLessThan(73)
  expect(pauseAfter(10, { jitter: 0.5 })).toBeNull()
})

it('spreads by a tenth what failed together', () => {
  expect([0, 0.5, 1].map((jitter) => pauseAfter(4, { jitter })! / hour)).toEqual([1.9, 2, 2.1])
})

it.each([
  ['less than the pause', 1_000, 2 * hour],
  ['more', 3 * hour, 3 * hour],
  ['more than a day', 1_000 * hour, 24 * hour],
])('a receiver that asks for %s', (_, retryAfterMs, pause) => {
  expect(pauseAfter(4, { jitter: 0.5, retryAfterMs })).toBe(pause)
})
