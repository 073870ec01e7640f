import { textItems, type SqlWriter } from '../../kernel/sql/database.ts'
import { inactiveAfterDays } from '../inactive-after-days.ts'
import { type ActiveDay, engagement } from '../journey.ts'
import { activeDay, daysText, daysToMs, type NewDay, readDays } from './active-days.ts'
import type { StoredContact } from './contact-table.ts'
import type { People } from './identity-update.ts'

/** The days of contacts with more are read whenever they are needed. */
const daysInMemory = 100

/**
 * Updates the engagement, in memory, of people who were active on new days; returns whose changed. Skips people whom a new day can't change: only those are
 * computed who aren't engaged yet, lapsed, came back after a long pause, or were active earlier than known.
 */
export async function updateEngagement(
  { writer, contacts }: Pick<People, 'writer' | 'contacts'>,
  newDays: readonly NewDay[],
): Promise<ReadonlySet<StoredContact>> {
  const added = new Map<string, ActiveDay[]>()
  for (const { subject, at } of newDays) {
    const list = added.get(subject.userId!) ?? []
    added.set(subject.userId!, list)
    list.push(activeDay(at))
  }
  if (added.size === 0) return new Set()
  const concerned: StoredContact[] = []
  for (const contact of await contacts.withIds(added.keys())) {
    const days = added.get(contact.userId)!
    if (contact.days !== null)
      contact.days = contact.days.length < daysInMemory ? [...contact.days, ...days] : null
    if (mayChange(contact, days)) concerned.push(contact)
  }
  await readMissing(writer, concerned)
  const changed = concerned.filter((contact) => {
    const { engagedAt, lapsedAt } = engagement(contact.days!)
    // Further days change nothing for those who are engaged, until they come back after a pause.
    if ((engagedAt !== null && lapsedAt === null) || contact.days!.length > daysInMemory) contact.days = null
    const { row } = contact
    if ((row.engaged_at ?? null) === engagedAt && (row.lapsed_at ?? null) === lapsedAt) return false
    Object.assign(row, { engaged_at: engagedAt, lapsed_at: lapsedAt })
    return true
  })
  return new Set(changed)
}

function mayChange({ row }: StoredContact, days: ActiveDay[]): boolean {
  if (row.signed_up_at == null) return false
  const engagedAt = row.engaged_at ?? null
  if (engagedAt === null || row.lapsed_at != null) return true
  const back = (row.last_product_activity_at ?? Infinity) + daysToMs(inactiveAfterDays)
  return days.some(({ at }) => at < engagedAt || at > back)
}

async function readMissing(writer: SqlWriter, concerned: readonly StoredContact[]): Promise<void> {
  const missing = new Map(
    concerned.filter(({ days }) => days === null).map((contact) => [contact.userId, contact]),
  )
  if (missing.size === 0) return
  const rows = await writer.all<{ user_id: string; days: string }>(
    `select s.user_id, ${daysText} as days from active_days d join (
       select user_id, subject from subjects where user_id in (${textItems(1)})
     ) s on s.subject = d.subject group by s.user_id`,
    [[...missing.keys()]],
  )
  for (const { user_id, days } of rows) missing.get(user_id)!.days = readDays(days)
  for (const contact of missing.values()) contact.days ??= []
}
