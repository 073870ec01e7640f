import type { Workspace } from '../../kernel/workspace/workspace.ts'

/** Delay after an append, and the least interval, between two requests of one organization. Milliseconds. */
const afterMs = 30
const everyMs = 500

/**
 * Makes the projection of an organization urgent. Without a waiting reader it pauses between batches; an automation that
 * acts on what is projected needs it without those pauses.
 */
export interface ProjectionPriority {
  /** From now on after every append, twice a second at most: accepting events goes first. */
  follow(workspace: Workspace): void
  unfollow(workspace: Workspace): void
  /** Once, for what was appended until now. */
  request(workspace: Workspace): void
  close(): void
}

export function createProjectionPriority(): ProjectionPriority {
  const followed = new Map<Workspace, () => void>()

  function request({ readModels }: Workspace): void {
    // A failure is reported to whoever reads.
    readModels.fresh().catch(() => undefined)
  }

  function unfollow(workspace: Workspace): void {
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
            request(workspace)
          },
          Math.max(afterMs, last + everyMs - performance.now()),
        ).unref()
      })
      followed.set(workspace, () => {
        unsubscribe()
        if (timer !== null) clearTimeout(timer)
      })
    },
    unfollow,
    request,
    close() {
      for (const workspace of followed.keys()) unfollow(workspace)
    },
  }
}
