import type { Row } from '../kernel/sql/define-table.ts'
import { searchTables } from './search-tables.ts'
import { keyHash } from '../customers/identity/key-hash.ts'
import { type SqlWriter, numberItems, textItems } from '../kernel/sql/database.ts'
import { mergePostings } from './merge-postings.ts'
import { encodePostings, type Posting } from './postings.ts'
import { indexText } from './terms.ts'

/** Sources and facts that were written, changed or deleted. */
export interface ChangedArtifacts {
  /** Keys of `sources`, such as `CALL:c-17`. */
  sourceKeys: Iterable<string>
  factIds: Iterable<string>
}

/** An artifact to index. */
interface Artifact {
  kind: 'source' | 'fact'
  artifact: string
  title: string
  text: string
  subject: number | null
  customer_id: string | null
  source_types: string
  occurred_at: string
}

interface StoredDocument {
  document: number
  kind: 'source' | 'fact'
  artifact: string
  text_hash: number
  length: number
  language: string
}

/** The same for facts alone. */
export const indexFacts = (writer: SqlWriter, factIds: readonly string[]) =>
  indexArtifacts(writer, { sourceKeys: [], factIds })

/**
 * Updates the search index for artifacts that changed or were deleted, from the current state of their tables. Runs
 * inside the caller's transaction: exactly what can be read can be found.
 */
export async function indexArtifacts(
  writer: SqlWriter,
  { sourceKeys, factIds }: ChangedArtifacts,
): Promise<void> {
  const keys = [...new Set(sourceKeys)]
  const ids = [...new Set([...factIds, ...(await factsDatedBy(writer, keys))])]
  if (keys.length === 0 && ids.length === 0) return
  const artifacts = [...(await readSources(writer, keys)), ...(await readFacts(writer, ids))]
  const stored = await takeDocuments(writer, keys, ids)
  const fresh: Artifact[] = []
  const kept: Row<typeof searchTables.search_documents>[] = []
  const keptDocuments = new Set<number>()
  for (const artifact of artifacts) {
    const name = `${artifact.kind}:${artifact.artifact}`
    const known = stored.get(name)
    if (known?.text_hash === textHash(artifact)) {
      kept.push(documentRow(artifact, known.document, known))
      keptDocuments.add(known.document)
    } else fresh.push(artifact)
  }
  const added = await addDocuments(writer, fresh)
  await writer.append(searchTables.search_documents, [...kept, ...added])
  const gone = [...stored.values()].filter(({ document }) => !keptDocuments.has(document))
  await writer.append(
    searchTables.search_gone,
    gone.map(({ document }) => ({ document, met: false })),
  )
  await countDocuments(writer, added, gone)
  await mergePostings(writer)
}

/** Facts without a time of their own have their source's. */
async function factsDatedBy(writer: SqlWriter, sourceKeys: readonly string[]): Promise<string[]> {
  if (sourceKeys.length === 0) return []
  const rows = await writer.all<{ fact_id: string }>(
    `select fact_id from facts
    where occurred_at is null and source_type is not null
      and source_type || ':' || source_id in (${textItems(1)})`,
    [sourceKeys],
  )
  return rows.map(({ fact_id }) => fact_id)
}

/** Looks up the row numbers first: a join by key would read the texts of all sources. */
async function readSources(writer: SqlWriter, keys: readonly string[]): Promise<Artifact[]> {
  if (keys.length === 0) return []
  return writer.all<Artifact>(
    `select 'source' as kind, source_key as artifact, coalesce(title, '') as title,
      concat_ws(chr(10), summary, content) as text, subject, null as customer_id,
      source_type as source_types, occurred_at
    from sources where rowid in (select rowid from sources where source_key in (${textItems(1)}))`,
    [keys],
  )
}

async function readFacts(writer: SqlWriter, ids: readonly string[]): Promise<Artifact[]> {
  if (ids.length === 0) return []
  const rows = await writer.all<Artifact & { evidence: string }>(
    `select 'fact' as kind, f.fact_id as artifact, f.assertion as title, coalesce(f.reasoning, '') as text,
      f.subject, f.customer_id, coalesce(f.source_type, '') as source_types, f.evidence,
      coalesce(f.occurred_at, s.occurred_at, f.detected_at) as occurred_at
    from (select * from facts where fact_id in (${textItems(1)})) f
    left join sources s on s.source_key = f.source_type || ':' || f.source_id`,
    [ids],
  )
  return rows.map(({ evidence, ...fact }) => {
    const quotes = JSON.parse(evidence) as { sourceType: string; quote: string }[]
    return {
      ...fact,
      text: [fact.text, ...quotes.map(({ quote }) => quote)].join('\n'),
      source_types: [...new Set(quotes.map(({ sourceType }) => sourceType))].join(' ') || fact.source_types,
    }
  })
}

