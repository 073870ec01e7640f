import type { Issue } from '../errors/issue.ts'
import { isObject } from '../is-object.ts'

/** Holds a value against a shape, and adds where it breaks: at most five places. */
export type Check = (value: unknown, path: Issue['path'], issues: Issue[]) => void

/** The signs of single values: what each stands for in a message, and which values it takes. */
const leaves: Record<string, Check> = {
  ',': expect('a string', (value) => typeof value === 'string'),
  '#': expect('a number', (value) => typeof value === 'number'),
  '!': expect('a boolean', (value) => typeof value === 'boolean'),
  '+': expect('true', (value) => value === true),
  '-': expect('false', (value) => value === false),
  '@': expect(
    'a date-time',
    (value) =>
      typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value)),
  ),
  '%': expect('an object', isObject),
  '*': () => undefined,
}

/**
 * Reads a shape, in as few signs as can be: one of `leaves`, or before another shape `~` nullable, `[` array of, `^` map
 * of; `{name…name?…}` object, `(……)` union, `<key=name…name…>` variant by the word in a field, `$7` shape number 7 of the
 * contract's text. Further fields, and new words of a list, are welcome.
 */
export function readShape(source: string, resolve: (index: number) => Check): Check {
  const tokens = source.match(/[a-z]\w*|\d+|\S/gi) ?? []
  let at = 0

  function read(): Check {
    const token = tokens[at++]!
    switch (token) {
      case '~': {
        const inner = read()
        return (value, path, issues) => {
          if (value !== null) inner(value, path, issues)
        }
      }
      case '^': {
        const inner = read()
        return expect('an object', isObject, (value, path, issues) => {
          for (const key of Object.keys(value)) inner(value[key], [...path, key], issues)
        })
      }
      case '[': {
        const inner = read()
        return expect('an array', Array.isArray, (value: unknown[], path, issues) => {
          for (const [index, item] of value.entries()) inner(item, [...path, index], issues)
        })
      }
      case '{': {
        const fields = readUntil('}', readField)
        return expect('an object', isObject, (value, path, issues) => {
          for (const { key, isOptional, inner } of fields) {
            if (!isOptional || value[key] !== undefined) inner(value[key], [...path, key], issues)
          }
        })
      }
      case '(': {
        const choices = readUntil(')', read)
        return (value, path, issues) => {
          const attempts = choices.map((choice) => {
            const found: Issue[] = []
            choice(value, path, found)
            return found
          })
          issues.push(...attempts.reduce((least, next) => (next.length < least.length ? next : least)))
        }
      }
      case '<': {
        const key = tokens[at]!
        at += 2
        const choices = readUntil('>', readField)
        const isTold = (value: unknown): value is Record<string, unknown> =>
          isObject(value) && typeof value[key] === 'string'
        // A word that isn't listed here is newer, and let through.
        return expect(`an object with ${key}`, isTold, (value, path, issues) =>
          choices.find((choice) => choice.key === value[key])?.inner(value, path, issues),
        )
      }
      case '$': {
        const index = Number(tokens[at++])
        return (value, path, issues) => resolve(index)(value, path, issues)
      }
      default:
        return leaves[token]!
    }
  }

  function readField() {
    const key = tokens[at++]!
    const isOptional = tokens[at] === '?'
    if (isOptional) at++
    return { key, isOptional, inner: read() }
  }

  function readUntil<Item>(end: string, readItem: () => Item): Item[] {
    const items: Item[] = []
    while (at < tokens.length && tokens[at] !== end) items.push(readItem())
    at++
    return items
  }

  return read()
}

function expect(expected: string, accepts: (value: unknown) => boolean): Check
function expect<Value>(
  expected: string,
  accepts: (value: unknown) => value is Value,
  inside: (value: Value, path: Issue['path'], issues: Issue[]) => void,
): Check
function expect(expected: string, accepts: (value: unknown) => boolean, inside?: Check): Check {
  return (value, path, issues) => {
    if (issues.length > 4) return
    if (accepts(value)) inside?.(value, path, issues)
    else {
      issues.push({
        path,
        message: `${path.join('.') || 'the answer'} must be ${expected}, not ${nameOf(value)}`,
      })
    }
  }
}

function nameOf(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
