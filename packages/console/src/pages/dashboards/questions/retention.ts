import { type Unit, type Window, wholeUnits } from '../window.ts'
import { startColumn } from './product.ts'
import { within } from './within.ts'

/** People by the week or month in which they signed up, and how many of them used the product in each one since. */
export const retention = (unit: Unit, window: Window) => `with people as (
  select user_id, ${startColumn(unit, 'signed_up_at')} as cohort
  from users
  where ${within('signed_up_at', wholeUnits(window, unit))}
), used as (
  select distinct user_id, ${startColumn(unit, 'occurred_at')} as used
  from activity
  where activity_kind = 'PRODUCT' and user_id <> '' and ${within('occurred_at', wholeUnits(window, unit))}
), sizes as (
  select cohort, count(*) as size from people group by cohort
)
select s.cohort, s.size, date_diff('${unit}', s.cohort, u.used) as after, count(u.user_id) as people
from sizes s
left join people p on p.cohort = s.cohort
left join used u on u.user_id = p.user_id and u.used >= s.cohort
group by 1, 2, 3 order by 1, 3`

/** The people of a cohort, and whether they came back: those of a cell first. */
export const cohortBehind = (
  cohort: Window,
  cell: Window,
) => `select coalesce(u.name, u.email) as person, coalesce(c.name, c.domain) as customer, u.signed_up_at as signed_up,
  count(a.event_id) as events, u.user_id, u.customer_id
from users u left join customers c on c.customer_id = u.customer_id
left join activity a on a.user_id = u.user_id and a.activity_kind = 'PRODUCT' and ${within('a.occurred_at', cell)}
where ${within('u.signed_up_at', cohort)}
group by all order by events desc, signed_up`
