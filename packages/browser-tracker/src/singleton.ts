import { createTracker } from './create-tracker.ts'
import type { Events, UserIdentity } from './event.ts'
import { inertTracker } from './inert-tracker.ts'
import type { TrackerOptions } from './options.ts'
import type { Tracker } from './tracker.ts'
import { warn } from './warn.ts'

let instance: Tracker | undefined

/**
 * Creates the page's tracker. A second call returns the first one, with a warning; after `shutdown()` it creates another
 * one.
 */
export const init = (options: TrackerOptions): Tracker => {
  if (instance) warn('init: called before, the first tracker stays')
  return (instance = instance || createTracker(options))
}

/** The tracker created by `init`. Throws when there is none. */
export const getInstance = (): Tracker => {
  if (!instance) throw new Error('[svc] no tracker yet: call init({ publicKey }) first')
  return instance
}

/** The page's tracker, or one that does nothing: calling too early must not break the page. */
const find = (): Tracker => {
  if (!instance && typeof window === 'object') warn('no tracker yet: call init({ publicKey }) first')
  return instance ?? inertTracker
}

/** See {@link Tracker.track}. */
export const track = <Name extends keyof Events>(eventName: Name, properties?: Events[Name]): void =>
  find().track(eventName, properties)

/** See {@link Tracker.identify}. */
export const identify = (user: UserIdentity): void => find().identify(user)

/** See {@link Tracker.setUser}. */
export const setUser = (user: UserIdentity | null): void => find().setUser(user)

/** See {@link Tracker.clearUser}. */
export const clearUser = (): void => find().clearUser()

/** The user of the page's tracker. */
export const user = { identify }

/** See {@link Tracker.getVisitorId}. */
export const getVisitorId = (): string | null => find().getVisitorId()

/** See {@link Tracker.enableTracking}. */
export const enableTracking = (): void => find().enableTracking()

/** See {@link Tracker.disableTracking}. */
export const disableTracking = async (): Promise<void> => find().disableTracking()

/** See {@link Tracker.revokeConsent}. */
export const revokeConsent = (): void => find().revokeConsent()

/** See {@link Tracker.isTrackingEnabled}. */
export const isTrackingEnabled = (): boolean => instance?.isTrackingEnabled() ?? false

/** See {@link Tracker.flush}. */
export const flush = async (): Promise<void> => find().flush()

/** See {@link Tracker.shutdown}. `init` may be called again afterwards. */
export const shutdown = async (): Promise<void> => {
  const ending = instance
  instance = undefined
  await ending?.shutdown()
}
