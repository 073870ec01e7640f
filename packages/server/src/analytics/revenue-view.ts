import type { ViewDescription } from '@customer-intel/contract'

export const revenueView: ViewDescription = {
  name: 'revenue',
  description: 'One row a customer and day: what the customer paid a month on that day, in cents.',
  columns: [
    { name: 'customer_id', type: 'VARCHAR', description: 'Joins to customers.customer_id.' },
    { name: 'snapshot_date', type: 'DATE', description: 'The day, UTC.' },
    { name: 'mrr_cents', type: 'BIGINT', description: 'Revenue a month on that day, in cents.' },
    { name: 'plan', type: 'VARCHAR', description: 'The plan on that day.' },
    { name: 'billing_status', type: 'VARCHAR', description: 'The billing status on that day.' },
  ],
  exampleQueries: [
    `select snapshot_date, sum(mrr_cents) / 100.0 as mrr
from revenue
where snapshot_date >= current_date - interval 90 day
group by snapshot_date order by snapshot_date`,
  ],
}
