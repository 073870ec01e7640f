import { keysOf, type Person } from './person.ts'

/** Takes a person out of values that stay. Each returns the very same value where it doesn't name them. Pure. */
export interface Mask {
  /** Their e-mail addresses, userIds and public ids, in every text, name of a field included. */
  keys<Value>(value: Value): Value
  /** Their full names: for what is known to speak of them. */
  names<Value>(value: Value): Value
}

/** Fields of an event or a record whose words are ours. */
const ours = new Set([
  'kind',
  'type',
  'uuid',
  'source',
  'sourceType',
  'origin',
  'status',
  'billingStatus',
  'date',
])
/** Fields that join events: there a mask must not make one of two people. */
const joining = new Set(['customerId', 'visitorId', 'fingerprint'])
const namesAnId = /id$|user/i

/**
 * A userId is also found inside of texts when it has a digit and 6 characters, and as a whole text from 6 characters
 * on; a shorter one (`42`) only as the value of a field whose name says that it is an id. Nothing becomes longer.
 */
export function createMask(person: Pick<Person, 'keys' | 'publicIds' | 'names' | 'alias'>): Mask {
  const userIds = new Set(keysOf(person, 'user'))
  const inTexts = [
    ...keysOf(person, 'email').map((email) => emailPattern(email)),
    ...[...userIds]
      .filter((id) => id.length >= 6 && /\d/.test(id))
      .map((id) => wordPattern(encodable(id), 'gu')),
    ...person.publicIds.map((id) => wordPattern(encodable(id), 'gu')),
  ]
  const names = person.names
    .filter(isFullName)
    .map((name) => wordPattern(name.trim().split(/\s+/).map(encodable).join('(?:\\s|%20|\\+)+'), 'giu'))

  const isTheirId = (text: string, field: string): boolean =>
    userIds.has(text) && (text.length >= 6 || namesAnId.test(field))

  const maskKeys = (text: string, field: string): string => {
    const masked = isTheirId(text, field) ? blank(text) : replaceAll(text, inTexts)
    return masked !== text && joining.has(field) ? person.alias.slice(0, text.length) : masked
  }
  const maskNumber = (value: number, field: string): number =>
    namesAnId.test(field) && userIds.has(String(value)) ? 0 : value

  return {
    keys: (value) => deep(value, maskKeys, maskNumber),
    names: (value) =>
      deep(
        value,
        (text) => replaceAll(text, names),
        (number) => number,
      ),
  }
}

/** A first name alone would take words from other people's texts. */
function isFullName(name: string): boolean {
  return /\S\s+\S/.test(name.trim())
}

/**
 * Not `mary-jane@acme.com` and not `jane@acme.com.au`, which are other people's; yet `…jane@acme.com.`, and the address
 * as it stands in a web address.
 */
function emailPattern(email: string): RegExp {
  const start = String.raw`(?:(?<=%[0-9a-f]{2})|(?<![\p{L}\p{N}][.+_-]?))`
  const end = String.raw`(?![\p{L}\p{N}-]|\.[\p{L}\p{N}])`
  return new RegExp(`${start}${encodable(email)}${end}`, 'giu')
}

function wordPattern(source: string, flags: string): RegExp {
  return new RegExp(String.raw`(?:(?<=%[0-9a-fA-F]{2})|(?<![\p{L}\p{N}]))${source}(?![\p{L}\p{N}])`, flags)
}

/** Matches a text as it is, and percent-encoded. */
function encodable(text: string): string {
  return [...text]
    .map((character) => {
      const literal = character.replace(/[$()*+.?[\\\]^{|}/-]/, (special) =>
        special === '-' ? String.raw`\x2d` : `\\${special}`,
      )
      const encoded = encodeURIComponent(Buffer.from(character).toString())
      return encoded === character ? literal : `(?:${literal}|${encoded})`
    })
    .join('')
}

function replaceAll(text: string, patterns: readonly RegExp[]): string {
  let masked = text
  for (const pattern of patterns) masked = masked.replace(pattern, blank)
  return masked
}

function blank(text: string): string {
  return text.length >= 8 ? '[erased]' : '*'.repeat(text.length)
}

type MaskText = (text: string, field: string) => string
type MaskNumber = (value: number, field: string) => number

/** Without a `field` the value is an event or a record itself. */
function deep<Value>(value: Value, maskText: MaskText, maskNumber: MaskNumber, field?: string): Value {
  const masked = (): unknown => {
    if (typeof value === 'string') return maskText(value, field ?? '')
    if (typeof value === 'number') return maskNumber(value, field ?? '')
    if (Array.isArray(value)) {
      const items = value.map((item: unknown) => deep(item, maskText, maskNumber, field ?? ''))
      return items.some((item, index) => item !== value[index]) ? items : value
    }
    if (typeof value !== 'object' || value === null) return value
    let changed = false
    const entries = Object.entries(value).map(([name, item]): [string, unknown] => {
      if (field === undefined && ours.has(name)) return [name, item]
      const maskedName = field === undefined ? name : maskText(name, '')
      const maskedItem: unknown = deep(item, maskText, maskNumber, name)
      if (maskedName !== name || maskedItem !== item) changed = true
      return [maskedName, maskedItem]
    })
    return changed ? Object.fromEntries(entries) : value
  }
  return masked() as Value
}
