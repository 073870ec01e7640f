import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createBackgroundRefresh } from '../../src/facts/behaviour/refresh-in-background.ts'
import type { ReadModels } from '../../src/kernel/read-models/read-models.ts'

const running = new AbortController().signal

let now: number
beforeEach(() => {
  now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})
afterEach(() => void vi.restoreAllMocks())

/** Read models whose batches take so long, of which so many are left at first. */
function readModelsWith(batches: number, takesMs: number) {
  const asked: (readonly string[] | null)[] = []
  const readModels = {
    unavailable: null as string | null,
    current: true,
    fresh: async () => ({ current: readModels.current }),
    async refreshFacts(ids: readonly string[] | null) {
      asked.push(ids)
      now += takesMs
      return Math.max(0, batches - asked.length)
    },
  }
  return { asked, workspace: { readModels: readModels as unknown as ReadModels } }
}

describe('Facts that nobody asks about', () => {
  test('are brought up to date batch by batch, until none is left', async () => {
    const { asked, workspace } = readModelsWith(3, 0)
    await createBackgroundRefresh(Date.now)(workspace, running)
    expect(asked).toEqual([null, null, null])
  })

  test('are left alone for long after a pass that took long, and only there', async () => {
    const slow = readModelsWith(1, 1_000)
    const quick = readModelsWith(1, 1)
    const refresh = createBackgroundRefresh(Date.now)
    const askBoth = async () => {
      for (const { workspace } of [slow, quick]) await refresh(workspace, running)
      return [slow.asked.length, quick.asked.length]
    }
    expect(await askBoth()).toEqual([1, 1])
    now += 500
    expect(await askBoth()).toEqual([1, 2])
    now += 60_000
    expect(await askBoth()).toEqual([2, 3])
  })

  test('are not asked for while the read models are unavailable', async () => {
    const { asked, workspace } = readModelsWith(1, 0)
    Object.assign(workspace.readModels, { unavailable: 'the disk is full' })
    await createBackgroundRefresh(Date.now)(workspace, running)
    expect(asked).toEqual([])
  })

  test('are not asked for while the read models lag behind the log, and then are', async () => {
    const { asked, workspace } = readModelsWith(1, 0)
    const refresh = createBackgroundRefresh(Date.now)
    Object.assign(workspace.readModels, { current: false })
    expect(await refresh(workspace, running)).toBe(false)
    expect(asked).toEqual([])
    Object.assign(workspace.readModels, { current: true })
    expect(await refresh(workspace, running)).toBe(true)
    expect(asked).toEqual([null])
  })
})
