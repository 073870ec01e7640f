import { detectLanguage, type Language, type LoadedLanguage, loadLanguage } from './languages.ts'
import { isOfEveryLanguage, listWords, withoutAccents } from './words.ts'

/** The index entry of a document. */
export interface IndexedText {
  language: Language
  /** All terms, `english:renew`, with their frequency; one in the title counts {@link titleWeight}. */
  terms: Map<string, number>
  /** Sum of all frequencies. */
  length: number
}

/** How many words of the text one word in the title is worth. */
const titleWeight = 3
/** Number of words that decide the language. */
const sample = 100

/** Analyses a document: its language, and its terms. */
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
 * The term of a word in a language: the language's name and the stem without accents; null for a stop word or a single
 * letter. `word`: from `wordsOf`.
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

/** Cache of terms by word: most words of a text are common. */
const recent = new Map<Language, Map<string, string | null>>()
const remembered = 20_000

function remember(language: Language, word: string, term: string | null): void {
  let terms = recent.get(language)
  if (terms === undefined || terms.size >= remembered) recent.set(language, (terms = new Map()))
  terms.set(word, term)
}
