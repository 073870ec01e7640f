/**
 * Runs `work` unless another tab does. Without Web Locks (pages without TLS, or blocked) each tab runs it: that is
 * wasteful but correct, since the server recognises duplicates by uuid.
 */
export const runAlone = async (name: string, work: () => Promise<void>): Promise<void> => {
  try {
    await navigator.locks.request(name, { ifAvailable: true }, async (lock) => lock && work())
  } catch {
    await work()
  }
}
