import pg from 'pg'
import { StoreAwayError, StoreError } from '../../kernel/errors.ts'
import type { Client } from 'pg'
import type { Database } from './database.ts'
import { migrate } from './migrations.ts'
import { placeOfUrl } from './hosts.ts'

/** The oldest supported server: 15. */
const minServerVersion = 150_000
/** Maximal difference between the two clocks: leases and claims expire by the database's. */
const maxClockSkewMs = 30_000

/**
 * Checks that the database can be used, and creates its tables. Rejects with one line that names the problem and the
 * remedy.
 */
export async function openTables(database: Database, url: string): Promise<void> {
  const place = placeOfUrl(url)
  let client: Client
  try {
    client = await database.connect()
  } catch (error) {
    throw new StoreAwayError(`PostgreSQL at ${place} can't be reached: ${remedyFor(error)}`, { cause: error })
  }
  try {
    await check(client, place)
    if (await sharesSessions(client, database))
      throw new StoreError(
        `PostgreSQL at ${place} can't be used: a connection pooler in transaction mode answers there (pgbouncer: pool_mode = transaction), and the server needs sessions of its own. Use the pooler's session mode, or the address of the database itself: a server has at most a dozen connections`,
      )
    await migrate(client, { schema: database.schema })
    await checkRights(client, database.schema)
  } catch (error) {
    throw error instanceof StoreError
      ? error
      : new StoreError(`PostgreSQL at ${place} can't be used: ${remedyFor(error)}`, { cause: error })
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function check(client: Client, place: string): Promise<void> {
  const asked = Date.now()
  const { rows } = await client.query<{
    version: number
    encoding: string
    now: number
    synchronous_commit: string
    fsync: string
    standby: boolean
  }>(`select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
    (extract(epoch from clock_timestamp()) * 1000)::float8 as now, current_setting('synchronous_commit') as synchronous_commit,
    current_setting('fsync') as fsync, pg_is_in_recovery() as standby`)
  const [found] = rows
  if (found === undefined) throw new StoreError(`PostgreSQL at ${place} doesn't answer as PostgreSQL does`)
  const refuse = (text: string) => new StoreError(`PostgreSQL at ${place} can't be used: ${text}`)
  if (found.version < minServerVersion)
    throw refuse(`it is version ${Math.floor(found.version / 10_000)}; use 15 or newer`)
  if (found.encoding !== 'UTF8')
    throw refuse(`the database's encoding is ${found.encoding}; create one with encoding 'UTF8'`)
  if (found.standby)
    throw refuse(
      'it is a standby, which takes no writes: name the primary, or all servers with target_session_attrs=read-write',
    )
  if (found.synchronous_commit === 'off' || found.fsync === 'off') {
    const setting = found.fsync === 'off' ? 'fsync' : 'synchronous_commit'
    throw refuse(`${setting} is off, so that an acknowledged event could be lost; set it to on`)
  }
  const skewMs = found.now - (asked + Date.now()) / 2
  if (Math.abs(skewMs) > maxClockSkewMs)
    throw refuse(
      `its clock is ${Math.round(skewMs / 1_000)} seconds off this machine's; set both by the network's time (NTP)`,
    )
}

/**
 * Whether a pooler lends another session for each transaction: then a second connection gets the session of the first one
 * while that has no transaction. Asked three times, since others may use the pooler.
 */
async function sharesSessions(client: Client, database: Database): Promise<boolean> {
  const other = await database.connect()
  try {
    for (let round = 0; round < 3; round++) {
      const own = await sessionOf(client)
      await other.query('begin')
      const others = await sessionOf(other)
      // The session is taken: asking again would wait for it.
      if (others === own) return true
      const ownAgain = await sessionOf(client)
      await other.query('commit')
      if (ownAgain !== own) return true
    }
    return false
  } finally {
    await other.end().catch(() => undefined)
  }
}

async function sessionOf(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}

/** Tables of another owner may exist that we can't write to. */
async function checkRights(client: Client, schema: string): Promise<void> {
  const rights = ['select', 'insert', 'update', 'delete']
  const has = rights.map((right) => `has_table_privilege(c.oid, '${right}')`).join(' and ')
  const { rows } = await client.query<{ name: string; user: string }>(
    `select c.relname as name, current_user as user from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = $1 and c.relkind in ('r', 'p') and not (${has}) order by 1 limit 1`,
    [schema],
  )
  const [refused] = rows
  if (refused !== undefined)
    throw new Error(
      `the user ${refused.user} may not read and write the table ${refused.name}; let the user who made the tables start the server, or grant ${rights.join(', ')} on all tables in schema ${schema}`,
    )
}

function remedyFor(error: unknown): string {
  const code = error instanceof pg.DatabaseError ? error.code : undefined
  const text =
    error instanceof Error
      ? error.message || (error as NodeJS.ErrnoException).code || error.name
      : String(error)
  if (code === '28P01' || code === '28000') return `${text}; correct user and password in the URL`
  if (code === '3D000') return `${text}; create it (createdb), or correct the URL`
  // 3F000: the schema exists, but the user has no access to it.
  if (code === '42501' || code === '3F000')
    return `${text}; grant the user CREATE on the database, or, where the schema is there already, all rights on it and its tables`
  if (code === '53300') return `${text}; raise max_connections or lower the number of connections`
  if (/ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|timeout/.test(text))
    return `${text}; is it running, and is the address right?`
  return text
}
