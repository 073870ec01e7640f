import type { EventMap } from './event.ts'
import { inertTracker } from './inert-tracker.ts'
import type { TrackerOptions } from './options.ts'
import { createPageTracker, type Tracker } from './tracker.ts'

/** Creates a tracker. Where there is no page, as in rendering on a server, it does and says nothing. */
export const createTracker = <Map = EventMap>(options: TrackerOptions): Tracker<Map> =>
  typeof window === 'object' ? createPageTracker<Map>(options) : (inertTracker as Tracker<Map>)
