import type { Blobs } from '../../kernel/store/ports.ts'
import type { Database } from './database.ts'

/** Blobs as rows of the table `pieces`, uncompressed: the snapshots are compressed already. */
export function createPostgresBlobs(organization: string, database: Database): Blobs {
  return {
    list: () =>
      database.query<{ name: string; madeAt: number }>({
        text: `select name, (extract(epoch from made_at) * 1000)::float8 as "madeAt" from pieces where organization = $1`,
        values: [organization],
      }),
    async put(name, bytes) {
      await database.query({
        text: `insert into pieces (organization, name, bytes) values ($1, $2, $3)
          on conflict (organization, name) do update set bytes = excluded.bytes, made_at = now()`,
        values: [organization, name, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)],
      })
    },
    async get(name) {
      const [row] = await database.query<{ bytes: Buffer }>({
        text: 'select bytes from pieces where organization = $1 and name = $2',
        values: [organization, name],
      })
      return row?.bytes ?? null
    },
    async remove(names) {
      await database.query({
        text: 'delete from pieces where organization = $1 and name = any($2)',
        values: [organization, names],
      })
    },
  }
}
