import { isAscii, lettersOf } from './letters.ts'
import { isCapitals, isUnspaced, type Word } from './words.ts'

/** What is one thing, although marks or blanks part it: `sign-up`, `R&D`, `C++`, `1,234.50`, `+49 89 1234567`. */
export interface Whole {
  /** Written without marks and blanks. */
  forms: string[]
  start: number
  end: number
  /** In capital letters. */
  capitals: boolean
  /** Its words say nothing alone: those of a number, or single letters. */
  isOne: boolean
}

/** Finds them in a canonical text with these words. They may overlap. */
export function listWholes(text: string, words: readonly Word[]): Whole[] {
  const patterns = isAscii(text) ? asciiPatterns : unicodePatterns
  const wholes: Whole[] = []
  const ends = { joined: 0, signed: 0, number: 0, code: 0 }
  const take = (kind: Kind, from: number) => {
    if (from < ends[kind]) return
    const pattern = patterns[kind]
    pattern.lastIndex = from
    const raw = pattern.exec(text)?.[0]
    if (raw === undefined) return
    ends[kind] = from + raw.length
    const [forms, isOne] = [formsOf[kind](raw), isOneThing[kind](raw)]
    const isNew = !wholes.slice(-2).some((whole) => whole.end > from && whole.forms[0] === forms[0])
    const capitals = isCapitals(raw, raw.toLowerCase())
    if (forms.length > 0 && isNew) wholes.push({ forms, start: from, end: ends[kind], capitals, isOne })
  }
  for (const { start, end } of words) {
    const after = text.charCodeAt(end)
    const next = text.charCodeAt(end + 1)
    if (after === blank ? next === ampersand : next > blank && marks.includes(text.charAt(end)))
      take('joined', start)
    if (after === plus || after === hash) take('signed', start)
    if (text.charCodeAt(start - 1) === dot) take('signed', start - 1)
    if (!isDigit(text, start) && !isDigit(text, end - 1)) continue
    take('number', start)
    take('code', start)
  }
  return wholes
}

const [blank, hash, ampersand, plus, dot] = [32, 35, 38, 43, 46]
/** What may follow a word that goes on. */
const marks = "-‐‑_&/.'’"

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 48 && code <= 57
}

type Kind = keyof Patterns

interface Patterns {
  /** Words with a mark between them. An apostrophe joins before a capital (O'Brien) and in Cyrillic (об'єкт). */
  joined: RegExp
  /** A word with signs of its own: C++, C#, .NET. */
  signed: RegExp
  /** A number with groups, decimals, or k and M for thousands and millions. */
  number: RegExp
  /** Groups of characters, each with a digit: a telephone number, an IBAN, a date. */
  code: RegExp
}

function createPatterns(letter: string, capital: string, flags: string): Patterns {
  const character = `[${letter}\\d]`
  const group = `[${letter}]*\\d${character}*`
  return {
    joined: new RegExp(
      `${character}+(?:(?:[-‐‑_&/.]|['’](?=${capital}))${character}+)+|${character} & ${character}(?!${character})`,
      flags,
    ),
    signed: new RegExp(
      `[${letter}]${character}{0,19}(?:\\+{1,2}|#)(?![${letter}\\d+#])|(?<![^\\s(])\\.[${letter}]${character}+`,
      flags,
    ),
    number: new RegExp(
      `(?<!\\d[.,'’])\\d+(?:([.,'’ \u00a0\u202f])\\d{3}(?:\\1\\d{3})*)?(?:[.,]\\d+)?[kKM]?(?!${character}|[.,]\\d)`,
      flags,
    ),
    code: new RegExp(`${group}(?:[ \u00a0\u202f./()-]{1,3}${group})*`, flags),
  }
}

const asciiPatterns = createPatterns('A-Za-z', '[A-Z]', 'y')
const unicodePatterns = createPatterns(
  String.raw`\p{L}\p{M}\p{N}`,
  String.raw`[\p{Lu}\p{Script=Cyrillic}]`,
  'uy',
)

const isOfSingleLetters = (raw: string) => !/[\p{L}\p{N}]{2}/u.test(raw)
const isOneThing: Readonly<Record<Kind, (raw: string) => boolean>> = {
  joined: isOfSingleLetters,
  signed: isOfSingleLetters,
  number: (raw) => !raw.includes(' '),
  code: () => false,
}

const formsOf: Readonly<Record<Kind, (raw: string) => string[]>> = {
  joined: joinedForms,
  signed: (raw) => [lettersOf(raw)],
  number: numberForms,
  code: codeForms,
}

/** More parts, or a longer text, are an address or a list. */
const maxParts = 6
const maxJoined = 40

function joinedForms(raw: string): string[] {
  const parts = raw.split(/ & |[-‐‑_&/.'’]/)
  const isTooLong = parts.length > maxParts || raw.length > maxJoined
  // Long parts of names of files and sites are words, and nobody writes them as one: Node.js, but not acme.example.
  const isName = /[_/.]/.test(raw) && parts.every((part) => part.length > 2)
  const forms = isTooLong || isName || decimal.test(raw) || isUnspaced(raw) ? [] : [lettersOf(parts.join(''))]
  return [...forms, ...(version.exec(raw)?.slice(1) ?? [])]
}

/** A version, with a `v` before it or without: `v2.5.1`, `release-2.5.1`. */
const version = /(?:^|[-_/])v?(\d{1,5}(?:\.\d{1,5}){1,3})(?![\d.])/i

const grouped = /^(\d{1,3}(?:[.,'’ \u00a0\u202f]\d{3})+)(?:[.,](\d+))?$/
const decimal = /^(\d+)[.,](\d+)$/
const multiples: Readonly<Record<string, number>> = { k: 1_000, K: 1_000, M: 1_000_000 }

/** A number in one form, however its thousands and decimals are parted; one with both also without decimals. */
function numberForms(raw: string): string[] {
  const multiple = multiples[raw.at(-1)!]
  const digits = multiple === undefined ? raw : raw.replace(/[kKM]$/, '')
  const parts = (digits.startsWith('0') ? null : grouped.exec(digits)) ?? decimal.exec(digits)
  if (parts === null && multiple === undefined) return []
  const whole = (parts?.[1] ?? digits).replaceAll(/\D/g, '')
  const fraction = (parts?.[2] ?? '').replace(/0+$/, '')
  if (multiple !== undefined) return [String(Math.round(Number(`${whole}.${fraction}`) * multiple))]
  if (fraction === '') return [whole]
  return [`${whole}.${fraction}`, ...(decimal.test(digits) ? [] : [whole])]
}

/** Fewer characters are no code, more are several. */
const minCode = 7
const maxCode = 34
/** Digits at the end that tell telephone numbers apart, with and without their country. */
const telling = 8
const maxTelephone = 15

function codeForms(raw: string): string[] {
  const form = lettersOf(raw.replaceAll(/\(0\)|[^\p{L}\p{M}\p{N}]/gu, '')).replace(/^0+/, '')
  if (form.length < minCode || form.length > maxCode) return []
  const isTelephone = /^\d+$/.test(form) && form.length > telling && form.length <= maxTelephone
  const isWord = lettersOf(raw) === form
  return [...(isWord ? [] : [form]), ...(isTelephone ? [`~${form.slice(-telling)}`] : [])]
}
