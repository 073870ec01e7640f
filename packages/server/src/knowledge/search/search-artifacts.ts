import type {
  FoundDocument,
  IndexDescription,
  SearchFilter,
  SearchReads,
  TermPostings,
} from '../../read-models/reads/search-reads.ts'
import { keyHash } from '../../identity/key-hash.ts'
import type { QueryEmbedder } from './embeddings.ts'
import { takeExcerpts, type Excerpts } from './excerpts.ts'
import { isLanguage, type LoadedLanguage, loadLanguage } from './languages.ts'
import { parseQuery } from './parse-query.ts'
import { fuseRankings } from './fuse-rankings.ts'
import { rankDocuments, type RankedByWords, type WantedTerm } from './rank-documents.ts'
import { termOf } from './terms.ts'
import { listWords, withoutAccents, wordsOf } from './words.ts'

export interface SearchOptions {
  /** Words are looked up while a promised one is waited for. */
  filter: SearchFilter | Promise<SearchFilter>
  /** Results at most. */
  limit: number
  /** Null where no embeddings endpoint is configured: the search is then by words alone. */
  embedQuery: QueryEmbedder | null
}

/** An artifact that was found. */
export interface FoundArtifact extends FoundDocument {
  /** Compares results of one search, and nothing else. Below 1 for weak ones, above for the others. */
  score: number
  /** Has a single one of the query's several words, and not the telling one. */
  weak: boolean
  /** The query's words that it has, in any form, as they were typed but for case. Empty where only the meaning fits. */
  matchedWords: string[]
  /** Of a fact's assertion; of a source's text, where a hit in the title counts as a passage more. */
  excerpts: Excerpts
}

/** By vectors this many documents are ranked before the two rankings become one. */
const candidates = 200
/** Of so many documents, the best with all of a phrase's words, the text is looked through for it. */
const phraseCandidates = 50

/** Finds sources and facts by words and, where vectors are to be had, by meaning; the best first. */
export async function searchArtifacts(
  reads: SearchReads,
  query: string,
  { filter, limit, embedQuery }: SearchOptions,
): Promise<FoundArtifact[]> {
  const { words, phrases } = parseQuery(query)
  const [{ index, languages, ...wanted }, narrowed, embedded] = await Promise.all([
    resolveWords(reads, words),
    Promise.resolve(filter).then(async (narrow) => ({
      filter: narrow,
      isWanted: await createFilter(reads, narrow),
    })),
    // A phrase asks for these very words, which no vector can promise.
    phrases.length > 0 ? null : (embedQuery?.(query) ?? null),
  ])
  // A stop word of one language is missing in its texts, and says nothing.
  const expected = words.flatMap((word, index) =>
    languages.every((language) => termOf(word, language) !== null) ? [index] : [],
  )
  const inPhrases = new Set(phrases.flat().flatMap(listWords))
  const required = expected.filter((index) => inPhrases.has(withoutAccents(words[index]!)))
  const ranking = { ...wanted, index, required, expected, isWanted: narrowed.isWanted }
  const ranked =
    phrases.length > 0
      ? await keepPhrases(reads, rankDocuments({ ...ranking, limit: phraseCandidates }), phrases)
      : embedded === null
        ? rankDocuments({ ...ranking, limit })
        : fuseRankings(
            rankDocuments({ ...ranking, limit: candidates }),
            await reads.rankByVector({ ...embedded, filter: narrowed.filter, limit: candidates }),
          )
  const shown = ranked.slice(0, limit)
  const found = await reads.readDocuments(
    shown.map(({ document }) => document),
    words.slice(0, needles),
  )
  const byDocument = new Map(found.map((document) => [document.document, document]))
  const loaded = new Map<string, LoadedLanguage>(languages.map((language) => [language.name, language]))
  return shown.flatMap(({ document, score: rank, weak, words: matched }) => {
    const known = byDocument.get(document)
    if (known === undefined) return []
    const score = weak ? rank / (1 + rank) : 1 + rank
    const hit = { score, weak, matchedWords: matched.map((word) => words[word]!) }
    const language = loaded.get(known.language)
    const isHit = (word: string) => {
      const term = language === undefined ? null : termOf(word, language)
      return term !== null && wanted.names.has(term)
    }
    // A fact is one statement; what was said around it is another artifact.
    if (known.kind === 'fact') return [{ ...known, ...hit, excerpts: takeExcerpts(known.title, isHit) }]
    const { count, texts } = takeExcerpts(known.text, isHit)
    const inTitle = [...wordsOf(known.title)].some(({ word }) => isHit(word))
    return [{ ...known, ...hit, excerpts: { count: count + (inTitle ? 1 : 0), texts } }]
  })
}

