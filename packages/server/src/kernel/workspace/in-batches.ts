/** Runs `work` for keys together: one batch at a time, with all keys that were asked for meanwhile in the next one. */
export function inBatches<Result>(
  work: (keys: string[]) => Promise<Result>,
): (key: string) => Promise<Result> {
  let next: { keys: Set<string>; done: Promise<Result> } | null = null
  let last: Promise<unknown> = Promise.resolve()
  return (key) => {
    if (next === null) {
      const keys = new Set<string>()
      const done = last.then(() => {
        next = null
        return work([...keys])
      })
      last = done.catch(() => undefined)
      next = { keys, done }
    }
    next.keys.add(key)
    return next.done
  }
}
