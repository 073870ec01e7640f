import { type Unit, type Window, wholeUnits } from '../window.ts'
import { quoted, within } from './within.ts'

const used = `activity_kind = 'PRODUCT' and user_id <> ''`

const startOf = {
  day: (day: string) => day,
  week: (day: string) => `date_trunc('week', ${day})::date`,
  month: (day: string) => `date_trunc('month', ${day})::date`,
}

/** SQL for the first day of the unit in which a time lies. */
export const startColumn = (unit: Unit, column: string) => startOf[unit](`local_day(${column})`)

/** People who used product or website in each day, week or month, and their customers. */
export const activeBy = (
  unit: Unit,
  window: Window,
) => `select ${startColumn(unit, 'occurred_at')} as ${unit},
  count(distinct user_id) as people, count(distinct nullif(customer_id, '')) as customers
from activity
where ${used} and ${within('occurred_at', wholeUnits(window, unit))}
group by 1 order by 1`

/** The same people by the plan that their customer has now. */
export const activeByPlan = (window: Window) => `select coalesce(c.plan, '') as plan,
  count(distinct a.user_id) as people, count(distinct nullif(a.customer_id, '')) as customers
from activity a left join customers c on c.customer_id = a.customer_id
where a.activity_kind = 'PRODUCT' and a.user_id <> '' and ${within('a.occurred_at', window)}
group by 1 order by people desc, plan`

/** People who were active in all of a window, and their customers. */
export const activeTotals = (window: Window) => `select count(distinct user_id) as people,
  count(distinct nullif(customer_id, '')) as customers
from activity
where ${used} and ${within('occurred_at', window)}`

/** The customers whose people were active, by how much. */
export const activeCustomersBehind = (
  window: Window,
) => `select coalesce(c.name, c.domain) as customer, count(distinct a.user_id) as people, count(*) as events,
  max(a.occurred_at) as latest, a.customer_id
from activity a left join customers c on c.customer_id = a.customer_id
where a.activity_kind = 'PRODUCT' and a.user_id <> '' and a.customer_id <> '' and ${within('a.occurred_at', window)}
group by all order by events desc`

/** The people behind a day, week, month or plan. */
export const activeBehind = (
  window: Window,
  plan?: string,
) => `select coalesce(u.name, u.email) as person, coalesce(c.name, c.domain) as customer, count(*) as events,
  max(a.occurred_at) as latest, a.user_id, a.customer_id
from activity a join users u on u.user_id = a.user_id left join customers c on c.customer_id = a.customer_id
where a.activity_kind = 'PRODUCT' and ${within('a.occurred_at', window)}${plan === undefined ? '' : ` and coalesce(c.plan, '') = ${quoted(plan)}`}
group by all order by events desc`

/** The day of the first use by somebody known; null before. */
export const firstUse = `select local_day(min(occurred_at)) as day from activity where ${used}`
