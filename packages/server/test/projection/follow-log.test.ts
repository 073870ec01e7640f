import { expect, test, vi } from 'vitest'
import type { LogReader, Position } from '../../src/log/log.ts'
import { followLog } from '../../src/projection/follow-log.ts'
import type { Projector } from '../../src/projection/projector.ts'

/** Every position of this log is the border of a record. */
const reader: LogReader = {
  read: async (_from, until) => ({ entries: [], next: until, damaged: [] }),
  close: async () => undefined,
}

test('a stretch ends where somebody waits for it, and what came later is applied after it', async () => {
  const applied: Position[] = []
  const underWay: (() => void)[] = []
  const projector = {
    position: 0,
    async apply(_entries: unknown, next: Position) {
      await new Promise<void>((resolve) => underWay.push(resolve))
      this.position = next
    },
  }
  const follower = followLog({
    projector: projector as unknown as Projector,
    reader,
    onProjected: (position) => applied.push(position),
    onDamaged: () => undefined,
    onStalled: () => undefined,
    checkpoint: async () => undefined,
  })
  const finishOne = async () => {
    await vi.waitFor(() => expect(underWay).toHaveLength(1))
    underWay.pop()!()
  }

  follower.advance(10, { hurry: false, busy: false })
  await vi.waitFor(() => expect(underWay).toHaveLength(1))
  follower.advance(20, { hurry: true, busy: false })
  follower.advance(90, { hurry: false, busy: false })
  for (const _ of [10, 20, 90]) await finishOne()
  await vi.waitFor(() => expect(applied).toEqual([10, 20, 90]))
  await follower.close()
})
