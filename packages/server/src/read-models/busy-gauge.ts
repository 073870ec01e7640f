import { performance } from 'node:perf_hooks'

/** The server is busy when its event loop worked for this part of the last moments, which are this many ms. */
const busyUtilization = 0.4
const busyWindowMs = 100

/** Tells whether this process spent much of the last moments working: accepting then needs the processor more than reads. */
export function createBusyGauge(): () => boolean {
  let measured = performance.eventLoopUtilization()
  let busy = false
  return () => {
    const now = performance.eventLoopUtilization()
    const since = performance.eventLoopUtilization(now, measured)
    if (since.active + since.idle >= busyWindowMs) {
      measured = now
      busy = since.utilization > busyUtilization
    }
    return busy
  }
}
