import { within } from '../dashboards/questions/within.ts'
import type { Window } from '../dashboards/window.ts'

/** What Today asks, each of the last 31 days: of the workspace's zone, revenue of UTC's. A day without anything has no row. */
export const questions = {
  revenue: `select snapshot_date as day, currency, sum(mrr_cents) as value
from revenue
where snapshot_date > current_date - 31
group by 1, 2 order by 1`,
  paying: `select snapshot_date as day, count(distinct customer_id) filter (mrr_cents > 0) as value
from revenue
where snapshot_date > current_date - 31
group by 1 order by 1`,
  people: `select local_day(occurred_at) as day, count(distinct user_id) as value
from activity
where activity_kind = 'PRODUCT' and user_id <> '' and local_day(occurred_at) > local_day(now()) - 31
group by 1 order by 1`,
  events: `select local_day(occurred_at) as day, count(*) as value
from activity
where source in ('client', 'server') and local_day(occurred_at) > local_day(now()) - 31
group by 1 order by 1`,
  customers: `select local_day(first_seen_at) as day, count(*) as value
from customers
where local_day(first_seen_at) > local_day(now()) - 31
group by 1 order by 1`,
} as const

/** The events behind a window: what websites and servers sent. */
export const eventsBehind = (
  window: Window,
) => `select a.occurred_at, a.event_name as event, coalesce(u.name, u.email) as person, coalesce(c.name, c.domain) as customer,
  a.source, a.event_id, a.user_id, a.customer_id
from activity a left join users u on u.user_id = a.user_id left join customers c on c.customer_id = a.customer_id
where a.source in ('client', 'server') and ${within('a.occurred_at', window)}
order by a.occurred_at desc`

/** A day of an answer. */
export interface DayValue {
  day: string
  currency?: string | null
  value: number
}
