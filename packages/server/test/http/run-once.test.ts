import { describe, expect, it } from 'vitest'
import { createRunOnce } from '../../src/http/idempotency/run-once.ts'
import { jsonReply } from '../../src/http/reply.ts'
import { type Claims, claimBounds } from '../../src/kernel/store/ports.ts'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'

const inMemory = (): Claims => memoryStore().organization('o').claims

const logger = { warn: () => undefined, error: () => undefined }

describe('a repetition', () => {
  it('of what runs on and on is told to come again', async () => {
    const runOnce = createRunOnce({ logger, waitMs: 20 })
    const request = { claims: inMemory(), id: 'a', fingerprint: 'f' }
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
    const runOnce = createRunOnce({ logger })
    const request = { claims: inMemory(), id: 'a', fingerprint: 'f' }
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
    const runOnce = createRunOnce({ logger })
    const request = { claims: inMemory(), id: 'a', fingerprint: 'f' }
    await runOnce(request, async () => jsonReply(status, { error: 'first' }))
    const again = await runOnce(request, async () => jsonReply(status, { error: 'second' }))
    expect(again.headers['idempotency-replayed']).toBe(replayed)
    expect(again).toMatchObject({
      status,
      body: JSON.stringify({ error: replayed === undefined ? 'second' : 'first' }),
    })
  })

  it('of an answer that was too large to be kept is a 409, and not executed', async () => {
    const claims = inMemory()
    const large = jsonReply(200, { text: 'x'.repeat(claimBounds.maxValueBytes) })
    const first = createRunOnce({ logger })
    expect(await first({ claims, id: 'a', fingerprint: 'f' }, async () => large)).toBe(large)
    const runOnce = createRunOnce({ logger })
    const again = runOnce({ claims, id: 'a', fingerprint: 'f' }, () => Promise.reject(new Error('executed')))
    await expect(again).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('answered with 200'),
    })
  })

  it('whose key can not be looked up is not executed', async () => {
    const claims = { ...inMemory(), claim: () => Promise.reject(new Error('EIO')) }
    const runOnce = createRunOnce({ logger })
    const request = runOnce({ claims, id: 'a', fingerprint: 'f' }, () =>
      Promise.reject(new Error('executed')),
    )
    await expect(request).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })

  it('on another node waits for the first one, and is answered as it was', async () => {
    const claims = inMemory()
    const request = { claims, id: 'a', fingerprint: 'f' }
    let executions = 0
    const execute = async () => {
      executions += 1
      await new Promise((resolve) => setTimeout(resolve, 50))
      return jsonReply(201, { executions })
    }
    const nodes = Array.from({ length: 5 }, () => createRunOnce({ logger }))
    const replies = await Promise.all(nodes.map((runOnce) => runOnce(request, execute)))
    expect(executions).toBe(1)
    expect(replies.map(({ body }) => body)).toEqual(Array(5).fill('{"executions":1}'))
  })

  it('of a request whose process died is executed once the claim has expired, and not while it runs', async () => {
    let now = 0
    let looks = 0
    let renewals = 0
    const kept = memoryStore({ clock: () => now }).organization('o').claims
    const claims: Claims = {
      ...kept,
      claim: (...asked) => {
        looks += 1
        return kept.claim(...asked)
      },
      // Time passes after each renewal, and not quite as long as a claim holds.
      async settle(...asked) {
        await kept.settle(...asked)
        renewals += 1
        now += 40
      },
    }
    const request = { claims, id: 'a', fingerprint: 'f' }
    // Claimed by a process that is gone.
    await kept.claim('a', '{"fingerprint":"f","status":null,"body":null}', { ttlMs: 60 })
    now = 61
    const runOnce = createRunOnce({ logger, runningMs: 60 })
    let finish = (): void => undefined
    const first = runOnce(request, async () => {
      await new Promise<void>((resolve) => (finish = resolve))
      return jsonReply(200, { first: true })
    })
    await expect.poll(() => renewals).toBeGreaterThan(2)
    const second = runOnce(request, async () => jsonReply(200, { second: true }))
    await expect.poll(() => looks).toBeGreaterThan(1)
    finish()
    expect((await first).body).toBe('{"first":true}')
    expect(await second).toMatchObject({
      body: '{"first":true}',
      headers: { 'idempotency-replayed': 'true' },
    })
  })
})
