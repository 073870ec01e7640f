import { isJsonObject, type JsonObject } from '@customer-intel/contract'

/**
 * Arguments as language models write them, in the form that the schema asks for, wherever they leave one meaning: numbers
 * and booleans as text, one value for a list and the reverse, a list as text, JSON as text, a day or another zone for a moment, a word in
 * another case, and `null` or an empty text for a field that isn't given. Everything else stays as it is, for the schema
 * to refuse.
 */
export function readArguments(schema: JsonObject, input: unknown): unknown {
  return read(schema, input, '')
}

function read(schema: unknown, value: unknown, name: string): unknown {
  if (!isJsonObject(schema) || accepts(schema, value)) return readInside(schema, value)
  if (Array.isArray(value) && value.length === 1 && isOfOneValue(schema, value[0]))
    return read(schema, value[0], name)
  const [form, ...others] = formsOf(schema)
  if (form === undefined || others.length > 0) return value
  return readInside(form, convert(form, value, name))
}

/** The forms that a value may have, without null. */
function formsOf(schema: JsonObject): JsonObject[] {
  const forms = schema['anyOf'] ?? schema['oneOf']
  if (!Array.isArray(forms)) return [schema]
  return forms.filter(isJsonObject).filter(({ type }) => type !== 'null')
}

/** Whether the value is given, where the schema has no list. */
function isOfOneValue(schema: JsonObject, value: unknown): boolean {
  const isGiven = typeof value === 'string' ? value.trim() !== '' : value !== null && !Array.isArray(value)
  return isGiven && formsOf(schema).every(({ type }) => type !== 'array')
}

function convert(schema: JsonObject, value: unknown, name: string): unknown {
  const { type } = schema
  if (type === 'array') return listOf(value)
  if (type === 'object') return typeof value === 'string' ? parsed(value, isJsonObject) : value
  if (type === 'integer' || type === 'number') return isNumeral(value) ? Number(value) : value
  if (type === 'boolean') {
    const word = typeof value === 'string' ? value.trim().toLowerCase() : ''
    return word === 'true' ? true : word === 'false' ? false : value
  }
  if (type !== 'string') return value
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value)
  if (typeof value !== 'string') return value
  if (Array.isArray(schema['enum'])) return inCaseOf(schema['enum'], value)
  return schema['format'] === 'date-time' ? momentOf(value, name) : value
}

/** Names have no comma in them; other texts may. */
function listOf(value: unknown): unknown {
  if (Array.isArray(value)) return value
  if (typeof value !== 'string') return value === null || value === undefined ? value : [value]
  const list = parsed(value, Array.isArray)
  if (Array.isArray(list)) return list
  return /^\s*[\w.:@-]+(?:\s*,\s*[\w.:@-]+)*\s*$/.test(value)
    ? value.split(',').map((word) => word.trim())
    : [value]
}

/** Objects and lists are read field by field; fields that aren't given are omitted. */
function readInside(schema: unknown, value: unknown): unknown {
  if (!isJsonObject(schema)) return value
  if (Array.isArray(value)) return value.map((item) => read(schema['items'], item, ''))
  const { properties, required } = schema
  if (!isJsonObject(value) || !isJsonObject(properties)) return value
  const needed = new Set(Array.isArray(required) ? required : [])
  const fields = Object.entries(value).flatMap(([name, field]): [string, unknown][] => {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined
    const isGiven = needed.has(name) || !isJsonObject(own) || !isNothing(own, field)
    return isGiven ? [[name, read(own, field, name)]] : []
  })
  return Object.fromEntries(fields)
}

function isNothing(schema: JsonObject, value: unknown): boolean {
  return (value === null || (typeof value === 'string' && value.trim() === '')) && !accepts(schema, value)
}

/** Whether the value has the schema's own form already: what is wrong inside of it isn't looked at. */
function accepts(schema: JsonObject, value: unknown): boolean {
  const forms = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(forms)) return forms.some((form) => isJsonObject(form) && accepts(form, value))
  const { type, enum: words, pattern, minLength } = schema
  if (Array.isArray(words)) return words.includes(value)
  if (Object.hasOwn(schema, 'const')) return schema['const'] === value
  const types = Array.isArray(type) ? type : [type]
  if (typeof value === 'string') {
    if (type === undefined) return true
    if (!types.includes('string') || value.length < Number(minLength ?? 0)) return false
    return (
      schema['format'] !== 'date-time' || typeof pattern !== 'string' || new RegExp(pattern, 'u').test(value)
    )
  }
  if (value === null) return types.includes('null')
  if (Array.isArray(value)) return types.includes('array') || type === undefined
  if (typeof value === 'object') return types.includes('object') || type === undefined
  if (typeof value === 'number')
    return types.includes('number') || types.includes('integer') || type === undefined
  return types.includes(typeof value) || type === undefined
}

function isNumeral(value: unknown): value is string {
  return typeof value === 'string' && /^\s*-?\d{1,15}(?:\.\d{1,9})?\s*$/.test(value)
}

function parsed(text: string, isWanted: (value: unknown) => boolean): unknown {
  if (!/^\s*[[{]/.test(text)) return text
  try {
    const value: unknown = JSON.parse(text)
    return isWanted(value) ? value : text
  } catch {
    return text
  }
}

function inCaseOf(words: unknown[], text: string): unknown {
  const plain = text.trim().toLowerCase()
  const found = words.filter((word) => typeof word === 'string' && word.toLowerCase() === plain)
  return found.length === 1 ? found[0] : text
}

/** A moment in UTC. A day is its begin, and as the end of a time its end; without a zone it is of UTC, as all answers are. */
function momentOf(text: string, name: string): string {
  const plain = text.trim().replace(/^(\d{4}-\d{2}-\d{2}) (?=\d)/, '$1T')
  if (/^\d{4}-\d{2}-\d{2}$/.test(plain)) {
    const day = Date.parse(plain)
    // Not of the calendar, such as 2026-02-30.
    if (Number.isNaN(day) || !new Date(day).toISOString().startsWith(plain)) return text
    return name.startsWith('end') ? `${plain}T23:59:59.999Z` : `${plain}T00:00:00Z`
  }
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/i.test(plain)) return text
  const moment = Date.parse(/(?:Z|[+-]\d{2}:?\d{2})$/i.test(plain) ? plain : `${plain}Z`)
  return Number.isNaN(moment) ? text : new Date(moment).toISOString()
}
