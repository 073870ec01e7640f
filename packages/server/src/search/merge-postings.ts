import { searchTables } from './search-tables.ts'
import type { SqlWriter } from '../kernel/sql/database.ts'
import type { TermPostings } from './search-read-types.ts'
import { eachPosting, encodePostings, type Posting } from './postings.ts'

/** Rows of new postings that may stay unmerged, plus one for this many postings: every lookup scans them all. */
const maxRecent = 50_000
const postingsForRecent = 160
/** Postings that a step rewrites, approximately. */
const stepPostings = 200_000
/** No step starts after this time: a read that waits for the micro-batch waits for this, too. */
const budgetMs = 250
/** Maximal number of postings per row: short texts are stored inline in the column's blocks. */
const rowPostings = 500
/** Term hashes are below this. */
const termEnd = 2 ** 53

/**
 * Merges new postings into the sorted ones, while there are too many of them: a step takes one range of terms, writes its
 * postings in order, and drops those of deleted documents. If it is killed or runs out of time, the next call continues.
 */
export async function mergePostings(writer: SqlWriter): Promise<void> {
  const begun = performance.now()
  for (;;) {
    const [size] = await writer.all<{ rows: number; recent: number; merged: number }>(
      `select (select count(*) from search_recent) as rows,
        (select coalesce(sum(documents), 0) from search_recent) as recent,
        (select coalesce(sum(documents), 0) from search_postings) as merged`,
    )
    const { rows, recent, merged } = size!
    const allowed = Math.max(maxRecent, merged / postingsForRecent)
    if (rows <= allowed || performance.now() - begun > budgetMs) return
    await mergeStep(writer, stepPostings / (recent + merged))
  }
}

async function mergeStep(writer: SqlWriter, part: number): Promise<void> {
  const [state] = await writer.all<{ next_term: number | string }>('select next_term from search_merge')
  if (state === undefined) await writer.all('insert into search_merge values (0)')
  const from = Number(state?.next_term ?? 0)
  const until = Math.min(termEnd, Math.ceil(from + termEnd * part))
  const isInRange = `term >= ${from} and term < ${until}`
  const rows = await writer.all<TermPostings>(
    `select term, documents, postings from search_postings where ${isInRange}
    union all select term, documents, postings from search_recent where ${isInRange}`,
  )
  const gone = await writer.all<{ document: number }>('select document from search_gone')
  await writer.all(`delete from search_postings where ${isInRange}`)
  await writer.all(`delete from search_recent where ${isInRange}`)
  const merged = join(rows, new Set(gone.map(({ document }) => document)))
  await writer.append(searchTables.search_postings, merged)
  await writer.all('update search_merge set next_term = $1', [until === termEnd ? 0 : until])
  if (until === termEnd) await forgetGone(writer)
}

/** Rows of `search_postings`, ordered by term. A full row is kept as it is. */
function join(rows: readonly TermPostings[], gone: ReadonlySet<number>): TermPostings[] {
  const merged: TermPostings[] = []
  const partial = new Map<number, Posting[]>()
  for (const row of rows) {
    const { term, documents, postings } = row
    if (documents === rowPostings && gone.size === 0) {
      merged.push(row)
      continue
    }
    const known = partial.get(term) ?? []
    partial.set(term, known)
    eachPosting(postings, (document, frequency, length) => {
      if (!gone.has(document)) known.push({ document, frequency, length })
    })
  }
  for (const [term, postings] of partial) {
    postings.sort((left, right) => left.document - right.document)
    for (let at = 0; at < postings.length; at += rowPostings) {
      const part = postings.slice(at, at + rowPostings)
      merged.push({ term, documents: part.length, postings: encodePostings(part) })
    }
  }
  return merged.sort((left, right) => left.term - right.term)
}

/** All terms' postings have been merged: documents that were deleted before the first of them no longer occur anywhere. */
async function forgetGone(writer: SqlWriter): Promise<void> {
  await writer.all('delete from search_gone where met')
  await writer.all('update search_gone set met = true')
}
