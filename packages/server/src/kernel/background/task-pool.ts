import { isAppError } from '../errors.ts'
import type { Position } from '../store/ports.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { LeaseContext } from './under-lease.ts'
import { reasonOf } from '../reason-of.ts'

export interface Task {
  /** Its id in the read models. */
  id: string
  /** Tasks of one group share slots, for example deliveries to one destination. */
  group: string
}

/** Runs tasks of all organizations concurrently, with bounded slots per group and per organization. */
export interface TaskPool {
  /** Call it before reading what is due: tasks that end after that may still be in the result, and aren't started again. */
  beforeRead(workspace: Workspace): void
  /**
   * Starts a task without waiting for it. Does nothing when it runs already, has ended, failed a moment ago, or its slots
   * are taken. `work` resolves with the end of the log after its outcome was appended; null: nothing was appended, the
   * task is still due.
   */
  begin(workspace: Workspace, context: LeaseContext, task: Task, work: () => Promise<Position | null>): void
  isRunning(workspace: Workspace, id: string): boolean
  /** How often it has failed in a row. */
  failuresOf(workspace: Workspace, id: string): number
  /** Waits for running tasks. Abort the signals of their contexts before. */
  close(): Promise<void>
}

/** Pauses after failures, in milliseconds; the last one repeats. */
const retryMs = [1_000, 5_000, 30_000, 120_000]

interface State {
  /** Group by task id. */
  running: Map<string, string>
  /** Tasks that ended, and the position of their outcome in the log, which the read models may not have applied yet. */
  ended: Map<string, Position>
  failures: Map<string, { count: number; until: number }>
}

export function createTaskPool(options: {
  /** What failed, for the log: `A message could not be sent`. */
  name: string
  slots: { perGroup: number; perOrganization: number; inAll: number }
  clock: () => number
  warn: (message: string) => void
  /** Called whenever a slot becomes free. */
  onEnd: (workspace: Workspace) => void
}): TaskPool {
  const { name, slots, clock, warn, onEnd } = options
  const states = new WeakMap<Workspace, State>()
  const all = new Set<Promise<void>>()

  function stateOf(workspace: Workspace): State {
    const state = states.get(workspace) ?? { running: new Map(), ended: new Map(), failures: new Map() }
    states.set(workspace, state)
    return state
  }

  function hasSlot({ running }: State, group: string): boolean {
    if (all.size >= slots.inAll || running.size >= slots.perOrganization) return false
    return [...running.values()].filter((other) => other === group).length < slots.perGroup
  }

  /** Never rejects: others go on. */
  async function run(
    { ended, failures }: State,
    id: string,
    { signal }: LeaseContext,
    work: () => Promise<Position | null>,
  ): Promise<void> {
    try {
      const end = await work()
      if (end !== null) ended.set(id, end)
      failures.delete(id)
    } catch (error) {
      if (signal.aborted || (isAppError(error) && error.code === 'LEASE_LOST')) return
      const count = (failures.get(id)?.count ?? 0) + 1
      const pauseMs = retryMs[Math.min(count, retryMs.length) - 1]!
      failures.set(id, { count, until: clock() + pauseMs })
      const reason = reasonOf(error)
      warn(`${name}, and is tried again in ${pauseMs / 1_000} seconds: ${reason}`)
    }
  }

  return {
    beforeRead(workspace) {
      const { ended } = stateOf(workspace)
      const { projected } = workspace.readModels
      for (const [id, end] of ended) if (end <= projected) ended.delete(id)
    },
    begin(workspace, context, { id, group }, work) {
      const state = stateOf(workspace)
      const { running, ended, failures } = state
      if (running.has(id) || ended.has(id) || (failures.get(id)?.until ?? 0) > clock()) return
      if (!hasSlot(state, group)) return
      const ending = run(state, id, context, work).then(() => {
        running.delete(id)
        all.delete(ending)
        onEnd(workspace)
      })
      running.set(id, group)
      all.add(ending)
    },
    isRunning: (workspace, id) => stateOf(workspace).running.has(id),
    failuresOf: (workspace, id) => stateOf(workspace).failures.get(id)?.count ?? 0,
    async close() {
      await Promise.all(all)
    },
  }
}
