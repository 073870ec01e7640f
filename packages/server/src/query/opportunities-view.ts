import type { ViewDescription } from '@customer-intel/contract'

export const opportunitiesView: ViewDescription = {
  name: 'opportunities',
  description:
    "One row a deal, as the CRM's record says it. Its fields of money and stage are read from the record's amountCents, currency and stage.",
  columns: [
    {
      name: 'opportunity_id',
      type: 'VARCHAR',
      description: 'The source id: svc_get_source with OPPORTUNITY.',
    },
    {
      name: 'customer_id',
      type: 'VARCHAR',
      description: "Joins to customers.customer_id; '' when nobody is known.",
    },
    { name: 'title', type: 'VARCHAR', description: 'Null when it has none.' },
    { name: 'summary', type: 'VARCHAR', description: 'Null when it has none.' },
    { name: 'stage', type: 'VARCHAR', description: "As the CRM calls it; '' when it isn't said." },
    {
      name: 'svc_stage',
      type: 'VARCHAR',
      description: "Created, Quoting, Negotiation, Won or Lost; '' where the CRM's stage isn't mapped.",
    },
    { name: 'pipeline', type: 'VARCHAR', description: "As the CRM calls it; '' when it isn't said." },
    {
      name: 'amount_cents',
      type: 'BIGINT',
      description: "In cents of the currency; null when it isn't said.",
    },
    { name: 'currency', type: 'VARCHAR', description: "ISO 4217; '' when it isn't said." },
    {
      name: 'occurred_at',
      type: 'TIMESTAMP',
      description: 'When it was last changed, as its record says, UTC.',
    },
    { name: 'provider', type: 'VARCHAR', description: "'' when it isn't said." },
    {
      name: 'record',
      type: 'VARCHAR',
      description: "A JSON object: all that the CRM says; read a text with record ->> 'key'.",
    },
  ],
  exampleQueries: [
    `select stage, currency, count(*) as deals, sum(amount_cents) / 100.0 as amount
from opportunities
group by stage, currency order by stage, currency`,
  ],
}
