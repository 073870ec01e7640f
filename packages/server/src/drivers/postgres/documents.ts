import { randomUUID } from 'node:crypto'
import type { Documents, VersionedDocument } from '../../kernel/store/ports.ts'
import type { Database } from './database.ts'
import type { Hints } from './hints.ts'
import { together } from '../../kernel/together.ts'

/** How long a version counts as current for `known` reads, without a query. */
const knownForMs = 250

/** Reads a document of any organization: its version, and its value unless that is the known one. */
export type ReadDocument = (
  organization: string,
  name: string,
  known: string | null,
) => Promise<{ version: string; value: string | null } | undefined>

/** How many are read by one statement: a node looks after many idle organizations in the same moment. */
const readTogether = 500

/** One statement for all that is read within a turn of the event loop. */
export function createDocumentReader(database: Database): ReadDocument {
  const read = together<{ version: string; value: string | null }>(async (keys) => {
    const asked = keys.map((key) => JSON.parse(key) as [string, string, string | null])
    const rows = await database.query<{ index: string; version: string; value: string | null }>({
      name: 'documents-read',
      text: `select asked.index, version, case when version = asked.known then null else value end as value
        from unnest($1::text[], $2::text[], $3::text[]) with ordinality as asked(organization, name, known, index)
        join documents using (organization, name)`,
      values: [0, 1, 2].map((part) => asked.map((parts) => parts[part])),
    })
    return new Map(rows.map(({ index, ...row }) => [keys[Number(index) - 1]!, row]))
  }, readTogether)
  return (...asked) => read(JSON.stringify(asked))
}

/** Documents as rows. Versions are random, so that a document that was removed and created again has another one. */
export function createPostgresDocuments(
  organization: string,
  { database, hints, readDocument }: { database: Database; hints: Hints; readDocument: ReadDocument },
): Documents {
  const seen = new Map<string, { version: string; at: number }>()

  const changed = () => hints.tell('customer_intel_documents', organization)

  function note(name: string, version: string): void {
    seen.set(name, { version, at: performance.now() })
  }

  async function read(
    name: string,
    { known, now = false }: { known?: string; now?: boolean } = {},
  ): Promise<VersionedDocument | 'unchanged' | null> {
    const last = seen.get(name)
    const isRecent = last !== undefined && performance.now() - last.at < knownForMs
    if (isRecent && last.version === known && !now) return 'unchanged'
    const row = await readDocument(organization, name, known ?? null)
    if (row === undefined) {
      seen.delete(name)
      return null
    }
    note(name, row.version)
    if (row.value === null) return 'unchanged'
    return { value: JSON.parse(row.value) as unknown, version: row.version }
  }

  return {
    read: read as Documents['read'],
    async write(name, value, { expected }) {
      const version = randomUUID()
      const text = JSON.stringify(value)
      const rows =
        expected === null
          ? await database.query({
              text: `insert into documents (organization, name, version, value) values ($1, $2, $3, $4)
                on conflict do nothing returning version`,
              values: [organization, name, version, text],
            })
          : await database.query({
              text: `update documents set version = $3, value = $4
                where organization = $1 and name = $2 and version = $5 returning version`,
              values: [organization, name, version, text, expected],
            })
      seen.delete(name)
      if (rows.length === 0) return null
      note(name, version)
      changed()
      return version
    },
    async remove(name, { expected }) {
      const rows = await database.query({
        text: 'delete from documents where organization = $1 and name = $2 and version = $3 returning name',
        values: [organization, name, expected],
      })
      seen.delete(name)
      changed()
      return rows.length > 0
    },
    async list(prefix = '') {
      const rows = await database.query<{ name: string }>({
        text: 'select name from documents where organization = $1 and starts_with(name, $2) order by name collate "C"',
        values: [organization, prefix],
      })
      return rows.map(({ name }) => name)
    },
    refresh: () => seen.clear(),
    watch(listener) {
      const listen = (about: string) => about === organization && listener()
      return hints.listen('customer_intel_documents', listen)
    },
    place: (name) => `the document ${name} of ${organization} in PostgreSQL`,
  }
}
