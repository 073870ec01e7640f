import type { Channel } from '@customer-intel/contract'
import type { BehaviorMetrics, Page, TimelineEntry, TimelineQuery } from '../customer-reads.ts'
import { all, isOneOf } from './conditions.ts'
import type { SqlDatabase } from './database.ts'
import { takePage } from './keyset.ts'
import { createParameters } from './parameters.ts'
import type { Parameters } from './parameters.ts'

interface EventRow {
  subject: number
  event_id: string
  event_type: string
  event_name: string
  event_channel: Channel
  occurred_at: string
  url: string
  path: string
  title: string | null
  properties: string
  sort_key: string
  sort_id: string
}

/**
 * A page of a customer's events, newest first, and how many there are. The customer's few subjects select the events
 * by one narrow column. How far back the page reaches is found by narrow columns too; the wide ones are then read from
 * there on alone, because events lie in the order of their arrival (measured: a third of the time of one scan).
 */
export async function listTimeline(
  database: SqlDatabase,
  query: TimelineQuery,
): Promise<Page<TimelineEntry>> {
  const counting = createParameters()
  const reaching = createParameters()
  const [counts, reach] = await Promise.all([
    database.all<{ total: number | string }>(
      `select count(*) as total from events e where ${filter(query, counting)}`,
      counting.values,
    ),
    database.all<{ occurred_at: string }>(
      `select e.occurred_at::varchar as occurred_at from events e where ${page(query, reaching)}`,
      reaching.values,
    ),
  ])
  const total = Number(counts[0]?.total ?? 0)
  const oldest = reach.at(-1)
  if (oldest === undefined) return { items: [], total, end: null }
  const paging = createParameters()
  const found = await database.all<EventRow>(
    `select e.subject, e.event_id::varchar as event_id, e.event_type, e.event_name, e.event_channel, e.occurred_at,
      e.url, e.path, e.title, e.properties, e.occurred_at::varchar as sort_key, e.sequence::varchar as sort_id
    from events e
    where e.occurred_at >= ${paging.bind(oldest.occurred_at, 'timestamp')} and ${page(query, paging)}`,
    paging.values,
  )
  const { rows, end } = takePage(found, query.limit)
  const people = await findPeople(database, rows)
  return { items: rows.map((row) => toEntry(row, people.get(row.subject) ?? null)), total, end }
}

/** The condition, order and limit that make the page, and one row more. */
function page(query: TimelineQuery, parameters: Parameters): string {
  return `${filter(query, parameters)} and ${isBehind(query, parameters)}
    order by e.occurred_at desc, e.sequence desc limit ${parameters.bind(query.limit + 1, 'integer')}`
}

/** Who the page's subjects are, by name or e-mail address. */
async function findPeople(database: SqlDatabase, rows: EventRow[]): Promise<Map<number, string | null>> {
  const subjects = [...new Set(rows.map((row) => row.subject))]
  if (subjects.length === 0) return new Map()
  const parameters = createParameters()
  const places = subjects.map((subject) => parameters.bind(subject, 'integer'))
  const people = await database.all<{ subject: number; contact: string | null }>(
    `select s.subject, coalesce(c.name, c.email) as contact
    from subjects s join contacts c on c.user_id = s.user_id where s.subject in (${places.join(', ')})`,
    parameters.values,
  )
  return new Map(people.map(({ subject, contact }) => [subject, contact]))
}

function filter(query: TimelineQuery, parameters: Parameters): string {
  const { bind } = parameters
  const conditions = [isOf(query.customerId, parameters)]
  if (query.from) conditions.push(`e.occurred_at >= ${bind(query.from, 'timestamp')}`)
  if (query.until) conditions.push(`e.occurred_at <= ${bind(query.until, 'timestamp')}`)
  if (query.channels?.length) conditions.push(isOneOf('e.event_channel', query.channels, parameters))
  if (query.eventTypes?.length) conditions.push(isOneOf('e.event_type', query.eventTypes, parameters))
  return all(conditions)
}

function isOf(customerId: string, parameters: Parameters): string {
  return `e.subject in (select subject from subjects where customer_id = ${parameters.bind(customerId, 'varchar')})`
}

function isBehind({ after }: TimelineQuery, parameters: Parameters): string {
  if (after?.key == null) return 'true'
  const time = parameters.bind(after.key, 'timestamp')
  const sequence = parameters.bind(after.id, 'bigint')
  return `e.occurred_at <= ${time} and (e.occurred_at < ${time} or e.sequence < ${sequence})`
}

/** What a customer does, counted since a time. */
export async function getBehaviorMetrics(
  database: SqlDatabase,
  customerId: string,
  since: Date,
): Promise<BehaviorMetrics> {
  const parameters = createParameters()
  const recent = `e.occurred_at >= ${parameters.bind(since, 'timestamp')}`
  const [row] = await database.all<{
    activity_count: number | string
    active_users: number | string
    last_email_at: string | null
    last_meeting_at: string | null
  }>(
    `select count(*) filter (where ${recent}) as activity_count,
      count(distinct s.user_id) filter (where ${recent}) as active_users,
      max(e.occurred_at) filter (where e.event_channel = 'COMMUNICATION' and e.event_type like 'EMAIL%') as last_email_at,
      max(e.occurred_at) filter (where e.event_channel = 'MEETING' and e.event_type <> 'MEETING_REQUESTED') as last_meeting_at
    from events e join subjects s on s.subject = e.subject
    where s.customer_id = ${parameters.bind(customerId, 'varchar')}`,
    parameters.values,
  )
  return {
    activityCount: Number(row?.activity_count ?? 0),
    activeUsers: Number(row?.active_users ?? 0),
    lastEmailAt: row?.last_email_at ?? null,
    lastMeetingAt: row?.last_meeting_at ?? null,
  }
}

function toEntry(row: EventRow, contact: string | null): TimelineEntry {
  return {
    eventId: row.event_id,
    eventType: row.event_type,
    eventName: row.event_name,
    channel: row.event_channel,
    occurredAt: row.occurred_at,
    url: row.url,
    path: row.path,
    pageTitle: row.title,
    properties: JSON.parse(row.properties) as Record<string, unknown>,
    contact,
  }
}
