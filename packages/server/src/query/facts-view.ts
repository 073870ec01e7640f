import type { ViewDescription } from '@customer-intel/contract'

export const factsView: ViewDescription = {
  name: 'facts',
  description:
    'One row a fact: what is known of a customer, stated, extracted from a source or computed from behaviour. Computed ones are current within a minute or two.',
  columns: [
    { name: 'fact_id', type: 'VARCHAR', description: 'For svc_get_fact.' },
    {
      name: 'customer_id',
      type: 'VARCHAR',
      description: "Joins to customers.customer_id; '' while that customer isn't known.",
    },
    {
      name: 'user_id',
      type: 'VARCHAR',
      description: "The person whom it is about: joins to users.user_id; '' for one about a customer.",
    },
    { name: 'user_email', type: 'VARCHAR', description: "That person's e-mail address; '' when unknown." },
    { name: 'fact_type', type: 'VARCHAR', description: 'Such as CHURN_RISK, QUIET_ACCOUNT, EXPANSION.' },
    { name: 'fact_category', type: 'VARCHAR', description: 'MEMORY, CUSTOM, CHURN or JOURNEY.' },
    { name: 'status', type: 'VARCHAR', description: 'ACTIVE, ACKNOWLEDGED, RESOLVED, SNOOZED or CANDIDATE.' },
    { name: 'assertion', type: 'VARCHAR', description: 'What is held to be true, in a sentence.' },
    { name: 'reasoning', type: 'VARCHAR', description: "Why; null when it isn't said." },
    { name: 'origin', type: 'VARCHAR', description: 'stated, extracted or behavioural.' },
    { name: 'confidence', type: 'DOUBLE', description: '0 to 1.' },
    {
      name: 'priority',
      type: 'VARCHAR',
      description: "How much it matters, in the words of who stated it; null when it isn't said.",
    },
    { name: 'severity', type: 'VARCHAR', description: "LOW, MEDIUM or HIGH; null when it isn't said." },
    {
      name: 'occurred_at',
      type: 'TIMESTAMP',
      description: 'When it happened, or its source did, UTC; null when nothing says so.',
    },
    { name: 'detected_at', type: 'TIMESTAMP', description: 'When it was first found, UTC.' },
    {
      name: 'last_detected_at',
      type: 'TIMESTAMP',
      description: 'When it was last found again, UTC; null for what was found once.',
    },
    { name: 'occurrence_count', type: 'INTEGER', description: 'How often it was found.' },
    { name: 'valid_from', type: 'TIMESTAMP', description: 'Holds since then, UTC.' },
    { name: 'valid_until', type: 'TIMESTAMP', description: 'Held until then, UTC; null while it holds.' },
    { name: 'source_type', type: 'VARCHAR', description: 'Of its first evidence; null without any.' },
    {
      name: 'source_id',
      type: 'VARCHAR',
      description: 'Of its first evidence: joins to sources with source_type.',
    },
    {
      name: 'source_occurred_at',
      type: 'TIMESTAMP',
      description: 'When that source happened, UTC; null without one that is here.',
    },
    {
      name: 'permalink',
      type: 'VARCHAR',
      description: "Where that source can be opened; null when it isn't said.",
    },
    { name: 'quote', type: 'VARCHAR', description: 'What the source says word for word.' },
    {
      name: 'evidence_count',
      type: 'INTEGER',
      description: 'How many pieces of evidence there are, quotes and people seen.',
    },
    {
      name: 'metric_name',
      type: 'VARCHAR',
      description: 'What was measured, such as days_since_activity; null when nothing was.',
    },
    { name: 'metric_value', type: 'DOUBLE', description: 'The latest measurement.' },
    { name: 'metric_previous_value', type: 'DOUBLE', description: 'What it is compared with.' },
    { name: 'metric_delta', type: 'DOUBLE', description: 'The difference.' },
    { name: 'metric_unit', type: 'VARCHAR', description: 'Of the three.' },
    {
      name: 'period_start',
      type: 'TIMESTAMP',
      description: 'Begin of what was measured, UTC; null when nothing was.',
    },
    {
      name: 'period_end',
      type: 'TIMESTAMP',
      description: 'End of what was measured, UTC; null when nothing was.',
    },
    {
      name: 'change_point_at',
      type: 'TIMESTAMP',
      description: "When the metric began to change, UTC; null when it isn't known.",
    },
  ],
  exampleQueries: [
    `select c.name, f.fact_type, f.assertion, f.detected_at
from facts f join customers c on c.customer_id = f.customer_id
where f.status = 'ACTIVE' and f.fact_type in ('CHURN_RISK', 'QUIET_ACCOUNT', 'CHAMPION_RISK')
order by c.mrr_cents desc, f.detected_at desc limit 50`,
    `select fact_type, count(*) as facts, count(distinct customer_id) as customers
from facts where status = 'ACTIVE' group by fact_type order by facts desc`,
  ],
}
