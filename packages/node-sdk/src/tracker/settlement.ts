/** Which events are settled (confirmed, refused or given up), for those who wait for all that was recorded up to a moment. */
export interface Settlement {
  /** The generation that events recorded now belong to: one for each flush. */
  readonly generation: number
  /** Begins a new generation. What is returned resolves when nothing of those before waits any more, or the time is up. */
  next: () => (timeoutMs: number) => Promise<void>
  add: (generation: number) => void
  settle: (generation: number) => void
}

export function createSettlement(): Settlement {
  /** How many events of each generation aren't settled yet. */
  const unsettled = new Map<number, number>()
  const checks = new Set<() => void>()
  let current = 0
  return {
    get generation() {
      return current
    },
    next() {
      const last = current++
      const isSettled = () => [...unsettled.keys()].every((generation) => generation > last)
      return async (timeoutMs) => {
        if (isSettled()) return
        await new Promise<void>((resolve) => {
          const finish = () => {
            clearTimeout(timer)
            checks.delete(check)
            resolve()
          }
          const check = () => {
            if (isSettled()) finish()
          }
          const timer = setTimeout(finish, Math.max(0, timeoutMs))
          checks.add(check)
        })
      }
    },
    add(generation) {
      unsettled.set(generation, (unsettled.get(generation) ?? 0) + 1)
    },
    settle(generation) {
      const left = unsettled.get(generation)! - 1
      if (left > 0) {
        unsettled.set(generation, left)
        return
      }
      unsettled.delete(generation)
      for (const check of checks) check()
    },
  }
}
