import type { Channel } from '@customer-intel/contract'
import type { BehaviorMetrics, Page, TimelineEntry, TimelineQuery } from '../customer-reads.ts'
import { all, isOneOf } from './conditions.ts'
import type { SqlDatabase } from './database.ts'
import { takePage } from './keyset.ts'
import { createParameters } from './parameters.ts'
import type { Parameters } from './parameters.ts'

/** One of the customer's subjects: who it is, how many events it has, and between which times they lie. */
interface SubjectRow {
  subject: number
  contact: string | null
  event_count: number | string
  first_at: string
  last_at: string
}

/** Where an event of the page lies. */
interface Place {
  subject: number
  sort_key: string
  sort_id: string
}

interface EventRow {
  sequence: number | string
  event_id: string
  event_type: string
  event_name: string
  event_channel: Channel
  occurred_at: string
  url: string
  path: string
  title: string | null
  properties: string
}

/**
 * A page of a customer's events, newest first, and how many there are. The customer's few subjects select the events
 * and often count them. Which events the page shows is found by narrow columns, from where they are likely to begin;
 * the wide columns are then read of these alone.
 */
export async function listTimeline(
  database: SqlDatabase,
  query: TimelineQuery,
): Promise<Page<TimelineEntry>> {
  const subjects = await findSubjects(database, query.customerId)
  if (subjects.length === 0) return { items: [], total: 0, end: null }
  const [total, places] = await Promise.all([
    countEvents(database, query, subjects),
    findPlaces(database, query, subjects),
  ])
  const { rows, end } = takePage(places, query.limit)
  const events = await readEvents(database, query, rows)
  const people = new Map(subjects.map(({ subject, contact }) => [subject, contact]))
  const items = rows.flatMap(({ subject, sort_id }) => {
    const event = events.get(sort_id)
    return event === undefined ? [] : [toEntry(event, people.get(subject) ?? null)]
  })
  return { items, total, end }
}

function findSubjects(database: SqlDatabase, customerId: string): Promise<SubjectRow[]> {
  const parameters = createParameters()
  const id = parameters.bind(customerId, 'varchar')
  return database.all<SubjectRow>(
    `select s.subject, coalesce(c.name, c.email) as contact, s.event_count, s.first_at, s.last_at
    from subjects s left join contacts c on c.user_id = s.user_id
    where s.customer_id = ${id} and s.event_count > 0`,
    parameters.values,
  )
}

/** How many events match. Subjects whose events all lie within the period have counted them already. */
async function countEvents(
  database: SqlDatabase,
  query: TimelineQuery,
  subjects: readonly SubjectRow[],
): Promise<number> {
  const { from, until } = query
  const isCounted = ({ first_at, last_at }: SubjectRow) =>
    !query.channels?.length &&
    !query.eventTypes?.length &&
    (from === undefined || Date.parse(first_at) >= from.getTime()) &&
    (until === undefined || Date.parse(last_at) <= until.getTime())
  const counted = subjects.filter(isCounted).reduce((sum, { event_count }) => sum + Number(event_count), 0)
  const open = subjects.filter((subject) => !isCounted(subject))
  if (open.length === 0) return counted
  const parameters = createParameters()
  const [row] = await database.all<{ total: number | string }>(
    `select count(*) as total from events e where ${filter(query, open, parameters)}`,
    parameters.values,
  )
  return counted + Number(row?.total ?? 0)
}

/** Where the page's events lie, newest first, and one more. */
async function findPlaces(
  database: SqlDatabase,
  query: TimelineQuery,
  subjects: readonly SubjectRow[],
): Promise<Place[]> {
  const find = (since: Date | undefined) => {
    const parameters = createParameters()
    const conditions = [filter(query, subjects, parameters), isBehind(query, parameters)]
    if (since !== undefined) conditions.push(`e.occurred_at >= ${parameters.bind(since, 'timestamp')}`)
    return database.all<Place>(
      `select e.subject, e.occurred_at::varchar as sort_key, e.sequence::varchar as sort_id
      from events e where ${all(conditions)}
      order by e.occurred_at desc, e.sequence desc limit ${parameters.bind(query.limit + 1, 'integer')}`,
      parameters.values,
    )
  }
  const since = likelyStart(query, subjects)
  const likely = since === undefined ? [] : await find(since)
  return likely.length > query.limit ? likely : find(undefined)
}

