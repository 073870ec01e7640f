import type { NodeRegistry } from '../../kernel/store/ports.ts'
import type { Database } from './database.ts'

/** Nodes as rows, which each moves on by the database's clock. */
export function createPostgresNodes(database: Database): NodeRegistry {
  return {
    async announce({ url, secret, ready }) {
      const rows = await database.query<{ url: string; secret: string; ready: boolean; silent_ms: number }>({
        name: 'nodes-announce',
        text: `with mine as (
            insert into nodes (url, secret, ready, seen_at) values ($1, $2, $3, now())
            on conflict (url) do update set secret = $2, ready = $3, seen_at = now()),
          gone as (delete from nodes where url <> $1 and seen_at < now() - interval '1 day')
          select url, secret, ready, (extract(epoch from now() - seen_at) * 1000)::float8 as silent_ms
          from nodes where url <> $1 and seen_at >= now() - interval '1 day'`,
        values: [url, secret, ready],
      })
      return rows.map(({ silent_ms, ...node }) => ({ ...node, silentMs: silent_ms }))
    },
    async withdraw({ url, secret }) {
      await database.query({
        text: 'delete from nodes where url = $1 and secret = $2',
        values: [url, secret],
      })
    },
  }
}
