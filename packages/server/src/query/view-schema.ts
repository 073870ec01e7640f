import { inactiveAfterDays } from '../customers/inactive-after-days.ts'
import { statedRevenue } from '../customers/reads/stated-revenue.ts'
import { isActivity } from '../kernel/sql/conditions.ts'

/** The public views over the tables of `schema.ts`: what `svc_query` can read. */

/** The rows of `activity`. `subjects`: a query for `columns` by `subject`. */
export const activityOf = (columns: string, subjects: string): string => /* sql */ `
select
  e.event_id::varchar as event_id, e.event_name, e.event_type, e.event_channel,
  case when ${isActivity('e.event_type', 'PRODUCT')} then 'PRODUCT'
    when ${isActivity('e.event_type', 'CONTACT')} then 'CONTACT' else '' end as activity_kind,
  ${columns},
  e.occurred_at, e.properties,
  coalesce(e.visitor_id, '') as visitor_id, coalesce(e.session_id::varchar, '') as session_id,
  e.url, e.path, coalesce(e.referrer, '') as referrer, coalesce(e.utm_source, '') as utm_source,
  coalesce(e.utm_medium, '') as utm_medium, coalesce(e.utm_campaign, '') as utm_campaign,
  coalesce(e.device, '') as device, coalesce(e.browser, '') as browser, coalesce(e.os, '') as os,
  coalesce(e.country, '') as country, e.source
from events e
join (${subjects}) k on k.subject = e.subject
`

/** Whose events those of a subject are. */
export const ownersOfSubjects = /* sql */ `
  select s.subject, coalesce(s.customer_id, '') as customer_id, coalesce(s.user_id, '') as user_id,
    coalesce(a.domain, '') as customer_domain, coalesce(c.email, '') as user_email
  from subjects s
  left join contacts c on c.user_id = s.user_id
  left join accounts a on a.customer_id = s.customer_id
`

/** Replaces the view when a query uses neither customer_domain nor user_email, which cost two joins. */
export const activityWithoutPeople = `create temp view activity as ${activityOf(
  'k.customer_id, k.user_id',
  `select subject, coalesce(customer_id, '') as customer_id, coalesce(user_id, '') as user_id from subjects`,
)}`

export const viewDefinitions = /* sql */ `
-- People and accounts are joined to subjects first: that is a small table, where a condition on them is decided, and
-- events are then joined once. Each event has its subject, so that no event is lost by the join.
create or replace view activity as ${activityOf(
  'k.customer_id, k.customer_domain, k.user_id, k.user_email',
  ownersOfSubjects,
)};
create or replace view customers as
select
  customer_id, external_customer_id, domain, name, type, billing_status, plan, coalesce(mrr_cents, 0) as mrr_cents,
  coalesce(mrr_currency, '') as currency,
  mrr_status as mrr_calculation_status, activated_at, traits, lifetime_revenue_cents, active_subscription_count,
  coalesce(owner_id, '') as owner_id, coalesce(owner_email, '') as owner_email, created_at, first_seen_at,
  last_product_activity_at, last_contact_at, last_activity_at, churned_at, attribution_channel,
  coalesce(traits ->> 'industry', '') as industry, coalesce(traits ->> 'companySize', '') as company_size,
  contact_count
from accounts;

create or replace view users as
select
  user_id, customer_id, email, external_user_id, name,
  case
    when lapsed_at is not null or last_product_activity_at < now()::timestamp - interval ${inactiveAfterDays} day then 'INACTIVE'
    when engaged_at is not null then 'ENGAGED'
    when activated_at is not null then 'ACTIVATED'
    when signed_up_at is not null then 'SIGNED_UP'
    else 'DISCOVERED'
  end as journey_stage,
  discovered_at, signed_up_at, activated_at, engaged_at,
  coalesce(lapsed_at, case when last_product_activity_at < now()::timestamp - interval ${inactiveAfterDays} day
    then last_product_activity_at + interval ${inactiveAfterDays} day end) as inactive_at,
  last_product_activity_at, last_contact_at, last_activity_at, traits, first_visitor_channel, first_visitor_source, created_at, first_seen_at
from contacts;

-- What a day's records say holds until the customer's next day with records, and to today. Days are joined to those
-- spans, so that a condition on snapshot_date leaves out days before anything is joined.
create or replace view revenue as
with stated as (
  select r.customer_id, r.snapshot_date, r.currency, r.mrr_cents, r.plan, r.billing_status,
    row_number() over (partition by r.customer_id, r.snapshot_date, r.currency order by r.stated_at desc, r.record_key) as place,
    max(r.currency) over (partition by r.customer_id, r.snapshot_date) as named_currency
  from ${statedRevenue('true')} r
), spans as (
  select customer_id, snapshot_date as first_day, currency, mrr_cents, plan, billing_status,
    min(snapshot_date) over (partition by customer_id order by snapshot_date
      range between interval 1 day following and unbounded following)::date as next_day
  -- A record that names no currency gives way to one of the same day that does.
  from stated where place = 1 and (currency <> '' or named_currency = '')
), days as (
  select unnest(system.main.generate_series(min(snapshot_date)::timestamp, now()::timestamp, interval 1 day))::date as day
  from revenue_snapshots
)
select s.customer_id, d.day as snapshot_date, s.mrr_cents, s.currency, s.plan, s.billing_status,
  d.day = s.first_day as is_recorded
from days d join spans s on d.day >= s.first_day and d.day < coalesce(s.next_day, date '9999-12-31');
`

