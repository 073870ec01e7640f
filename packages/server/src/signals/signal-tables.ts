import { defineTables } from '../kernel/sql/define-table.ts'

/** Definitions and occurrences of signals. A function of the log: a rebuild yields the same rows with the same ids. */
export const signalTables = defineTables({
  /** Current definitions, without archived signals. */
  signals: {
    signal_id: 'text',
    signal: 'json', // kind and definition
    since: 'bigint', // events.sequence that their definition stands behind
    since_at: 'timestamp', // when that was accepted
  },

  /** Events that count towards a signal's threshold. */
  signal_hits: {
    signal_id: 'text',
    sequence: 'bigint', // of the event, as its other columns
    event_id: 'uuid uncompressed',
    subject: 'integer',
    event_name: 'text',
    event_channel: 'text',
    occurred_at: 'timestamp',
    received_at: 'timestamp',
    trusted: 'boolean',
  },

  occurrences: {
    occurrence_id: 'text', // uuid that follows from signal and event; by the clock from signal, customer and window
    signal_id: 'text',
    grain: 'text', // ORGANIZATION, CUSTOMER, SEGMENT
    subject: 'integer?', // CUSTOMER: whose event it was, or whom the record names; the customer is theirs
    subject_id: 'text?', // SEGMENT: its name
    occurred_at: 'timestamp', // of the event that it is anchored to; by the clock the end of the window
    detected_at: 'timestamp', // when what shows it was accepted
    event_id: 'uuid?', // null: found by the clock
    event_name: 'text?',
    event_channel: 'text?',
    evidence: 'json',
    sequence: 'bigint', // of the event; 0: found by the clock
  },
})
