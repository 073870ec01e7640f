import { isActivity } from '../../kernel/sql/conditions.ts'
import { numberItems, type SqlWriter } from '../../kernel/sql/database.ts'
import type { SubjectTable } from './subject-table.ts'
import { isAlive, type Subject } from './subject.ts'

/** Recomputes first and last times of subjects: of those that lost something, or whose planned activity took place. */
export async function recount(
  writer: SqlWriter,
  subjects: SubjectTable,
  changed: Iterable<Subject>,
): Promise<void> {
  const byId = new Map([...changed].filter(isAlive).map((subject) => [subject.id, subject]))
  if (byId.size === 0) return
  const rows = await writer.all<
    { subject: number; seen_at: string; cause: string; signed_up_at: string | null } & ActivityTimes
  >(
    `select distinct on (subject) subject, seen_at, cause,
       ${activityTimes('happened_at', subjects.now, 'over (partition by subject)')},
       min(happened_at) filter (where event_type = 'SIGNED_UP') over (partition by subject) as signed_up_at
     from (
       select subject, occurred_at as seen_at, event_id as cause, occurred_at as happened_at, event_type from events
       where subject in (${numberItems(1)})
       union all
       select subject, seen_at, cause, null, null from record_subjects where subject in (${numberItems(1)})
     ) seen order by subject, seen_at, cause`,
    [[...byId.keys()]],
  )
  for (const row of rows) {
    const subject = byId.get(row.subject)!
    subject.firstAt = Date.parse(row.seen_at)
    subject.cause = row.cause
    Object.assign(subject, readActivityTimes(row, subject.firstAt))
    subject.signedUpAt = row.signed_up_at === null ? null : Date.parse(row.signed_up_at)
    subjects.markChanged(subject)
  }
}

/** What `activityTimes` selects. */
export interface ActivityTimes {
  last_at: string | null
  product_at: string | null
  contact_at: string | null
  planned_at: string | null
}

/** Columns with the times of last activity up to `now`, and of the next one, from events with these times. */
export function activityTimes(at: string, now: number, over = ''): string {
  const [product, contact] = [isActivity('event_type', 'PRODUCT'), isActivity('event_type', 'CONTACT')]
  const isPast = `${at} <= epoch_ms(${now}::bigint)`
  return `max(${at}) filter (where event_type is not null) ${over} as last_at,
    max(${at}) filter (where ${product} and ${isPast}) ${over} as product_at,
    max(${at}) filter (where ${contact} and ${isPast}) ${over} as contact_at,
    min(${at}) filter (where (${product} or ${contact}) and not ${isPast}) ${over} as planned_at`
}

/** `firstAt`: of a subject without events. */
export function readActivityTimes(
  row: ActivityTimes,
  firstAt: number,
): Pick<Subject, 'lastAt' | 'productAt' | 'contactAt' | 'plannedAt'> {
  const time = (text: string | null): number | null => (text === null ? null : Date.parse(text))
  return {
    lastAt: time(row.last_at) ?? firstAt,
    productAt: time(row.product_at),
    contactAt: time(row.contact_at),
    plannedAt: time(row.planned_at),
  }
}
