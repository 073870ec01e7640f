import type { BehaviorMetrics } from '@customer-intel/contract'
import { isActivity } from '../../kernel/sql/conditions.ts'
import { type SqlDatabase, textItems } from '../../kernel/sql/database.ts'

/** The activity of each of these customers since a time, in numbers. What is planned after `until` isn't counted. */
export async function readBehaviorMetrics(
  database: SqlDatabase,
  customerIds: readonly string[],
  { since, until }: { since: Date; until: Date },
): Promise<(customerId: string) => BehaviorMetrics> {
  const recent = `e.occurred_at >= $2::timestamp`
  const rows = await database.all<{
    customer_id: string
    activity_count: number | string
    active_users: number | string
    last_email_at: string | null
    last_meeting_at: string | null
  }>(
    `select s.customer_id, count(*) filter (where ${recent}) as activity_count,
      count(distinct s.user_id) filter (where ${recent} and ${isActivity('e.event_type', 'PRODUCT')}) as active_users,
      max(e.occurred_at) filter (where e.event_channel = 'COMMUNICATION' and e.event_type like 'EMAIL%') as last_email_at,
      max(e.occurred_at) filter (where e.event_channel = 'MEETING' and e.event_type <> 'MEETING_REQUESTED') as last_meeting_at
    from events e join subjects s on s.subject = e.subject
    where s.customer_id in (${textItems(1)}) and e.occurred_at <= $3::timestamp
    group by s.customer_id`,
    [customerIds, since, until],
  )
  const found = new Map(rows.map((row) => [row.customer_id, row]))
  return (customerId) => {
    const row = found.get(customerId)
    return {
      activityCount: Number(row?.activity_count ?? 0),
      activeUsers: Number(row?.active_users ?? 0),
      lastEmailAt: row?.last_email_at ?? null,
      lastMeetingAt: row?.last_meeting_at ?? null,
    }
  }
}
