import { setTimeout as sleep } from 'node:timers/promises'
import type { Workspace, Workspaces } from '../workspaces/workspace.ts'

export interface BackgroundWork {
  /** Stops: what runs is told by its signal, and waited for. */
  close(): Promise<void>
}

export interface WakeableWork extends BackgroundWork {
  /** Says that there may be something to do for an organization: it has its next turn soon, without the rest. */
  wake(workspace: Workspace): void
}

/** Pauses after failures, in milliseconds; the last one repeats. */
const retryMs = [1_000, 5_000, 30_000, 120_000]
const maxRetryMs = 600_000
/** A turn that was asked for comes after so many milliseconds, and after so many times what the last one took. */
const soon = { ms: 20, times: 3 }
/** The rest of an organization that nothing comes for, and how old the list of organizations may be, in milliseconds. */
const quietRestMs = 5_000

/**
 * Does some work for every organization, also one that nobody asked since the start: one at a time, again and again with
 * a rest between, of five seconds at least for those that nothing comes for (`Activity.isQuiet`) and that have nothing left
 * to do, and sooner for those whose answers have changed where `onChange` says so. When it fails for one that is
 * told, the others go on, and it is tried again after longer and longer pauses, or after the `retryAfterSeconds` of the
 * error. Keeps no process alive.
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
  /** Whether an organization has its turn soon after its read models have changed. Default: after the rest, as always. */
  onChange?: boolean
  warn: (message: string) => void
}): WakeableWork {
  const { name, workspaces, restMs, work, basis, onChange = false, warn } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const done = new WeakMap<Workspace, string>()
  /** Who had nothing left to do, and when, by the monotonic clock. */
  const finished = new Map<string, { workspace: Workspace; at: number }>()
  /** What failed last, by organization, and until when it rests, by the monotonic clock. */
  const failed = new Map<string, { count: number; until: number }>()
  /** Stands for the list of organizations itself. */
  const all = ''
  const followed = new Map<Workspace, () => void>()
  /** Those for whom a turn was asked, and how to end the rest. */
  const woken = new Set<Workspace>()
  let endRest = (): void => undefined

  async function run(): Promise<void> {
    let roundAt = performance.now() + pauseMs()
    let tookMs = 0
    while (await restUntil(roundAt, tookMs)) {
      const begun = performance.now()
      const asked = [...woken]
      woken.clear()
      const isRound = begun >= roundAt
      if (isRound) await workForAll()
      else
        for (const workspace of asked)
          if (!signal.aborted) await attempt(workspace.organization.id, () => workFor(workspace))
      const ended = performance.now()
      tookMs = ended - begun
      roundAt = Math.min(isRound ? Infinity : roundAt, ended + pauseMs())
    }
  }

  async function workForAll(): Promise<void> {
    let ids: string[] = []
    await attempt(all, async () => {
      ids = (await workspaces.listOrganizations({ withinMs: quietRestMs })).map(({ id }) => id)
    })
    for (const id of ids) {
      if (signal.aborted) return
      if (isResting(id)) continue
      await attempt(id, async () => {
        const workspace = await workspaces.openWorkspace(id)
        if (workspace === null) return
        if (onChange && !followed.has(workspace))
          followed.set(
            workspace,
            workspace.readModels.subscribe(() => wake(workspace)),
          )
        await workFor(workspace)
      })
    }
  }

  function isResting(id: string): boolean {
    const last = finished.get(id)
    return last?.workspace.activity.isQuiet === true && performance.now() - last.at < quietRestMs
  }

  function wake(workspace: Workspace): void {
    woken.add(workspace)
    endRest()
  }

  /** Resolves when the next round is due, or a turn was asked for; false once it was ended. */
  async function restUntil(roundAt: number, tookMs: number): Promise<boolean> {
    const leastMs = Math.min(roundAt - performance.now(), Math.max(soon.ms, soon.times * tookMs))
    if (!(await rest(Math.max(1, leastMs), signal))) return false
    const leftMs = roundAt - performance.now()
    if (leftMs <= 0 || woken.size > 0) return true
    const resting = new AbortController()
    endRest = () => resting.abort()
    await rest(leftMs, resting.signal)
    endRest = () => undefined
    return !signal.aborted
  }

  /** Never rejects. What failed a moment ago isn't tried: the others go on without it. */
  async function attempt(id: string, what: () => Promise<void>): Promise<void> {
    const { count, until } = failed.get(id) ?? { count: 0, until: 0 }
    if (until > performance.now()) return
    try {
      await what()
      failed.delete(id)
    } catch (error) {
      if (signal.aborted) return
      const waitMs = retryAfterMs(error) ?? retryMs[Math.min(count, retryMs.length - 1)]!
      failed.set(id, { count: count + 1, until: performance.now() + waitMs })
      const reason = error instanceof Error ? error.message : String(error)
      warn(`${name}, and is tried again in ${Math.ceil(waitMs / 1_000)} seconds: ${reason}`)
    }
  }

  /** Until the next turn: sooner where something that failed is tried again before. */
  function pauseMs(): number {
    const next = Math.min(...[...failed.values()].map(({ until }) => until - performance.now()))
    return Math.max(1, Math.min(restMs, next))
  }

  async function workFor(workspace: Workspace): Promise<void> {
    const { id } = workspace.organization
    const before = basis?.(workspace)
    const isDone =
      (before !== undefined && done.get(workspace) === before) || (await work(workspace, signal)) !== false
    if (before !== undefined && isDone && !signal.aborted) done.set(workspace, before)
    if (isDone) finished.set(id, { workspace, at: performance.now() })
    else finished.delete(id)
  }

  const running = run()
  return {
    wake,
    async close() {
      stopping.abort()
      endRest()
      for (const unsubscribe of followed.values()) unsubscribe()
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
