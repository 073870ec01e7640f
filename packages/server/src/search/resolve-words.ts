import { keyHash } from '../customers/identity/key-hash.ts'
import type { IndexDescription, SearchFilter, SearchReads, TermPostings } from './search-read-types.ts'
import { findVerbatim } from './find-verbatim.ts'
import { isLanguage, type LoadedLanguage, loadLanguage } from './languages.ts'
import type { ParsedQuery } from './parse-query.ts'
import { encodePostings } from './postings.ts'
import type { WantedTerm } from './rank-documents.ts'
import { findSimilar } from './similar-words.ts'
import { beginningsOf, type Form, nameTerm, queryTermsOf, termsOf } from './terms.ts'
import { findWrittenApart } from './written-apart.ts'

/** A query's words in terms of the index. */
export interface ResolvedWords {
  index: IndexDescription
  /** Languages of the indexed texts. */
  languages: readonly LoadedLanguage[]
  /** Words (by their position) whose absence means something: no stop words of any language. */
  expected: number[]
  terms: WantedTerm[]
  postings: TermPostings[]
  /** Whether a form in a text of a language stands for one of the words. */
  isHit: (form: Form, language: LoadedLanguage) => boolean
  /** What words that stand for them begin with, without marks. */
  needles: string[]
}

/** What documents a search is narrowed to. */
export interface Narrowed {
  filter: SearchFilter
  isWanted: (document: number) => boolean
}

/**
 * The terms of the words in each language of the index. A word that no text has may be mistyped; one that few have may be
 * written as two; and stop words, which aren't indexed, are looked for in texts if there is nothing else.
 */
export async function resolveWords(
  reads: SearchReads,
  { words, verbatim }: ParsedQuery,
  narrowed: Promise<Narrowed>,
): Promise<ResolvedWords> {
  const index = await reads.describeIndex()
  const languages = await Promise.all(index.languages.filter(isLanguage).map(loadLanguage))
  const expected = words.flatMap(({ forms }, word) => {
    const form = { word: forms[0]!.word, capitals: false }
    return languages.every((language) => termsOf(form, language).length > 0) ? [word] : []
  })
  const isOfStopWords = expected.length === 0 && words.length > 0
  const terms = words.map(({ text, forms }) => {
    const names = forms.flatMap((form) => languages.flatMap((language) => queryTermsOf(form, language)))
    return [...new Set(isOfStopWords ? [...names, nameTerm(text)] : names)].map(keyHash)
  })
  const hits = new Set(terms.flat())
  const unindexed = new Set(isOfStopWords ? words.map(({ text }) => text) : [])
  const postings = await reads.readPostings([...hits])
  const known = new Set(postings.map(({ term }) => term))
  const resolved: ResolvedWords = {
    index,
    languages,
    expected,
    terms: terms.flatMap((candidates, word) =>
      candidates.filter((term) => known.has(term)).map((term) => ({ term, word, weight: 1 })),
    ),
    postings,
    isHit: (form, language) =>
      unindexed.has(form.word) || termsOf(form, language).some((term) => hits.has(keyHash(term))),
    needles: words.flatMap(({ text }) => beginningsOf(text, languages)),
  }
  const found = new Set(resolved.terms.map(({ word }) => word))
  const absent = words.flatMap((word, position) => (found.has(position) ? [] : [{ ...word, position }]))
  const [apart, similar] = await Promise.all([
    findWrittenApart(reads, words, resolved, narrowed),
    findSimilar(reads, absent, languages),
  ])
  for (const { word, documents, parts } of apart) {
    addDocuments(resolved, [word], documents)
    for (const part of parts) hits.add(part)
  }
  const missing = similar.map(({ term }) => term).filter((term) => !known.has(term))
  resolved.postings.push(...(await reads.readPostings([...new Set(missing)])))
  for (const { beginning, ...wanted } of similar) {
    resolved.terms.push(wanted)
    resolved.needles.push(beginning)
    hits.add(wanted.term)
  }
  const isName = words.some(({ forms }) => forms[0]!.capitals) && postings.length > 0
  if (isOfStopWords && !isName) {
    const documents = await findVerbatim(reads, verbatim, (await narrowed).filter)
    addDocuments(resolved, [...words.keys()], documents)
  }
  return resolved
}

/** Adds documents, in order, that have words, though not by the index. */
function addDocuments(
  { index, terms, postings }: ResolvedWords,
  words: readonly number[],
  documents: readonly number[],
): void {
  if (documents.length === 0) return
  // Hashes of terms aren't negative.
  const term = -1 - postings.length
  const length = Math.round(index.averageLength)
  const list = documents.map((document) => ({ document, frequency: 1, length }))
  postings.push({ term, documents: documents.length, postings: encodePostings(list) })
  for (const word of words) terms.push({ term, word, weight: 1 })
}
