import { expect, test, vi } from 'vitest'
import type { Log, Position } from '../../src/kernel/store/ports.ts'
import { followLog } from '../../src/projector/follow-log.ts'
import type { Projector } from '../../src/projector/projector.ts'

/** Every position of this log is the border of a record. */
const reader: Pick<Log, 'read'> = {
  read: async (from, until) => ({
    entries: [{ position: from, next: until, payload: new Uint8Array(until - from) }],
    next: until,
    damaged: [],
  }),
}

/** A follower whose batches and checkpoints are finished one by one; `done` is what it did, in order. */
function follow() {
  const done: (Position | 'checkpoint')[] = []
  const underWay: (() => void)[] = []
  const finished = () => new Promise<void>((resolve) => underWay.push(resolve))
  const projector = {
    position: 0,
    dueInMs: Infinity,
    async apply(_entries: unknown, next: Position) {
      await finished()
      this.position = next
    },
  }
  const follower = followLog({
    projector: projector as unknown as Projector,
    reader,
    onProjected: (position) => done.push(position),
    onQuarantined: () => undefined,
    onStalled: () => undefined,
    async checkpoint() {
      await finished()
      done.push('checkpoint')
    },
  })
  const begun = () => vi.waitFor(() => expect(underWay).toHaveLength(1))
  const finishOne = async () => {
    await begun()
    underWay.pop()!()
  }
  return { follower, done, begun, finishOne }
}

const waiting = { urgent: true, busy: false }
const notUrgent = { urgent: false, busy: false }

test('a batch ends where somebody waits for it, and what came later is applied after it', async () => {
  const { follower, done, begun, finishOne } = follow()
  follower.advance(10, notUrgent)
  await begun()
  follower.advance(20, waiting)
  follower.advance(90, notUrgent)
  for (const _ of [10, 20, 90]) await finishOne()
  await vi.waitFor(() => expect(done).toEqual([10, 20, 90]))
  await follower.close()
})

test('a checkpoint is made once somebody was served, or later where nobody asks', async () => {
  const megabyte = 1024 * 1024
  const { follower, done, begun, finishOne } = follow()
  follower.advance(30 * megabyte, notUrgent)
  await finishOne()
  await vi.waitFor(() => expect(done).toEqual([30 * megabyte]))
  follower.advance(31 * megabyte, waiting)
  await begun()
  follower.advance(32 * megabyte, waiting)
  for (const _ of [31, 32, 'checkpoint']) await finishOne()
  await vi.waitFor(() => expect(done).toEqual([30 * megabyte, 31 * megabyte, 32 * megabyte, 'checkpoint']))
  follower.advance(72 * megabyte, notUrgent)
  for (const _ of [72, 'checkpoint']) await finishOne()
  await vi.waitFor(() => expect(done.slice(4)).toEqual([72 * megabyte, 'checkpoint']))
  await follower.close()
})

test('who begins to wait during a checkpoint is served right after it, however long the rest would be', async () => {
  const megabyte = 1024 * 1024
  const { follower, done, begun, finishOne } = follow()
  follower.advance(40 * megabyte, notUrgent)
  await finishOne()
  await begun()
  // The batch seems to have taken so long that the rest after it lasts for ten seconds.
  const later = performance.now() + 60_000
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => later)
  follower.advance(41 * megabyte, { urgent: true, busy: true })
  await finishOne()
  await finishOne()
  await vi.waitFor(() => expect(done).toEqual([40 * megabyte, 'checkpoint', 41 * megabyte]))
  clock.mockRestore()
  await follower.close()
})