/** How many times more than the page's events are expected since its likely start. */
const margin = 3

/**
 * Since when the page's events probably lie, if activity is even: so the engine needn't look at older ones. Undefined
 * when that would save nothing.
 */
function likelyStart(
  { after, until, limit }: TimelineQuery,
  subjects: readonly SubjectRow[],
): Date | undefined {
  let [first, last, count] = [Infinity, -Infinity, 0]
  for (const subject of subjects) {
    first = Math.min(first, Date.parse(subject.first_at))
    last = Math.max(last, Date.parse(subject.last_at))
    count += Number(subject.event_count)
  }
  const part = (margin * (limit + 1)) / count
  const newest = Math.min(
    last,
    until?.getTime() ?? last,
    typeof after?.key === 'string' ? Date.parse(`${after.key}Z`) : last,
  )
  const start = newest - (last - first) * part
  return part < 1 && start > first ? new Date(start) : undefined
}

/** Up to so many subjects `list_contains` is the quicker way to name them. */
const fewSubjects = 64

/**
 * The page's events, by sequence. What is said of them besides names the stored blocks and leaves out whatever needn't be
 * unpacked: events lie in the order of their arrival, and `list_contains` is asked before the wide columns are read
 * (measured: two thirds of the time of `in` alone).
 */
async function readEvents(
  database: SqlDatabase,
  query: TimelineQuery,
  places: readonly Place[],
): Promise<Map<string, EventRow>> {
  const [newest, oldest] = [places[0], places.at(-1)]
  if (newest === undefined || oldest === undefined) return new Map()
  const sequences = places.map(({ sort_id }) => Number(sort_id))
  const subjects = [...new Set(places.map(({ subject }) => subject))]
  const parameters = createParameters()
  const conditions = [
    `e.sequence between ${Math.min(...sequences)} and ${Math.max(...sequences)}`,
    `e.occurred_at between ${parameters.bind(oldest.sort_key, 'timestamp')} and ${parameters.bind(newest.sort_key, 'timestamp')}`,
    ...narrowed(query, parameters),
    `e.sequence in (${sequences.join(', ')})`,
  ]
  if (subjects.length <= fewSubjects)
    conditions.push(`list_contains([${subjects.join(', ')}]::integer[], e.subject)`)
  const rows = await database.all<EventRow>(
    `select e.sequence, e.event_id::varchar as event_id, e.event_type, e.event_name, e.event_channel, e.occurred_at,
      e.url, e.path, e.title, e.properties
    from events e where ${all(conditions)}`,
    parameters.values,
  )
  return new Map(rows.map((row) => [String(row.sequence), row]))
}

function filter(query: TimelineQuery, subjects: readonly SubjectRow[], parameters: Parameters): string {
  const ids = parameters.bindAll(subjects.map(({ subject }) => subject))
  return all([`e.subject in (${ids})`, ...narrowed(query, parameters)])
}

/** What the question asks of an event, besides whose it is. */
function narrowed(query: TimelineQuery, parameters: Parameters): string[] {
  const { bind } = parameters
  const conditions: string[] = []
  if (query.from) conditions.push(`e.occurred_at >= ${bind(query.from, 'timestamp')}`)
  if (query.until) conditions.push(`e.occurred_at <= ${bind(query.until, 'timestamp')}`)
  if (query.channels?.length) conditions.push(isOneOf('e.event_channel', query.channels, parameters))
  if (query.eventTypes?.length) conditions.push(isOneOf('e.event_type', query.eventTypes, parameters))
  return conditions
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
