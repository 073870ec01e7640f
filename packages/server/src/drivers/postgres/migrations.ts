import type { ClientBase } from 'pg'
import { quoteName } from './quote-name.ts'

/**
 * Forward only: existing entries are never changed, only new ones added. Keys start with the organization, and the log is
 * partitioned by a hash of it, so that a distributed PostgreSQL can spread both.
 */
export const migrations: readonly string[] = [
  `
  create table log_head (
    organization text primary key,
    position bigint not null default 0
  ) with (fillfactor = 50);

  create table log (
    organization text not null,
    position bigint not null,
    size integer not null,
    payload bytea not null,
    primary key (organization, position)
  ) partition by hash (organization);
  ${Array.from({ length: 16 }, (_, index) => `create table log_${index} partition of log for values with (modulus 16, remainder ${index});`).join('\n  ')}

  create table documents (
    organization text not null,
    name text not null,
    version text not null,
    value text not null,
    primary key (organization, name)
  );

  create table journal_entries (
    organization text not null,
    journal text not null,
    id bigint generated always as identity,
    entry text not null,
    primary key (organization, journal, id)
  );

  create table claims (
    organization text not null,
    key text not null,
    value text not null,
    settled boolean not null,
    expires_at timestamptz not null,
    primary key (organization, key)
  );
  create index claims_by_expiry on claims (organization, expires_at);

  create table leases (
    organization text not null,
    name text not null,
    holder uuid not null,
    fence bigint not null,
    expires_at timestamptz not null,
    primary key (organization, name)
  ) with (fillfactor = 50);
  `,
  `
  create table pieces (
    organization text not null,
    name text not null,
    made_at timestamptz not null default now(),
    bytes bytea not null,
    primary key (organization, name)
  );
  alter table pieces alter column bytes set storage external;
  `,
  // By pattern, since not every JSON text can be a jsonb: \u0000 can't.
  `
  create function keys_in(document text) returns text[] language sql immutable parallel safe
    return array(select found[1] from regexp_matches(document, '"(pk_[A-Za-z0-9_-]+|[0-9a-f]{64})"', 'g') as found);
  create index documents_by_key on documents using gin (keys_in(value)) with (fastupdate = off)
    where name = 'workspace';
  `,
  // Not logged: they announce themselves each second, and what a crash forgets is there again by then.
  `
  create unlogged table nodes (
    url text primary key,
    secret text not null,
    ready boolean not null,
    seen_at timestamptz not null
  ) with (fillfactor = 50);
  `,
  // A retention deletes a day of hundreds: by the default of a fifth its room would be used again months later.
  Array.from(
    { length: 16 },
    (_, index) =>
      `alter table log_${index} set (autovacuum_vacuum_scale_factor = 0.02, toast.autovacuum_vacuum_scale_factor = 0.02);`,
  ).join('\n'),
]

/**
 * Migrates the tables, one process at a time: others wait, and find it done. Rejects when a newer version of this program
 * has migrated them.
 */
export async function migrate(
  client: ClientBase,
  { schema, steps = migrations }: { schema: string; steps?: readonly string[] },
): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`select pg_advisory_xact_lock(hashtextextended('customer-intel migrations', 0))`)
    // Not `create schema if not exists`: that needs the permission to create one even if it exists.
    const { rowCount } = await client.query('select 1 from pg_namespace where nspname = $1', [schema])
    if (rowCount === 0) await client.query(`create schema ${quoteName(schema)}`)
    await client.query(`set local search_path to ${quoteName(schema)}`)
    await client.query('create table if not exists schema_version (version integer not null)')
    const { rows } = await client.query<{ version: number }>('select version from schema_version')
    const version = rows[0]?.version ?? 0
    if (version > steps.length)
      throw new Error(
        `its tables are of version ${version}, and this program knows ${steps.length}: start the newer program that made them, or restore a backup from before`,
      )
    for (const step of steps.slice(version)) await client.query(step)
    if (version < steps.length) {
      await client.query('delete from schema_version')
      await client.query('insert into schema_version values ($1)', [steps.length])
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
