/** Runs tasks one after another. */
export interface SerialQueue {
  /** Runs the task after those before it have ended. */
  run<Result>(task: () => Promise<Result>): Promise<Result>
  /** Resolves once all tasks so far have ended. */
  idle(): Promise<void>
}

/** `assertOpen` is called with each new task, and throws once the store is closed. */
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
