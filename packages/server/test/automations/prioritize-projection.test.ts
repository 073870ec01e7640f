// What comes is applied at once where an automation waits for it, and nobody reads.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  createProjectionPriority,
  type ProjectionPriority,
} from '../../src/acting/automations/prioritize-projection.ts'
import type { Workspace } from '../../src/kernel/workspace/workspace.ts'
import { openAutomationServer } from './automation-server.ts'

describe('Read models with priority', () => {
  let priority: ProjectionPriority
  beforeEach(() => {
    vi.useFakeTimers()
    priority = createProjectionPriority()
  })
  afterEach(() => {
    priority.close()
    vi.useRealTimers()
  })

  /** An organization of which only its log’s news and `fresh` count. */
  function organization(fresh: () => Promise<unknown> = async () => undefined) {
    const listeners = new Set<() => void>()
    const asked: number[] = []
    const workspace = {
      log: {
        subscribe(listener: () => void) {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      readModels: {
        fresh() {
          asked.push(performance.now() - begun)
          return fresh()
        },
      },
    } as unknown as Workspace
    const begun = performance.now()
    return { workspace, listeners, asked, come: () => listeners.forEach((listener) => listener()) }
  }

  test('apply what came 30 ms after it', async () => {
    const { workspace, asked, come } = organization()
    priority.follow(workspace)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(asked).toEqual([])
    come()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(asked).toEqual([10_030])
  })

  test('apply what comes without a pause twice a second, and the last of it too', async () => {
    const { workspace, asked, come } = organization()
    priority.follow(workspace)
    for (let count = 0; count < 1_000; count++) {
      come()
      await vi.advanceTimersByTimeAsync(2)
    }
    await vi.advanceTimersByTimeAsync(10_000)
    // The last one came after two seconds.
    expect(asked).toEqual([30, 530, 1_030, 1_530, 2_030])
    // After a rest the next one doesn't wait.
    come()
    await vi.advanceTimersByTimeAsync(30)
    expect(asked).toHaveLength(6)
  })

  test('follow an organization once, until it is left', async () => {
    const { workspace, listeners, asked, come } = organization()
    priority.follow(workspace)
    priority.follow(workspace)
    expect(listeners.size).toBe(1)
    come()
    priority.unfollow(workspace)
    expect(listeners.size).toBe(0)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(asked).toEqual([])
    priority.follow(workspace)
    come()
    priority.close()
    await vi.advanceTimersByTimeAsync(10_000)
    expect({ asked, left: listeners.size }).toEqual({ asked: [], left: 0 })
  })

  test('that can’t catch up are asked again with what comes next', async () => {
    const { workspace, asked, come } = organization(() => Promise.reject(new Error('too slow')))
    priority.follow(workspace)
    for (let count = 0; count < 2; count++) {
      come()
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(asked).toEqual([30, 1_030])
  })
})

test('a message comes though nobody reads, of whoever has an automation that waits for it', async () => {
  const server = await openAutomationServer()
  try {
    const { agentId, signalIds } = await server.prepare('upgraded')
    const automation = await server.createAutomation({ agentId, signalIds })
    await server.settled()
    const { readModels } = server.running.workspace
    const fresh = vi.spyOn(readModels, 'fresh')
    await server.track('jane@globex.com', 'upgraded')
    await vi.waitFor(() => expect(server.received).toHaveLength(1), { interval: 20 })
    expect(fresh).toHaveBeenCalled()
    fresh.mockRestore()
    await server.waitForRuns(automation.id, 1)
  } finally {
    await server.close()
  }
})