/** A long text is quoted around the first of so many words. */
const needles = 8

/** What a ranking by words lets through: of a filter its documents; without one all but those that are no more. */
async function createFilter(
  reads: SearchReads,
  filter: SearchFilter,
): Promise<(document: number) => boolean> {
  const isNarrow =
    filter.customerId !== undefined || filter.from || filter.until || filter.sourceTypes?.length
  const documents = await (isNarrow ? reads.listDocuments(filter) : reads.listGone())
  // A byte a document: it is looked at for every place of a word.
  const listed = new Uint8Array(documents.reduce((last, document) => Math.max(last, document + 1), 0))
  for (const document of documents) listed[document] = 1
  return isNarrow ? (document) => listed[document] === 1 : (document) => listed[document] !== 1
}

async function keepPhrases(
  reads: SearchReads,
  ranked: RankedByWords[],
  phrases: readonly (readonly string[])[],
): Promise<RankedByWords[]> {
  if (ranked.length === 0) return []
  const documents = ranked.map(({ document }) => document)
  const holding = await reads.findPhrases(documents, phrases)
  return ranked.filter(({ document }) => holding.has(document))
}

interface ResolvedWords {
  index: IndexDescription
  /** That indexed texts are in. */
  languages: readonly LoadedLanguage[]
  terms: WantedTerm[]
  postings: TermPostings[]
  /** The terms by name. */
  names: Set<string>
}

/** The terms that stand for the words in each language that texts are in; for a word that no text has, similar ones. */
async function resolveWords(reads: SearchReads, words: readonly string[]): Promise<ResolvedWords> {
  const index = await reads.describeIndex()
  const languages = await Promise.all(index.languages.filter(isLanguage).map(loadLanguage))
  const names = words.map((word) => [
    ...new Set(languages.map((language) => termOf(word, language)).filter((name) => name !== null)),
  ])
  const postings = await reads.readPostings([...new Set(names.flat().map(keyHash))])
  const known = new Set(postings.map(({ term }) => term))
  const resolved: ResolvedWords = { index, languages, terms: [], postings, names: new Set() }
  const mistyped = new Map<string, { word: number; language: string; stem: string }>()
  for (const [word, candidates] of names.entries()) {
    const present = candidates.filter((name) => known.has(keyHash(name)))
    for (const name of present) {
      resolved.terms.push({ term: keyHash(name), word, weight: 1 })
      resolved.names.add(name)
    }
    if (present.length === 0) for (const name of candidates) mistyped.set(name, { word, ...splitName(name) })
  }
  const stems = [...mistyped.values()]
    .map(({ language, stem }) => ({ language, stem, maxDistance: allowedDistance(stem) }))
    .filter(({ maxDistance }) => maxDistance > 0)
  if (stems.length === 0) return resolved
  const similar = await reads.findSimilarTerms(stems.slice(0, maxMistyped))
  for (const { term, language, stem, askedStem, distance } of similar) {
    const { word } = mistyped.get(`${language}:${askedStem}`)!
    resolved.terms.push({ term, word, weight: 1 / (1 + distance) })
    resolved.names.add(`${language}:${stem}`)
  }
  const others = new Set(similar.map(({ term }) => term).filter((term) => !known.has(term)))
  postings.push(...(await reads.readPostings([...others])))
  return resolved
}

/** Each is compared with every term that begins with the same letter. */
const maxMistyped = 24

/** A short word has too many neighbours; a number that is another number is another thing. */
function allowedDistance(stem: string): number {
  if (stem.length < 4 || /\p{N}/u.test(stem)) return 0
  return stem.length < 8 ? 1 : 2
}

function splitName(name: string): { language: string; stem: string } {
  const colon = name.indexOf(':')
  return { language: name.slice(0, colon), stem: name.slice(colon + 1) }
}
