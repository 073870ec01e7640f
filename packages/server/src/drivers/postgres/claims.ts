import { type Claims, claimBounds } from '../../kernel/store/ports.ts'
import type { Database } from './database.ts'

/** Expired claims, and those beyond the limits, are deleted each time after this many were settled. */
const cleanEvery = 100

/** Claims as rows that expire by the database's clock. */
export function createPostgresClaims(organization: string, database: Database): Claims {
  let settledSinceClean = 0

  async function clean(): Promise<void> {
    await database.query({
      text: `delete from claims where organization = $1 and (expires_at <= now() or key in (
          select key from (
            select key, row_number() over newest as place, sum(octet_length(value)) over newest as bytes
            from claims where organization = $1 and settled window newest as (order by expires_at desc, key)) sized
          where place > $2 or bytes > $3))`,
      values: [organization, claimBounds.maxClaims, claimBounds.maxBytes],
    })
  }

  return {
    async claim(key, value, { ttlMs }) {
      for (;;) {
        const claimed = await database.query({
          name: 'claim',
          text: `insert into claims (organization, key, value, settled, expires_at)
            values ($1, $2, $3, false, now() + $4 * interval '1 millisecond')
            on conflict (organization, key) do update
            set value = excluded.value, settled = false, expires_at = excluded.expires_at where claims.expires_at <= now()
            returning 1`,
          values: [organization, key, value, ttlMs],
        })
        if (claimed.length > 0) return null
        const held = await this.find(key)
        // Otherwise it expired, or was released, in between.
        if (held !== null) return held
      }
    },
    async find(key) {
      const [row] = await database.query<{ value: string }>({
        name: 'claim-find',
        text: 'select value from claims where organization = $1 and key = $2 and expires_at > now()',
        values: [organization, key],
      })
      return row?.value ?? null
    },
    async list() {
      return database.query<{ key: string; value: string; ttlMs: number }>({
        text: `select key, value, extract(epoch from expires_at - now())::float8 * 1000 as "ttlMs"
          from claims where organization = $1 and settled and expires_at > now()`,
        values: [organization],
      })
    },
    async settle(key, value, { ttlMs }) {
      await database.query({
        name: 'claim-settle',
        text: `insert into claims (organization, key, value, settled, expires_at)
          values ($1, $2, $3, true, now() + $4 * interval '1 millisecond')
          on conflict (organization, key) do update
          set value = excluded.value, settled = true, expires_at = excluded.expires_at`,
        values: [organization, key, value, ttlMs],
      })
      if (++settledSinceClean < cleanEvery) return
      settledSinceClean = 0
      await clean()
    },
    async release(key) {
      await database.query({
        text: 'delete from claims where organization = $1 and key = $2',
        values: [organization, key],
      })
    },
    async rewrite(change) {
      const rows = await database.query<{ key: string; value: string }>({
        text: 'select key, value from claims where organization = $1',
        values: [organization],
      })
      const changed = rows.flatMap(({ key, value }) => {
        const next = change(value)
        return next === value ? [] : [{ key, value: next }]
      })
      if (changed.length === 0) return
      await database.query({
        text: `update claims set value = changed.value from unnest($2::text[], $3::text[]) as changed(key, value)
          where claims.organization = $1 and claims.key = changed.key`,
        values: [organization, changed.map(({ key }) => key), changed.map(({ value }) => value)],
      })
    },
  }
}
