import { setTimeout as sleep } from 'node:timers/promises'

/** Resolves true after so many milliseconds, false when `signal` aborts before. Keeps no process alive. */
export async function delay(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await sleep(ms, undefined, { signal, ref: false })
    return true
  } catch (error) {
    if (signal.aborted) return false
    throw error
  }
}
