export { Tracker } from './tracker/tracker.ts'
export type {
  DropReason,
  DroppedEvent,
  EventMap,
  FlushReport,
  IdentifyInput,
  TrackIdentity,
  TrackInput,
  TrackValue,
  TrackValues,
  TrackerOptions,
  TrackerStats,
} from './tracker/types.ts'
