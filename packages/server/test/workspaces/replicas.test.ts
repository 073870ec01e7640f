import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { ReadModels } from '../../src/kernel/read-models/read-models.ts'
import type { Documents } from '../../src/kernel/store/ports.ts'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import { openReplicas } from '../../src/kernel/workspace/replicas.ts'

/** A node of an organization that nothing comes for, and that is told nothing of what others change. */
async function openQuietNode(documents: Documents) {
  const directory = await mkdtemp(join(tmpdir(), 'replicas-'))
  let rebuilds = 0
  const readModels: Pick<ReadModels, 'rebuild' | 'close'> = {
    rebuild: async () => void rebuilds++,
    close: async () => undefined,
  }
  const { replicas } = await openReplicas({
    documents,
    directory,
    activity: { isIdle: true, subscribe: () => () => undefined },
    open: async () => readModels as ReadModels,
    remove: async () => undefined,
    snapshots: null,
    onProblem: () => undefined,
  })
  onTestFinished(async () => {
    await replicas.close()
    await rm(directory, { recursive: true })
  })
  return { replicas, rebuilds: () => rebuilds }
}

test(
  'a node that missed the hint rebuilds its answers before it is taken for away',
  { timeout: 20_000 },
  async () => {
    const { documents } = memoryStore().organization('org')
    const [asking, other] = [await openQuietNode(documents), await openQuietNode(documents)]
    expect(await asking.replicas.rebuild()).toEqual({ nodes: 2, away: 0 })
    expect(other.rebuilds()).toBe(1)
  },
)
