import { isActivity } from '../../kernel/sql/conditions.ts'
import { numberItems, type SqlWriter } from '../../kernel/sql/database.ts'
import { type ActivityTimes, activityTimes, readActivityTimes } from './recount.ts'
import type { SubjectTable } from './subject-table.ts'
import { newSubject, type Subject, subjectTuple } from './subject.ts'

/** A span of time and the key of the person to whom it belongs; null for nobody. Until the next one. */
export interface Span {
  /** Unix milliseconds; -Infinity of the first one. */
  from: number
  person: string | null
}

/** Tables whose rows move by their time, and its column. */
const happened = {
  events: 'occurred_at',
  sources: 'occurred_at',
  search_documents: 'occurred_at',
  occurrences: 'occurred_at',
  signal_hits: 'occurred_at',
  record_subjects: 'seen_at',
}

/** Tables whose rows follow their record. */
const recorded = ['facts', 'revenue_snapshots'] as const

/** Whose rows move with what a person did, when a device or an address turns out to be another one's. */
export const movedTables: readonly string[] = [...Object.keys(happened), ...recorded]

/** Subjects that differ only in their span, and the spans between which what happened to them is divided. */
export interface DividedSubject {
  variants: readonly Subject[]
  spans: readonly Span[]
}

/**
 * Moves what happened to the variants of each of these subjects to those of the spans in which it happened: all of them
 * by the same few statements. Returns all variants, whose people must be recomputed.
 */
export async function placeByTime(
  writer: SqlWriter,
  subjects: SubjectTable,
  divided: readonly DividedSubject[],
): Promise<ReadonlySet<Subject>> {
  const members = new Map<Subject, number>()
  const spansOf = divided.flatMap(({ variants, spans }, group) => {
    const targets = spans.map(({ person }) => variantOf(subjects, variants[0]!, person))
    for (const member of [...variants, ...targets]) members.set(member, group)
    return spans.map(({ from }, index) => ({
      group,
      variant: targets[index]!.id,
      since: toTimestamp(from),
      until: toTimestamp(spans[index + 1]?.from ?? Infinity),
    }))
  })
  if (members.size === 0) return new Set()
  const ids = [...members.keys()].map(({ id }) => id)
  const parameters = [
    ids,
    [...members.values()],
    spansOf.map(({ group }) => group),
    spansOf.map(({ variant }) => variant),
    spansOf.map(({ since }) => since),
    spansOf.map(({ until }) => until),
  ]
  for (const [table, at] of Object.entries(happened))
    if (mayHaveRows(writer, table))
      await writer.all(
        `update ${table} set subject = s.variant
       from (select unnest(string_to_array($1, chr(31))::integer[]) as member,
                    unnest(string_to_array($2, chr(31))::integer[]) as "group") m
       join (select unnest(string_to_array($3, chr(31))::integer[]) as "group",
                    unnest(string_to_array($4, chr(31))::integer[]) as variant,
                    unnest(string_to_array($5, chr(31))::timestamp[]) as since,
                    unnest(string_to_array($6, chr(31))::timestamp[]) as until) s on s."group" = m."group"
       where ${table}.subject in (${numberItems(1)}) and ${table}.subject = m.member
         and ${at} >= s.since and ${at} < s.until and ${table}.subject <> s.variant`,
        parameters,
      )
  for (const table of recorded)
    if (mayHaveRows(writer, table))
      await writer.all(
        `update ${table} set subject = r.subject from record_subjects r
       where ${table}.record_key = r.record_key and ${table}.subject in (${numberItems(1)})
         and r.subject in (${numberItems(1)}) and ${table}.subject <> r.subject`,
        [ids],
      )
  await addUp(writer, subjects, [...members.keys()])
  return new Set(members.keys())
}

/** Hits of signals aren't appended. */
function mayHaveRows(writer: SqlWriter, name: string): boolean {
  return name === 'signal_hits' || writer.hasRows(name)
}

function variantOf(subjects: SubjectTable, base: Subject, span: string | null): Subject {
  return (
    subjects.peek(subjectTuple(base, base.trusted, span)) ??
    subjects.create({
      ...newSubject(base, { trusted: base.trusted, cause: base.cause, at: base.firstAt }),
      span,
    })
  )
}

/** Recomputes the totals of the variants from their events and records, active days included. */
async function addUp(writer: SqlWriter, subjects: SubjectTable, variants: readonly Subject[]): Promise<void> {
  const ids = variants.map(({ id }) => id)
  const rows = await writer.all<
    {
      subject: number
      events: number
      statements: number
      cause: string
      first_at: string
      activated_at: string | null
      signed_up_at: string | null
      attribution: string | null
    } & ActivityTimes
  >(
    `select subject, count(event_type) as events, count(*) - count(event_type) as statements, min(seen_at) as first_at,
       arg_min(event_id, row(seen_at, event_id)) as cause,
       ${activityTimes('seen_at', subjects.now)},
       min(seen_at) filter (where activation) as activated_at,
       min(seen_at) filter (where event_type = 'SIGNED_UP') as signed_up_at,
       min(attribution) filter (where attribution <> '' and seen_at = earliest) as attribution
     from (
       select subject, occurred_at as seen_at, event_id, event_type, activation, attribution,
         min(occurred_at) over (partition by subject) as earliest
       from events where subject in (${numberItems(1)})
       union all
       select subject, seen_at, cause, null, false, '', null from record_subjects
       where subject in (${numberItems(1)}) and not occurrence
     ) theirs
     group by subject`,
    [ids],
  )
  const bySubject = new Map(rows.map((row) => [row.subject, row]))
  const time = (text: string | null): number | null => (text === null ? null : Date.parse(text))
  for (const variant of variants) {
    const row = bySubject.get(variant.id)
    variant.eventCount = row?.events ?? 0
    variant.statements = row?.statements ?? 0
    if (row !== undefined)
      Object.assign(variant, {
        cause: row.cause,
        firstAt: time(row.first_at),
        ...readActivityTimes(row, Date.parse(row.first_at)),
        activatedAt: time(row.activated_at),
        signedUpAt: time(row.signed_up_at),
        attribution: row.attribution ?? '',
      })
    subjects.markChanged(variant)
  }
  await writer.all(`delete from active_days where subject in (${numberItems(1)})`, [ids])
  await writer.all(
    `insert into active_days
     select subject, floor(extract(epoch from occurred_at) / 86400)::integer, min(occurred_at)
     from events where subject in (${numberItems(1)}) and ${isActivity('event_type', 'PRODUCT')} group by 1, 2`,
    [ids],
  )
}

/** A time as the engine reads it: infinite ones are before and after all others. */
export function toTimestamp(ms: number): string {
  if (Number.isFinite(ms)) return new Date(ms).toISOString()
  return ms < 0 ? '0001-01-01T00:00:00Z' : '9999-12-31T00:00:00Z'
}
