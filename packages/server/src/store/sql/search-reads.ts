import type { SourceType } from '@customer-intel/contract'
import {
  quotedLength,
  similarTerms,
  type FoundDocument,
  type IndexedDocument,
  type MistypedStem,
  type RankedDocument,
  type SearchFilter,
  type SearchReads,
  type SimilarTerm,
  type TermQuery,
  type VectorQuery,
} from '../search-reads.ts'
import { all } from './conditions.ts'
import { type SqlDatabase, numberItems } from './database.ts'
import { createParameters, type Parameters } from './parameters.ts'

/** BM25's usual constants: how soon more of a term counts no more, and how much a long text loses. */
const saturation = 1.2
const lengthPenalty = 0.75
/** Of so many documents, the best, the text is looked through for phrases. */
const phraseCandidates = 50

/** A ranking that takes longer is given up, in milliseconds. */
const timeoutMs = 5_000

/** Searches the index of `search-schema.ts`. */
export function createSqlSearchReads(database: SqlDatabase): SearchReads {
  return {
    async describeIndex() {
      const rows = await database.all<{
        language: string
        documents: number | string
        length: number | string
      }>(
        'select language, count(*) as documents, sum(length) as length from search_documents group by language',
      )
      const documents = rows.reduce((sum, row) => sum + Number(row.documents), 0)
      const length = rows.reduce((sum, row) => sum + Number(row.length), 0)
      return {
        languages: rows.map(({ language }) => language),
        documents,
        averageLength: documents === 0 ? 0 : length / documents,
      }
    },
    async findTerms(terms) {
      const rows = await database.all<{ term: number }>(
        `select term from search_terms where term in (${numberItems(1)})`,
        [terms],
      )
      return rows.map(({ term }) => term)
    },
    findSimilarTerms: (stems) => findSimilarTerms(database, stems),
    rankByTerms: (query) => rankByTerms(database, query),
    rankByVector: (query) => rankByVector(database, query),
    readDocuments: (documents, needles) => readDocuments(database, documents, needles),
    async listUnembedded(model, limit) {
      const rows = await database.all<DocumentRow>(
        `select ${columns} from search_documents d
        where document not in (select document from search_vectors where model = $1)
        order by document desc limit $2`,
        [model, limit],
      )
      return rows.map(toIndexed)
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
  // The first letter is hardly ever the wrong one; without it every term there is would have to be compared.
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

async function rankByTerms(database: SqlDatabase, query: TermQuery): Promise<RankedDocument[]> {
  if (query.terms.length === 0) return []
  const parameters = createParameters()
  const { bind } = parameters
  const documents = bind(query.index.documents, 'double precision')
  const averageLength = bind(Math.max(1, query.index.averageLength), 'double precision')
  // A scan a term: zone maps cut each to the rows around it, and a list of terms only to the stretch between its ends.
  const hits = query.terms.flatMap(({ term, word, weight }) =>
    ['search_postings', 'search_recent'].map(
      (
        table,
      ) => `select ${bind(word, 'integer')} as word, ${bind(weight, 'double precision')} as weight, document, frequency
        from ${table} where term = ${bind(term, 'bigint')}`,
    ),
  )
  const limit = bind(query.phrases.length > 0 ? phraseCandidates : query.limit, 'integer')
  const ranked = `with hit as materialized (${hits.join(' union all ')}),
    rarity as (
      select word, ln(1 + (${documents} - least(count(*), ${documents}) + 0.5) / (least(count(*), ${documents}) + 0.5)) as rarity
      from hit group by word
    ), ranked as (
      select d.document, sum(h.weight * r.rarity * h.frequency * ${1 + saturation}
        / (h.frequency + ${saturation} * (${1 - lengthPenalty} + ${lengthPenalty} * d.length / ${averageLength}))) as score
      from hit h join rarity r on r.word = h.word join search_documents d on d.document = h.document
      where ${filter(query.filter, parameters)}
      group by d.document ${hasWords(query.required, parameters)}
      order by score desc, d.document desc limit ${limit}
    )`
  const rows = await database.all<DocumentRow & { score: number }>(
    `${ranked} select ${columns}, r.score from ranked r join search_documents d on d.document = r.document
    order by r.score desc, r.document desc`,
    parameters.values,
    { timeoutMs },
  )
  const found = rows.map((row) => ({ ...toIndexed(row), score: row.score }))
  if (query.phrases.length === 0) return found
  const holding = await holdingPhrases(database, found, query.phrases)
  return found.filter(({ document }) => holding.has(document)).slice(0, query.limit)
}

function hasWords(words: readonly number[], { bind }: Parameters): string {
  if (words.length === 0) return ''
  const marks = words.map((word) => bind(word, 'integer')).join(', ')
  return `having count(distinct h.word) filter (where h.word in (${marks})) = ${bind(words.length, 'integer')}`
}

/** Those of the documents whose text has each of the phrases. */
async function holdingPhrases(
  database: SqlDatabase,
  rows: readonly IndexedDocument[],
  phrases: readonly (readonly string[])[],
): Promise<Set<number>> {
  const [sources, facts] = await Promise.all(
    (['source', 'fact'] as const).map(async (kind) => {
      const parameters = createParameters()
      const table = textsOf(kind, rows, parameters)
      if (table === null) return []
      const conditions = phrases.map((words) => {
        const between = String.raw`[^\pL\pN]+`
        const pattern = String.raw`(^|[^\pL\pN])${words.join(between)}($|[^\pL\pN])`
        return `regexp_matches(strip_accents(lower(concat_ws(chr(10), title, text))), ${parameters.bind(pattern, 'varchar')})`
      })
      return database.all<{ artifact: string }>(
        `select artifact from (${table}) where ${all(conditions)}`,
        parameters.values,
        { timeoutMs },
      )
    }),
  )
  const holding = {
    source: new Set(sources!.map(({ artifact }) => artifact)),
    fact: new Set(facts!.map(({ artifact }) => artifact)),
  }
  return new Set(
    rows.filter(({ kind, artifact }) => holding[kind].has(artifact)).map(({ document }) => document),
  )
}

/**
 * SQL for the texts of documents of a kind; null when there is none. Each source is looked up by its time first: to
 * compare a number is cheap, and only the block around the one row that is left is read. A list of keys would read the
 * texts of all sources (measured: 100,000 of 1 KB, twenty of them 120 ms, and this way 15 ms).
 */
function textsOf(
  kind: IndexedDocument['kind'],
  rows: readonly IndexedDocument[],
  parameters: Parameters,
): string | null {
  const wanted = rows.filter((row) => row.kind === kind)
  if (wanted.length === 0) return null
  const { bind } = parameters
  if (kind === 'fact') {
    const ids = wanted.map(({ artifact }) => bind(artifact, 'varchar'))
    return `select fact_id as artifact, null as permalink, assertion as title,
      concat_ws(chr(10), reasoning, evidence) as text from facts where fact_id in (${ids.join(', ')})`
  }
  const scans = wanted.map(
    ({ artifact, occurredAt }) => `select source_key, permalink, title, summary, content
      from sources where occurred_at = ${bind(new Date(occurredAt), 'timestamp')} and source_key = ${bind(artifact, 'varchar')}`,
  )
  return `select source_key as artifact, permalink, title,
    concat_ws(chr(10), summary, content) as text from (${scans.join(' union all ')})`
}

async function rankByVector(database: SqlDatabase, query: VectorQuery): Promise<RankedDocument[]> {
  const parameters = createParameters()
  const { bind } = parameters
  const vector = `string_to_array(${bind(query.vector.join(' '), 'varchar')}, ' ')::float[]`
  const rows = await database.all<DocumentRow & { score: number }>(
    `select ${columns}, list_cosine_similarity(v.vector, ${vector}) as score
    from search_vectors v join search_documents d on d.document = v.document
    where v.model = ${bind(query.model, 'varchar')} and len(v.vector) = ${bind(query.vector.length, 'integer')}
      and ${filter(query.filter, parameters)}
    order by score desc, d.document desc limit ${bind(query.limit, 'integer')}`,
    parameters.values,
    { timeoutMs },
  )
  return rows.map((row) => ({ ...toIndexed(row), score: row.score }))
}

function filter(query: SearchFilter, parameters: Parameters): string {
  const { bind } = parameters
  const conditions: string[] = []
  if (query.customerId !== undefined) {
    const customerId = bind(query.customerId, 'varchar')
    conditions.push(
      `(d.subject in (select subject from subjects where customer_id = ${customerId}) or d.customer_id = ${customerId})`,
    )
  }
  if (query.from) conditions.push(`d.occurred_at >= ${bind(query.from, 'timestamp')}`)
  if (query.until) conditions.push(`d.occurred_at <= ${bind(query.until, 'timestamp')}`)
  if (query.sourceTypes !== undefined && query.sourceTypes.length > 0) {
    const types = query.sourceTypes.map((type) => `strpos(d.source_types, ${bind(type, 'varchar')}) > 0`)
    conditions.push(`(${types.join(' or ')})`)
  }
  return all(conditions)
}

interface DocumentRow {
  document: number
  kind: 'source' | 'fact'
  artifact: string
  language: string
  occurred_at: string
}

const columns = 'd.document, d.kind, d.artifact, d.language, d.occurred_at'

function toIndexed({
  document,
  kind,
  artifact,
  language,
  occurred_at: occurredAt,
}: DocumentRow): IndexedDocument {
  return { document, kind, artifact, language, occurredAt }
}

interface TextRow {
  artifact: string
  permalink: string | null
  title: string | null
  text: string | null
}

async function readDocuments(
  database: SqlDatabase,
  documents: readonly IndexedDocument[],
  needles: readonly string[],
): Promise<FoundDocument[]> {
  const [sources, facts] = await Promise.all([
    readTexts(database, 'source', documents, needles),
    readTexts(database, 'fact', documents, needles),
  ])
  const texts = { source: sources, fact: facts }
  return documents.flatMap((document) => {
    const found = texts[document.kind].get(document.artifact)
    if (found === undefined) return []
    const { title, text, permalink } = found
    return [{ ...document, title: title ?? '', text: text ?? '', permalink, ...sourceOf(document) }]
  })
}

/** What the key of a source says. */
function sourceOf({ kind, artifact }: IndexedDocument): Pick<FoundDocument, 'sourceType' | 'sourceId'> {
  if (kind === 'fact') return { sourceType: null, sourceId: null }
  const colon = artifact.indexOf(':')
  return { sourceType: artifact.slice(0, colon) as SourceType, sourceId: artifact.slice(colon + 1) }
}

async function readTexts(
  database: SqlDatabase,
  kind: IndexedDocument['kind'],
  rows: readonly IndexedDocument[],
  needles: readonly string[],
): Promise<Map<string, TextRow>> {
  const parameters = createParameters()
  const table = textsOf(kind, rows, parameters)
  if (table === null) return new Map()
  const places = needles.map(
    (needle) => `nullif(strpos(lower(text), ${parameters.bind(needle, 'varchar')}), 0)`,
  )
  const first = places.length === 0 ? '1' : `coalesce(least(${places.join(', ')}), 1)`
  const found = await database.all<TextRow>(
    `select artifact, permalink, left(title, ${quotedLength}) as title,
      case when length(text) <= ${quotedLength} then text
        else substr(text, greatest(1, ${first} - 500), ${quotedLength}) end as text
    from (${table})`,
    parameters.values,
  )
  return new Map(found.map((row) => [row.artifact, row]))
}
