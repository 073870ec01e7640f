import { randomUUID } from 'node:crypto'
import type { Leases } from '../../kernel/store/ports.ts'
import type { Database } from './database.ts'
import { together } from '../../kernel/together.ts'

/** Resolves false when another one has it. */
type RenewLease = (lease: {
  organization: string
  name: string
  holder: string
  ttlMs: number
}) => Promise<boolean>

/** How many are renewed by one statement. */
const renewTogether = 500

/**
 * Renews the leases of many organizations by one statement, without those whose row is locked at that moment, by an append:
 * one that waits would hold up all. Each of the others is renewed by itself.
 */
export function createLeaseRenewer(database: Database): RenewLease {
  const renew = together<true>(async (keys) => {
    const leases = keys.map((key) => JSON.parse(key) as (string | number)[])
    const rows = await database.query<{ index: string }>({
      name: 'leases-renew',
      text: `with free as materialized (
          select l.organization, l.name, asked.ttl_ms, asked.index
          from unnest($1::text[], $2::text[], $3::uuid[], $4::float8[]) with ordinality
            as asked(organization, name, holder, ttl_ms, index)
          join leases l using (organization, name, holder) where l.expires_at <> '-infinity'
          for no key update of l skip locked)
        update leases l set expires_at = now() + free.ttl_ms * interval '1 millisecond' from free
        where l.organization = free.organization and l.name = free.name returning free.index`,
      values: [0, 1, 2, 3].map((part) => leases.map((parts) => parts[part])),
    })
    return new Map(rows.map(({ index }) => [keys[Number(index) - 1]!, true]))
  }, renewTogether)
  return async ({ organization, name, holder, ttlMs }) => {
    const values = [organization, name, holder, ttlMs]
    if (await renew(JSON.stringify(values))) return true
    const rows = await database.query({
      name: 'lease-renew',
      text: `update leases set expires_at = now() + $4 * interval '1 millisecond'
        where organization = $1 and name = $2 and holder = $3 and expires_at <> '-infinity' returning 1`,
      values,
    })
    return rows.length > 0
  }
}

/** Leases as rows that expire by the database's clock. A row stays when its lease is released: its fence only grows. */
export function createPostgresLeases(
  organization: string,
  { database, renewLease }: { database: Database; renewLease: RenewLease },
): Leases {
  return {
    async acquire(name, { ttlMs }) {
      const holder = randomUUID()
      const [row] = await database.query<{ fence: string }>({
        name: 'lease-acquire',
        text: `insert into leases (organization, name, holder, fence, expires_at)
          values ($1, $2, $3, 1, now() + $4 * interval '1 millisecond')
          on conflict (organization, name) do update
          set holder = excluded.holder, fence = leases.fence + 1, expires_at = excluded.expires_at
          where leases.expires_at <= now() returning fence`,
        values: [organization, name, holder, ttlMs],
      })
      if (row === undefined) return null
      return {
        name,
        fence: Number(row.fence),
        renew: () => renewLease({ organization, name, holder, ttlMs }),
        async release() {
          await database.query({
            text: `update leases set expires_at = '-infinity' where organization = $1 and name = $2 and holder = $3`,
            values: [organization, name, holder],
          })
        },
      }
    },
  }
}
