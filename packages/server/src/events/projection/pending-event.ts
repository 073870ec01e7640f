import type { EventKeys } from '../../customers/identity/keys.ts'
import type { EventsRecord, StoredEvent } from '../../kernel/log/record.ts'

/** An event to apply. */
export interface PendingEvent {
  event: StoredEvent
  record: EventsRecord
  keys: EventKeys
  trusted: boolean
  /** Effective time in whole milliseconds. */
  at: number
  activation: boolean
}
