import type { BehaviorMetrics } from '@customer-intel/contract'
import { isActivity } from '../../kernel/sql/conditions.ts'
import type { SqlDatabase } from '../../kernel/sql/database.ts'
import { createParameters } from '../../kernel/sql/parameters.ts'

/** A customer's activity since a time, in numbers. What is planned after `now` isn't counted. */
export async function getBehaviorMetrics(
  database: SqlDatabase,
  customerId: string,
  since: Date,
  now: Date,
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
      count(distinct s.user_id) filter (where ${recent} and ${isActivity('e.event_type', 'PRODUCT')}) as active_users,
      max(e.occurred_at) filter (where e.event_channel = 'COMMUNICATION' and e.event_type like 'EMAIL%') as last_email_at,
      max(e.occurred_at) filter (where e.event_channel = 'MEETING' and e.event_type <> 'MEETING_REQUESTED') as last_meeting_at
    from events e join subjects s on s.subject = e.subject
    where s.customer_id = ${parameters.bind(customerId, 'varchar')}
      and e.occurred_at <= ${parameters.bind(now, 'timestamp')}`,
    parameters.values,
  )
  return {
    activityCount: Number(row?.activity_count ?? 0),
    activeUsers: Number(row?.active_users ?? 0),
    lastEmailAt: row?.last_email_at ?? null,
    lastMeetingAt: row?.last_meeting_at ?? null,
  }
}
