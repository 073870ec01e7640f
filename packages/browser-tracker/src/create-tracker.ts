import type { EventMap } from './event.ts'
import { inertTracker } from './inert-tracker.ts'
import type { TrackerOptions } from './options.ts'
import { createPageTracker, type Tracker } from './tracker.ts'

/** Creates a tracker. Without a page, as in server-side rendering, it does nothing. */
export const createTracker = <Map = EventMap>(options: TrackerOptions): Tracker<Map> =>
  typeof window === 'object' ? createPageTracker<Map>(options) : (inertTracker as Tracker<Map>)
