import type { Issue } from '../errors/issue.ts'

/** What a value of an answer looks like. */
export type Shape =
  | { kind: 'leaf'; name: keyof typeof leaves }
  | { kind: 'nullable' | 'array' | 'record'; inner: Shape }
  | { kind: 'object'; fields: { key: string; optional: boolean; shape: Shape }[] }
  | { kind: 'union'; choices: Shape[] }
  /** Which shape it is, one field says; a value that isn't listed here is a newer one, and let through. */
  | { kind: 'variant'; key: string; choices: Map<string, Shape> }
  | { kind: 'name'; name: string }

/** The letters of the table, with what they stand for in a message. */
const leaves = {
  s: { is: (value: unknown) => typeof value === 'string', text: 'a string' },
  n: { is: (value: unknown) => typeof value === 'number', text: 'a number' },
  b: { is: (value: unknown) => typeof value === 'boolean', text: 'a boolean' },
  t: { is: (value: unknown) => value === true, text: 'true' },
  f: { is: (value: unknown) => value === false, text: 'false' },
  d: {
    is: (value: unknown) =>
      typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value)),
    text: 'a date-time',
  },
  o: { is: isObject, text: 'an object' },
  u: { is: () => true, text: 'anything' },
}

/**
 * Reads a shape: a letter of `leaves`, `~` nullable, `[…]` array, `*` record, `{key:…,key?:…}` object, `(…|…)` union,
 * `<key=a:…|b:…>` variant, a capitalised name for another line of the table.
 */
export function parseShape(source: string): Shape {
  let at = 0
  const word = () => {
    const start = at
    while (/\w/.test(source[at] ?? '')) at++
    return source.slice(start, at)
  }

  function read(): Shape {
    const next = source[at]
    switch (next) {
      case '~':
        at++
        return { kind: 'nullable', inner: read() }
      case '*':
        at++
        return { kind: 'record', inner: read() }
      case '[': {
        at++
        const inner = read()
        at++
        return { kind: 'array', inner }
      }
      case '{': {
        const fields: { key: string; optional: boolean; shape: Shape }[] = []
        list('}', () => {
          const key = word()
          const optional = source[at] === '?'
          at += optional ? 2 : 1
          fields.push({ key, optional, shape: read() })
        })
        return { kind: 'object', fields }
      }
      case '(': {
        const choices: Shape[] = []
        list(')', () => choices.push(read()))
        return { kind: 'union', choices }
      }
      case '<': {
        at++
        const key = word()
        const choices = new Map<string, Shape>()
        list('>', () => {
          const name = word()
          at++
          choices.set(name, read())
        })
        return { kind: 'variant', key, choices }
      }
      default: {
        const name = word()
        return /^[A-Z]/.test(name)
          ? { kind: 'name', name }
          : { kind: 'leaf', name: name as keyof typeof leaves }
      }
    }
  }

  /** Items between an opening sign and its end, with one sign between two of them. */
  function list(end: string, item: () => void) {
    at++
    while (source[at] !== end) {
      item()
      if (source[at] !== end) at++
    }
    at++
  }

  return read()
}

/** Where a value breaks its shape: at most five places. Further fields, and new words of a list, are welcome. */
export function checkShape(
  value: unknown,
  shape: Shape,
  resolve: (name: string) => Shape,
  path: Issue['path'] = [],
  issues: Issue[] = [],
): Issue[] {
  if (issues.length >= 5) return issues
  const fail = (expected: string) =>
    issues.push({ path, message: `${toText(path)} must be ${expected}, not ${nameOf(value)}` })
  const check = (inner: unknown, innerShape: Shape, key: string | number) =>
    checkShape(inner, innerShape, resolve, [...path, key], issues)
  switch (shape.kind) {
    case 'name':
      return checkShape(value, resolve(shape.name), resolve, path, issues)
    case 'leaf':
      if (!leaves[shape.name].is(value)) fail(leaves[shape.name].text)
      break
    case 'nullable':
      if (value !== null) checkShape(value, shape.inner, resolve, path, issues)
      break
    case 'array':
      if (!Array.isArray(value)) fail('an array')
      else for (const [index, item] of value.entries()) check(item, shape.inner, index)
      break
    case 'record':
      if (!isObject(value)) fail('an object')
      else for (const key of Object.keys(value)) check(value[key], shape.inner, key)
      break
    case 'object':
      if (!isObject(value)) fail('an object')
      else {
        for (const { key, optional, shape: inner } of shape.fields) {
          if (!optional || value[key] !== undefined) check(value[key], inner, key)
        }
      }
      break
    case 'union': {
      const attempts = shape.choices.map((choice) => checkShape(value, choice, resolve, path))
      const best = attempts.reduce((least, attempt) => (attempt.length < least.length ? attempt : least))
      issues.push(...best)
      break
    }
    case 'variant': {
      const choice = isObject(value) ? value[shape.key] : undefined
      if (typeof choice !== 'string') fail(`an object with ${shape.key}`)
      else {
        const inner = shape.choices.get(choice)
        if (inner) checkShape(value, inner, resolve, path, issues)
      }
    }
  }
  return issues
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function nameOf(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

function toText(path: Issue['path']): string {
  return path.length === 0 ? 'the answer' : path.join('.')
}
