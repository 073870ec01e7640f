import type { Channel, Grain } from '@customer-intel/contract'
import type { SignalDefinition } from '../../log/record.ts'

/** Questions about what signals saw. */
export interface OccurrenceReads {
  /** Those that match, by the time of their detection. */
  listOccurrences(query: OccurrenceQuery): Promise<OccurrenceEntry[]>
  /** How many there are, of all signals. */
  countOccurrences(): Promise<number>
  /** The signals that are not archived, as the log defines them by now. */
  listSignalDefinitions(): Promise<ProjectedSignal[]>
  /** Those of these event names that some event has. */
  findEventNames(names: readonly string[]): Promise<string[]>
}

export interface OccurrenceQuery {
  occurrenceIds?: readonly string[]
  signalIds?: readonly string[]
  customerId?: string
  /** Those whose evidence names this event. Lower case. */
  eventId?: string
  /** Those that occurred after that, ISO 8601. */
  occurredAfter?: string
  /** Behind this one. Default: from the first one on. */
  after?: { detectedAt: string; occurrenceId: string }
  limit: number
}

/** Times are ISO 8601 with `Z`. */
export interface OccurrenceEntry {
  occurrenceId: string
  signalId: string
  grain: Grain
  /** SEGMENT: its name; else null. */
  subjectId: string | null
  /** CUSTOMER: whose the event is by now; null while that is nobody. */
  customerId: string | null
  /** When the event was to which it is anchored; by the clock the end of the window. */
  occurredAt: string
  /** When what shows it was accepted. */
  detectedAt: string
  /** Null: found by the clock. */
  eventId: string | null
  eventName: string | null
  eventChannel: Channel | null
  evidence: {
    /** The newest, at most 20. */
    eventIds: string[]
    /** Events, active days or people, as the detection counts. */
    count: number
    /** The window that was looked at. */
    from: string
    until: string
  }
}

export interface ProjectedSignal {
  signalId: string
  signal: SignalDefinition
  /** When the definition was accepted, ISO 8601. */
  since: string
}
