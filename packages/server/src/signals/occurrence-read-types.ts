import type { Channel, Grain } from '@customer-intel/contract'
import type { SignalDefinition } from '../kernel/log/record.ts'

/** Reads about occurrences of signals. */
export interface OccurrenceReads {
  /** Matching occurrences, by the time of their detection. */
  listOccurrences(query: OccurrenceQuery): Promise<OccurrenceEntry[]>
  /** Number of occurrences of all signals. */
  countOccurrences(): Promise<number>
  /** The current definitions in the log, without archived signals. */
  listSignalDefinitions(): Promise<ProjectedSignal[]>
  /** Which of these event names occur. */
  findEventNames(names: readonly string[]): Promise<string[]>
}

export interface OccurrenceQuery {
  occurrenceIds?: readonly string[]
  signalIds?: readonly string[]
  customerId?: string
  /** With this event in the evidence. Lower case. */
  eventId?: string
  /** Those that occurred after that, ISO 8601. */
  occurredAfter?: string
  /** After this one. Default: from the first. */
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
  /** CUSTOMER: the current customer of the event; null while there is none. */
  customerId: string | null
  /** The time of its event, or, for a time-based signal, the end of the window. */
  occurredAt: string
  /** When its last event was accepted. */
  detectedAt: string
  /** Null for a time-based signal. */
  eventId: string | null
  eventName: string | null
  eventChannel: Channel | null
  evidence: {
    /** The newest ones, at most 20. */
    eventIds: string[]
    /** Number of events, active days or people, depending on the detection. */
    count: number
    /** The evaluated window. */
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
