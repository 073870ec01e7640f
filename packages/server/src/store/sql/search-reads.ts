import type { SourceType } from '@customer-intel/contract'
import {
  quotedLength,
  similarTerms,
  type FoundDocument,
  type MistypedStem,
  type RankedDocument,
  type SearchFilter,
  type SearchReads,
  type SimilarTerm,
  type TermQuery,
  type VectorQuery,
} from '../search-reads.ts'
import { all } from './conditions.ts'
import { type SqlDatabase, numberItems, textItems } from './database.ts'
import { createParameters, type Parameters } from './parameters.ts'

/** BM25's usual constants: how soon more of a term counts no more, and how much a long text loses. */
const saturation = 1.2
const lengthPenalty = 0.75
/** Of so many documents, the best, the text is looked through for phrases. */
const phraseCandidates = 500

/** A ranking that takes longer is given up, in milliseconds. */
const timeoutMs = 5_000

/** Searches the index of `search-schema.ts`. */
export function createSqlSearchReads(database: SqlDatabase): SearchReads {
  return {
    async listSearchLanguages() {
      const rows = await database.all<{ language: string }>('select distinct language from search_documents')
      return rows.map(({ language }) => language)
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
  const wanted = query.terms.map(
    ({ term, word, weight }) =>
      `(${bind(term, 'bigint')}, ${bind(word, 'integer')}, ${bind(weight, 'double precision')})`,
  )
  // Each a constant, so that zone maps cut the look-up; from a join the engine doesn't learn them.
  const terms = [...new Set(query.terms.map(({ term }) => term))]
    .map((term) => bind(term, 'bigint'))
    .join(', ')
  const limit = bind(query.phrases.length > 0 ? phraseCandidates : query.limit, 'integer')
  const ranked = `with hit as materialized (
      select term, document, frequency from search_postings where term in (${terms})
      union all select term, document, frequency from search_recent where term in (${terms})
    ), wanted(term, word, weight) as (values ${wanted.join(', ')}),
    texts as (select count(*) as documents, avg(length) as length from search_documents),
    found as (select w.word, least(count(*), max(t.documents)) as documents
      from hit h join wanted w on w.term = h.term cross join texts t group by w.word),
    weighted as (select w.term, max(w.weight * ln(1 + (t.documents - f.documents + 0.5) / (f.documents + 0.5))) as weight
      from wanted w join found f on f.word = w.word cross join texts t group by w.term),
    ranked as (
      select d.document, max(d.artifact) as artifact, max(d.kind) as kind, sum(w.weight * h.frequency * ${1 + saturation}
        / (h.frequency + ${saturation} * (${1 - lengthPenalty} + ${lengthPenalty} * d.length / t.length))) as score
      from hit h join weighted w on w.term = h.term
      join search_documents d on d.document = h.document cross join texts t
      where ${filter(query.filter, parameters)}
      group by d.document order by score desc, d.document desc limit ${limit}
    )`
  const rows = await database.all<RankedDocument>(
    query.phrases.length === 0
      ? `${ranked} select document, score from ranked order by score desc, document desc`
      : `${ranked} select r.document, r.score from ranked r
        left join sources s on r.kind = 'source' and s.source_key = r.artifact
        left join facts f on r.kind = 'fact' and f.fact_id = r.artifact
        where ${hasPhrases(query.phrases, parameters)}
        order by r.score desc, r.document desc limit ${bind(query.limit, 'integer')}`,
    parameters.values,
    { timeoutMs },
  )
  return rows
}

function hasPhrases(phrases: readonly (readonly string[])[], parameters: Parameters): string {
  const text = `strip_accents(lower(concat_ws(chr(10), s.title, s.summary, s.content, f.assertion, f.reasoning, f.evidence)))`
  return all(
    phrases.map((words) => {
      const between = String.raw`[^\pL\pN]+`
      const pattern = String.raw`(^|[^\pL\pN])${words.join(between)}($|[^\pL\pN])`
      return `regexp_matches(${text}, ${parameters.bind(pattern, 'varchar')})`
    }),
  )
}

async function rankByVector(database: SqlDatabase, query: VectorQuery): Promise<RankedDocument[]> {
  const parameters = createParameters()
  const { bind } = parameters
  const vector = `string_to_array(${bind(query.vector.join(' '), 'varchar')}, ' ')::float[]`
  return database.all<RankedDocument>(
    `select d.document, list_cosine_similarity(v.vector, ${vector}) as score
    from search_vectors v join search_documents d on d.document = v.document
    where v.model = ${bind(query.model, 'varchar')} and len(v.vector) = ${bind(query.vector.length, 'integer')}
      and ${filter(query.filter, parameters)}
    order by score desc, d.document desc limit ${bind(query.limit, 'integer')}`,
    parameters.values,
    { timeoutMs },
  )
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
  title: string | null
  text: string | null
  source_type: SourceType | null
  source_id: string | null
  permalink: string | null
}

async function readDocuments(
  database: SqlDatabase,
  documents: readonly number[],
  needles: readonly string[],
): Promise<FoundDocument[]> {
  if (documents.length === 0) return []
  const found = await database.all<DocumentRow>(
    `select document, kind, artifact, language, occurred_at from search_documents where document in (${numberItems(1)})`,
    [documents],
  )
  const keys = found.filter(({ kind }) => kind === 'source').map(({ artifact }) => artifact)
  const parameters = createParameters()
  const text = `concat_ws(chr(10), summary, content)`
  const places = needles.map(
    (needle) => `nullif(strpos(lower(${text}), ${parameters.bind(needle, 'varchar')}), 0)`,
  )
  const first = places.length === 0 ? '1' : `coalesce(least(${places.join(', ')}), 1)`
  parameters.values.push(keys)
  const sources = await database.all<
    Pick<DocumentRow, 'title' | 'text' | 'source_type' | 'source_id' | 'permalink'> & { source_key: string }
  >(
    `select source_key, source_type, source_id, title, permalink,
      case when length(${text}) <= ${quotedLength} then ${text}
        else substr(${text}, greatest(1, ${first} - 500), ${quotedLength}) end as text
    from sources where source_key in (${textItems(parameters.values.length)})`,
    parameters.values,
  )
  const facts = await database.all<{ fact_id: string; assertion: string }>(
    `select fact_id, left(assertion, ${quotedLength}) as assertion from facts where fact_id in (${textItems(1)})`,
    [found.filter(({ kind }) => kind === 'fact').map(({ artifact }) => artifact)],
  )
  const assertionOf = new Map(facts.map(({ fact_id, assertion }) => [fact_id, assertion]))
  const sourceOf = new Map(sources.map((source) => [source.source_key, source]))
  return found.map((row) => {
    const source = row.kind === 'source' ? sourceOf.get(row.artifact) : undefined
    return {
      document: row.document,
      kind: row.kind,
      artifact: row.artifact,
      language: row.language,
      title: source?.title ?? '',
      text: source?.text ?? (row.kind === 'fact' ? assertionOf.get(row.artifact) : undefined) ?? '',
      sourceType: source?.source_type ?? null,
      sourceId: source?.source_id ?? null,
      occurredAt: row.occurred_at,
      permalink: source?.permalink ?? null,
    }
  })
}
