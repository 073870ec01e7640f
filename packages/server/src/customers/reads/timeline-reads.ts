import type { Channel } from '@customer-intel/contract'
import type { TimelineEntry, TimelineQuery } from './customer-reads.ts'
import type { Page, PageEnd } from '../../kernel/sql/page.ts'
import { all, isOneOf } from '../../kernel/sql/conditions.ts'
import type { SqlDatabase } from '../../kernel/sql/database.ts'
import { createParameters } from '../../kernel/sql/parameters.ts'
import type { Parameters } from '../../kernel/sql/parameters.ts'

/**
 * One of the customer's subjects: its person, the number of its events, and the times (Unix ms) of the first and last
 * one.
 */
interface TimelineSubject {
  id: number
  contactName: string | null
  eventCount: number
  firstAt: number
  lastAt: number
}

export interface TimelineRow {
  subject: number
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

/** The columns of an {@link TimelineRow}, of `events e`. */
export const timelineColumns = `e.subject, e.sequence, e.event_id, e.event_type, e.event_name, e.event_channel, e.occurred_at,
  e.url, e.path, e.title, e.properties`

/** A page of the events of a customer or a person, newest first, and their number. Selected by their few subjects. */
export async function listTimeline(
  database: SqlDatabase,
  query: TimelineQuery,
): Promise<Page<TimelineEntry>> {
  const subjects = await findSubjects(database, query.of)
  if (subjects.length === 0) return { items: [], total: 0, end: null }
  const [events, total] = await Promise.all([
    readEvents(database, query, subjects),
    countEvents(database, query, subjects),
  ])
  const rows = events.slice(0, query.limit)
  const contactNames = new Map(subjects.map(({ id, contactName }) => [id, contactName]))
  const items = rows.map((row) => toEntry(row, contactNames.get(row.subject) ?? null))
  const last = events.length > rows.length ? rows.at(-1) : undefined
  return { items, total, end: last ? placeOf(last) : null }
}

/** Times are whole milliseconds, so their text is exact. */
function placeOf({ occurred_at: time, sequence }: TimelineRow): PageEnd {
  return { key: time.replace('T', ' ').replace('Z', ''), id: String(sequence) }
}

async function findSubjects(database: SqlDatabase, of: TimelineQuery['of']): Promise<TimelineSubject[]> {
  const parameters = createParameters()
  const [owner, id] = 'userId' in of ? ['user_id', of.userId] : ['customer_id', of.customerId]
  const rows = await database.all<{
    subject: number
    contact_name: string | null
    event_count: number | string
    first_at: string
    last_at: string
  }>(
    `select subject, contact_name, event_count, first_at, last_at from subjects
    where ${owner} = ${parameters.bind(id, 'varchar')}`,
    parameters.values,
  )
  const subjects = rows.map((row) => ({
    id: row.subject,
    contactName: row.contact_name,
    eventCount: Number(row.event_count),
    firstAt: Date.parse(row.first_at),
    lastAt: Date.parse(row.last_at),
  }))
  // Filtered here: in the engine it takes half as long again.
  return subjects.filter(({ eventCount }) => eventCount > 0)
}

/**
 * The number of matching events. If only the period filters, the total of the subjects' events is known: then the engine
 * counts either the events inside or those outside, whichever are probably fewer.
 */
async function countEvents(
  database: SqlDatabase,
  query: TimelineQuery,
  subjects: readonly TimelineSubject[],
): Promise<number> {
  const from = query.from?.getTime() ?? -Infinity
  const until = query.until?.getTime() ?? Infinity
  const isNarrowed = Boolean(query.channels?.length) || Boolean(query.eventTypes?.length)
  const cut = subjects.filter(({ firstAt, lastAt }) => isNarrowed || firstAt < from || lastAt > until)
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

function sumOf(subjects: readonly TimelineSubject[]): number {
  return subjects.reduce((sum, { eventCount }) => sum + eventCount, 0)
}

/** The times of the subjects' first and last events, in Unix milliseconds. */
function spanOf(subjects: readonly TimelineSubject[]): { first: number; last: number } {
  let [first, last] = [Infinity, -Infinity]
  for (const { firstAt, lastAt } of subjects) {
    first = Math.min(first, firstAt)
    last = Math.max(last, lastAt)
  }
  return { first, last }
}

/** The page's events, newest first, and one more. Searches from their likely start on, then further back. */
async function readEvents(
  database: SqlDatabase,
  query: TimelineQuery,
  subjects: readonly TimelineSubject[],
): Promise<TimelineRow[]> {
  const { first, last } = spanOf(subjects)
  const find = (since: number) => {
    const parameters = createParameters()
    const { bind } = parameters
    return database.all<TimelineRow>(
      `select ${timelineColumns}
      from events e where ${all([
        isTheirsFirst(subjects, parameters),
        `e.occurred_at >= ${bind(new Date(since), 'timestamp')}`,
        `e.occurred_at <= ${bind(new Date(Math.min(last, query.until?.getTime() ?? last)), 'timestamp')}`,
        ...ofKind(query, parameters),
        isBehind(query, parameters),
      ])}
      order by e.occurred_at desc, e.sequence desc limit ${bind(query.limit + 1, 'integer')}`,
      parameters.values,
    )
  }
  const earliest = Math.max(first, query.from?.getTime() ?? first)
  for (const margin of margins) {
    const since = likelyStart(query, subjects, margin)
    if (since <= earliest) break
    const likely = await find(since)
    if (likely.length > query.limit) return likely
  }
  return find(earliest)
}

/** Safety factors for the number of events since the likely start: the first search is near, the second far back. */
const margins = [1.5, 20]

/**
 * The time (Unix milliseconds) since when that many events probably happened, if each subject was evenly active from its
 * first to its last event: the engine needn't read older ones.
 */
function likelyStart(
  { after, until, limit }: TimelineQuery,
  subjects: readonly TimelineSubject[],
  margin: number,
): number {
  const { first, last } = spanOf(subjects)
  const newest = Math.min(
    last,
    until?.getTime() ?? last,
    typeof after?.key === 'string' ? Date.parse(`${after.key}Z`) : last,
  )
  const expectedSince = (start: number): number => {
    let events = 0
    for (const { eventCount, firstAt, lastAt } of subjects) {
      const inside = Math.min(lastAt, newest) - Math.max(firstAt, start)
      // The span is extended by a millisecond, which matters only for subjects with a single event.
      if (inside >= 0) events += (eventCount * (inside + 1)) / (lastAt - firstAt + 1)
    }
    return events
  }
  const wanted = margin * (limit + 1)
  let [early, late] = [first, newest]
  while (late - early > searchStepMs) {
    const middle = (early + late) / 2
    if (expectedSince(middle) > wanted) early = middle
    else late = middle
  }
  return early
}

/** Precision of the search for a likely start. */
const searchStepMs = 60_000

function isTheirs(subjects: readonly TimelineSubject[], parameters: Parameters): string {
  return `e.subject in (${parameters.bindAll(subjects.map(({ id }) => id))})`
}

/**
 * Up to this many subjects it is faster to test each row before its wide columns are decompressed, which `in` doesn't do.
 */
const fewSubjects = 64

/** A bitmap of the ids modulo 64 excludes most rows at once; only the others are compared with the list. */
function isTheirsFirst(subjects: readonly TimelineSubject[], parameters: Parameters): string {
  if (subjects.length > fewSubjects) return isTheirs(subjects, parameters)
  const ids = subjects.map(({ id }) => id)
  const remainders = ids.reduce((bits, id) => bits | (1n << BigInt(id & 63)), 0n)
  return `case when (${remainders}::ubigint >> (e.subject & 63)::ubigint) & 1 = 1
    then list_contains([${ids.join(', ')}]::integer[], e.subject) else false end`
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

export function toEntry(row: TimelineRow, contact: string | null): TimelineEntry {
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
