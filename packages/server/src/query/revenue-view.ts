import type { ViewDescription } from '@customer-intel/contract'

export const revenueView: ViewDescription = {
  name: 'revenue',
  description:
    "One row a customer, day and currency, from the first record to today: what the customer paid a month on that day, in cents. What a record said holds until the next one. Group by currency: amounts of several are no sum. A month's MRR is that of its last day; a sum over days is no amount of money.",
  columns: [
    { name: 'customer_id', type: 'VARCHAR', description: 'Joins to customers.customer_id.' },
    { name: 'snapshot_date', type: 'DATE', description: 'The day, UTC.' },
    {
      name: 'mrr_cents',
      type: 'BIGINT',
      description: 'Revenue a month on that day, in cents of the currency.',
    },
    { name: 'currency', type: 'VARCHAR', description: "ISO 4217, such as EUR; '' when it wasn't said." },
    { name: 'plan', type: 'VARCHAR', description: 'The plan on that day.' },
    { name: 'billing_status', type: 'VARCHAR', description: 'The billing status on that day.' },
    {
      name: 'is_recorded',
      type: 'BOOLEAN',
      description: 'Whether a record says so of this very day; false: carried forward from the one before.',
    },
  ],
  exampleQueries: [
    `select snapshot_date as day, currency, sum(mrr_cents) / 100.0 as mrr
from revenue
where snapshot_date >= current_date - interval 90 day
group by day, currency order by day, currency`,
    `select date_trunc('month', snapshot_date)::date as month, currency, sum(mrr_cents) / 100.0 as mrr
from revenue
where snapshot_date = least(last_day(snapshot_date), current_date)
  and snapshot_date >= current_date - interval 6 month
group by month, currency order by month desc, currency`,
  ],
}
