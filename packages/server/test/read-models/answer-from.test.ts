import { describe, expect, it, vi } from 'vitest'
import { AppError } from '../../src/errors.ts'
import { answerFrom } from '../../src/read-models/answer-from.ts'
import type { ReadModels } from '../../src/read-models/read-models.ts'

const late = { reason: 'It restarts.', behindSeconds: 3 }

/** Read models that come to know of something once they are waited for by `exact`. */
function lagging({ catchesUp = true, lags = true } = {}) {
  let isKnown = false
  const reads = { find: () => isKnown } as unknown as ReadModels
  return {
    reads,
    fresh: vi.fn(async () => ({ reads, current: !lags, stale: lags && !isKnown ? late : null })),
    exact: vi.fn(async () => {
      if (!catchesUp) throw new AppError('READS_UNAVAILABLE', 'Not now')
      isKnown = true
      return reads
    }),
  }
}

async function find(fresh: () => Promise<ReadModels>): Promise<string> {
  const reads = (await fresh()) as unknown as { find: () => boolean }
  if (!reads.find()) throw new AppError('NOT_FOUND', 'There is none')
  return 'it'
}

describe('An answer out of the read models', () => {
  it('notes what the first of its reads lacked', async () => {
    const readModels = lagging()
    const answer = async (fresh: () => Promise<ReadModels>) => {
      await fresh()
      await readModels.exact()
      await fresh()
      return 'it'
    }
    expect(await answerFrom(readModels, answer, { mayRepeat: true })).toEqual({ answer: 'it', stale: late })
    expect(await answerFrom(readModels, async () => 'it', { mayRepeat: true })).toMatchObject({ stale: null })
  })

  it('is made once more where reads that lacked something didn’t find it', async () => {
    expect(await answerFrom(lagging(), find, { mayRepeat: true })).toEqual({ answer: 'it', stale: null })
  })

  it('waits ten seconds in all before that', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      const readModels = lagging()
      const slowly = async (fresh: () => Promise<ReadModels>) => {
        vi.advanceTimersByTime(2_500)
        return find(fresh)
      }
      await answerFrom(readModels, slowly, { mayRepeat: true })
      expect(readModels.exact).toHaveBeenCalledExactlyOnceWith({ withinMs: 7_500 })
      // What holds everything isn't waited for again.
      expect(readModels.fresh).toHaveBeenCalledOnce()
      const late = async (fresh: () => Promise<ReadModels>) => {
        vi.advanceTimersByTime(12_000)
        return find(fresh)
      }
      const others = lagging()
      await answerFrom(others, late, { mayRepeat: true })
      expect(others.exact).toHaveBeenCalledExactlyOnceWith({ withinMs: 0 })
    } finally {
      vi.useRealTimers()
    }
  })

  it('is READS_UNAVAILABLE where that can’t be told', async () => {
    const readModels = lagging({ catchesUp: false })
    await expect(answerFrom(readModels, find, { mayRepeat: true })).rejects.toMatchObject({
      code: 'READS_UNAVAILABLE',
    })
  })

  it.each([
    ['current reads didn’t find it', { lags: false }, true],
    ['it may not be made twice', { lags: true }, false],
  ])('fails as it does where %s', async (_, how, mayRepeat) => {
    const readModels = lagging(how)
    await expect(answerFrom(readModels, find, { mayRepeat })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(readModels.exact).not.toHaveBeenCalled()
  })
})
