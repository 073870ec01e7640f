import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../logger.ts'
import type { Workspace } from '../store/store.ts'

export interface BackgroundWork {
  /** Stops: what runs is told by its signal, and waited for. */
  close(): Promise<void>
}

/**
 * Does some work for every open workspace, again and again with a rest between. What fails is told once until it
 * succeeds, and tried again after the rest. Keeps no process alive.
 */
export function startBackgroundWork(options: {
  /** For people: what can't be done when it fails. */
  name: string
  workspaces: Iterable<Workspace>
  restMs: number
  work: (workspace: Workspace, signal: AbortSignal) => Promise<void>
  logger: Logger
}): BackgroundWork {
  const { name, workspaces, restMs, work, logger } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const failing = new Set<Workspace>()

  async function once(workspace: Workspace): Promise<void> {
    try {
      await work(workspace, signal)
      failing.delete(workspace)
    } catch (error) {
      if (signal.aborted || failing.has(workspace)) return
      failing.add(workspace)
      logger.error(`${name} failed for ${workspace.organization.id}, and is tried again:`, error)
    }
  }

  async function run(): Promise<void> {
    while (await rest(restMs, signal)) await Promise.all([...workspaces].map(once))
  }

  const running = run()
  return {
    async close() {
      stopping.abort()
      await running
    },
  }
}

/** Resolves after so many milliseconds; false when it was ended before. */
export async function rest(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await sleep(ms, undefined, { signal, ref: false })
    return true
  } catch (error) {
    if (signal.aborted) return false
    throw error
  }
}
