import { describe, expect, it, vi } from 'vitest'
import { AppError } from '../../src/kernel/errors.ts'
import { answerFrom } from '../../src/kernel/operations/answer-from.ts'
import type { ReadModels } from '../../src/kernel/read-models/read-models.ts'

const late = { reason: 'It restarts.', behindSeconds: 3 }

/** Read models that don't know of something yet. */
function lagging({ lags = true } = {}) {
  const reads = { find: () => false } as unknown as ReadModels
  return { fresh: vi.fn(async () => ({ reads, current: !lags, stale: lags ? late : null })) }
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
      readModels.fresh.mockResolvedValueOnce({ reads: {} as ReadModels, current: true, stale: null })
      await fresh()
      return 'it'
    }
    expect(await answerFrom(readModels, answer)).toEqual({ answer: 'it', stale: late })
    expect(await answerFrom(readModels, async () => 'it')).toEqual({ answer: 'it', stale: null })
  })

  it('notes with what isn’t found that it may be in what is missing', async () => {
    await expect(answerFrom(lagging(), find)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'There is none, as far as is known now. It restarts.',
      stale: late,
    })
  })

  it('fails as it does where nothing is missing', async () => {
    await expect(answerFrom(lagging({ lags: false }), find)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'There is none',
      stale: undefined,
    })
  })
})
