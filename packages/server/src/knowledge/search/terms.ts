import { detectLanguage, type Language, type LoadedLanguage, loadLanguage } from './languages.ts'
import { isOfEveryLanguage, listWords, withoutAccents } from './words.ts'

/** What a document is found by. */
export interface IndexedText {
  language: Language
  /** Every term, `english:renew`, and how often it is there: in a title it counts for {@link titleWeight}. */
  terms: Map<string, number>
  /** Of all terms together. */
  length: number
}

/** How many words of a text one word of its title is worth. */
const titleWeight = 3
/** So many words tell the language. */
const sample = 100

/** Analyses a document: its language, and the terms that it is found by. */
export async function indexText(title: string, text: string): Promise<IndexedText> {
  const titleWords = listWords(title)
  const textWords = listWords(text)
  const language = await loadLanguage(detectLanguage([...titleWords, ...textWords.slice(0, sample)]))
  const terms = new Map<string, number>()
  let length = 0
  const add = (words: readonly string[], weight: number) => {
    for (const word of words) {
      const term = termOf(word, language)
      if (term === null) continue
      terms.set(term, (terms.get(term) ?? 0) + weight)
      length += weight
    }
  }
  add(titleWords, titleWeight)
  add(textWords, 1)
  return { language: language.name, terms, length }
}

/**
 * What a word is indexed under in a language: the stem, without accents, after the language's name; null for a stop
 * word and for a single letter. `word` as `wordsOf` gives it.
 */
export function termOf(word: string, language: LoadedLanguage): string | null {
  const known = recent.get(language.name)?.get(word)
  if (known !== undefined) return known
  const term = makeTerm(word, language)
  remember(language.name, word, term)
  return term
}

function makeTerm(word: string, language: LoadedLanguage): string | null {
  if (isOfEveryLanguage(word)) return `*:${withoutAccents(word)}`
  if (word.length < 2 || language.isStopword(word)) return null
  return `${language.name}:${withoutAccents(language.stemmer(word))}`
}

/** Terms of words met lately: most of a text's words come again and again. */
const recent = new Map<Language, Map<string, string | null>>()
const remembered = 20_000

function remember(language: Language, word: string, term: string | null): void {
  let terms = recent.get(language)
  if (terms === undefined || terms.size >= remembered) recent.set(language, (terms = new Map()))
  terms.set(word, term)
}
