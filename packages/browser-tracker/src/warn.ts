/** Warns the developer of the page. The tracker writes nothing else. */
export const warn = (...message: unknown[]): void => console.warn('[svc]', ...message)

/** What `work` gives, or undefined where it throws. */
export const attempt = <Result>(work: () => Result): Result | undefined => {
  try {
    return work()
  } catch {
    // Nobody needs to know why.
  }
  return undefined
}

/** The same function, but it can't throw into the page. */
export const guard =
  <Args extends unknown[], Result>(work: (...args: Args) => Result) =>
  (...args: Args): Result | undefined => {
    try {
      return work(...args)
    } catch (error) {
      warn(error)
    }
    return undefined
  }
