/** Runs tasks one after another. */
export interface SerialQueue {
  /** Runs the task once those before it have ended. */
  run<Result>(task: () => Promise<Result>): Promise<Result>
  /** Resolves once all have ended that were asked for so far. */
  idle(): Promise<void>
}

/** `assertOpen` is asked when a task is asked for, and throws once the store is closed. */
export function createSerialQueue(assertOpen: () => void): SerialQueue {
  let last: Promise<unknown> = Promise.resolve()
  return {
    async run(task) {
      assertOpen()
      const result = last.then(task)
      last = result.catch(() => undefined)
      return result
    },
    async idle() {
      await last
    },
  }
}
