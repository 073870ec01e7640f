import type { FoundDocument, SearchFilter, SearchReads } from './search-read-types.ts'
import type { QueryEmbedder } from './embeddings.ts'
import { listHits, takeExcerpts, type Excerpts } from './excerpts.ts'
import { fuseRankings } from './fuse-rankings.ts'
import { bestOfEach, countByCustomer, readCustomers } from './group-by-customer.ts'
import type { LoadedLanguage } from './languages.ts'
import { parseQuery } from './parse-query.ts'
import {
  matchDocuments,
  type MatchedDocument,
  type Matches,
  type RankedByWords,
  takeBest,
} from './rank-documents.ts'
import { resolveWords } from './resolve-words.ts'
import type { Form } from './terms.ts'
import { canonical, listWords } from './words.ts'

export interface SearchOptions {
  /** If it is a promise, words are looked up meanwhile. */
  filter: SearchFilter | Promise<SearchFilter>
  /** Maximal number of results. */
  limit: number
  /** Weak results too, after all others. Default: only if there are no others. */
  includeWeak?: boolean
  /** Only the best result of each customer, with their number. Default false. */
  byCustomer?: boolean
  /** Null without an embeddings endpoint: search then uses words only. */
  embedQuery: QueryEmbedder | null
}

/** A found artifact. */
export interface FoundArtifact extends FoundDocument {
  /** Comparable within one search only. Below 1 for weak ones, above for others. */
  score: number
  /** Has only one of the query's words, and not the distinctive one. */
  weak: boolean
  /** The query's words that it has, in any form, as typed except for case. Empty when only the meaning matches. */
  matchedWords: string[]
  /** From a fact's assertion; from a source's text, with a hit in the title counted as another passage. */
  excerpts: Excerpts
}

export interface SearchOutcome {
  artifacts: FoundArtifact[]
  /** Number of artifacts with the words, without weak ones unless these are shown. Those near in meaning alone don't count. */
  total: number
  /** Number of weak artifacts. */
  weakTotal: number
  /** With `byCustomer`: of how many customers they are, and how many of each artifact's customer. */
  customers: { total: number; totalOf: (document: number) => number } | null
  /** Words that no text has, nor a similar one. */
  unknownWords: string[]
  /** Texts with all words of a phrase in which it wasn't looked for, since others fit better. */
  unchecked: number
}

/** Number of documents that are ranked by vectors, before the two rankings are fused. */
const candidates = 200
/** A phrase is searched in the texts of this many documents, the best that have all of its words … */
const phraseCandidates = 1_000
/** … of which the engine finds so many by its index. For more it reads all texts, which takes too long where there are many. */
const phrasesByIndex = 50
const manyDocuments = 200_000

