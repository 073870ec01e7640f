import type { MergeSide } from '@customer-intel/contract'
import { readIdentityKeys } from './key-reads.ts'
import { type SqlDatabase, textItems } from '../../kernel/sql/database.ts'

/** What {@link MergeReads.describeMergeParties} doesn't tell of a side: its traits, revenue, keys and people. */
export type MergeSideEntry = Pick<MergeSide, 'id' | 'mrrCents' | 'mrrCurrency' | 'traits' | 'keys' | 'people'>

/** Who was stated to belong to both, or whose address says so, with the events that state it. */
export interface SharedEntry {
  kind: 'domain' | 'person'
  /** The domain; of a person their address, name or id. */
  value: string
  eventIds: string[]
}

export interface MergeSideReads {
  /** A customer or a person, to be shown beside another one; null when it doesn't exist. */
  describeMergeSide(id: string): Promise<MergeSideEntry | null>
  /** What two customers share by their people. */
  listShared(survivor: string, duplicate: string): Promise<SharedEntry[]>
}

const maxPeople = 50
const maxEvents = 20

interface SideRow {
  mrr_cents: number | null
  mrr_currency: string | null
  traits: string
}

export function createSqlMergeSideReads(database: SqlDatabase): MergeSideReads {
  return {
    async describeMergeSide(id) {
      const owner = id.startsWith('c') ? 'customer_id' : 'user_id'
      const columns =
        owner === 'customer_id'
          ? 'mrr_cents, mrr_currency, traits from accounts'
          : 'null as mrr_cents, null as mrr_currency, traits from contacts'
      const [side] = await database.all<SideRow>(`select ${columns} where ${owner} = $1`, [id])
      if (side === undefined) return null
      return {
        id,
        mrrCents: side.mrr_cents,
        mrrCurrency: side.mrr_currency,
        traits: JSON.parse(side.traits) as MergeSide['traits'],
        keys: await readIdentityKeys(database, owner, id),
        people: await database.all<MergeSide['people'][number]>(
          `select user_id as "userId", email, name, last_activity_at as "lastActivityAt" from contacts
           where ${owner} = $1 order by last_activity_at desc nulls last, user_id limit ${maxPeople}`,
          [id],
        ),
      }
    },
    async listShared(survivor, duplicate) {
      const rows = await database.all<{ kind: 'domain' | 'person'; value: string; event_ids: string | null }>(
        `with theirs as (
           select s.*, c.company_domain, coalesce(c.email, c.name, c.user_id) as label
           from subjects s join contacts c on c.user_id = s.user_id
           where s.customer_id in (${textItems(1)})
         ), found as (
           select 'domain' as kind, company_domain as value, cause, first_at from theirs where company_domain is not null
           union all
           select 'person', label, cause, first_at from theirs where user_id in (
             select user_id from theirs where account is not null group by 1 having count(distinct customer_id) > 1)
         ), stated as (
           select f.kind, f.value, f.cause::text as id, max(f.first_at) as seen,
             exists (select 1 from events e where e.event_id = f.cause) as is_event
           from found f group by f.kind, f.value, f.cause
         )
         select kind, value, string_agg(id, ',' order by seen desc, id) filter (where is_event) as event_ids
         from stated group by kind, value order by kind, value limit 50`,
        [[survivor, duplicate]],
      )
      return rows.map(({ kind, value, event_ids }) => ({
        kind,
        value,
        eventIds: event_ids?.split(',').slice(0, maxEvents) ?? [],
      }))
    },
  }
}
