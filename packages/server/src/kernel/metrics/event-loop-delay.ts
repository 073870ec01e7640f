import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'

/** Coarse, so that the timer costs next to nothing. */
const resolutionMs = 50

/**
 * How late the event loop ran its timers since the last call, in seconds. It is watched from the first call on: who never
 * scrapes pays nothing.
 */
export function createEventLoopDelay(): () => { p50: number; p99: number; max: number } {
  let delays: IntervalHistogram | null = null
  const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolutionMs / 1e3)
  return () => {
    if (delays === null) {
      delays = monitorEventLoopDelay({ resolution: resolutionMs })
      delays.enable()
      return { p50: 0, p99: 0, max: 0 }
    }
    const { max } = delays
    const measured = {
      p50: seconds(delays.percentile(50)),
      p99: seconds(delays.percentile(99)),
      max: seconds(max),
    }
    delays.reset()
    return measured
  }
}
