import {
  quotedLength,
  similarWords,
  type FoundDocument,
  type MistypedWord,
  type RankedDocument,
  type SearchFilter,
  type SearchReads,
  type SimilarWord,
  type TermPostings,
  type VectorQuery,
} from './search-read-types.ts'
import { all } from '../kernel/sql/conditions.ts'
import { numberItems, type SqlDatabase } from '../kernel/sql/database.ts'
import { createParameters, type Parameters } from '../kernel/sql/parameters.ts'

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
    async countDocuments(terms) {
      if (terms.length === 0) return new Map()
      const parameters = createParameters()
      const isWanted = `term in (${parameters.bindAll(terms)})`
      const rows = await database.all<{ term: number; documents: number }>(
        `select term, sum(documents)::double as documents from (
          select term, documents from search_postings where ${isWanted}
          union all select term, documents from search_recent where ${isWanted}) group by term`,
        parameters.values,
        { timeoutMs },
      )
      return new Map(rows.map(({ term, documents }) => [term, documents]))
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
    async listLatest(wanted, limit) {
      const parameters = createParameters()
      const rows = await database.all<{ document: number }>(
        `select document from (${documentsOf(wanted, parameters)}) order by document desc
        limit ${parameters.bind(limit, 'integer')}`,
        parameters.values,
        { timeoutMs },
      )
      return rows.map(({ document }) => document)
    },
    async listGone() {
      const rows = await database.all<{ documents: string | null }>(
        `select string_agg(document, ' ') as documents from search_gone`,
      )
      return toNumbers(rows[0]?.documents)
    },
    findSimilarWords: (words) => findSimilarWords(database, words),
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

async function findSimilarWords(
  database: SqlDatabase,
  words: readonly MistypedWord[],
): Promise<SimilarWord[]> {
  if (words.length === 0) return []
  const parameters = createParameters()
  const asked = words.map(
    ({ language, word, maxDistance }) =>
      `(${parameters.bind(language, 'varchar')}, ${parameters.bind(word, 'varchar')}, ${parameters.bind(maxDistance, 'integer')})`,
  )
  const isAscii = words.every(({ word }) => /^[a-z]*$/.test(word))
  const compared = ['w.word', 'a.word'].map((word) => (isAscii ? word : inSingleBytes(word)))
  // Typos rarely affect both the first letter and the end; without this condition every word would have to be compared.
  return database.all<SimilarWord>(
    `select language, word, asked, distance from (
      select *, row_number() over (partition by language, asked order by distance, word) as place,
        min(distance) over (partition by asked) as least from (
        select w.language, w.word, a.word as asked, a.max_distance, damerau_levenshtein(${compared.join(', ')}) as distance
        from (values ${asked.join(', ')}) a(language, word, max_distance)
        join search_words w on w.language = a.language
          and length(w.word) between length(a.word) - a.max_distance and length(a.word) + a.max_distance
          and (left(w.word, 1) = left(a.word, 1) or right(w.word, 3) = right(a.word, 3))
      ) compared where distance <= max_distance
    ) placed where place <= ${similarWords} and distance = least`,
    parameters.values,
    { timeoutMs },
  )
}

/** Small letters of Cyrillic, Greek, Hebrew, Arabic, Armenian and Georgian: from which to which code. */
const alphabets = [
  [0x430, 0x491],
  [0x3b1, 0x3c9],
  [0x5d0, 0x5ea],
  [0x621, 0x64a],
  [0x561, 0x586],
  [0x10d0, 0x10f0],
] as const
const lettersOfAlphabets = alphabets.map(([from, to]) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCharCode(from + index)),
)
const signs = lettersOfAlphabets.map((letters) =>
  letters.map((_, index) => String.fromCharCode('0'.charCodeAt(0) + (index % 64))),
)

/** SQL of a word with an ASCII character for each letter: the engine's distance is one of bytes. */
function inSingleBytes(word: string): string {
  return `translate(${word}, '${lettersOfAlphabets.flat().join('')}', '${signs.flat().join('')}')`
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
    const pattern = parameters.bind(phrasePattern(words), 'varchar')
    return `regexp_matches(${withoutMarks('lower(concat_ws(chr(10), title, text))')}, ${withoutMarks(pattern)})`
  })
  const found = await database.all<{ document: number }>(
    `select document from (${table}) where ${all(conditions)}`,
    parameters.values,
    { timeoutMs },
  )
  return new Set(found.map(({ document }) => document))
}

/** A script without blanks has no ends of words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

function phrasePattern(words: readonly string[]): string {
  const begin = unspaced.test(words[0]!) ? '' : String.raw`(^|[^\pL\pN])`
  const end = unspaced.test(words.at(-1)!) ? '' : String.raw`($|[^\pL\pN])`
  return `${begin}${words.join(String.raw`[^\pL\pN]+`)}${end}`
}

/** SQL of a text in lower case without marks, as `knowledge/search/letters.ts` reads words, but without marks of any kind. */
function withoutMarks(text: string): string {
  return `replace(replace(replace(translate(strip_accents(${text}), 'øđðħıłŧґىیکةʼـ', 'oddhiltгييكه'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')`
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
  const untilNeedle = parameters.bind(`^(?s:.*?)(?:${needles.map(needlePattern).join('|')})`, 'varchar')
  const found = await database.all<FoundRow>(
    `select document, kind, artifact, language, occurred_at, left(title, ${quotedLength}) as title,
      case when length(text) <= ${quotedLength} then text
        else substr(text, greatest(1, length(regexp_extract(strip_accents(lower(text)), ${untilNeedle})) - 500), ${quotedLength}) end as text
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

/** Its characters, with or without marks and blanks between them: `e-mail`, `+49 89 1234567`. The text has no marks. */
function needlePattern(needle: string): string {
  const characters = Array.from(needle.replace(/\p{M}/gu, ''), (character) =>
    character.replace(/(?!\w)[ -~]/, String.raw`\$&`),
  )
  return characters.join(String.raw`[^\pL\pN]{0,3}`)
}
