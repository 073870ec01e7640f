import { randomUUID } from 'node:crypto'
import type { Leases } from '../../kernel/store/ports.ts'
import type { Database } from './database.ts'

/** Leases as rows that expire by the database's clock. A row stays when its lease is released: its fence only grows. */
export function createPostgresLeases(organization: string, database: Database): Leases {
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
        async renew() {
          const rows = await database.query({
            name: 'lease-renew',
            text: `update leases set expires_at = now() + $4 * interval '1 millisecond'
              where organization = $1 and name = $2 and holder = $3 and expires_at <> '-infinity' returning 1`,
            values: [organization, name, holder, ttlMs],
          })
          return rows.length > 0
        },
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
