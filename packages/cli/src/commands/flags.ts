import type { Field } from '../catalogue/catalogue.ts'
import { usageError } from '../errors.ts'

/** What a text on the command line states for a field. Throws when it can't be: the message names what may be written. */
export function parseField(field: Field, text: string): unknown {
  if (field.nullable && text === 'null') return null
  switch (field.type) {
    case 'text':
      return text
    case 'integer':
    case 'number':
      return parseNumber(field, text)
    case 'boolean':
      return parseBoolean(text)
    case 'choice':
      return parseChoice(field, text)
    case 'choices':
      return listOf(text).map((item) => parseChoice(field, item))
    case 'texts':
      return listOf(text)
    case 'traits':
      return parseTraits(text)
    case 'json':
      return parseJson(text)
  }
}

function parseNumber({ type, min, max }: Field, text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  const isRight = Number.isFinite(value) && (type === 'number' || Number.isInteger(value))
  if (isRight && value >= (min ?? -Infinity) && value <= (max ?? Infinity)) return value
  const what = type === 'integer' ? 'a whole number' : 'a number'
  const range = min === undefined ? '' : max === undefined ? `, ${min} or more` : ` from ${min} to ${max}`
  throw new Error(`must be ${what}${range}`)
}

function parseBoolean(text: string): boolean {
  if (/^(?:true|yes)$/i.test(text)) return true
  if (/^(?:false|no)$/i.test(text)) return false
  throw new Error('must be true or false')
}

/** In any case: people write `paying`. */
function parseChoice({ values = [] }: Field, text: string): string {
  const found = values.find((value) => value.toLowerCase() === text.trim().toLowerCase().replaceAll('-', '_'))
  if (found !== undefined) return found
  throw new Error(`must be one of ${values.join(', ')}`)
}

/** `key=value,key=value`: true, false and numbers are what they look like. */
function parseTraits(text: string): Record<string, string | number | boolean> {
  const traits: Record<string, string | number | boolean> = {}
  for (const pair of listOf(text)) {
    const at = pair.indexOf('=')
    if (at <= 0) throw new Error('must be key=value pairs, separated by commas')
    const value = pair.slice(at + 1)
    traits[pair.slice(0, at)] = toTrait(value)
  }
  return traits
}

function toTrait(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new Error('must be JSON')
  }
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** What a text that stands by itself states: where any JSON may stand, a text that is none is itself. */
export function parseWhole(field: Field, text: string): unknown {
  if (field.type !== 'json') return parseField(field, text)
  try {
    return parseJson(text)
  } catch {
    return text
  }
}

/** A text that holds an object, such as `{"name": "…"}`. `what`: who states it, for the message. */
export function parseObject(text: string, what: string): Record<string, unknown> {
  try {
    const value = parseJson(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>
  } catch {
    // Told below, without the text: it may hold a key.
  }
  throw usageError(`${what} must be a JSON object`)
}

/** `a,b`: one name or more. */
export function parseFields(text: string): string[] {
  const names = listOf(text)
  if (names.length === 0) throw usageError('must be names, separated by commas')
  return names
}

/** `noActivityIn` as it is written: `no-activity-in`. */
export function toKebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