/** Searches sources and facts by words and, if vectors are available, by meaning; best first. */
export async function searchArtifacts(
  reads: SearchReads,
  query: string,
  { filter, limit, includeWeak = false, byCustomer = false, embedQuery }: SearchOptions,
): Promise<SearchOutcome> {
  const parsed = parseQuery(query)
  const { words, phrases } = parsed
  const narrowing = Promise.resolve(filter).then(async (narrow) => ({
    filter: narrow,
    isWanted: await createFilter(reads, narrow),
  }))
  const [{ index, languages, expected, terms, postings, isHit, needles }, narrowed, embedded] =
    await Promise.all([
      resolveWords(reads, parsed, narrowing),
      narrowing,
      // A phrase means these exact words, which vectors can't guarantee.
      phrases.length > 0 ? null : (embedQuery?.(query) ?? null),
    ])
  const inPhrases = new Set(phrases.flatMap((phrase) => listWords(phrase.join(' ')).map(({ word }) => word)))
  const required = expected.filter((index) => inPhrases.has(words[index]!.text))
  const ranking = { index, terms, postings, required, expected, isWanted: narrowed.isWanted }
  const all = matchDocuments(ranking)
  const phraseLimit = index.documents > manyDocuments ? phrasesByIndex : phraseCandidates
  const matches = phrases.length > 0 ? await keepPhrases(reads, all, { phrases, limit: phraseLimit }) : all
  const near =
    embedded === null
      ? []
      : await reads.rankByVector({ ...embedded, filter: narrowed.filter, limit: candidates })
  const customerOf = byCustomer ? await readCustomers(reads, matches.documents, near) : null
  const byWords =
    customerOf === null
      ? takeBest(matches, embedded === null ? limit : candidates)
      : bestOfEach(matches.documents, customerOf).map((matched): RankedByWords => ({
          ...matched,
          words: matches.wordsOf(matched.document),
        }))
  const fused = embedded === null ? byWords : fuseRankings(byWords, near)
  const isShown = includeWeak || fused.every(({ weak }) => weak) ? () => true : isStrong
  const ranked = fused.filter(isShown)
  const counted = matches.documents.filter(isShown)
  const shown = (customerOf === null ? ranked : bestOfEach(ranked, customerOf)).slice(0, limit)
  const found = await reads.readDocuments(
    shown.map(({ document }) => document),
    needles.slice(0, maxNeedles),
  )
  const byDocument = new Map(found.map((document) => [document.document, document]))
  const loaded = new Map<string, LoadedLanguage>(languages.map((language) => [language.name, language]))
  const artifacts = shown.flatMap(({ document, score: rank, weak, words: matched }): FoundArtifact[] => {
    const known = byDocument.get(document)
    if (known === undefined) return []
    const score = weak ? rank / (1 + rank) : 1 + rank
    const hit = { score, weak, matchedWords: matched.map((word) => words[word]!.text) }
    const language = loaded.get(known.language)
    const isQuoted = (form: Form) => language !== undefined && isHit(form, language)
    // A fact is one statement; the text around it is another artifact.
    if (known.kind === 'fact') return [{ ...known, ...hit, excerpts: takeExcerpts(known.title, isQuoted) }]
    const { count, texts } = takeExcerpts(known.text, isQuoted)
    const inTitle = listHits(canonical(known.title), isQuoted).length > 0
    return [{ ...known, ...hit, excerpts: { count: count + (inTitle ? 1 : 0), texts } }]
  })
  const counts = customerOf && countByCustomer(counted, customerOf)
  const resolved = new Set(terms.map(({ word }) => word))
  return {
    artifacts,
    total: counted.length,
    weakTotal: matches.documents.filter((matched) => !isStrong(matched)).length,
    customers: counts && {
      total: [...counts.keys()].filter((customer) => customer !== '').length,
      totalOf: (document) => counts.get(customerOf(document)) ?? 0,
    },
    unknownWords: expected.flatMap((word) => (resolved.has(word) ? [] : [words[word]!.text])),
    unchecked: phrases.length > 0 ? Math.max(0, all.documents.length - phraseLimit) : 0,
  }
}

function isStrong({ weak }: MatchedDocument): boolean {
  return !weak
}

/** A long text is quoted around the first of this many beginnings of words. */
const maxNeedles = 16

/** The documents that a ranking by words may return: those of the filter, or all except deleted ones. */
async function createFilter(
  reads: SearchReads,
  filter: SearchFilter,
): Promise<(document: number) => boolean> {
  const isNarrow =
    filter.customerId !== undefined || filter.from || filter.until || filter.sourceTypes?.length
  const documents = await (isNarrow ? reads.listDocuments(filter) : reads.listGone())
  // One byte per document: tested for every posting.
  const listed = new Uint8Array(documents.reduce((last, document) => Math.max(last, document + 1), 0))
  for (const document of documents) listed[document] = 1
  return isNarrow ? (document) => listed[document] === 1 : (document) => listed[document] !== 1
}

/** Of the best documents those whose texts have the phrases. */
async function keepPhrases(
  reads: SearchReads,
  matches: Matches,
  { phrases, limit }: { phrases: readonly (readonly string[])[]; limit: number },
): Promise<Matches> {
  const best = takeBest(matches, limit)
  const parts = [best.slice(0, phrasesByIndex), best.slice(phrasesByIndex)]
  const kept = parts.map(async (part) => {
    const documents = part.map(({ document }) => document)
    const holding = await reads.findPhrases(documents, phrases)
    return part.filter(({ document }) => holding.has(document))
  })
  return { ...matches, documents: (await Promise.all(kept)).flat() }
}
