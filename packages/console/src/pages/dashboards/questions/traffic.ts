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

/** What sessions were sent from: their device, browser or country; '' where it isn't known. */
export const topSenders = (window: Window, column: 'device' | 'browser' | 'country') => `${sessions(window)}
select ${column} as value, count(*) as sessions, count(distinct nullif(visitor_id, '')) as visitors
from sessions
where ${within('began', window)}
group by 1 order by sessions desc, value limit 100`

/** Campaigns by the sessions that began with them. */
export const topCampaigns = (window: Window) => `${sessions(window)}
select utm_source, utm_medium, utm_campaign,
  count(*) as sessions, count(distinct nullif(visitor_id, '')) as visitors
from sessions
where ${within('began', window)} and utm_source || utm_medium || utm_campaign <> ''
group by 1, 2, 3 order by sessions desc, utm_source, utm_medium, utm_campaign limit 100`

/** The page views behind a window, or behind a page in it. */
export const viewsBehind = (
  window: Window,
  path?: { site: string; path: string },
) => `select a.occurred_at, ${who}, a.url, a.referrer, a.visitor_id, a.user_id, a.customer_id, a.event_id
from activity a ${named('a')}
where a.event_type = 'PAGE_VIEW' and ${within('a.occurred_at', window)}${
  path === undefined
    ? ''
    : `\n  and a.path = ${quoted(path.path)} and regexp_extract(a.url, '^https?://([^/?#]+)', 1) = ${quoted(path.site)}`
}
order by a.occurred_at desc`

/** The visitors behind a window, each with who it is where that is known. */
export const visitorsBehind = (window: Window) => `with visitors as (
  select visitor_id, max(occurred_at) as latest, count(*) as views,
    arg_max(nullif(user_id, ''), occurred_at) as user_id, arg_max(nullif(customer_id, ''), occurred_at) as customer_id
  from activity
  where event_type = 'PAGE_VIEW' and visitor_id <> '' and ${within('occurred_at', window)}
  group by visitor_id
)
select ${who}, v.views, v.latest, v.visitor_id as visitor, v.user_id, v.customer_id
from visitors v ${named('v')}
order by v.latest desc`

/** The sessions behind what they came by; all of them, those of one page view (`bounced`), or those of some campaign. */
export const sessionsBehind = (
  window: Window,
  came: Readonly<Record<string, string>> | 'bounced' | 'campaign' = {},
) => `${sessions(window)}
select s.began, ${who}, s.url, s.views, s.visitor_id, s.user_id, s.customer_id
from sessions s ${named('s')}
where ${within('s.began', window)}${conditions(came)}
order by s.began desc`

function conditions(came: Readonly<Record<string, string>> | 'bounced' | 'campaign'): string {
  if (came === 'bounced') return '\n  and s.views = 1'
  if (came === 'campaign') return `\n  and s.utm_source || s.utm_medium || s.utm_campaign <> ''`
  return Object.entries(came)
    .map(
      ([column, value]) =>
        `\n  and ${column === 'referrer' ? `case when s.referrer_host = s.host then '' else s.referrer_host end` : `s.${column}`} = ${quoted(value)}`,
    )
    .join('')
}

const who = `coalesce(u.name, u.email) as person, coalesce(c.name, c.domain) as customer`
const named = (from: string) =>
  `left join users u on u.user_id = ${from}.user_id left join customers c on c.customer_id = ${from}.customer_id`

/** Sessions with what their first page view says. A day more at both ends, so that those across midnight are whole. */
const sessions = (window: Window) => `with sessions as (
  select session_id, min(occurred_at) as began, count(*) as views,
    arg_min(url, occurred_at) as url, ${host('arg_min(url, occurred_at)')} as host,
    ${host('arg_min(referrer, occurred_at)')} as referrer_host,
    arg_min(utm_source, occurred_at) as utm_source, arg_min(utm_medium, occurred_at) as utm_medium,
    arg_min(utm_campaign, occurred_at) as utm_campaign, arg_min(visitor_id, occurred_at) as visitor_id,
    arg_min(device, occurred_at) as device, arg_min(browser, occurred_at) as browser,
    arg_min(country, occurred_at) as country, arg_min(user_id, occurred_at) as user_id, arg_min(customer_id, occurred_at) as customer_id
  from activity
  where event_type = 'PAGE_VIEW' and session_id <> '' and ${within('occurred_at', window, 1)}
  group by session_id
)`

const host = (url: string) => `regexp_extract(lower(${url}), '^[a-z-]+://(?:www\\.)?([^/?#:]+)', 1)`

/** The day of the first page view ever; null before. */
export const firstView = `select local_day(min(occurred_at)) as day from activity where event_type = 'PAGE_VIEW'`
