import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRateLimiter } from '../src/kernel/rate-limiter.ts'

describe('the rate limit', () => {
  it('never admits more than the limit in any window, and refuses only when it is reached', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 100 }),
        (limit, pauses) => {
          let now = 0
          const limiter = createRateLimiter({ limit, now: () => now })
          const admitted: number[] = []
          for (const pause of pauses) {
            now += pause
            const inWindow = admitted.filter((time) => time > now - 1_000).length
            const decision = limiter.take('pk_a')
            expect(decision.allowed).toBe(inWindow < limit)
            if (decision.allowed) admitted.push(now)
            expect(decision.remaining).toBe(limit - inWindow - (decision.allowed ? 1 : 0))
            expect(decision.resetMs).toBeGreaterThan(0)
            expect(decision.resetMs).toBeLessThanOrEqual(1_000)
          }
        },
      ),
    )
  })

  it('admits again as soon as the oldest request has left the window', () => {
    let now = 0
    const limiter = createRateLimiter({ limit: 2, now: () => now })
    limiter.take('pk_a')
    now = 600
    limiter.take('pk_a')
    expect(limiter.take('pk_a')).toEqual({ allowed: false, remaining: 0, resetMs: 400 })
    now = 1_000
    expect(limiter.take('pk_a').allowed).toBe(true)
  })

  it('is each key’s own', () => {
    const limiter = createRateLimiter({ limit: 1, now: () => 0 })
    expect(limiter.take('pk_a').allowed).toBe(true)
    expect(limiter.take('pk_b').allowed).toBe(true)
    expect(limiter.take('pk_a').allowed).toBe(false)
  })

  it('does not count a look', () => {
    const limiter = createRateLimiter({ limit: 1, now: () => 0 })
    expect(limiter.peek('pk_a')).toMatchObject({ allowed: true, remaining: 1 })
    expect(limiter.take('pk_a').allowed).toBe(true)
    expect(limiter.peek('pk_a')).toMatchObject({ allowed: false, remaining: 0 })
  })
})
