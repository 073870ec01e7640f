import { domainToUnicode } from 'node:url'
import { isOwnWord, type OwnWords } from './own-words.ts'
import { keysOf, type Person } from './person.ts'
import { addressEnd, addressStart, spelled, spelledBlanks, wordEnd, wordStart } from './spellings.ts'

/**
 * Masks a person in values that stay, except in fields with words of ours (`own`). Each function returns the same object
 * when they don't occur in it. Pure.
 */
export interface Mask {
  /** Whether a text contains one of their keys or names in any spelling, also inside words. */
  mentions(text: string): boolean
  /** Masks their e-mail addresses, userIds and public ids in all texts, field names included. */
  keys<Value>(value: Value, own?: OwnWords): Value
  /** Masks their full names: for values that are known to be about them. */
  names<Value>(value: Value, own?: OwnWords): Value
}

/** Fields that link events: here a mask must not make two people one. */
const joining = new Set(['customerId', 'visitorId', 'fingerprint'])
const namesAnId = /id$|user/i
/** Narrower than what the API takes: a path before an address is no part of it. */
const wholeAddress = /^[\w'+.-]+@(?:[a-z\d-]+\.)+[a-z]{2,}$/i

/**
 * A userId is also masked inside texts if it has a digit and 6 characters, and as a whole text if it has 6 characters; a
 * shorter one (`42`) only as the value of an id field. Nothing gets longer.
 */
export function createMask(person: Pick<Person, 'keys' | 'publicIds' | 'names' | 'alias'>): Mask {
  const userIds = new Set(keysOf(person, 'user'))
  const emails = new Set(keysOf(person, 'email').flatMap((email) => [email, withUnicodeDomain(email)]))
  const inTexts = [
    ...[...emails]
      .filter(isKey)
      .map((email) => needleOf(email, `${addressStart}${spelled(email)}${addressEnd}`, 'giu')),
    ...[...userIds].filter((id) => isKey(id) && id.length >= 6 && /\d/.test(id)).map(wordNeedle),
    ...person.publicIds.map(wordNeedle),
  ]
  const names = person.names.filter(isFullName).flatMap((name) => {
    const parts = partsOf(name)
    return parts.map((words, index) => {
      const [start, end] = [index === 0 ? wordStart : '', index === parts.length - 1 ? wordEnd : '']
      return needleOf(words[0]!, `${start}${spelledWords(words)}${end}`, 'giu')
    })
  })

  const isTheirId = (text: string, field: string): boolean =>
    userIds.has(text) && (text.length >= 6 || namesAnId.test(field))

  /** A complete address is theirs or somebody else's, even if it starts or ends like theirs. */
  const isAnothers = (text: string): boolean =>
    wholeAddress.test(text.trim()) && !emails.has(text.trim().toLowerCase())

  const maskKeys = (text: string, field: string): string => {
    if (isAnothers(text)) return text
    const masked = isTheirId(text, field) ? blank(text) : replaceAll(text, inTexts)
    return masked !== text && joining.has(field) ? person.alias.slice(0, text.length) : masked
  }
  const maskNumber = (value: number, field: string): number =>
    namesAnId.test(field) && userIds.has(String(value)) ? 0 : value

  const anywhere = [
    ...emails,
    ...[...userIds].filter((id) => id.length >= 6),
    ...person.publicIds,
    ...person.names,
  ].flatMap((text) =>
    partsOf(text)
      .slice(0, 1)
      .map((words) => new RegExp(spelledWords(words), 'iu')),
  )
  return {
    mentions: (text) => anywhere.some((pattern) => pattern.test(text)),
    keys: (value, own) => deep(value, maskKeys, maskNumber, own),
    names: (value, own) =>
      deep(
        value,
        (text) => replaceAll(text, names),
        (number) => number,
        own,
      ),
  }
}

/** A first name alone would mask words in other people's texts. */
function isFullName(name: string): boolean {
  return /\S\s+\S/.test(name.trim())
}

/** Keys and names are shorter than this. A longer name is split: its pattern would be too large to compile. */
const maxLength = 500

/** Whether it can be an accepted key: a log that was written by hand may contain more. */
function isKey(text: string): boolean {
  return text.length <= maxLength
}

/** The words of a text; of a very long one, of parts of about equal length. */
function partsOf(name: string): string[][] {
  const characters = [...name.trim().replaceAll(/\s+/g, ' ')]
  const count = Math.ceil(characters.length / maxLength)
  const length = Math.ceil(characters.length / count)
  return Array.from({ length: count }, (_, index) =>
    characters
      .slice(index * length, (index + 1) * length)
      .join('')
      .trim()
      .split(' '),
  )
}

function spelledWords(words: readonly string[]): string {
  return words.map(spelled).join(spelledBlanks)
}

/** A pattern to search in texts. */
interface Needle {
  /** Its unencoded start in lower case. */
  plain: string
  pattern: RegExp
}

function needleOf(text: string, source: string, flags: string): Needle {
  return { plain: text.toLowerCase(), pattern: new RegExp(source, flags) }
}

function wordNeedle(word: string): Needle {
  return needleOf(word, `${wordStart}${spelled(word)}${wordEnd}`, 'gu')
}

/** Most texts contain nothing encoded: for those a search for the plain start is enough. */
function replaceAll(text: string, needles: readonly Needle[]): string {
  const mayHoldEncoded = /[%&\\]/.test(text)
  const lower = text.toLowerCase()
  let masked = text
  for (const { plain, pattern } of needles)
    if (mayHoldEncoded || lower.includes(plain)) masked = masked.replace(pattern, blank)
  return masked
}

function blank(text: string): string {
  return text.length >= 8 ? '[erased]' : '*'.repeat(text.length)
}

type MaskText = (text: string, field: string) => string
type MaskNumber = (value: number, field: string) => number

/** Without `field` the value is the event or record itself. */
function deep<Value>(
  value: Value,
  maskText: MaskText,
  maskNumber: MaskNumber,
  own: OwnWords = {},
  field?: string,
): Value {
  const masked = (): unknown => {
    if (typeof value === 'string') return maskText(value, field ?? '')
    if (typeof value === 'number') return maskNumber(value, field ?? '')
    if (Array.isArray(value)) {
      const items = value.map((item: unknown) => deep(item, maskText, maskNumber, own, field ?? ''))
      return items.some((item, index) => item !== value[index]) ? items : value
    }
    if (typeof value !== 'object' || value === null) return value
    let changed = false
    const entries = Object.entries(value).map(([name, item]): [string, unknown] => {
      const ours = Object.hasOwn(own, name) ? own[name] : undefined
      if (isOwnWord(item, ours)) return [name, item]
      const maskedName = field === undefined ? name : maskText(name, '')
      const inner = typeof ours === 'object' ? ours : {}
      const maskedItem: unknown = deep(item, maskText, maskNumber, inner, name)
      if (maskedName !== name || maskedItem !== item) changed = true
      return [maskedName, maskedItem]
    })
    return changed ? Object.fromEntries(entries) : value
  }
  return masked() as Value
}

/** An address as people write it whose domain is stored in ASCII. */
function withUnicodeDomain(email: string): string {
  const at = email.lastIndexOf('@') + 1
  return email.slice(0, at) + domainToUnicode(email.slice(at))
}
