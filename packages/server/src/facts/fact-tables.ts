import { defineTables } from '../kernel/sql/define-table.ts'

export const factTables = defineTables({
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
})
