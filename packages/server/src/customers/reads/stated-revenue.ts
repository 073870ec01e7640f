/** With several accounts the first of these applies. */
const statuses = "['PAST_DUE', 'PAYING', 'TRIALING', 'NONE', 'CHURNED']"

/**
 * SQL of customers' stated revenue, by day and currency: rows of `revenue_snapshots` with their `customer_id`. Several
 * billing accounts of one customer are added up: on each day with a snapshot of one of them, with the last snapshot of
 * each other one. `condition` on `s.customer_id` selects the customers.
 */
export function statedRevenue(condition: string): string {
  return /* sql */ `(
with said as (
  select s.customer_id, r.*, starts_with(r.record_key, 'billing:') as is_account
  from revenue_snapshots r join subjects s on s.subject = r.subject
  where s.customer_id is not null and ${condition}
), account_days as (
  select customer_id, record_key, snapshot_date as first_day,
    lead(snapshot_date) over (partition by customer_id, record_key order by snapshot_date) as next_day
  from (select distinct customer_id, record_key, snapshot_date from said where is_account)
), held as (
  select d.snapshot_date as day, r.*
  from (select distinct customer_id, snapshot_date from said where is_account) d
  join account_days a on a.customer_id = d.customer_id and a.first_day <= d.snapshot_date
    and (a.next_day is null or d.snapshot_date < a.next_day)
  join said r on r.customer_id = a.customer_id and r.record_key = a.record_key and r.snapshot_date = a.first_day
)
select customer_id, day as snapshot_date, currency, least(sum(mrr_cents), ${Number.MAX_SAFE_INTEGER})::bigint as mrr_cents,
  ${statuses}[min(list_position(${statuses}, billing_status))] as billing_status,
  coalesce(first(plan order by mrr_cents desc, record_key) filter (where plan <> ''), '') as plan,
  sum(active_subscriptions)::integer as active_subscriptions,
  least(coalesce(sum(paid_cents) filter (where snapshot_date = day), 0), ${Number.MAX_SAFE_INTEGER})::bigint as paid_cents,
  -- The same for all of them: in which order they came says nothing.
  max(max(stated_at)) over (partition by customer_id) as stated_at, 'billing:' as record_key
from held group by customer_id, day, currency
union all
select customer_id, snapshot_date, currency, mrr_cents, billing_status, plan, active_subscriptions, paid_cents,
  stated_at, record_key
from said where not is_account
)`
}
