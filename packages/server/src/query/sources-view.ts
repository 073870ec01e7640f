import type { ViewDescription } from '@customer-intel/contract'

export const sourcesView: ViewDescription = {
  name: 'sources',
  description: 'One row a call, mail, ticket, deal, meeting, chat or form with a message.',
  columns: [
    {
      name: 'source_type',
      type: 'VARCHAR',
      description: 'CALL, EMAIL, SUPPORT_TICKET, OPPORTUNITY, CALENDAR_EVENT, CHAT or FORM.',
    },
    { name: 'source_id', type: 'VARCHAR', description: 'Names it within its type.' },
    {
      name: 'customer_id',
      type: 'VARCHAR',
      description: "Joins to customers.customer_id; '' when nobody is known.",
    },
    { name: 'user_id', type: 'VARCHAR', description: "The person it was with; '' when nobody is known." },
    { name: 'occurred_at', type: 'TIMESTAMP', description: 'When it happened, UTC.' },
    { name: 'title', type: 'VARCHAR', description: 'Null when it has none.' },
    { name: 'summary', type: 'VARCHAR', description: 'Null when it has none.' },
    { name: 'provider', type: 'VARCHAR', description: "Where it comes from; '' when it isn't said." },
    { name: 'permalink', type: 'VARCHAR', description: "Where it can be opened; null when it isn't said." },
    {
      name: 'participants',
      type: 'VARCHAR',
      description: 'A JSON array of {email, name, role, affiliation}; affiliation is internal or absent.',
    },
    {
      name: 'record',
      type: 'VARCHAR',
      description: "A JSON object: what only its type has; read a text with record ->> 'key'.",
    },
    {
      name: 'text',
      type: 'VARCHAR',
      description:
        'What was said or written, up to 1,000,000 characters; null when it has none. Count and cut in SQL: contains(lower(text), …), left(text, 500).',
    },
  ],
  exampleQueries: [
    `select source_type, count(*) as sources, max(occurred_at) as latest
from sources group by source_type order by sources desc`,
    `select date_trunc('month', occurred_at)::date as month, count(*) as mentions, count(distinct nullif(customer_id, '')) as customers
from sources
where text ilike '%competitor%'
group by month order by month desc`,
    `select customer_id, occurred_at, regexp_extract(text, '(?i).{0,80}competitor.{0,80}') as said
from sources
where text ilike '%competitor%'
order by occurred_at desc limit 50`,
  ],
}
