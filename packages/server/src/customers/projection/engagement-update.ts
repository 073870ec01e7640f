import { stagedTables } from '../tables/identity-tables.ts'
import { engagement } from '../journey.ts'
import { inactiveAfterDays } from '../inactive-after-days.ts'
import { daysText, readDays } from './active-days.ts'
import type { SqlWriter } from '../../kernel/sql/database.ts'

/** A person was active on a day for the first time. */
export interface NewDay {
  userId: string
  /** Unix milliseconds. */
  at: number
}

/**
 * Updates the engagement of people who were active on new days. Skips people whom a new day can't change: only those are
 * computed who aren't engaged yet, lapsed, came back after a long pause, or were active earlier than known.
 */
export async function updateEngagement(writer: SqlWriter, newDays: readonly NewDay[]): Promise<void> {
  if (newDays.length === 0) return
  await writer.append(
    stagedTables.staged_days,
    newDays.map(({ userId, at }) => ({ user_id: userId, first_at: at })),
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
  const changed = rows.map(({ user_id, days }) => {
    const { engagedAt, lapsedAt } = engagement(readDays(days))
    return { user_id, engaged_at: engagedAt, lapsed_at: lapsedAt }
  })
  await writer.append(stagedTables.staged_engagement, changed)
  await writer.all(
    `update contacts set engaged_at = s.engaged_at, lapsed_at = s.lapsed_at from staged_engagement s
     where contacts.user_id = s.user_id and (contacts.engaged_at is distinct from s.engaged_at
       or contacts.lapsed_at is distinct from s.lapsed_at)`,
  )
  await writer.all('delete from staged_engagement')
}
