import type { Unit, Window } from '../window.ts'
import { quoted } from './within.ts'

/** Recurring revenue of each day, by currency, and who pays. */
export const revenueByDay = (
  window: Window,
) => `select snapshot_date as day, currency, sum(mrr_cents)::double as mrr_cents,
  count(*) filter (mrr_cents > 0) as paying
from revenue
where ${days('snapshot_date', window)}
group by 1, 2 order by 1, 2`

/**
 * What recurring revenue gained and lost, by week or month, each change on its day: so months add up to their year. Another
 * currency is another amount: who changes from one to another leaves the one and is new in the other.
 */
export const revenueMovement = (unit: Unit, window: Window) => `${changes}
select ${unit === 'day' ? 'day' : `date_trunc('${unit}', day)::date`} as ${unit === 'day' ? 'at' : unit}, currency, kind,
  sum(mrr_cents - before)::double as change_cents, count(*) as customers
from movements
where ${days('day', window)}
group by 1, 2, 3 order by 1, 2, 3`

/** The customers behind a movement, or behind all of them, who changed most first. */
export const movementBehind = (window: Window, currency: string, ...kinds: string[]) => `${changes}
select coalesce(c.name, c.domain) as customer, ${kinds.length === 1 ? '' : 'm.kind, '}m.before / 100.0 as before, m.mrr_cents / 100.0 as after, m.day,
  m.currency, m.customer_id
from movements m left join customers c on c.customer_id = m.customer_id
where ${days('m.day', window)} and m.currency = ${quoted(currency)}${kinds.length === 0 ? '' : ` and m.kind in (${kinds.map(quoted).join(', ')})`}
order by abs(m.mrr_cents - m.before) desc, m.day desc`

/** The customers behind a day's revenue, in a currency or in all. */
export const payingBehind = (
  day: string,
  currency?: string,
) => `select coalesce(c.name, c.domain) as customer, r.mrr_cents / 100.0 as mrr, r.plan, r.billing_status, r.currency, r.customer_id
from revenue r left join customers c on c.customer_id = r.customer_id
where r.snapshot_date = date '${day}'${currency === undefined ? '' : ` and r.currency = ${quoted(currency)}`} and r.mrr_cents > 0
order by r.mrr_cents desc`

/** Each change of what a customer pays in a currency, of the day on which a record says so. */
const changes = `with stated as (
  select customer_id, snapshot_date as day, currency, mrr_cents from revenue where is_recorded
), grid as (
  select d.customer_id, d.day, c.currency
  from (select distinct customer_id, day from stated) d
  join (select distinct customer_id, currency from stated) c on c.customer_id = d.customer_id
), course as (
  select g.customer_id, g.currency, g.day, coalesce(s.mrr_cents, 0) as mrr_cents,
    lag(coalesce(s.mrr_cents, 0), 1, 0) over (partition by g.customer_id, g.currency order by g.day) as before,
    max(coalesce(s.mrr_cents, 0)) over (partition by g.customer_id, g.currency order by g.day
      rows between unbounded preceding and 1 preceding) as most_before
  from grid g
  left join stated s on s.customer_id = g.customer_id and s.day = g.day and s.currency = g.currency
), movements as (
  select *, case
    when before <= 0 and coalesce(most_before, 0) <= 0 then 'new'
    when before <= 0 then 'reactivation'
    when mrr_cents <= 0 then 'churn'
    when mrr_cents > before then 'expansion'
    else 'contraction' end as kind
  from course
  where mrr_cents <> before
)`

const days = (column: string, { from, to }: Pick<Window, 'from' | 'to'>) =>
  `${column} between date '${from}' and date '${to}'`
