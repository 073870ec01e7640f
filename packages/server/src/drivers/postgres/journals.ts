import type { Journals } from '../../kernel/store/ports.ts'
import type { Database } from './database.ts'

/** A bounded journal is trimmed after this many bytes of appends at the latest. */
const trimAfterBytes = 64 * 1024

/** Journals as rows, in the order of their ids. */
export function createPostgresJournals(organization: string, database: Database): Journals {
  const sinceTrim = new Map<string, number>()
  /** Serialises the appends of this process, so that their order is kept. */
  const turns = new Map<string, Promise<unknown>>()

  function inTurn(name: string, work: () => Promise<void>): Promise<void> {
    const turn = (turns.get(name) ?? Promise.resolve()).then(work)
    const settled = turn.catch(() => undefined)
    turns.set(name, settled)
    return turn
  }

  async function trim(name: string, keepBytes: number): Promise<void> {
    await database.query({
      text: `delete from journal_entries where organization = $1 and journal = $2 and id <= (
          select id from (
            select id, sum(octet_length(entry)) over (order by id desc) as bytes
            from journal_entries where organization = $1 and journal = $2) sized
          where bytes > $3 order by id desc limit 1)`,
      values: [organization, name, keepBytes],
    })
  }

  return {
    async append(name, entries, { keepBytes } = {}) {
      if (entries.length === 0) return
      const lines = entries.map((entry) => JSON.stringify(entry))
      await inTurn(name, async () => {
        await database.query({
          name: 'journal-append',
          text: `insert into journal_entries (organization, journal, entry)
            select $1, $2, line.entry from unnest($3::text[]) with ordinality as line(entry, index) order by line.index`,
          values: [organization, name, lines],
        })
        if (keepBytes === undefined) return
        const limit = Math.min(trimAfterBytes, keepBytes)
        // A journal that this process hasn't trimmed yet may have grown before.
        const bytes = (sinceTrim.get(name) ?? limit) + lines.reduce((sum, line) => sum + line.length, 0)
        sinceTrim.set(name, bytes < limit ? bytes : 0)
        if (bytes >= limit) await trim(name, keepBytes)
      })
    },
    async list() {
      const rows = await database.query<{ journal: string }>({
        text: `select distinct journal collate "C" as journal from journal_entries where organization = $1 order by 1`,
        values: [organization],
      })
      return rows.map(({ journal }) => journal)
    },
    async read<Entry extends object>(name: string) {
      const rows = await database.query<{ entry: string }>({
        text: 'select entry from journal_entries where organization = $1 and journal = $2 order by id',
        values: [organization, name],
      })
      return rows.map(({ entry }) => JSON.parse(entry) as Entry)
    },
    async rewrite<Entry extends object>(name: string, change: (entry: Entry) => Entry | null) {
      const rows = await database.query<{ id: string; entry: string }>({
        text: 'select id, entry from journal_entries where organization = $1 and journal = $2 order by id',
        values: [organization, name],
      })
      const gone: string[] = []
      const ids: string[] = []
      const entries: string[] = []
      for (const row of rows) {
        const entry = JSON.parse(row.entry) as Entry
        const next = change(entry)
        if (next === null) gone.push(row.id)
        else if (next !== entry) {
          ids.push(row.id)
          entries.push(JSON.stringify(next))
        }
      }
      if (gone.length + ids.length === 0) return
      await database.query({
        text: `with gone as (delete from journal_entries where organization = $1 and journal = $2 and id = any($3::bigint[]))
          update journal_entries set entry = changed.entry from unnest($4::bigint[], $5::text[]) as changed(id, entry)
          where journal_entries.organization = $1 and journal_entries.journal = $2 and journal_entries.id = changed.id`,
        values: [organization, name, gone, ids, entries],
      })
    },
  }
}
