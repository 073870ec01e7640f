import { stopwords as arabic } from '@orama/stopwords/arabic'
import { stopwords as bulgarian } from '@orama/stopwords/bulgarian'
import { stopwords as danish } from '@orama/stopwords/danish'
import { stopwords as dutch } from '@orama/stopwords/dutch'
import { stopwords as english } from '@orama/stopwords/english'
import { stopwords as finnish } from '@orama/stopwords/finnish'
import { stopwords as french } from '@orama/stopwords/french'
import { stopwords as german } from '@orama/stopwords/german'
import { stopwords as greek } from '@orama/stopwords/greek'
import { stopwords as hungarian } from '@orama/stopwords/hungarian'
import { stopwords as indonesian } from '@orama/stopwords/indonesian'
import { stopwords as italian } from '@orama/stopwords/italian'
import { stopwords as norwegian } from '@orama/stopwords/norwegian'
import { stopwords as portuguese } from '@orama/stopwords/portuguese'
import { stopwords as romanian } from '@orama/stopwords/romanian'
import { stopwords as russian } from '@orama/stopwords/russian'
import { stopwords as spanish } from '@orama/stopwords/spanish'
import { stopwords as swedish } from '@orama/stopwords/swedish'
import { stopwords as turkish } from '@orama/stopwords/turkish'
import { stopwords as ukrainian } from '@orama/stopwords/ukrainian'

import { withUmlautsWritten } from './letters.ts'

/** Reduces a word, in lower case, to its stem. */
export type Stemmer = (word: string) => string

interface LanguageDefinition {
  stopwords: readonly string[]
  /** Called when the first text or query needs it. */
  load: () => Promise<{ stemmer: Stemmer }>
}

/**
 * Supported languages. Stemmers are Snowball's, stop words are lists: npm `@orama/stemmers` and `@orama/stopwords`. If a
 * text could be in several languages, the first one wins.
 */
const definitions = {
  english: { stopwords: english, load: () => import('@orama/stemmers/english') },
  german: { stopwords: german, load: () => import('@orama/stemmers/german') },
  french: { stopwords: french, load: () => import('@orama/stemmers/french') },
  spanish: { stopwords: spanish, load: () => import('@orama/stemmers/spanish') },
  italian: { stopwords: italian, load: () => import('@orama/stemmers/italian') },
  portuguese: { stopwords: portuguese, load: () => import('@orama/stemmers/portuguese') },
  dutch: { stopwords: dutch, load: () => import('@orama/stemmers/dutch') },
  swedish: { stopwords: swedish, load: () => import('@orama/stemmers/swedish') },
  norwegian: { stopwords: norwegian, load: () => import('@orama/stemmers/norwegian') },
  danish: { stopwords: danish, load: () => import('@orama/stemmers/danish') },
  finnish: { stopwords: finnish, load: () => import('@orama/stemmers/finnish') },
  hungarian: { stopwords: hungarian, load: () => import('@orama/stemmers/hungarian') },
  romanian: { stopwords: romanian, load: () => import('@orama/stemmers/romanian') },
  turkish: { stopwords: turkish, load: () => import('@orama/stemmers/turkish') },
  indonesian: { stopwords: indonesian, load: () => import('@orama/stemmers/indonesian') },
  russian: { stopwords: russian, load: () => import('@orama/stemmers/russian') },
  ukrainian: { stopwords: ukrainian, load: () => import('@orama/stemmers/ukrainian') },
  bulgarian: { stopwords: bulgarian, load: () => import('@orama/stemmers/bulgarian') },
  greek: { stopwords: greek, load: () => import('@orama/stemmers/greek') },
  arabic: { stopwords: arabic, load: () => import('@orama/stemmers/arabic') },
} satisfies Record<string, LanguageDefinition>

export type Language = keyof typeof definitions

export const languages = Object.keys(definitions) as Language[]

/** A language with its stemmer loaded. */
export interface LoadedLanguage {
  name: Language
  isStopword: (word: string) => boolean
  stemmer: Stemmer
}

const stopwordsOf = new Map(languages.map((name) => [name, new Set<string>(definitions[name].stopwords)]))
const loaded = new Map<Language, LoadedLanguage>()

/** Loads a language; at once when it is loaded already. */
export async function loadLanguage(name: Language): Promise<LoadedLanguage> {
  const known = loaded.get(name)
  if (known !== undefined) return known
  const { stemmer } = await definitions[name].load()
  const stopwords = new Set(stopwordsOf.get(name))
  if (hasUmlauts(name)) for (const word of stopwordsOf.get(name)!) stopwords.add(withUmlautsWritten(word))
  const language = { name, isStopword: (word: string) => stopwords.has(word), stemmer }
  loaded.set(name, language)
  return language
}

/** Whether ü is also written ue, or å aa. */
export function hasUmlauts(name: Language): boolean {
  return ['german', 'danish', 'norwegian', 'swedish', 'finnish'].includes(name)
}

export function isLanguage(name: string): name is Language {
  return Object.hasOwn(definitions, name)
}

/** A score that a single word can't reach, even one of few languages. */
const tooFew = 0.5

/** The languages of each stop word. */
const speakers = new Map<string, Language[]>()
for (const [name, words] of stopwordsOf) {
  for (const word of words) speakers.set(word, [...(speakers.get(word) ?? []), name])
}

/**
 * The language of a text by the stop words among its first words: those of few languages count more. With too few of them
 * the text counts as English. `words` in lower case.
 */
export function detectLanguage(words: readonly string[]): Language {
  const scores = new Map<Language, number>()
  for (const word of words) {
    const candidates = speakers.get(word)
    for (const name of candidates ?? []) scores.set(name, (scores.get(name) ?? 0) + 1 / candidates!.length)
  }
  let best: Language | null = null
  let bestScore = tooFew
  for (const name of languages) {
    const score = scores.get(name) ?? 0
    if (score > bestScore) [best, bestScore] = [name, score]
  }
  const likely = best ?? scriptLanguage(words)
  return (likely === 'russian' || likely === 'bulgarian') && isUkrainian(words) ? 'ukrainian' : likely
}

/** Whether every tenth word has a letter that Russian and Bulgarian don't. */
function isUkrainian(words: readonly string[]): boolean {
  return words.filter((word) => /[іїєґ]/u.test(word)).length * 10 >= words.length
}

/** The language of a text without stop words, by its script. */
function scriptLanguage(words: readonly string[]): Language {
  const text = words.slice(0, 20).join(' ')
  if (/\p{Script=Cyrillic}/u.test(text)) return 'russian'
  if (/\p{Script=Greek}/u.test(text)) return 'greek'
  return /\p{Script=Arabic}/u.test(text) ? 'arabic' : 'english'
}
