import type { Workspace } from '../workspaces/workspace.ts'

/** What came is waited for so long after it, and so often at most, in milliseconds. */
const afterMs = 30
const everyMs = 500

/** Has read models apply what came without the rests that they take when nobody waits: where somebody acts on it, somebody does. */
export interface Hurry {
  /** From now on, whatever comes: a few times a second at most, since accepting goes first. */
  follow(workspace: Workspace): void
  /** No more. */
  leave(workspace: Workspace): void
  /** What was appended until now. */
  now(workspace: Workspace): void
  close(): void
}

export function createHurry(): Hurry {
  const followed = new Map<Workspace, () => void>()

  function now({ readModels }: Workspace): void {
    // Where they can't catch up, whoever reads is told.
    readModels.fresh().catch(() => undefined)
  }

  function leave(workspace: Workspace): void {
    followed.get(workspace)?.()
    followed.delete(workspace)
  }

  return {
    follow(workspace) {
      if (followed.has(workspace)) return
      let timer: NodeJS.Timeout | null = null
      let last = -Infinity
      const unsubscribe = workspace.log.subscribe(() => {
        timer ??= setTimeout(
          () => {
            timer = null
            last = performance.now()
            now(workspace)
          },
          Math.max(afterMs, last + everyMs - performance.now()),
        ).unref()
      })
      followed.set(workspace, () => {
        unsubscribe()
        if (timer !== null) clearTimeout(timer)
      })
    },
    leave,
    now,
    close() {
      for (const workspace of followed.keys()) leave(workspace)
    },
  }
}
