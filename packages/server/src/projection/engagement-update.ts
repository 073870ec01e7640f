import { engagement } from '../customers/journey.ts'
import { inactiveAfterDays } from '../read-models/sql/view-schema.ts'
import { daysText, readDays } from './active-days.ts'
import type { Cell, SqlWriter } from '../read-models/sql/database.ts'

/** Somebody was active on a day on which they were not seen before. */
export interface NewDay {
  userId: string
  /** Unix milliseconds. */
  at: number
}

/**
 * Brings the engagement of people up to date who were active on new days. Only of those whom a day can change: not yet
 * engaged, lapsed, back after a long pause, or earlier than what was known; days while they are engaged are free.
 */
export async function updateEngagement(writer: SqlWriter, newDays: readonly NewDay[]): Promise<void> {
  if (newDays.length === 0) return
  await writer.append(
    'staged_days',
    ['text', 'timestamp'],
    newDays.map(({ userId, at }) => [userId, at]),
  )
  const rows = await writer.all<{ user_id: string; days: string }>(
    `select s.user_id, ${daysText} as days
     from contacts c
     join (select user_id, min(first_at) as earliest, max(first_at) as latest from staged_days group by user_id) n
       on n.user_id = c.user_id
     join subjects s on s.user_id = c.user_id
     join active_days d on d.subject = s.subject
     where c.signed_up_at is not null and (c.engaged_at is null or c.lapsed_at is not null
       or n.earliest < c.engaged_at or n.latest > c.last_product_activity_at + interval ${inactiveAfterDays} day)
     group by s.user_id`,
  )
  await writer.all('delete from staged_days')
  if (rows.length === 0) return
  const cells: Cell[][] = rows.map((row) => {
    const { engagedAt, lapsedAt } = engagement(readDays(row.days))
    return [row.user_id, engagedAt, lapsedAt]
  })
  await writer.append('staged_engagement', ['text', 'timestamp', 'timestamp'], cells)
  await writer.all(
    `update contacts set engaged_at = s.engaged_at, lapsed_at = s.lapsed_at from staged_engagement s
     where contacts.user_id = s.user_id and (contacts.engaged_at is distinct from s.engaged_at
       or contacts.lapsed_at is distinct from s.lapsed_at)`,
  )
  await writer.all('delete from staged_engagement')
}
