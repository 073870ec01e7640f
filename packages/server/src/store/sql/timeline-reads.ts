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
  user_id: string | null
  event_count: number | string
  first_at: string
  last_at: string
}

interface EventRow {
  subject: number
  sort_key: string
  sort_id: string
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

/** A page of a customer's events, newest first, and how many there are. The customer's few subjects select them. */
export async function listTimeline(
  database: SqlDatabase,
  query: TimelineQuery,
): Promise<Page<TimelineEntry>> {
  const [subjects, contacts] = await Promise.all([
    findSubjects(database, query.customerId),
    readNames(database, 'customer_id', [query.customerId]),
  ])
  if (subjects.length === 0) return { items: [], total: 0, end: null }
  const [total, events] = await Promise.all([
    countEvents(database, query, subjects),
    readEvents(database, query, subjects),
  ])
  const { rows, end } = takePage(events, query.limit)
  const people = new Map(subjects.map(({ subject, user_id }) => [subject, user_id]))
  const strangers = rows.flatMap(({ subject }) => people.get(subject) ?? []).filter((id) => !contacts.has(id))
  const others = await readNames(database, 'user_id', [...new Set(strangers)])
  const items = rows.map((row) => {
    const id = people.get(row.subject) ?? ''
    return toEntry(row, contacts.get(id) ?? others.get(id) ?? null)
  })
  return { items, total, end }
}

async function findSubjects(database: SqlDatabase, customerId: string): Promise<SubjectRow[]> {
  const parameters = createParameters()
  const rows = await database.all<SubjectRow>(
    `select subject, user_id, event_count, first_at, last_at from subjects
    where customer_id = ${parameters.bind(customerId, 'varchar')}`,
    parameters.values,
  )
  // Asked of the engine this would take half as long again.
  return rows.filter(({ event_count }) => Number(event_count) > 0)
}

/** More names are read by id, of the people on the page. */
const maxNames = 1_000

/** What contacts are called, by id: those with one of `ids`, or of customers with one of them. */
async function readNames(
  database: SqlDatabase,
  column: 'user_id' | 'customer_id',
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map()
  const parameters = createParameters()
  const rows = await database.all<{ user_id: string; contact: string | null }>(
    `select user_id, coalesce(name, email) as contact from contacts
    where ${isOneOf(column, ids, parameters)} limit ${parameters.bind(maxNames, 'integer')}`,
    parameters.values,
  )
  return new Map(rows.map(({ user_id, contact }) => [user_id, contact]))
}

/**
 * How many events match. Where only the period narrows, the subjects have counted their events, and those inside of it
 * or outside are counted off, whichever are probably fewer.
 */
async function countEvents(
  database: SqlDatabase,
  query: TimelineQuery,
  subjects: readonly SubjectRow[],
): Promise<number> {
  const from = query.from?.getTime() ?? -Infinity
  const until = query.until?.getTime() ?? Infinity
  const isNarrowed = Boolean(query.channels?.length) || Boolean(query.eventTypes?.length)
  const cut = subjects.filter(
    ({ first_at, last_at }) => isNarrowed || Date.parse(first_at) < from || Date.parse(last_at) > until,
  )
  const counted = sumOf(subjects) - sumOf(cut)
  if (cut.length === 0) return counted
  const { first, last } = spanOf(cut)
  const inside = Math.min(last, until) - Math.max(first, from)
  const countsOutside = !isNarrowed && inside > (last - first) / 2
  const parameters = createParameters()
  const period = inPeriod(query, parameters)
  const [row] = await database.all<{ total: number | string }>(
    `select count(*) as total from events e where ${all([
      isTheirs(cut, parameters),
      ...(countsOutside ? [`not (${all(period)})`] : [...period, ...ofKind(query, parameters)]),
    ])}`,
    parameters.values,
  )
  const found = Number(row?.total ?? 0)
  return counted + (countsOutside ? sumOf(cut) - found : found)
}

function sumOf(subjects: readonly SubjectRow[]): number {
  return subjects.reduce((sum, { event_count }) => sum + Number(event_count), 0)
}

/** When the subjects' first and last events happened, in Unix milliseconds. */
function spanOf(subjects: readonly SubjectRow[]): { first: number; last: number } {
  let [first, last] = [Infinity, -Infinity]
  for (const { first_at, last_at } of subjects) {
    first = Math.min(first, Date.parse(first_at))
    last = Math.max(last, Date.parse(last_at))
  }
  return { first, last }
}

/** The page's events, newest first, and one more. Looks for them since their likely start, then further back. */
async function readEvents(
  database: SqlDatabase,
  query: TimelineQuery,
  subjects: readonly SubjectRow[],
): Promise<EventRow[]> {
  const find = (since: Date | undefined) => {
    const parameters = createParameters()
    const conditions = [
      isTheirsFirst(subjects, parameters),
      ...inPeriod(query, parameters),
      ...ofKind(query, parameters),
      isBehind(query, parameters),
    ]
    if (since !== undefined) conditions.push(`e.occurred_at >= ${parameters.bind(since, 'timestamp')}`)
    return database.all<EventRow>(
      `select e.subject, e.event_id::varchar as event_id, e.event_type, e.event_name, e.event_channel,
        e.occurred_at, e.url, e.path, e.title, e.properties,
        e.occurred_at::varchar as sort_key, e.sequence::varchar as sort_id
      from events e where ${all(conditions)}
      order by e.occurred_at desc, e.sequence desc limit ${parameters.bind(query.limit + 1, 'integer')}`,
      parameters.values,
    )
  }
  for (const margin of margins) {
    const since = likelyStart(query, subjects, margin)
    const likely = since === undefined ? [] : await find(since)
    if (likely.length > query.limit) return likely
  }
  return find(undefined)
}

/** How many times more than the page's events are expected since its likely start: once near, then far back. */
const margins = [2, 20]

/**
 * Since when the page's events probably lie, if activity is even: so the engine needn't look at older ones. Undefined
 * when that would save nothing.
 */
function likelyStart(
  { after, until, limit }: TimelineQuery,
  subjects: readonly SubjectRow[],
  margin: number,
): Date | undefined {
  const { first, last } = spanOf(subjects)
  const part = (margin * (limit + 1)) / sumOf(subjects)
  const newest = Math.min(
    last,
    until?.getTime() ?? last,
    typeof after?.key === 'string' ? Date.parse(`${after.key}Z`) : last,
  )
  const start = newest - (last - first) * part
  return part < 1 && start > first ? new Date(start) : undefined
}

function isTheirs(subjects: readonly SubjectRow[], parameters: Parameters): string {
  return `e.subject in (${parameters.bindAll(subjects.map(({ subject }) => subject))})`
}

/** Up to so many subjects it pays to ask each row before its wide columns are unpacked, which `in` doesn't. */
const fewSubjects = 64

function isTheirsFirst(subjects: readonly SubjectRow[], parameters: Parameters): string {
  if (subjects.length > fewSubjects) return isTheirs(subjects, parameters)
  return `list_contains([${subjects.map(({ subject }) => subject).join(', ')}]::integer[], e.subject)`
}

function inPeriod({ from, until }: TimelineQuery, { bind }: Parameters): string[] {
  return [
    ...(from === undefined ? [] : [`e.occurred_at >= ${bind(from, 'timestamp')}`]),
    ...(until === undefined ? [] : [`e.occurred_at <= ${bind(until, 'timestamp')}`]),
  ]
}

function ofKind({ channels, eventTypes }: TimelineQuery, parameters: Parameters): string[] {
  return [
    ...(channels?.length ? [isOneOf('e.event_channel', channels, parameters)] : []),
    ...(eventTypes?.length ? [isOneOf('e.event_type', eventTypes, parameters)] : []),
  ]
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
