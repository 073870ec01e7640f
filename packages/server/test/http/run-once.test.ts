import { describe, expect, it } from 'vitest'
import { createRunOnce } from '../../src/http/idempotency/run-once.ts'
import { jsonReply } from '../../src/http/reply.ts'
import type { Answers, KeptAnswer } from '../../src/workspaces/answers.ts'

function inMemory(): Answers {
  const kept = new Map<string, KeptAnswer>()
  return {
    find: async (id) => kept.get(id) ?? null,
    keep: async (answer) => void kept.set(answer.id, answer),
    forgetBodies: async () => undefined,
    close: async () => undefined,
  }
}

const logger = { warn: () => undefined, error: () => undefined }

describe('a repetition', () => {
  it('of what runs on and on is told to come again', async () => {
    const runOnce = createRunOnce({ clock: () => 0, logger, waitMs: 20 })
    const request = { answers: inMemory(), id: 'a', fingerprint: 'f' }
    let finish = (): void => undefined
    const first = runOnce(request, async () => {
      await new Promise<void>((resolve) => (finish = resolve))
      return jsonReply(200, {})
    })
    await expect(runOnce(request, async () => jsonReply(200, {}))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      retryAfterSeconds: 5,
    })
    finish()
    expect((await first).status).toBe(200)
  })

  it('that waited for a failure is executed, one at a time', async () => {
    const runOnce = createRunOnce({ clock: () => 0, logger })
    const request = { answers: inMemory(), id: 'a', fingerprint: 'f' }
    let executions = 0
    let atOnce = 0
    const execute = async () => {
      executions += 1
      atOnce += 1
      expect(atOnce).toBe(1)
      await Promise.resolve()
      atOnce -= 1
      return jsonReply(executions === 1 ? 503 : 200, { executions })
    }
    const replies = await Promise.all([1, 2, 3].map(() => runOnce(request, execute)))
    expect(executions).toBe(2)
    expect(replies.map(({ status, headers }) => [status, headers['idempotency-replayed']])).toEqual([
      [503, undefined],
      [200, undefined],
      [200, 'true'],
    ])
  })

  it.each([
    [200, 'true'],
    [404, 'true'],
    [409, 'true'],
    [400, undefined],
    [429, undefined],
    [500, undefined],
    [503, undefined],
  ])('of an answer %i has Idempotency-Replayed: %s', async (status, replayed) => {
    const runOnce = createRunOnce({ clock: () => 0, logger })
    const request = { answers: inMemory(), id: 'a', fingerprint: 'f' }
    await runOnce(request, async () => jsonReply(status, { error: 'first' }))
    const again = await runOnce(request, async () => jsonReply(status, { error: 'second' }))
    expect(again.headers['idempotency-replayed']).toBe(replayed)
    expect(again).toMatchObject({
      status,
      body: JSON.stringify({ error: replayed === undefined ? 'second' : 'first' }),
    })
  })

  it('of an answer that was too large to be kept is a 409, and not executed', async () => {
    const answers = inMemory()
    await answers.keep({ id: 'a', fingerprint: 'f', at: 0, status: 200, body: null })
    const runOnce = createRunOnce({ clock: () => 0, logger })
    const again = runOnce({ answers, id: 'a', fingerprint: 'f' }, () => Promise.reject(new Error('executed')))
    await expect(again).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('answered with 200'),
    })
  })

  it('whose key can not be looked up is not executed', async () => {
    const answers = { ...inMemory(), find: () => Promise.reject(new Error('EIO')) }
    const runOnce = createRunOnce({ clock: () => 0, logger })
    const request = runOnce({ answers, id: 'a', fingerprint: 'f' }, () =>
      Promise.reject(new Error('executed')),
    )
    await expect(request).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })
})
