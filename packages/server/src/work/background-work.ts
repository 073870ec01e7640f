import { setTimeout as sleep } from 'node:timers/promises'
import type { Workspace, Workspaces } from '../workspaces/workspace.ts'

export interface BackgroundWork {
  /** Stops: what runs is told by its signal, and waited for. */
  close(): Promise<void>
}

/** Pauses after failures, in milliseconds; the last one repeats. */
const retryMs = [1_000, 5_000, 30_000, 120_000]
const maxRetryMs = 600_000

/**
 * Does some work for every organization, also one that nobody asked since the start: one at a time, again and again with
 * a rest between. When it fails for one that is told, the others have their turn, and it is tried again after longer and
 * longer pauses, or after the `retryAfterSeconds` of the error. Keeps no process alive.
 */
export function startBackgroundWork(options: {
  /** For people: what can't be done when it fails. */
  name: string
  workspaces: Pick<Workspaces, 'listOrganizations' | 'openWorkspace'>
  restMs: number
  /** Resolves false when something is left to do. */
  work: (workspace: Workspace, signal: AbortSignal) => Promise<boolean | void>
  /** What the work depends on: where it is as it was when nothing was left to do, nothing is done. Default: it is always done. */
  basis?: (workspace: Workspace) => string
  warn: (message: string) => void
}): BackgroundWork {
  const { name, workspaces, restMs, work, basis, warn } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const done = new WeakMap<Workspace, string>()

  async function run(): Promise<void> {
    let failures = 0
    let pauseMs = restMs
    while (await rest(pauseMs, signal)) {
      try {
        await workForAll()
        failures = 0
        pauseMs = restMs
      } catch (error) {
        if (signal.aborted) return
        pauseMs = retryAfterMs(error) ?? retryMs[Math.min(failures++, retryMs.length - 1)]!
        const reason = error instanceof Error ? error.message : String(error)
        warn(`${name}, and is tried again in ${Math.ceil(pauseMs / 1_000)} seconds: ${reason}`)
      }
    }
  }

  /** Rejects with the first failure, once all had their turn. */
  async function workForAll(): Promise<void> {
    const errors: unknown[] = []
    for (const { id } of await workspaces.listOrganizations()) {
      if (signal.aborted) return
      try {
        const workspace = await workspaces.openWorkspace(id)
        if (workspace !== null) await workFor(workspace)
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length > 0) throw errors[0]
  }

  async function workFor(workspace: Workspace): Promise<void> {
    const before = basis?.(workspace)
    if (before !== undefined && done.get(workspace) === before) return
    const isDone = (await work(workspace, signal)) !== false
    if (before !== undefined && isDone && !signal.aborted) done.set(workspace, before)
  }

  const running = run()
  return {
    async close() {
      stopping.abort()
      await running
    },
  }
}

function retryAfterMs(error: unknown): number | null {
  const seconds = error instanceof Error && 'retryAfterSeconds' in error ? error.retryAfterSeconds : undefined
  return typeof seconds === 'number' ? Math.min(Math.max(seconds, 1) * 1_000, maxRetryMs) : null
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
