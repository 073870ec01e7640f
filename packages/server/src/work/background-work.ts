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
/** An organization that nothing comes for is looked at after so long all the same, in milliseconds. */
const quietRestMs = 60_000
/** How old the list of organizations may be, in milliseconds. Whoever rests is looked at in these rounds: few wakes for all. */
const listEveryMs = 5_000

/**
 * What work leaves: `false` something that can be done after the rest; a number something that is due after so many
 * milliseconds; else nothing, until something changes.
 */
export type Left = boolean | number | void

/**
 * Does some work for every organization, also one that nobody asked since the start: one at a time, again and again with
 * a rest between. One that nothing comes for (`Activity.isQuiet`) and that has nothing left to do rests until something
 * comes or is due, a minute at most; one whose answers have changed has its turn sooner where `onChange` says so. When it
 * fails for one that is told, the others go on, and it is tried again after longer and longer pauses, or after the
 * `retryAfterSeconds` of the error. Keeps no process alive.
 */
export function startBackgroundWork(options: {
  /** For people: what can't be done when it fails. */
  name: string
  workspaces: Pick<Workspaces, 'listOrganizations' | 'openWorkspace'>
  restMs: number
  work: (workspace: Workspace, signal: AbortSignal) => Promise<Left>
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
  /** Who had nothing left to do, and until when that holds as long as nothing comes, by the monotonic clock. */
  const finished = new Map<string, { workspace: Workspace; until: number }>()
  /** What failed last, by organization, and until when it rests, by the monotonic clock. */
  const failed = new Map<string, { count: number; until: number }>()
  /** Stands for the list of organizations itself. */
  const all = ''
  /** For whom something came since their last turn began. */
  const touched = new WeakSet<Workspace>()
  const followed = new Map<Workspace, (() => void)[]>()
  /** Those for whom a turn was asked, and how to end the rest. */
  const woken = new Set<Workspace>()
  let endRest = (): void => undefined
  let roundAt = performance.now() + restMs
  /** When somebody needs the next turn, by the monotonic clock; 0: after the rest. */
  let nextTurnAt = 0

  async function run(): Promise<void> {
    let tookMs = 0
    while (await restUntilRound(tookMs)) {
      const begun = performance.now()
      const asked = [...woken]
      woken.clear()
      const isRound = begun >= roundAt
      if (isRound) await workForAll()
      else
        for (const workspace of asked)
          if (!signal.aborted) await attempt(workspace.organization.id, () => workFor(workspace))
      for (const { organization } of asked) nextTurnAt = Math.min(nextTurnAt, restsUntil(organization.id))
      const ended = performance.now()
      tookMs = ended - begun
      roundAt = Math.min(isRound ? Infinity : roundAt, ended + pauseMs())
    }
  }

  async function workForAll(): Promise<void> {
    let ids: string[] = []
    await attempt(all, async () => {
      ids = (await workspaces.listOrganizations({ withinMs: listEveryMs })).map(({ id }) => id)
    })
    nextTurnAt = nextListAt(0)
    for (const id of ids) {
      if (signal.aborted) return
      if (restsUntil(id) <= performance.now())
        await attempt(id, async () => {
          const workspace = await workspaces.openWorkspace(id)
          if (workspace === null) return
          follow(workspace)
          await workFor(workspace)
        })
      nextTurnAt = Math.min(nextTurnAt, restsUntil(id))
    }
  }

  function follow(workspace: Workspace): void {
    if (followed.has(workspace)) return
    followed.set(workspace, [
      workspace.activity.subscribe(() => hurry(workspace)),
      // Its answers may follow its log by more than a minute.
      workspace.readModels.subscribe(() => {
        if (onChange) wake(workspace)
        else if (workspace.activity.isQuiet) hurry(workspace)
      }),
    ])
  }

  /** 0 for those who don't rest. */
  function restsUntil(id: string): number {
    const failure = failed.get(id)
    if (failure !== undefined) return failure.until
    const last = finished.get(id)
    return last?.workspace.activity.isQuiet === true ? last.until : 0
  }

  /** Something came for one that rested: it has its turn in a round after the usual rest. */
  function hurry(workspace: Workspace): void {
    touched.add(workspace)
    finished.delete(workspace.organization.id)
    nextTurnAt = 0
    roundAt = Math.min(roundAt, performance.now() + restMs)
    endRest()
  }

  function wake(workspace: Workspace): void {
    woken.add(workspace)
    touched.add(workspace)
    finished.delete(workspace.organization.id)
    endRest()
  }

  /** Resolves when the next round is due, a turn was asked for, or something came; false once it was ended. */
  async function restUntilRound(tookMs: number): Promise<boolean> {
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

  /** Until the next round: longer where all rest, sooner where something that failed is tried again before. */
  function pauseMs(): number {
    const now = performance.now()
    const listFailure = failed.get(all)
    // Without the list nobody is tried again.
    const failures = listFailure === undefined ? [...failed.values()] : [listFailure]
    const retryMs = Math.min(...failures.map(({ until }) => until - now))
    return Math.max(1, Math.min(Math.max(restMs, nextTurnAt - now), retryMs))
  }

  async function workFor(workspace: Workspace): Promise<void> {
    const { id } = workspace.organization
    const before = basis?.(workspace)
    touched.delete(workspace)
    const isKnown = before !== undefined && done.get(workspace) === before
    const left = isKnown ? true : await work(workspace, signal)
    if (left !== false && before !== undefined && !signal.aborted) done.set(workspace, before)
    const dueMs = typeof left === 'number' ? left : Infinity
    if (left === false || touched.has(workspace)) finished.delete(id)
    else finished.set(id, { workspace, until: Math.min(performance.now() + dueMs, nextListAt(quietRestMs)) })
  }

  const running = run()
  return {
    wake,
    async close() {
      stopping.abort()
      endRest()
      await running
      for (const end of [...followed.values()].flat()) end()
    },
  }
}

/** When all look at the list next, so many milliseconds from now or later, by the monotonic clock. */
function nextListAt(afterMs: number): number {
  return (Math.floor((performance.now() + afterMs) / listEveryMs) + 1) * listEveryMs
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
