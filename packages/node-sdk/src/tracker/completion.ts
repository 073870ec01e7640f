/** Which events are complete (confirmed, refused or given up), for those who wait for all that was recorded up to a moment. */
export interface Completion {
  /** The generation that events recorded now belong to: one for each flush. */
  readonly generation: number
  /** Begins a new generation. What is returned resolves when nothing of those before waits any more, or the time is up. */
  next: () => (timeoutMs: number) => Promise<void>
  add: (generation: number) => void
  complete: (generation: number) => void
}

export function createCompletion(): Completion {
  /** How many events of each generation aren't complete yet. */
  const incomplete = new Map<number, number>()
  const checks = new Set<() => void>()
  let current = 0
  return {
    get generation() {
      return current
    },
    next() {
      const last = current++
      const isComplete = () => [...incomplete.keys()].every((generation) => generation > last)
      return async (timeoutMs) => {
        if (isComplete()) return
        await new Promise<void>((resolve) => {
          const finish = () => {
            clearTimeout(timer)
            checks.delete(check)
            resolve()
          }
          const check = () => {
            if (isComplete()) finish()
          }
          const timer = setTimeout(finish, Math.max(0, timeoutMs))
          checks.add(check)
        })
      }
    },
    add(generation) {
      incomplete.set(generation, (incomplete.get(generation) ?? 0) + 1)
    },
    complete(generation) {
      const left = incomplete.get(generation)! - 1
      if (left > 0) {
        incomplete.set(generation, left)
        return
      }
      incomplete.delete(generation)
      for (const check of checks) check()
    },
  }
}
