import type { Window } from '../window.ts'
import { within } from './within.ts'

/** People first seen in a window, by how far they have come since. Each step counts those of later ones, too. */
export const peopleFunnel = (window: Window) => `with people as (
  select case
    when engaged_at is not null then 3 when activated_at is not null then 2 when signed_up_at is not null then 1
    else 0 end as step
  from users
  where ${within('first_seen_at', window)}
)
select count(*) as seen, count(*) filter (step >= 1) as signed_up, count(*) filter (step >= 2) as activated,
  count(*) filter (step >= 3) as engaged
from people`

/** Customers first seen in a window: activated since, paid since. */
export const customersFunnel = (window: Window) => `with paid as (
  select distinct customer_id from revenue where is_recorded and mrr_cents > 0
), found as (
  select case when p.customer_id is not null then 2 when c.activated_at is not null then 1 else 0 end as step
  from customers c left join paid p on p.customer_id = c.customer_id
  where ${within('c.first_seen_at', window)}
)
select count(*) as seen, count(*) filter (step >= 1) as activated, count(*) filter (step >= 2) as paid
from found`

const peopleSteps = {
  seen: 'true',
  signed_up: 'coalesce(signed_up_at, activated_at, engaged_at) is not null',
  activated: 'coalesce(activated_at, engaged_at) is not null',
  engaged: 'engaged_at is not null',
}

/** The people behind a step. */
export const peopleBehind = (
  window: Window,
  step: keyof typeof peopleSteps,
) => `select coalesce(name, email) as person, email, journey_stage, first_seen_at as first_seen, user_id, customer_id
from users
where ${within('first_seen_at', window)} and ${peopleSteps[step]}
order by first_seen_at desc`

const paid = `exists (select 1 from revenue r where r.customer_id = c.customer_id and r.is_recorded and r.mrr_cents > 0)`
const customerSteps = { seen: 'true', activated: `(c.activated_at is not null or ${paid})`, paid }

/** The customers behind a step. */
export const customersBehind = (
  window: Window,
  step: keyof typeof customerSteps,
) => `select coalesce(c.name, c.domain) as customer, c.domain, c.plan, c.first_seen_at as first_seen, c.customer_id
from customers c
where ${within('c.first_seen_at', window)} and ${customerSteps[step]}
order by c.first_seen_at desc`
