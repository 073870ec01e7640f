import {
  quotedLength,
  similarTerms,
  type FoundDocument,
  type MistypedStem,
  type RankedDocument,
  type SearchFilter,
  type SearchReads,
  type SimilarTerm,
  type TermPostings,
  type VectorQuery,
} from '../reads/search-reads.ts'
import { all } from './conditions.ts'
import { numberItems, type SqlDatabase } from './database.ts'
import { createParameters, type Parameters } from './parameters.ts'

/** Limit for a ranking. */
const timeoutMs = 5_000

/** Searches the index of `tables/search-tables.ts`. */
export function createSqlSearchReads(database: SqlDatabase): SearchReads {
  return {
    async describeIndex() {
      const rows = await database.all<{
        language: string
        documents: number | string
        length: number | string
      }>('select language, documents, length from search_languages where documents > 0')
      const documents = rows.reduce((sum, row) => sum + Number(row.documents), 0)
      const length = rows.reduce((sum, row) => sum + Number(row.length), 0)
      return {
        languages: rows.map(({ language }) => language),
        documents,
        averageLength: documents === 0 ? 0 : length / documents,
      }
    },
    async readPostings(terms) {
      if (terms.length === 0) return []
      const parameters = createParameters()
      const isWanted = `term in (${parameters.bindAll(terms)})`
      // Repeats the condition in a form that the engine evaluates before it reads the other columns (measured: 2 ms
      // instead of 7).
      const isFirst = `coalesce(${isWanted}, false)`
      return database.all<TermPostings>(
        `select term, documents, postings from search_postings where ${isWanted} and ${isFirst}
        union all select term, documents, postings from search_recent where ${isFirst}`,
        parameters.values,
        { timeoutMs },
      )
    },
    async listDocuments(wanted) {
      const parameters = createParameters()
      const rows = await database.all<{ documents: string | null }>(
        `select string_agg(document, ' ') as documents from (${documentsOf(wanted, parameters)})`,
        parameters.values,
        { timeoutMs },
      )
      return toNumbers(rows[0]?.documents)
    },
    async listCustomersOf(documents) {
      const rows = await database.all<{ customer_id: string; documents: string }>(
        `select coalesce(d.customer_id, s.customer_id) as customer_id, string_agg(d.document, ' ') as documents
        from search_documents d left join subjects s on s.subject = d.subject
        where d.document in (${numberItems(1)}) and coalesce(d.customer_id, s.customer_id) is not null group by 1`,
        [documents],
        { timeoutMs },
      )
      return new Map(
        rows.flatMap((row) => toNumbers(row.documents).map((document) => [document, row.customer_id])),
      )
    },
    async listGone() {
      const rows = await database.all<{ documents: string | null }>(
        `select string_agg(document, ' ') as documents from search_gone`,
      )
      return toNumbers(rows[0]?.documents)
    },
    findSimilarTerms: (stems) => findSimilarTerms(database, stems),
    findPhrases: (documents, phrases) => findPhrases(database, documents, phrases),
    rankByVector: (query) => rankByVector(database, query),
    readDocuments: (documents, needles) => readDocuments(database, documents, needles),
    async listUnembedded(model, limit) {
      const rows = await database.all<{ document: number }>(
        `select document from search_documents
        where document not in (select document from search_vectors where model = $1)
        order by document desc limit $2`,
        [model, limit],
      )
      return rows.map(({ document }) => document)
    },
    async keepVectors(model, vectors) {
      await database.all(
        `insert into search_vectors select document, $3, string_to_array(vector, ' ')::float[] from (
          select unnest(string_to_array($1, chr(31))::integer[]) as document, unnest(string_to_array($2, chr(31))) as vector)`,
        [vectors.map(({ document }) => document), vectors.map(({ vector }) => vector.join(' ')), model],
      )
    },
    async dropOtherVectors(model) {
      await database.all(
        `delete from search_vectors
        where model <> $1 or document not in (select document from search_documents)`,
        [model],
      )
    },
  }
}

async function findSimilarTerms(
  database: SqlDatabase,
  stems: readonly MistypedStem[],
): Promise<SimilarTerm[]> {
  if (stems.length === 0) return []
  const parameters = createParameters()
  const asked = stems.map(
    ({ language, stem, maxDistance }) =>
      `(${parameters.bind(language, 'varchar')}, ${parameters.bind(stem, 'varchar')}, ${parameters.bind(maxDistance, 'integer')})`,
  )
  // Typos rarely affect the first letter; without this condition every term would have to be compared.
  const rows = await database.all<{
    term: number
    language: string
    stem: string
    asked_stem: string
    distance: number
  }>(
    `select term, language, stem, asked_stem, distance from (
      select *, row_number() over (partition by language, asked_stem order by distance, stem) as place from (
        select t.term, t.language, t.stem, a.stem as asked_stem, a.max_distance,
          damerau_levenshtein(t.stem, a.stem) as distance
        from (values ${asked.join(', ')}) a(language, stem, max_distance)
        join search_terms t on t.language = a.language and left(t.stem, 1) = left(a.stem, 1)
          and length(t.stem) between length(a.stem) - a.max_distance and length(a.stem) + a.max_distance
      ) compared where distance <= max_distance
    ) placed where place <= ${similarTerms}`,
    parameters.values,
  )
  return rows.map(({ asked_stem: askedStem, ...row }) => ({ ...row, askedStem }))
}