/** Removes the artifacts' documents from the index, and returns them. */
async function takeDocuments(
  writer: SqlWriter,
  keys: readonly string[],
  ids: readonly string[],
): Promise<Map<string, StoredDocument>> {
  const isOfThese = `((kind = 'source' and artifact in (${textItems(1)})) or (kind = 'fact' and artifact in (${textItems(2)})))`
  const rows = await writer.all<StoredDocument>(
    `select document, kind, artifact, text_hash, length, language from search_documents where ${isOfThese}`,
    [keys, ids],
  )
  if (rows.length > 0) {
    await writer.all(`delete from search_documents where document in (${numberItems(1)})`, [
      rows.map(({ document }) => document),
    ])
  }
  return new Map(rows.map((row) => [`${row.kind}:${row.artifact}`, row]))
}

/** Writes the artifacts' postings; returns the rows of their documents. */
async function addDocuments(
  writer: SqlWriter,
  artifacts: readonly Artifact[],
): Promise<Row<typeof searchTables.search_documents>[]> {
  if (artifacts.length === 0) return []
  const numbers = await writer.all<{ document: number }>(
    `select nextval('search_document') as document from range($1) order by document`,
    [artifacts.length],
  )
  const documents: Row<typeof searchTables.search_documents>[] = []
  const postings = new Map<string, Posting[]>()
  const vocabulary = new Map<string, Set<string>>()
  for (const [index, artifact] of artifacts.entries()) {
    const { document } = numbers[index]!
    const { language, length, terms, vocabulary: words } = await indexText(artifact.title, artifact.text)
    documents.push(documentRow(artifact, document, { language, length }))
    for (const [term, frequency] of terms) {
      const known = postings.get(term)
      if (known === undefined) postings.set(term, [{ document, frequency, length }])
      else known.push({ document, frequency, length })
    }
    const known = vocabulary.get(language) ?? new Set()
    vocabulary.set(language, known)
    for (const word of words) known.add(word)
  }
  await writer.append(
    searchTables.search_recent,
    Array.from(postings, ([term, list]) => ({
      term: keyHash(term),
      documents: list.length,
      postings: encodePostings(list),
    })),
  )
  await addWords(writer, vocabulary)
  return documents
}

/** Updates the number of documents per language, and their total length. */
async function countDocuments(
  writer: SqlWriter,
  added: readonly { language: string; length: number }[],
  gone: readonly { language: string; length: number }[],
): Promise<void> {
  if (added.length === 0 && gone.length === 0) return
  const rows = await writer.all<{ language: string; documents: number; length: number | string }>(
    'select language, documents, length from search_languages',
  )
  const counts = new Map(
    rows.map(({ language, documents, length }) => [language, { documents, length: Number(length) }]),
  )
  const count = (language: string, documents: number, length: number) => {
    const known = counts.get(language) ?? { documents: 0, length: 0 }
    counts.set(language, { documents: known.documents + documents, length: known.length + length })
  }
  for (const { language, length } of added) count(language, 1, length)
  for (const { language, length } of gone) count(language, -1, -length)
  await writer.all('delete from search_languages')
  await writer.append(
    searchTables.search_languages,
    Array.from(counts, ([language, count]) => ({ language, ...count })),
  )
}

/** Words that are known to be in a writer's tables: most words of a text are common. */
const storedWords = new WeakMap<SqlWriter, Set<number>>()
const remembered = 100_000

async function addWords(
  writer: SqlWriter,
  vocabulary: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<void> {
  const known = storedWords.get(writer) ?? new Set()
  storedWords.set(writer, known)
  const asked = [...vocabulary]
    .flatMap(([language, words]) =>
      Array.from(words, (word) => ({ hash: keyHash(`${language}:${word}`), language, word })),
    )
    .filter(({ hash }) => !known.has(hash))
  if (asked.length === 0) return
  const rows = await writer.all<{ hash: number }>(
    `select hash from search_words where hash in (${numberItems(1)})`,
    [asked.map(({ hash }) => hash)],
  )
  const stored = new Set(rows.map(({ hash }) => hash))
  await writer.append(
    searchTables.search_words,
    asked.filter(({ hash }) => !stored.has(hash)),
  )
  if (known.size > remembered) known.clear()
  // Not the new ones: the transaction may fail.
  for (const hash of stored) known.add(hash)
}

function documentRow(
  artifact: Artifact,
  document: number,
  { length, language }: { length: number; language: string },
): Row<typeof searchTables.search_documents> {
  return {
    document,
    kind: artifact.kind,
    artifact: artifact.artifact,
    text_hash: textHash(artifact),
    length,
    language,
    subject: artifact.subject,
    customer_id: artifact.customer_id,
    source_types: artifact.source_types,
    occurred_at: Date.parse(artifact.occurred_at),
  }
}

function textHash({ title, text }: Pick<Artifact, 'title' | 'text'>): number {
  return keyHash(`${title}\n${text}`)
}
