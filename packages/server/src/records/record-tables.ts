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

  /** Facts: stated by a caller, extracted from a source by a language model, or behavioural, computed by rules. */
  facts: {
    fact_id: 'text',
    record_key: 'text?', // the record that brought it; null for behavioural ones
    origin: 'text', // stated, extracted, behavioural
    subject: 'integer?', // whom it is about; null for behavioural ones
    customer_id: 'text?', // of behavioural ones
    user_id: 'text?', // of behavioural ones about a person
    assertion: 'text',
    reasoning: 'text?',
    fact_type: 'text',
    fact_category: 'text',
    status: 'text', // ACTIVE, ACKNOWLEDGED, RESOLVED, SNOOZED, CANDIDATE
    confidence: 'double',
    priority: 'text?',
    severity: 'text?',
    occurred_at: 'timestamp?',
    detected_at: 'timestamp',
    valid_from: 'timestamp',
    valid_until: 'timestamp?',
    last_detected_at: 'timestamp?',
    period_start: 'timestamp?',
    period_end: 'timestamp?',
    change_point_at: 'timestamp?',
    source_type: 'text?', // of the first evidence
    source_id: 'text?',
    quote: 'text?',
    evidence: 'json', // array of {sourceType, sourceId, quote}
    observations: 'json?', // of behavioural ones, what was seen of people: array of {userId, email, name, …}
    occurrence_count: 'integer',
    metric_name: 'text?',
    metric_value: 'double?',
    metric_previous_value: 'double?',
    metric_delta: 'double?',
    metric_unit: 'text?',
  },

  /** The sync state of each model of a connection: the last page's mark. */
  syncs: {
    provider: 'text',
    generation: 'text', // of the connection
    model: 'text',
    state: 'text', // the engine's own, as JSON
    record_count: 'bigint',
    set_aside_count: 'bigint',
    received_at: 'timestamp', // of the last page
    data_at: 'timestamp?', // of the last page that brought records
  },

  /** Objects of a connection whose deletions are followed, with the records made from them: a row per record. */
  synced_objects: {
    provider: 'text',
    model: 'text',
    object_id: 'text', // the provider's
    record_key: 'text',
    met_at: 'timestamp', // when the walk began that met it last
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
