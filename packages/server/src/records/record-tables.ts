import { defineTables } from '../kernel/sql/define-table.ts'

/** The content of records: sources, facts, revenue, and what customer records state. */
export const recordTables = defineTables({
  /** A digest of each key's last record: an equal one changes nothing. */
  records: {
    record_key: 'text', // source:CALL:c-17, fact:f-1, user:u-17 …
    digest: 'text',
  },

  /** The subjects of each record: replacing the record removes what it added to them. */
  record_subjects: {
    record_key: 'text',
    subject: 'integer',
    occurrence: 'boolean', // it happened (a source in the timeline); else it is stated
    seen_at: 'timestamp',
    cause: 'uuid', // stands for the record
  },

  /** What customer records state, beside their traits. */
  account_records: {
    record_key: 'text',
    subject: 'integer',
    account: 'text?', // the caller's own customer id
    domain: 'text?',
    owner_email: 'text?',
    stated_at: 'timestamp',
  },

  sources: {
    source_key: 'text', // CALL:c-17
    source_type: 'text',
    source_id: 'text',
    subject: 'integer', // whom it is about: its customer, and the person who stands for it
    occurred_at: 'timestamp',
    received_at: 'timestamp',
    title: 'text?',
    content: 'text?', // its whole text
    text_hash: 'text?', // SHA-256 of it, hex
    summary: 'text?',
    permalink: 'text?',
    provider: 'text?',
    customer: 'json?', // as the record names it
    participants: 'json', // array of {email, name, role, affiliation}
    record: 'json', // object
  },

  /** Texts that a language model has extracted facts from. */
  extractions: {
    source_key: 'text',
    text_hash: 'text', // of the text that was read
  },

  source_participants: {
    source_key: 'text',
    email: 'text?', // lower case
    domain: 'text?', // of the e-mail address
    name: 'text?',
  },

  revenue_snapshots: {
    record_key: 'text',
    subject: 'integer', // the customer who pays
    snapshot_date: 'date',
    mrr_cents: 'bigint',
    currency: 'text', // ISO 4217; empty when it wasn't said
    billing_status: 'text',
    plan: 'text',
    active_subscriptions: 'integer?',
    paid_cents: 'bigint',
    stated_at: 'timestamp',
  },
})
