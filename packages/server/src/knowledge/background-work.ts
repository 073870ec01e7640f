import { setTimeout as sleep } from 'node:timers/promises'
import type { Workspace } from '../workspaces/workspace.ts'

export interface BackgroundWork {
  /** Stops: what runs is told by its signal, and waited for. */
  close(): Promise<void>
}

/** Pauses after failures, in milliseconds; the last one repeats. */
const retryMs = [1_000, 5_000, 30_000, 120_000]
const maxRetryMs = 600_000

/**
 * Does some work for every open workspace, again and again with a rest between. When it fails that is told, and it is
 * tried again after longer and longer pauses, or after the `retryAfterSeconds` of the error. Keeps no process alive.
 */
export function startBackgroundWork(options: {
  /** For people: what can't be done when it fails. */
  name: string
  workspaces: Iterable<Workspace>
  restMs: number
  work: (workspace: Workspace, signal: AbortSignal) => Promise<void>
  warn: (message: string) => void
}): BackgroundWork {
  const { name, workspaces, restMs, work, warn } = options
  const stopping = new AbortController()
  const { signal } = stopping

  async function run(): Promise<void> {
    let failures = 0
    let pauseMs = restMs
    while (await rest(pauseMs, signal)) {
      try {
        for (const workspace of workspaces) await work(workspace, signal)
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
