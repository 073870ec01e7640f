import type { SqlWriter } from '../../store/sql/database.ts'

/** So many new postings may lie unsorted, and beyond them this part of all: a look-up reads every one of them. */
const maxRecent = 200_000
const maxRecentPart = 1 / 20
/** A step rewrites about this many postings. */
const stepPostings = 200_000
/** No step begins after this, in milliseconds: whoever waits for the rest of the micro-batch waits no longer. */
const budgetMs = 250
/** Term hashes lie below. */
const termEnd = 2 ** 53

/**
 * Moves new postings to where their terms' other postings lie, as long as there are too many of them: a step takes one
 * stretch of terms, writes its postings in order and leaves out those of documents that are no more. Killed in
 * between, or out of time, it goes on at the next call.
 */
export async function mergePostings(writer: SqlWriter): Promise<void> {
  const begun = performance.now()
  for (;;) {
    const [size] = await writer.all<{ recent: number; merged: number }>(
      'select (select count(*) from search_recent) as recent, (select count(*) from search_postings) as merged',
    )
    const { recent, merged } = size!
    if (recent <= Math.max(maxRecent, merged * maxRecentPart) || performance.now() - begun > budgetMs) return
    await mergeStep(writer, stepPostings / (recent + merged))
  }
}

async function mergeStep(writer: SqlWriter, part: number): Promise<void> {
  const [state] = await writer.all<{ next_term: number | string }>('select next_term from search_merge')
  if (state === undefined) await writer.all('insert into search_merge values (0)')
  const from = Number(state?.next_term ?? 0)
  const until = Math.min(termEnd, Math.ceil(from + termEnd * part))
  const isInStretch = `term >= ${from} and term < ${until}`
  await writer.all(`create or replace temp table merging as
    select term, document, frequency from (
      select * from search_postings where ${isInStretch} union all select * from search_recent where ${isInStretch}
    ) where document in (select document from search_documents)`)
  await writer.all(`delete from search_postings where ${isInStretch}`)
  await writer.all(`delete from search_recent where ${isInStretch}`)
  await writer.all('insert into search_postings select * from merging order by term, document')
  await writer.all('drop table merging')
  await writer.all('update search_merge set next_term = $1', [until === termEnd ? 0 : until])
}
