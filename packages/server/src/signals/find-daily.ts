import { isActivity } from '../kernel/sql/conditions.ts'
import type { SqlDatabase } from '../kernel/sql/database.ts'
import { createParameters } from '../kernel/sql/parameters.ts'
import type { TimeBasedFinding, FindingPage, TimeRange } from './time-based-finding.ts'
import { type DailyDetection, detectionDayMs } from './detection.ts'

/**
 * Conditions that became true at the end of a day (UTC) within the range: they hold for the days up to then, and didn't
 * hold a day before.
 */
export async function findDaily(
  database: SqlDatabase,
  detection: DailyDetection,
  { from, until }: TimeRange,
  { after, limit }: FindingPage,
): Promise<TimeBasedFinding[]> {
  const found: TimeBasedFinding[] = []
  const first = after === null ? Math.floor(from / detectionDayMs) + 1 : after.at / detectionDayMs
  for (let day = first; day * detectionDayMs <= until && found.length < limit; day++) {
    const parameters = createParameters()
    const behind =
      after?.at === day * detectionDayMs
        ? `customer_id > ${parameters.bind(after.customerId, 'varchar')}`
        : 'true'
    const rows = await database.all<{ customer_id: string; found: number }>(
      `select * from (${dailySql(detection, day)}) where ${behind}
       order by customer_id limit ${parameters.bind(limit - found.length, 'integer')}`,
      parameters.values,
    )
    for (const { customer_id: customerId, found: count } of rows)
      found.push({
        customerId,
        at: day * detectionDayMs,
        from: (day - daysOf(detection)) * detectionDayMs,
        count,
        eventIds: [],
      })
  }
  return found
}

/** The end of the first day after that time. */
export function nextDayEnd(after: number): number {
  return (Math.floor(after / detectionDayMs) + 1) * detectionDayMs
}

function daysOf(detection: DailyDetection): number {
  return detection.type === 'related_user_inactivity'
    ? detection.inactiveWindow.value
    : detection.window.value
}

/**
 * The customers that meet the condition at the start of this day (days since 1970-01-01) and didn't at the start of the
 * day before. Only numbers enter the text.
 */
function dailySql(detection: DailyDetection, day: number): string {
  switch (detection.type) {
    case 'customer_activity_threshold':
      return thresholdSql(detection, day)
    case 'customer_activity_drop':
      return dropSql(detection, day)
    case 'related_user_inactivity':
      return inactivitySql(detection, day)
  }
}

type Of<Type> = Extract<DailyDetection, { type: Type }>

/** Days on which customers were active, from one day to another, exclusive. */
const activeDays = (from: number, until: number, columns = 's.customer_id') =>
  `select distinct ${columns}, d.day from active_days d join subjects s on s.subject = d.subject
   where s.customer_id is not null and d.day >= ${from} and d.day < ${until}`

const between = (from: number, until: number) => `day >= ${from} and day < ${until}`

function thresholdSql(
  { window, operator, count, minimumObservedAgeDays }: Of<'customer_activity_threshold'>,
  day: number,
): string {
  const days = window.value
  const age = minimumObservedAgeDays ?? (operator.startsWith('<') ? days : 0)
  const holds = (column: string, at: number) =>
    `(coalesce(${column}, 0) ${operator} ${count} and a.first_seen_at <= epoch_ms(${(at - age) * detectionDayMs}::bigint))`
  return `with active as (${activeDays(day - 1 - days, day)}), counted as (
      select customer_id, count(*) filter (where ${between(day - days, day)}) as found,
        count(*) filter (where ${between(day - 1 - days, day - 1)}) as before
      from active group by customer_id
    )
    select a.customer_id, coalesce(c.found, 0)::integer as found from accounts a
    left join counted c on c.customer_id = a.customer_id
    where ${holds('c.found', day)} and not ${holds('c.before', day - 1)}`
}

function dropSql(detection: Of<'customer_activity_drop'>, day: number): string {
  const { window, baselineWindow, dropPercent, minimumBaselineActiveDays, minimumBaselineEventCount } =
    detection
  const [recent, baseline] = [window.value, baselineWindow.value]
  const first = day - 1 - recent - baseline
  const count = (from: number, until: number) => `count(*) filter (where ${between(from, until)})`
  const fell = (now: string, before: string) =>
    `(${before} >= ${minimumBaselineActiveDays} and ${now} * ${baseline} * 100 <= ${before} * ${recent} * (100 - ${dropPercent}::double))`
  const events = (from: number, until: number) => `coalesce(sum(n) filter (where ${between(from, until)}), 0)`
  return `with active as (${activeDays(first, day)}), counted as (
      select customer_id, ${count(day - recent, day)} as recent, ${count(day - recent - baseline, day - recent)} as baseline,
        ${count(day - 1 - recent, day - 1)} as former_recent, ${count(first, day - 1 - recent)} as former_baseline
      from active group by customer_id
    ), fell as (select * from counted where ${fell('recent', 'baseline')}), happened as (
      select s.customer_id, floor(extract(epoch from e.occurred_at) / 86400)::integer as day, count(*) as n
      from events e join subjects s on s.subject = e.subject
      where s.customer_id in (select customer_id from fell) and ${isActivity('e.event_type', 'PRODUCT')}
        and e.occurred_at >= epoch_ms(${first * detectionDayMs}::bigint) and e.occurred_at < epoch_ms(${(day - recent) * detectionDayMs}::bigint)
      group by 1, 2
    ), added as (
      select customer_id, ${events(day - recent - baseline, day - recent)} as events,
        ${events(first, day - 1 - recent)} as former_events from happened group by customer_id
    )
    select f.customer_id, f.recent::integer as found from fell f join added n on n.customer_id = f.customer_id
    where n.events >= ${minimumBaselineEventCount} and not (
      n.former_events >= ${minimumBaselineEventCount} and ${fell('f.former_recent', 'f.former_baseline')})`
}

function inactivitySql(detection: Of<'related_user_inactivity'>, day: number): string {
  const { priorWindow, inactiveWindow, minimumPriorActiveDays, minimumPreviouslyActiveUsers } = detection
  const [prior, quiet] = [priorWindow.value, inactiveWindow.value]
  const first = day - 1 - quiet - prior
  const count = (from: number, until: number) => `count(*) filter (where ${between(from, until)})`
  const wereActive = (column: string) => `${column} >= ${minimumPriorActiveDays}`
  const holds = (users: string, active: string) =>
    `(${users} >= ${minimumPreviouslyActiveUsers} and ${active} = 0)`
  return `with active as (${activeDays(first, day, 's.customer_id, s.user_id')}), people as (
      select customer_id, user_id, ${count(day - quiet - prior, day - quiet)} as prior, ${count(day - quiet, day)} as recent,
        ${count(first, day - 1 - quiet)} as former_prior, ${count(day - 1 - quiet, day - 1)} as former_recent
      from active where user_id is not null group by 1, 2
    ), customers as (
      select customer_id, count(*) filter (where ${wereActive('prior')}) as users,
        count(*) filter (where ${wereActive('prior')} and recent > 0) as active,
        count(*) filter (where ${wereActive('former_prior')}) as former_users,
        count(*) filter (where ${wereActive('former_prior')} and former_recent > 0) as former_active
      from people group by customer_id
    )
    select customer_id, users::integer as found from customers
    where ${holds('users', 'active')} and not ${holds('former_users', 'former_active')}`
}
