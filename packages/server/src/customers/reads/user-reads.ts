import type { UserProfile } from '@customer-intel/contract'
import type { SqlDatabase } from '../../kernel/sql/database.ts'
import { createParameters } from '../../kernel/sql/parameters.ts'
import { normalizeEmail, normalizeId } from '../identity/keys.ts'
import { type ContactRow, journeyStage, toUser } from './contact-reads.ts'
import type { StoredUserProfile, UserName } from './customer-reads.ts'
import { readIdentityKeys } from './key-reads.ts'
import { inactiveAfterDays } from '../inactive-after-days.ts'

/** See `CustomerReads.findUsers`. */
export async function findUsers(database: SqlDatabase, reference: string): Promise<UserName[]> {
  const text = reference.trim()
  const id = normalizeId(reference) ?? text
  const ways: readonly (readonly [string, string])[] = [
    ['user_id = $1', id],
    ["user_id in (select id from aliases where alias = $1 and former = 'contact')", id],
    ['external_user_id = $1', id],
    ['email = $1', normalizeEmail(text) ?? text.toLowerCase()],
  ]
  for (const [way, value] of ways) {
    const found = await database.all<UserName>(
      `select user_id as id, email, name from contacts where ${way}
       order by last_activity_at desc nulls last, user_id limit 10`,
      [value],
    )
    if (found.length > 0) return found
  }
  return []
}

interface ProfileRow extends ContactRow {
  external_user_id: string | null
  traits: string
  discovered_at: string | null
  signed_up_at: string | null
  activated_at: string | null
  engaged_at: string | null
  lapsed_at: string | null
  first_seen_at: string
  first_visitor_channel: string | null
  first_visitor_source: string | null
}

/** See `CustomerReads.getUser`. `now` decides who counts as inactive. */
export async function readUserProfile(
  database: SqlDatabase,
  userId: string,
  now: Date,
): Promise<StoredUserProfile | null> {
  const parameters = createParameters()
  const [row] = await database.all<ProfileRow>(
    `select c.user_id, c.email, c.name, c.customer_id, a.name as customer_name, a.domain as customer_domain,
      c.last_product_activity_at, c.last_contact_at, c.last_activity_at, c.external_user_id, c.traits, c.discovered_at,
      c.signed_up_at, c.activated_at, c.engaged_at, c.first_seen_at,
      nullif(c.first_visitor_channel, '') as first_visitor_channel,
      nullif(c.first_visitor_source, '') as first_visitor_source,
      c.lapsed_at, ${journeyStage(now, parameters)} as journey_stage
    from contacts c left join accounts a on a.customer_id = c.customer_id
    where c.user_id = ${parameters.bind(userId, 'varchar')}`,
    parameters.values,
  )
  if (row === undefined) return null
  const user = {
    ...toUser(row),
    externalUserId: row.external_user_id,
    firstSeenAt: row.first_seen_at,
    discoveredAt: row.discovered_at,
    signedUpAt: row.signed_up_at,
    activatedAt: row.activated_at,
    engagedAt: row.engaged_at,
    inactiveAt: inactiveAt(row),
    firstVisitorChannel: row.first_visitor_channel,
    firstVisitorSource: row.first_visitor_source,
    traits: JSON.parse(row.traits) as UserProfile['traits'],
  }
  return { user, keys: await readIdentityKeys(database, 'user_id', row.user_id) }
}

/** The rule of the view `users`. */
function inactiveAt({
  lapsed_at: lapsedAt,
  journey_stage: stage,
  last_product_activity_at: last,
}: ProfileRow) {
  if (lapsedAt !== null || stage !== 'INACTIVE' || last === null) return lapsedAt
  return new Date(Date.parse(last) + inactiveAfterDays * 86_400_000).toISOString()
}
