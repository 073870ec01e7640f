import type { Window } from '../window.ts'
import { quoted, within } from './within.ts'

/** Visitors and page views in all of a window: somebody who comes on two days is one visitor. */
export const trafficTotals = (
  window: Window,
) => `select count(distinct nullif(visitor_id, '')) as visitors, count(*) as views
from activity
where event_type = 'PAGE_VIEW' and ${within('occurred_at', window)}`

/** Visitors and page views of each day. */
export const trafficByDay = (window: Window) => `select local_day(occurred_at) as day,
  count(distinct nullif(visitor_id, '')) as visitors, count(*) as views
from activity
where event_type = 'PAGE_VIEW' and ${within('occurred_at', window)}
group by 1 order by 1`

/** Sessions, each of the day on which it began, and those of one page view alone. */
export const sessionsByDay = (window: Window) => `${sessions(window)}
select local_day(began) as day, count(*) as sessions, count(*) filter (views = 1) as bounced
from sessions
where ${within('began', window)}
group by 1 order by 1`

/** Pages by how many saw them. */
export const topPages = (
  window: Window,
) => `select regexp_extract(url, '^https?://([^/?#]+)', 1) as site, path,
  count(distinct nullif(visitor_id, '')) as visitors, count(*) as views
from activity
where event_type = 'PAGE_VIEW' and ${within('occurred_at', window)}
group by 1, 2 order by visitors desc, views desc, site, path limit 100`

/** Where sessions came from; '' when from nowhere that is known, or from the site itself. */
export const topReferrers = (window: Window) => `${sessions(window)}
select case when referrer_host = host then '' else referrer_host end as referrer,
  count(*) as sessions, count(distinct nullif(visitor_id, '')) as visitors
from sessions
where ${within('began', window)}
group by 1 order by sessions desc, referrer limit 100`

/** Campaigns by the sessions that began with them. */
export const topCampaigns = (window: Window) => `${sessions(window)}
select utm_source, utm_medium, utm_campaign,
  count(*) as sessions, count(distinct nullif(visitor_id, '')) as visitors
from sessions
where ${within('began', window)} and utm_source || utm_medium || utm_campaign <> ''
group by 1, 2, 3 order by sessions desc, utm_source, utm_medium, utm_campaign limit 100`

/** The page views behind a day. */
export const viewsBehind = (
  window: Window,
  path?: { site: string; path: string },
) => `select occurred_at, url, referrer, visitor_id, user_id, customer_id, event_id
from activity
where event_type = 'PAGE_VIEW' and ${within('occurred_at', window)}${
  path === undefined
    ? ''
    : `\n  and path = ${quoted(path.path)} and regexp_extract(url, '^https?://([^/?#]+)', 1) = ${quoted(path.site)}`
}
order by occurred_at desc`

/** The sessions behind what they came by. */
export const sessionsBehind = (window: Window, came: Readonly<Record<string, string>>) => `${sessions(window)}
select began, url, views, visitor_id, user_id, customer_id
from sessions
where ${within('began', window)}${Object.entries(came)
  .map(
    ([column, value]) =>
      `\n  and ${column === 'referrer' ? `case when referrer_host = host then '' else referrer_host end` : column} = ${quoted(value)}`,
  )
  .join('')}
order by began desc`

/** Sessions with what their first page view says. A day more at both ends, so that those across midnight are whole. */
const sessions = (window: Window) => `with sessions as (
  select session_id, min(occurred_at) as began, count(*) as views,
    arg_min(url, occurred_at) as url, ${host('arg_min(url, occurred_at)')} as host,
    ${host('arg_min(referrer, occurred_at)')} as referrer_host,
    arg_min(utm_source, occurred_at) as utm_source, arg_min(utm_medium, occurred_at) as utm_medium,
    arg_min(utm_campaign, occurred_at) as utm_campaign, arg_min(visitor_id, occurred_at) as visitor_id,
    arg_min(user_id, occurred_at) as user_id, arg_min(customer_id, occurred_at) as customer_id
  from activity
  where event_type = 'PAGE_VIEW' and session_id <> '' and ${within('occurred_at', window, 1)}
  group by session_id
)`

const host = (url: string) => `regexp_extract(lower(${url}), '^[a-z-]+://(?:www\\.)?([^/?#:]+)', 1)`

/** The day of the first page view ever; null before. */
export const firstView = `select local_day(min(occurred_at)) as day from activity where event_type = 'PAGE_VIEW'`
