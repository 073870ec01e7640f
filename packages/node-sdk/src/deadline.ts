/**
 * Runs a function with a signal until it settles, the caller's signal aborts, or the timeout passes; then it rejects with
 * the signal's reason, or with `timeoutError`. Also ends if a fetch ignores its signal.
 */
export async function withDeadline<Result>(
  run: (signal: AbortSignal) => Promise<Result>,
  options: { signal: AbortSignal; timeoutMs: number; timeoutError: () => Error },
): Promise<Result> {
  const deadline = new AbortController()
  const signal = AbortSignal.any([options.signal, deadline.signal])
  const timer = setTimeout(() => deadline.abort(options.timeoutError()), options.timeoutMs)
  try {
    signal.throwIfAborted()
    return await Promise.race([
      run(signal),
      new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
      }),
    ])
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    clearTimeout(timer)
  }
}
