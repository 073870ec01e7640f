/** Tells the page's developer. The only thing that the tracker ever says. */
export const warn = (...message: unknown[]): void => console.warn('[svc]', ...message)

/** What `work` gives, or undefined where it throws; `complain` hears of the error. */
export const attempt = <Result>(
  work: () => Result,
  complain?: (error: unknown) => void,
): Result | undefined => {
  try {
    return work()
  } catch (error) {
    return (complain && complain(error)) as undefined
  }
}

/** The same function, but it can't throw into the page. */
export const guard =
  <Args extends unknown[], Result>(work: (...args: Args) => Result) =>
  (...args: Args): Result | undefined =>
    attempt(() => work(...args), warn)
