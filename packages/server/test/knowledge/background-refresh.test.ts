import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createBackgroundRefresh } from '../../src/knowledge/behaviour/refresh-in-background.ts'
import type { ReadModels } from '../../src/store/read-models.ts'

const running = new AbortController().signal

/** Read models whose slices take so long, of which so many are left at first. */
function readModelsWith(slices: number, takesMs: number) {
  const asked: (readonly string[] | null)[] = []
  const readModels = {
    unavailable: null as string | null,
    async refreshFacts(ids: readonly string[] | null) {
      asked.push(ids)
      await sleep(takesMs)
      return Math.max(0, slices - asked.length)
    },
  }
  return { asked, workspace: { readModels: readModels as unknown as ReadModels } }
}

describe('Facts that nobody asks about', () => {
  test('are brought up to date slice by slice, until none is left', async () => {
    const { asked, workspace } = readModelsWith(3, 0)
    await createBackgroundRefresh(Date.now)(workspace, running)
    expect(asked).toEqual([null, null, null])
  })

  test('are left alone for long after a round that took long, and only there', async () => {
    const slow = readModelsWith(1, 20)
    const quick = readModelsWith(1, 0)
    const refresh = createBackgroundRefresh(Date.now)
    for (const { workspace } of [slow, quick]) await refresh(workspace, running)
    await refresh(slow.workspace, running)
    expect(slow.asked).toHaveLength(1)
    await expect
      .poll(async () => {
        await refresh(quick.workspace, running)
        return quick.asked.length
      })
      .toBeGreaterThan(1)
    await expect
      .poll(async () => {
        await refresh(slow.workspace, running)
        return slow.asked.length
      })
      .toBe(2)
  })

  test('are not asked for while the read models are unavailable', async () => {
    const { asked, workspace } = readModelsWith(1, 0)
    Object.assign(workspace.readModels, { unavailable: 'the disk is full' })
    await createBackgroundRefresh(Date.now)(workspace, running)
    expect(asked).toEqual([])
  })
})
