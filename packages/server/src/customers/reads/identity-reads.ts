import type { PersonLink } from '../identity/person-graph.ts'
import { toPersonKey } from '../identity/person-key.ts'
import { type SqlDatabase, textItems } from '../../kernel/sql/database.ts'

/** A statement that two keys are one person, from the journal of links. */
export interface IdentityLink {
  /** `email:…` or `user:…`. */
  left: string
  right: string
  /** Stated by a server or an integration. */
  trusted: boolean
  /** The event that stated it first. */
  cause: string
  /** ISO 8601, UTC. */
  firstAt: string
  status: PersonLink['status']
}

interface LinkRow {
  left_key: string
  right_key: string
  trusted: boolean
  cause: string
  first_at: string
  status: IdentityLink['status']
}

/** All links of the contacts that a key belongs to or was stated with, earliest first. */
export async function listIdentityLinks(database: SqlDatabase, reference: string): Promise<IdentityLink[]> {
  const rows = await database.all<LinkRow>(
    `with theirs as (
       select $1 as person_key
       union
       select k.person_key from contact_keys k
       where k.user_id in (select user_id from contact_keys where person_key = $1)
     )
     select left_key, right_key, trusted, cause, first_at, status from identity_links
     where left_key in (select * from theirs) or right_key in (select * from theirs)
     order by first_at, left_key, right_key`,
    [toPersonKey(reference)],
  )
  return rows.map((row) => ({
    left: row.left_key,
    right: row.right_key,
    trusted: row.trusted,
    cause: row.cause,
    firstAt: row.first_at,
    status: row.status,
  }))
}

/** A key that reached a limit and links nobody: see `identity/merge-protection.ts`. */
export interface OverusedKeyRow {
  key: string
  /** Whose statements reached the limit: servers', or browsers'. */
  trusted: boolean
  /** The name of the limit. */
  limit: string
}

/** Which of these keys link nobody. */
export async function listOverusedKeys(
  database: SqlDatabase,
  keys: readonly string[],
): Promise<OverusedKeyRow[]> {
  return database.all<OverusedKeyRow>(
    `select person_or_device as key, trusted, limit_name as "limit" from crowded_keys
     where person_or_device in (${textItems(1)}) order by key, trusted, "limit"`,
    [keys],
  )
}

export interface IdentityReads {
  /** Which keys were linked with a person's, why, and the result. `reference`: an e-mail address or a userId. */
  listIdentityLinks(reference: string): Promise<IdentityLink[]>
  /** Which of these keys (`email:…`, `user:…`, `visitor:…`, `fingerprint:…`) name too many people and link nobody. */
  listOverusedKeys(keys: readonly string[]): Promise<OverusedKeyRow[]>
}
