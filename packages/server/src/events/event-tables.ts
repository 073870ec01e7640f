import { defineTables } from '../kernel/sql/define-table.ts'

/** Events in log order. */
export const eventTables = defineTables({
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
    device: 'text?', // where a browser sent it from: see SentFrom
    browser: 'text?',
    os: 'text?',
    country: 'text?',
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
