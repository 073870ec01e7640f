import { withOtherUmlauts, withoutMarks } from './letters.ts'
import { detectLanguage, hasUmlauts, type Language, type LoadedLanguage, loadLanguage } from './languages.ts'
import { listWholes } from './wholes.ts'
import { canonical, isOfEveryLanguage, listWords } from './words.ts'

/** The index entry of a document. */
export interface IndexedText {
  language: Language
  /** All terms, `english:renew`, with their frequency; one in the title counts {@link titleWeight}. */
  terms: Map<string, number>
  /** Words that may be mistyped in a query, without marks. */
  vocabulary: Set<string>
  /** Sum of all words' frequencies. */
  length: number
}

/** A word, or the form of a whole. */
export interface Form {
  word: string
  /** In capital letters. */
  capitals: boolean
}

/** How many words of the text one word in the title is worth. */
const titleWeight = 3
/** Number of words that decide the language. */
const sample = 100

/** Analyses a document: its language, and its terms. */
export async function indexText(title: string, text: string): Promise<IndexedText> {
  const fields = [
    { text: canonical(title), weight: titleWeight },
    { text: canonical(text), weight: 1 },
  ].map((field) => ({ ...field, words: listWords(field.text) }))
  const sampled: string[] = []
  for (const { words } of fields) for (const { word } of words.slice(0, sample)) sampled.push(word)
  const language = await loadLanguage(detectLanguage(sampled))
  // Where all is in capitals, they say nothing.
  const isShouted = !/\p{Ll}/u.test(`${title}${text}`)
  const words = new Map<string, number>()
  const wholes = new Map<string, number>()
  const names = new Map<string, number>()
  const count = (counts: Map<string, number>, { word, capitals }: Form, weight: number) => {
    const map = capitals && !isShouted && language.isStopword(word) ? names : counts
    map.set(word, (map.get(word) ?? 0) + weight)
  }
  for (const field of fields) {
    for (const word of field.words) count(words, word, field.weight)
    for (const { forms, capitals } of listWholes(field.text, field.words))
      for (const word of forms) count(wholes, { word, capitals }, field.weight)
  }
  const indexed: IndexedText = { language: language.name, terms: new Map(), vocabulary: new Set(), length: 0 }
  const addTerm = (term: string, frequency: number) =>
    indexed.terms.set(term, (indexed.terms.get(term) ?? 0) + frequency)
  for (const [name, frequency] of names) addTerm(nameTerm(name), frequency)
  for (const counts of [words, wholes]) {
    for (const [word, frequency] of counts) {
      const terms = termsOf({ word, capitals: false }, language)
      if (terms.length === 0) continue
      for (const term of terms) addTerm(term, frequency)
      if (counts === words) indexed.length += frequency
      if (canBeMistyped(word)) indexed.vocabulary.add(withoutMarks(word))
    }
  }
  return indexed
}

/** A shorter word has too many neighbours; another number is something else. */
export function canBeMistyped(word: string): boolean {
  return word.length >= 4 && !isOfEveryLanguage(word)
}

/**
 * The terms of a form in a language: the language's name and the stem without marks. A word with marks has a second one
 * if its stem is another without them. None for a stop word or a single letter; a stop word in capitals is a name.
 */
export function termsOf({ word, capitals }: Form, language: LoadedLanguage): readonly string[] {
  if (capitals && language.isStopword(word)) return [nameTerm(word)]
  const known = recent.get(language.name)?.get(word)
  if (known !== undefined) return known
  const terms = makeTerms(word, language)
  remember(language.name, word, terms)
  return terms
}

/** As {@link termsOf}, also for other spellings of its umlauts. */
export function queryTermsOf(form: Form, language: LoadedLanguage): readonly string[] {
  const terms = termsOf(form, language)
  if (terms.length === 0 || !hasUmlauts(language.name)) return terms
  const others = withOtherUmlauts(form.word)
  return [...terms, ...others.flatMap((word) => termsOf({ word, capitals: false }, language))]
}

/** The term of a stop word that is written as a name: `IT`, `WHO`. */
export function nameTerm(word: string): string {
  return `*:${withoutMarks(word)}`
}

function makeTerms(word: string, language: LoadedLanguage): string[] {
  const plain = withoutMarks(word)
  if (isOfEveryLanguage(word)) return [`*:${plain}`]
  if (word.length < 2 || language.isStopword(word)) return []
  const stems = new Set([withoutMarks(language.stemmer(word))])
  if (plain !== word) stems.add(withoutMarks(language.stemmer(plain)))
  return Array.from(stems, (stem) => `${language.name}:${stem}`)
}

/** What the forms of a word have in common, in each language. */
export function beginningsOf(text: string, languages: readonly LoadedLanguage[]): string[] {
  const word = withoutMarks(text)
  const stems = languages.map(({ stemmer }) => stemmer(word))
  return [...new Set(stems.map((stem) => (stem.length > 2 && word.startsWith(stem) ? stem : word)))]
}

/** Cache of terms by word: most words of a text are common. */
const recent = new Map<Language, Map<string, readonly string[]>>()
const remembered = 20_000

function remember(language: Language, word: string, made: readonly string[]): void {
  let terms = recent.get(language)
  if (terms === undefined || terms.size >= remembered) recent.set(language, (terms = new Map()))
  terms.set(word, made)
}
