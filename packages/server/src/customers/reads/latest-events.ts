import type { TimelineEntry } from './customer-reads.ts'
import { type SqlDatabase, textItems } from '../../kernel/sql/database.ts'
import { type TimelineRow, timelineColumns, toEntry } from './timeline-reads.ts'

/**
 * The latest events of each of these customers within a period, both ends included, newest first. They are found by narrow
 * columns: the others are read for the result alone.
 */
export async function listLatestEvents(
  database: SqlDatabase,
  customerIds: readonly string[],
  { since, until, limit }: { since: Date; until: Date; limit: number },
): Promise<Map<string, TimelineEntry[]>> {
  const rows = await database.all<TimelineRow & { customer_id: string; contact_name: string | null }>(
    `with latest as materialized (
       select s.customer_id, s.contact_name, e.sequence
       from events e join (
         select subject, customer_id, contact_name from subjects where customer_id in (${textItems(1)})
       ) s on s.subject = e.subject
       where e.occurred_at between $2::timestamp and $3::timestamp
       qualify row_number() over (partition by s.customer_id order by e.occurred_at desc, e.sequence desc) <= $4
     )
     select l.customer_id, l.contact_name, ${timelineColumns}
     from events e join latest l on l.sequence = e.sequence
     where e.occurred_at between $2::timestamp and $3::timestamp
     order by e.occurred_at desc, e.sequence desc`,
    [customerIds, since, until, limit],
  )
  const events = new Map<string, TimelineEntry[]>()
  for (const row of rows) {
    const of = events.get(row.customer_id)
    const entry = toEntry(row, row.contact_name)
    if (of === undefined) events.set(row.customer_id, [entry])
    else of.push(entry)
  }
  return events
}
