import { defineTables } from '../kernel/sql/define-table.ts'

/** Events in log order, and the checkpoint. */
export const eventTables = defineTables({
  checkpoint: {
    position: 'bigint', // log position up to which everything below is applied
    sequence: 'bigint', // last events.sequence
    subject: 'integer', // last subjects.subject
    activation_event: 'text?', // event name that marks activation from here on
  },

  /** What can't be applied, and so is missing from the answers. */
  quarantine: {
    position: 'bigint', // of the log's entry that holds it
    item: 'integer', // its place in that entry; -1 for the entry as a whole
    name: 'text?', // the event's uuid, or the record's key
    reason: 'text',
    set_aside_at: 'timestamp',
  },

  events: {
    sequence: 'bigint', // dense, in log order
    event_id: 'uuid uncompressed', // random: packed it is no smaller, and slower to read
    subject: 'integer',
    // PAGE_VIEW, CUSTOM_EVENT, FORM_SUBMITTED, IDENTIFY, ENGAGEMENT, MEETING_REQUESTED.
    event_type: 'text',
    event_name: 'text',
    event_channel: 'text', // PRODUCT, MEETING, IDENTITY, …
    occurred_at: 'timestamp', // UTC, milliseconds
    received_at: 'timestamp',
    sent_at: 'timestamp?', // the sender's own time, where it was impossible and clamped
    source: 'text', // client, server, integration
    attribution: 'text', // how the visitor got here, as channel|source; empty when nothing tells
    activation: 'boolean', // carried the activation event's name when it was applied
    visitor_id: 'text?', // of the browser; null for placeholders
    session_id: 'uuid?',
    url: 'text',
    path: 'text',
    referrer: 'text?',
    utm_source: 'text?',
    utm_medium: 'text?',
    utm_campaign: 'text?',
    title: 'text?',
    properties: 'json', // object
  },

  /** One row (or more) per subject and day with product activity; engagement is counted in days. */
  active_days: {
    subject: 'integer',
    day: 'integer', // days since 1970-01-01, UTC
    first_at: 'timestamp',
  },
})
