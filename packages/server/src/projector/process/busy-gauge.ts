import { performance } from 'node:perf_hooks'

/** The server counts as busy when its event loop was active for this fraction of the last `windowMs`. */
const busyUtilization = 0.4
const windowMs = 100

/** Whether this process was busy recently: ingest then needs the processor more than reads do. */
export function createBusyGauge(): () => boolean {
  let measured = performance.eventLoopUtilization()
  let busy = false
  return () => {
    const now = performance.eventLoopUtilization()
    const since = performance.eventLoopUtilization(now, measured)
    if (since.active + since.idle >= windowMs) {
      measured = now
      busy = since.utilization > busyUtilization
    }
    return busy
  }
}
