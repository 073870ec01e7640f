/**
 * Runs `work` unless another tab does. Where there are no Web Locks (pages without TLS), or they are refused, each tab
 * works by itself: two at once are wasteful, never wrong, as the server knows the uuids.
 */
export const runAlone = async (name: string, work: () => Promise<void>): Promise<void> => {
  try {
    await navigator.locks.request(name, { ifAvailable: true }, async (lock) => lock && work())
  } catch {
    await work()
  }
}
