import * as singleton from './singleton.ts'
import { createTracker } from './create-tracker.ts'
import type { TrackerOptions } from './options.ts'
import type { Tracker } from './tracker.ts'

export { createTracker } from './create-tracker.ts'
export type { Tracker } from './tracker.ts'
export * from './singleton.ts'
export type { TrackerOptions } from './options.ts'
export type {
  EventMap,
  Events,
  PageContext,
  Properties,
  Scalar,
  TrackedEvent,
  UserIdentity,
  UtmParams,
} from './event.ts'
export type { Stats } from './delivery/outbox.ts'

/** `new Svc(options)` is `createTracker(options)` as a class. */
export const Svc = function (options: TrackerOptions): Tracker {
  return createTracker(options)
} as unknown as new (options: TrackerOptions) => Tracker

export default { ...singleton, createTracker, Svc }
