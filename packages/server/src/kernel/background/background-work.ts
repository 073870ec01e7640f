import { isAppError } from '../errors.ts'
import type { Workspace, Workspaces } from '../workspace/workspace.ts'
import { delay } from '../work/delay.ts'
import { reasonOf } from '../reason-of.ts'

export interface BackgroundWork {
  /** Aborts the current run by its signal, and waits for it to end. */
  close(): Promise<void>
}

export interface WakeableWork extends BackgroundWork {
  /** There may be something to do for an organization: its next run starts soon, without waiting for the interval. */
  wake(workspace: Workspace): void
}

/** Pauses after failures, in milliseconds; the last one repeats. */
const retryMs = [1_000, 5_000, 30_000, 120_000]
const maxRetryMs = 600_000
/** Read models that can't answer yet are ordinary at a start and after much ingest: reported if they still can't then. */
const quietFailures = 2
/** A requested run starts after `ms`, or after `times` the duration of the last pass, whichever is longer. */
const soon = { ms: 20, times: 3 }
/** An idle organization gets a run at least this often. */
const maxIdleMs = 180_000
/** Idle organizations that are looked at together. */
const idleAtOnce = 50
/** How old the list of organizations may be. Idle organizations are checked at multiples of it, all in one wake-up. */
const listEveryMs = 5_000

/**
 * When an organization needs its next run: `false` after the interval, since work remains; a number after so many
 * milliseconds; `true` or nothing when something changes.
 */
export type NextRun = boolean | number | void

/**
 * Runs some work for every organization that this node holds, also for those that no request has opened. One organization at a time (idle ones
 * some at once), pass after pass, with `intervalMs` between two passes.
 *
 * - An idle organization (`Activity.isIdle`) without remaining work is skipped until it becomes active or its next run is
 *   due, for three minutes at most.
 * - With `onChange`, a change of its read models requests a run.
 * - A failure is logged and retried with growing pauses, or after the error's `retryAfterSeconds`; the other organizations
 *   go on. `READS_UNAVAILABLE` is logged from the third time in a row.
 *
 * Keeps no process alive.
 */
