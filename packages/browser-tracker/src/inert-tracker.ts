import type { Tracker } from './tracker.ts'

const nothing = () => undefined
const nothingLater = async () => undefined

/** Accepts every call and does nothing. */
export const inertTracker: Tracker = {
  track: nothing,
  identify: nothing,
  setUser: nothing,
  clearUser: nothing,
  user: { identify: nothing },
  getVisitorId: () => null,
  enableTracking: nothing,
  disableTracking: nothingLater,
  revokeConsent: nothing,
  isTrackingEnabled: () => false,
  isEnabled: () => false,
  flush: nothingLater,
  shutdown: nothingLater,
  stats: () => ({ recorded: 0, acknowledged: 0, waiting: 0, dropped: 0 }),
}