/**
 * The views that have the name of a table, or use one that has: created in each query's connection, where they hide the
 * tables. `database`: the engine's name of the database.
 */
export function viewsOverTables(database: string): string {
  const own = (table: string) => `"${database.replaceAll('"', '""')}".main.${table}`
  return /* sql */ `
create temp view opportunities as
select
  x.source_id as opportunity_id, coalesce(s.customer_id, '') as customer_id, x.title, x.summary,
  coalesce(x.record ->> 'stage', '') as stage, coalesce(x.record ->> 'svcStage', '') as svc_stage,
  coalesce(x.record ->> 'pipeline', '') as pipeline, try_cast(x.record ->> 'amountCents' as bigint) as amount_cents,
  coalesce(x.record ->> 'currency', '') as currency, x.occurred_at, coalesce(x.provider, '') as provider, x.record
from ${own('sources')} x left join ${own('subjects')} s on s.subject = x.subject
where x.source_type = 'OPPORTUNITY';
create temp view sources as
select
  x.source_type, x.source_id, coalesce(s.customer_id, '') as customer_id, coalesce(s.user_id, '') as user_id,
  x.occurred_at, x.title, x.summary, coalesce(x.provider, '') as provider, x.permalink, x.participants, x.record,
  x.content as text
from ${own('sources')} x left join ${own('subjects')} s on s.subject = x.subject;
create temp view facts as
select
  f.fact_id, coalesce(f.customer_id, s.customer_id, '') as customer_id, coalesce(p.user_id, '') as user_id,
  coalesce(p.email, '') as user_email, f.fact_type, f.fact_category, f.status,
  f.assertion, f.reasoning, f.origin, f.confidence, f.priority, f.severity,
  coalesce(f.occurred_at, x.occurred_at) as occurred_at, f.detected_at, f.last_detected_at, f.occurrence_count,
  f.valid_from, f.valid_until, f.source_type, f.source_id, x.occurred_at as source_occurred_at, x.permalink, f.quote,
  (json_array_length(f.evidence) + coalesce(json_array_length(f.observations), 0))::integer as evidence_count, f.metric_name, f.metric_value, f.metric_previous_value,
  f.metric_delta, f.metric_unit, f.period_start, f.period_end, f.change_point_at
from ${own('facts')} f left join ${own('subjects')} s on s.subject = f.subject
left join ${own('contacts')} p on p.user_id = coalesce(f.user_id, case when f.origin = 'stated' then s.user_id end)
left join ${own('sources')} x on x.source_type = f.source_type and x.source_id = f.source_id;
`
}
