import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Engine } from '../../src/projector/process/engine.ts'

const endless = 'select count(*) from range(1000000000000)'
const limits = { timeoutMs: 10_000, maxRows: 10, maxBytes: 1_000 }

let engine: Engine
beforeAll(async () => {
  engine = await Engine.open({ path: ':memory:' })
})
afterAll(() => engine.close())

/** More than there are threads, so that some wait for one. */
function begin(signal: AbortSignal): Promise<unknown>[] {
  return [
    ...Array.from({ length: 6 }, () => engine.runUntrusted(endless, limits, signal)),
    ...Array.from({ length: 6 }, () => engine.all(endless, [], { signal })),
  ]
}

describe('statements that are stopped', () => {
  it.each([0, 1, 2, 3, 4, 5, 8, 12, 20, 40])(
    'end, %d turns of the event loop after they were asked for, wherever they are then',
    async (turns) => {
      const stopping = new AbortController()
      const ended = Promise.allSettled(begin(stopping.signal))
      for (let turn = 0; turn < turns; turn++) await setImmediate()
      stopping.abort()
      for (const { status } of await ended) expect(status).toBe('rejected')
      expect(await engine.all('select 1 as n')).toEqual([{ n: 1 }])
    },
  )

  it('don’t begin where that was before they were asked for, and take none of the others along', async () => {
    await expect(Promise.any(begin(AbortSignal.abort()))).rejects.toThrow()
    const stopping = new AbortController()
    const stopped = Promise.allSettled([engine.all(endless, [], { signal: stopping.signal })])
    const others = Promise.all([
      engine.all('select count(*)::integer as n from range(20000000) where range % 7 = 0'),
      engine.runUntrusted(
        'select count(*)::integer as n from range(1000)',
        limits,
        new AbortController().signal,
      ),
    ])
    await setImmediate()
    stopping.abort()
    await stopped
    expect(await others).toMatchObject([[{ n: 2_857_143 }], { rows: [{ n: 1_000 }] }])
  })
})
