import assert from 'node:assert/strict'
import type { Check, StoreUnderTest } from './suite-case.ts'

/** Nodes: who serves the store. A store that one process has open has none. */
export const nodeCases: Check<StoreUnderTest>[] = [
  {
    name: 'tells each node which others there are, and which are ready, until they go',
    async check({ store: { nodes } }) {
      if (nodes === undefined) return
      const [a, b] = ['a', 'b'].map((name) => ({
        url: `http://${name}:1`,
        secret: `of ${name}`,
        ready: false,
      }))
      assert.deepEqual(await nodes.announce(a!), [])
      const [first] = await nodes.announce(b!)
      const { silentMs, ...seen } = first!
      assert.deepEqual(seen, a)
      assert.ok(silentMs >= 0 && silentMs < 60_000)
      await nodes.announce({ ...a!, ready: true, secret: 'of another process' })
      const [again] = await nodes.announce(b!)
      assert.deepEqual([again!.ready, again!.secret], [true, 'of another process'])
      await nodes.withdraw(a!)
      assert.equal((await nodes.announce(b!)).length, 1)
      await nodes.withdraw({ ...a!, secret: 'of another process' })
      assert.deepEqual(await nodes.announce(b!), [])
    },
  },
]
