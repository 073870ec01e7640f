import { keyHash } from '../../projection/subject.ts'
import { type Cell, type SqlWriter, numberItems, textItems } from '../../store/sql/database.ts'
import { mergePostings } from './merge-postings.ts'
import { indexText } from './terms.ts'

/** Sources and facts that were written, changed or removed. */
export interface ChangedArtifacts {
  /** Keys of `sources`, such as `CALL:c-17`. */
  sourceKeys: Iterable<string>
  factIds: Iterable<string>
}

/** An artifact as it is to be found. */
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

/**
 * Brings the search index up to date with artifacts that changed or vanished, as their tables stand now. Runs inside
 * the caller's transaction: what can be read can be found, and nothing else.
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
  const kept: (readonly Cell[])[] = []
  for (const artifact of artifacts) {
    const name = `${artifact.kind}:${artifact.artifact}`
    const known = stored.get(name)
    if (known?.text_hash === textHash(artifact)) kept.push(documentCells(artifact, known.document, known))
    else fresh.push(artifact)
  }
  await writer.append('search_documents', documentKinds, [...kept, ...(await addDocuments(writer, fresh))])
  await mergePostings(writer)
}

/** Facts that don't say themselves when they occurred take it from their source. */
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

async function readSources(writer: SqlWriter, keys: readonly string[]): Promise<Artifact[]> {
  if (keys.length === 0) return []
  return writer.all<Artifact>(
    `select 'source' as kind, source_key as artifact, coalesce(title, '') as title,
      concat_ws(chr(10), summary, content) as text, subject, null as customer_id,
      source_type as source_types, occurred_at
    from sources where source_key in (${textItems(1)})`,
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

/** Takes the artifacts' documents out of the index, and tells which they were. */
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
async function addDocuments(writer: SqlWriter, artifacts: readonly Artifact[]): Promise<(readonly Cell[])[]> {
  if (artifacts.length === 0) return []
  const numbers = await writer.all<{ document: number }>(
    `select nextval('search_document') as document from range($1)`,
    [artifacts.length],
  )
  const documents: (readonly Cell[])[] = []
  const postings: (readonly Cell[])[] = []
  const vocabulary = new Map<string, number>()
  for (const [index, artifact] of artifacts.entries()) {
    const { document } = numbers[index]!
    const indexed = await indexText(artifact.title, artifact.text)
    documents.push(documentCells(artifact, document, indexed))
    const hashes: number[] = []
    for (const term of indexed.terms.keys()) {
      let hash = vocabulary.get(term)
      if (hash === undefined) vocabulary.set(term, (hash = keyHash(term)))
      hashes.push(hash)
    }
    if (hashes.length > 0) postings.push([document, hashes.join(' '), [...indexed.terms.values()].join(' ')])
  }
  // A row a document and not a row a posting: eighty times as many would keep this process busier than the analysis.
  await writer.append('staged_postings', ['integer', 'text', 'text'], postings)
  await writer.all(`insert into search_recent
    select unnest(string_to_array(terms, ' ')::bigint[]), document, unnest(string_to_array(frequencies, ' ')::integer[])
    from staged_postings`)
  await writer.all('delete from staged_postings')
  await addTerms(writer, vocabulary)
  return documents
}

async function addTerms(writer: SqlWriter, vocabulary: ReadonlyMap<string, number>): Promise<void> {
  if (vocabulary.size === 0) return
  await writer.all(
    `insert into search_terms
    select term, split_part(name, ':', 1), substr(name, strpos(name, ':') + 1)
    from (select unnest(string_to_array($1, chr(31))::bigint[]) as term, unnest(string_to_array($2, chr(31))) as name)
    where term not in (select term from search_terms)`,
    [[...vocabulary.values()], [...vocabulary.keys()]],
  )
}

const documentKinds = [
  'integer',
  'text',
  'text',
  'bigint',
  'integer',
  'text',
  'integer',
  'text',
  'text',
  'timestamp',
] as const

function documentCells(
  artifact: Artifact,
  document: number,
  { length, language }: { length: number; language: string },
): readonly Cell[] {
  return [
    document,
    artifact.kind,
    artifact.artifact,
    textHash(artifact),
    length,
    language,
    artifact.subject,
    artifact.customer_id,
    artifact.source_types,
    Date.parse(artifact.occurred_at),
  ]
}

function textHash({ title, text }: Pick<Artifact, 'title' | 'text'>): number {
  return keyHash(`${title}\n${text}`)
}