async function findPhrases(
  database: SqlDatabase,
  documents: readonly number[],
  phrases: readonly (readonly string[])[],
): Promise<Set<number>> {
  if (documents.length === 0) return new Set()
  const parameters = createParameters()
  const table = textsOf(documents, parameters)
  const conditions = phrases.map((words) => {
    const between = String.raw`[^\pL\pN]+`
    const pattern = String.raw`(^|[^\pL\pN])${words.join(between)}($|[^\pL\pN])`
    return `regexp_matches(strip_accents(lower(concat_ws(chr(10), title, text))), ${parameters.bind(pattern, 'varchar')})`
  })
  const found = await database.all<{ document: number }>(
    `select document from (${table}) where ${all(conditions)}`,
    parameters.values,
    { timeoutMs },
  )
  return new Set(found.map(({ document }) => document))
}

/**
 * SQL of the documents' texts, from sources and facts. For up to fifty documents the engine finds their sources by the
 * index (see `tables/search-tables.ts`); for more it reads all sources. It uses the index only if the subquery selects by
 * document number alone: so the choice between source and fact is made outside of it.
 */
function textsOf(documents: readonly number[], { bindAll }: Parameters): string {
  return `select d.*, if(d.kind = 'fact', f.assertion, s.title) as title,
      if(d.kind = 'fact', concat_ws(chr(10), f.reasoning, f.evidence), concat_ws(chr(10), s.summary, s.content)) as text
    from (
      select document, kind, artifact, language, occurred_at from search_documents
      where document in (${bindAll(documents)})
    ) d
    left join sources s on s.source_key = d.artifact
    left join facts f on f.fact_id = d.artifact
    where if(d.kind = 'fact', f.fact_id, s.source_key) is not null`
}

function toNumbers(text: string | null | undefined): number[] {
  return text ? text.split(' ').map(Number) : []
}

async function rankByVector(database: SqlDatabase, query: VectorQuery): Promise<RankedDocument[]> {
  const parameters = createParameters()
  const { bind } = parameters
  const vector = `string_to_array(${bind(query.vector.join(' '), 'varchar')}, ' ')::float[]`
  return database.all<RankedDocument>(
    `select d.document, list_cosine_similarity(v.vector, ${vector}) as score
    from search_vectors v join (${documentsOf(query.filter, parameters)}) d on d.document = v.document
    where v.model = ${bind(query.model, 'varchar')} and len(v.vector) = ${bind(query.vector.length, 'integer')}
    order by score desc, d.document desc limit ${bind(query.limit, 'integer')}`,
    parameters.values,
    { timeoutMs },
  )
}

/**
 * SQL of the documents that match a filter. A customer's documents are joined in one step for each way in which they can
 * belong to the customer.
 */
function documentsOf(query: SearchFilter, parameters: Parameters): string {
  const { bind } = parameters
  const conditions: string[] = []
  if (query.from) conditions.push(`d.occurred_at >= ${bind(query.from, 'timestamp')}`)
  if (query.until) conditions.push(`d.occurred_at <= ${bind(query.until, 'timestamp')}`)
  if (query.sourceTypes !== undefined && query.sourceTypes.length > 0) {
    const types = query.sourceTypes.map((type) => `strpos(d.source_types, ${bind(type, 'varchar')}) > 0`)
    conditions.push(`(${types.join(' or ')})`)
  }
  const others = all(conditions)
  if (query.customerId === undefined) return `select d.document from search_documents d where ${others}`
  const customerId = bind(query.customerId, 'varchar')
  return `select d.document from search_documents d join subjects s on s.subject = d.subject
      where s.customer_id = ${customerId} and ${others}
    union all select d.document from search_documents d where d.customer_id = ${customerId} and ${others}`
}

interface FoundRow {
  document: number
  kind: 'source' | 'fact'
  artifact: string
  language: string
  occurred_at: string
  title: string | null
  text: string | null
}

async function readDocuments(
  database: SqlDatabase,
  documents: readonly number[],
  needles: readonly string[],
): Promise<FoundDocument[]> {
  if (documents.length === 0) return []
  const parameters = createParameters()
  const table = textsOf(documents, parameters)
  // Needles are words: letters and digits.
  const words = needles.map((needle) => parameters.bind(needle, 'varchar')).join(` || '|' || `)
  const untilNeedle = `'^(?s:.*?)(?:' || ${words || `''`} || ')'`
  const found = await database.all<FoundRow>(
    `select document, kind, artifact, language, occurred_at, left(title, ${quotedLength}) as title,
      case when length(text) <= ${quotedLength} then text
        else substr(text, greatest(1, length(regexp_extract(lower(text), ${untilNeedle})) - 500), ${quotedLength}) end as text
    from (${table})`,
    parameters.values,
  )
  const rows = new Map(found.map((row) => [row.document, row]))
  return documents.flatMap((document) => {
    const row = rows.get(document)
    if (row === undefined) return []
    const { kind, artifact, language, occurred_at: occurredAt, title, text } = row
    return [{ document, kind, artifact, language, occurredAt, title: title ?? '', text: text ?? '' }]
  })
}