export function startBackgroundWork(options: {
  /** What failed, for the log: `Messages could not be delivered`. */
  name: string
  workspaces: Pick<Workspaces, 'listOrganizations' | 'openWorkspace' | 'holds'>
  /** Pause between two passes. */
  intervalMs: number
  work: (workspace: Workspace, signal: AbortSignal) => Promise<NextRun>
  /** The version of the work's input. A run is skipped while it is the one of the last complete run. Default: none is skipped. */
  basis?: (workspace: Workspace) => string
  /** Whether a change of the read models requests a run. Default: false. */
  onChange?: boolean
  warn: (message: string) => void
}): WakeableWork {
  const { name, workspaces, intervalMs, work, basis, onChange = false, warn } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const done = new WeakMap<Workspace, string>()
  /** Organizations without remaining work, and when their next run is due. Times are of the monotonic clock, here and below. */
  const finished = new Map<string, { workspace: Workspace; until: number }>()
  /** Organizations whose last run failed, and when it is retried. */
  const failed = new Map<string, { count: number; until: number }>()
  /** Key of the list of organizations itself in `failed`. */
  const listKey = ''
  /** Organizations that changed since their last run started. */
  const touched = new WeakSet<Workspace>()
  const subscriptions = new Map<Workspace, (() => void)[]>()
  /** Organizations with a requested run. */
  const woken = new Set<Workspace>()
  let endPause = (): void => undefined
  let passAt = performance.now() + intervalMs
  /** When the first organization is due; 0: with the next pass. */
  let nextRunAt = 0

  async function runUntilClosed(): Promise<void> {
    let tookMs = 0
    while (await waitForWork(tookMs)) {
      const startedAt = performance.now()
      const requested = [...woken]
      woken.clear()
      const isPass = startedAt >= passAt
      if (isPass) await runForAll()
      else
        for (const workspace of requested)
          if (!signal.aborted && workspaces.holds(workspace.organization.id))
            await attempt(workspace.organization.id, () => runFor(workspace))
      for (const { organization } of requested) nextRunAt = Math.min(nextRunAt, dueAt(organization.id))
      const endedAt = performance.now()
      tookMs = endedAt - startedAt
      passAt = Math.min(isPass ? Infinity : passAt, endedAt + pauseMs())
    }
  }

  async function runForAll(): Promise<void> {
    let ids: string[] = []
    await attempt(listKey, async () => {
      const listed = await workspaces.listOrganizations({ withinMs: listEveryMs })
      ids = listed.map(({ id }) => id).filter((id) => workspaces.holds(id))
    })
    nextRunAt = nextListAt(0)
    const due = ids.filter((id) => dueAt(id) <= performance.now())
    // There is hardly ever anything to do for an idle one: many are looked at together.
    const idle = due.filter((id) => dueAt(id) > 0)
    const active = due.filter((id) => dueAt(id) === 0)
    for (let from = 0; from < idle.length; from += idleAtOnce)
      await Promise.all(idle.slice(from, from + idleAtOnce).map(visit))
    for (const id of active) await visit(id)
    for (const id of ids) nextRunAt = Math.min(nextRunAt, dueAt(id))
  }

  async function visit(id: string): Promise<void> {
    if (signal.aborted) return
    await attempt(id, async () => {
      const workspace = await workspaces.openWorkspace(id)
      if (workspace === null) return
      subscribe(workspace)
      await runFor(workspace)
    })
  }

  function subscribe(workspace: Workspace): void {
    if (subscriptions.has(workspace)) return
    subscriptions.set(workspace, [
      workspace.activity.subscribe(() => resume(workspace)),
      // Read models may lag more than a minute behind the log: the organization is idle by then.
      workspace.readModels.subscribe(() => {
        if (onChange) wake(workspace)
        else if (workspace.activity.isIdle) resume(workspace)
      }),
    ])
  }

  /** 0 when it is due with every pass. */
  function dueAt(id: string): number {
    const failure = failed.get(id)
    if (failure !== undefined) return failure.until
    const last = finished.get(id)
    return last?.workspace.activity.isIdle === true ? last.until : 0
  }

  /** An idle organization became active: it is part of a pass after the usual interval. */
  function resume(workspace: Workspace): void {
    touched.add(workspace)
    finished.delete(workspace.organization.id)
    nextRunAt = 0
    passAt = Math.min(passAt, performance.now() + intervalMs)
    endPause()
  }

  function wake(workspace: Workspace): void {
    woken.add(workspace)
    touched.add(workspace)
    finished.delete(workspace.organization.id)
    endPause()
  }

  /** Resolves true when a pass is due, a run was requested or an organization became active; false once closed. */
  async function waitForWork(tookMs: number): Promise<boolean> {
    const leastMs = Math.min(passAt - performance.now(), Math.max(soon.ms, soon.times * tookMs))
    if (!(await delay(Math.max(1, leastMs), signal))) return false
    const leftMs = passAt - performance.now()
    if (leftMs <= 0 || woken.size > 0) return true
    const pause = new AbortController()
    endPause = () => pause.abort()
    await delay(leftMs, pause.signal)
    endPause = () => undefined
    return !signal.aborted
  }

  /** Never rejects. Skips what failed and isn't to be retried yet. */
  async function attempt(id: string, action: () => Promise<void>): Promise<void> {
    const { count, until } = failed.get(id) ?? { count: 0, until: 0 }
    if (until > performance.now()) return
    try {
      await action()
      failed.delete(id)
    } catch (error) {
      if (signal.aborted) return
      const waitMs = retryAfterMs(error) ?? retryMs[Math.min(count, retryMs.length - 1)]!
      failed.set(id, { count: count + 1, until: performance.now() + waitMs })
      if (isAppError(error) && error.code === 'READS_UNAVAILABLE' && count < quietFailures) return
      const reason = reasonOf(error)
      warn(`${name}, and is tried again in ${Math.ceil(waitMs / 1_000)} seconds: ${reason}`)
    }
  }

  /** Pause until the next pass: longer than the interval when all are idle, shorter when a retry is due before. */
  function pauseMs(): number {
    const now = performance.now()
    const listFailure = failed.get(listKey)
    // Without the list nothing else can be retried.
    const failures = listFailure === undefined ? [...failed.values()] : [listFailure]
    const untilRetryMs = Math.min(...failures.map(({ until }) => until - now))
    return Math.max(1, Math.min(Math.max(intervalMs, nextRunAt - now), untilRetryMs))
  }

  async function runFor(workspace: Workspace): Promise<void> {
    const { id } = workspace.organization
    const before = basis?.(workspace)
    touched.delete(workspace)
    const isUnchanged = before !== undefined && done.get(workspace) === before
    const next = isUnchanged ? true : await work(workspace, signal)
    if (next !== false && before !== undefined && !signal.aborted) done.set(workspace, before)
    const dueMs = typeof next === 'number' ? next : Infinity
    if (next === false || touched.has(workspace)) finished.delete(id)
    else finished.set(id, { workspace, until: Math.min(performance.now() + dueMs, nextListAt(maxIdleMs)) })
  }

  const running = runUntilClosed()
  return {
    wake,
    async close() {
      stopping.abort()
      endPause()
      await running
      for (const unsubscribe of [...subscriptions.values()].flat()) unsubscribe()
    },
  }
}

/** The first multiple of `listEveryMs` after `afterMs` from now, the same for all kinds of work. */
function nextListAt(afterMs: number): number {
  return (Math.floor((performance.now() + afterMs) / listEveryMs) + 1) * listEveryMs
}

function retryAfterMs(error: unknown): number | null {
  const seconds = error instanceof Error && 'retryAfterSeconds' in error ? error.retryAfterSeconds : undefined
  return typeof seconds === 'number' ? Math.min(Math.max(seconds, 1) * 1_000, maxRetryMs) : null
}
