import type { OrganizationStore, Store } from '../../kernel/store/ports.ts'
import { createPostgresClaims } from './claims.ts'
import { type DatabaseOptions, openDatabase } from './database.ts'
import { createDocumentReader, createPostgresDocuments } from './documents.ts'
import { exclusively } from './exclusively.ts'
import { watchHeads } from './head-watch.ts'
import { openHints } from './hints.ts'
import { createPostgresJournals } from './journals.ts'
import { createPostgresNodes } from './nodes.ts'
import { createLeaseRenewer, createPostgresLeases } from './leases.ts'
import { type PostgresLog, createPostgresLog } from './log.ts'
import { openTables } from './open.ts'
import { createPostgresBlobs } from './blobs.ts'

export interface PostgresStoreOptions extends Partial<Omit<DatabaseOptions, 'url'>> {
  /** `postgres://user:password@host:port/database`. PostgreSQL 15 or newer, encoding UTF8. */
  url: string
  /** A local folder for read models, so that a restart finds them. Default null: a temporary one. */
  localDirectory?: string | null
}

/**
 * Stores everything in PostgreSQL, for any number of server processes: what one acknowledges, all see. Acknowledgements
 * are as durable as `synchronous_commit` of the role or database says.
 */
export function postgresStore(options: PostgresStoreOptions): Store {
  const database = openDatabase({ onProblem: console.error, ...options })
  const hints = openHints(database)
  const readDocument = createDocumentReader(database)
  const renewLease = createLeaseRenewer(database)
  const heads = watchHeads(database, hints)
  const organizations = new Map<string, OrganizationStore & { log: PostgresLog }>()
  let closing: Promise<void> | null = null

  return {
    name: 'postgres',
    localDirectory: options.localDirectory ?? null,
    open: () => openTables(database, options.url),
    async listOrganizations() {
      const rows = await database.query<{ organization: string }>({
        text: 'select distinct organization from documents',
      })
      return rows.map(({ organization }) => organization)
    },
    organization(organizationId) {
      let opened = organizations.get(organizationId)
      if (opened === undefined) {
        opened = {
          organizationId,
          log: createPostgresLog(organizationId, database, heads),
          documents: createPostgresDocuments(organizationId, { database, hints, readDocument }),
          journals: createPostgresJournals(organizationId, database),
          claims: createPostgresClaims(organizationId, database),
          leases: createPostgresLeases(organizationId, { database, renewLease }),
          blobs: createPostgresBlobs(organizationId, database),
        }
        organizations.set(organizationId, opened)
      }
      return opened
    },
    async findByKeys(keys) {
      const rows = await database.query<{ organization: string }>({
        name: 'organizations-by-keys',
        text: `select organization from documents where name = 'workspace' and keys_in(value) && $1::text[]`,
        values: [keys],
      })
      return rows.map(({ organization }) => organization)
    },
    nodes: createPostgresNodes(database),
    exclusively: (name, work) => exclusively(database, name, work),
    async removeOrganization(organizationId) {
      organizations.delete(organizationId)
      // Documents last: until then the organization is listed, and its removal can be repeated.
      for (const table of ['pieces', 'log', 'log_head', 'journal_entries', 'claims', 'leases', 'documents'])
        await database.query({
          text: `delete from ${table} where organization = $1`,
          values: [organizationId],
        })
    },
    close() {
      closing ??= (async () => {
        await Promise.all([...organizations.values()].map(({ log }) => log.drain()))
        await heads.close()
        await hints.close()
        await database.close()
      })()
      return closing
    },
  }
}
