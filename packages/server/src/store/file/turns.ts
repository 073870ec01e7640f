/** Tasks that are done one after another. */
export interface Turns {
  /** Does the task once those before it are done. */
  take<Result>(task: () => Promise<Result>): Promise<Result>
  /** Resolves once all are done that were asked for so far. */
  done(): Promise<void>
}

/** `assertOpen` is asked when a task is asked for, and throws once nothing is taken any more. */
export function createTurns(assertOpen: () => void): Turns {
  let last: Promise<unknown> = Promise.resolve()
  return {
    async take(task) {
      assertOpen()
      const turn = last.then(task)
      last = turn.catch(() => undefined)
      return turn
    },
    async done() {
      await last
    },
  }
}
