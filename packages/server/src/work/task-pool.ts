import { isAppError } from '../errors.ts'
import type { Position } from '../store/ports.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import type { Turn } from './under-lease.ts'

/** A task, some of an organization's work. */
export interface Task {
  /** As the read models call it, where it is due. */
  id: string
  /** What it is one of: of a group a few run at once. */
  group: string
}

/**
 * Runs tasks of all organizations concurrently, so that a slow one holds up nothing but what shares its slots:
 * those of its group and of its organization are bounded.
 */
export interface TaskPool {
  /** To be called before what is due is read: what ended since may be among it, and isn't begun again. */
  beforeRead(workspace: Workspace): void
  /**
   * Begins a task and doesn't wait for it. Does nothing where it runs already, has ended, rests after a failure, or its
   * slots are taken. `work` resolves with where the log ends with its outcome; null: nothing was kept, it is due still.
   */
  begin(workspace: Workspace, turn: Turn, task: Task, work: () => Promise<Position | null>): void
  isRunning(workspace: Workspace, id: string): boolean
  /** How often it has failed in a row. */
  failuresOf(workspace: Workspace, id: string): number
  /** Waits for what was begun: whoever calls it has stopped that by the turns’ signals. */
  close(): Promise<void>
}

/** Pauses after failures, in milliseconds; the last one repeats. */
const retryMs = [1_000, 5_000, 30_000, 120_000]

interface State {
  /** By id, the group of each. */
  running: Map<string, string>
  /** What ended, which the read models may not know yet, and where the log says so. */
  ended: Map<string, Position>
  failures: Map<string, { count: number; until: number }>
}

export function createTaskPool(options: {
  /** For people: what can’t be done when a task fails. */
  name: string
  slots: { perGroup: number; perOrganization: number; inAll: number }
  clock: () => number
  warn: (message: string) => void
  /** Told whenever a slot is free again. */
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
    { signal }: Turn,
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
      const reason = error instanceof Error ? error.message : String(error)
      warn(`${name}, and is tried again in ${pauseMs / 1_000} seconds: ${reason}`)
    }
  }

  return {
    beforeRead(workspace) {
      const { ended } = stateOf(workspace)
      const { projected } = workspace.readModels
      for (const [id, end] of ended) if (end <= projected) ended.delete(id)
    },
    begin(workspace, turn, { id, group }, work) {
      const state = stateOf(workspace)
      const { running, ended, failures } = state
      if (running.has(id) || ended.has(id) || (failures.get(id)?.until ?? 0) > clock()) return
      if (!hasSlot(state, group)) return
      const ending = run(state, id, turn, work).then(() => {
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
