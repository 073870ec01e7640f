import { shortened } from './cut-text.ts'

import * as v from 'valibot'

/** Where an input is wrong, and what to do about it, in plain words. */
export interface InputIssue {
  path: (string | number)[]
  message: string
}

export interface FormatIssuesOptions {
  /** What the value as a whole is called. Default `The body`. */
  root?: string
  /** Where the input stands within a larger one: begins every path. Default: it stands alone. */
  at?: readonly (string | number)[]
  /** Issues messages at most. Default 20: a hostile input can't make a large answer. */
  max?: number
}

/** An input that was checked: its value with defaults filled in, or what is wrong with it. */
export type Validated<Value> = { ok: true; value: Value } | { ok: false; issues: InputIssue[] }

/**
 * Checks an input against a schema of the contract. Looks no further into a string that is already too long, so that
 * a hostile one costs little; and no further than to the first issue where `max` is 1.
 */
export function validate<Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
  options?: FormatIssuesOptions,
): Validated<v.InferOutput<Schema>> {
  const result = v.safeParse(schema, input, { abortPipeEarly: true, abortEarly: options?.max === 1 })
  return result.success
    ? { ok: true, value: result.output }
    : { ok: false, issues: formatIssues(result.issues, options) }
}

/** The issues of a failed validation, each message naming its field and the remedy. Values of the input are never repeated. */
export function formatIssues(
  issues: readonly v.BaseIssue<unknown>[],
  options: FormatIssuesOptions = {},
): InputIssue[] {
  const { root = 'The body', at = [], max = 20 } = options
  return issues.slice(0, max).map((issue) => {
    const path = [...at, ...toPath(issue)]
    return { path, message: `${path.length === 0 ? root : formatPath(path)} ${describe(issue)}.` }
  })
}

/** The same as one line, for an answer that has room for one message: the first three issues. */
export function summariseIssues(
  issues: readonly v.BaseIssue<unknown>[],
  options: FormatIssuesOptions = {},
): string {
  const messages = formatIssues(issues, { max: 3, ...options }).map((issue) => issue.message)
  return messages.join(' ')
}

/** `events[3].utm.source` */
export function formatPath(path: readonly (string | number)[]): string {
  return path
    .map((key, index) => {
      if (typeof key === 'number') return `[${key}]`
      if (!/^[\w$-]+$/.test(key)) return `[${JSON.stringify(key)}]`
      return index === 0 ? key : `.${key}`
    })
    .join('')
}

function toPath(issue: v.BaseIssue<unknown>): (string | number)[] {
  return (issue.path ?? []).map(({ key }) => (typeof key === 'number' ? key : shorten(String(key))))
}

/** The end of a sentence that begins with the field's name. */
function describe(issue: v.BaseIssue<unknown>): string {
  const { input, requirement } = issue
  if (!issue.message.startsWith('Invalid ')) return issue.message
  switch (issue.type) {
    case 'strict_object':
    case 'object':
      if (issue.expected === 'never') return 'is not a known field: remove it'
      return issue.expected?.startsWith('"') ? 'is required' : expectation(issue, 'an object')
    case 'record':
      return expectation(issue, 'an object')
    case 'array':
      return expectation(issue, 'an array')
    case 'string':
      return expectation(issue, 'a string')
    case 'number':
      return Number.isNaN(input) ? 'must be a number' : expectation(issue, 'a number')
    case 'boolean':
      return expectation(issue, 'a boolean')
    case 'literal':
    case 'picklist':
    case 'variant':
    case 'union':
      return expectation(issue, issue.expected === null ? 'of another form' : choices(issue.expected))
    case 'min_length':
      return requirement === 1
        ? 'must not be empty'
        : `must have at least ${String(requirement)} ${units(issue)}`
    case 'max_length':
      return `must have at most ${String(requirement)} ${units(issue)}; it has ${length(input)}`
    case 'min_value':
      return `must be at least ${String(requirement)}`
    case 'max_value':
      return `must be at most ${String(requirement)}`
    case 'integer':
      return 'must be a whole number'
    case 'finite':
      return 'must be a finite number'
    default:
      return issue.message
  }
}

function expectation(issue: v.BaseIssue<unknown>, expected: string): string {
  if (issue.input === undefined) return `is required: it must be ${expected}`
  if (issue.input === null) return `must be ${expected}, not null`
  return issue.received.startsWith('"')
    ? `must be ${expected}`
    : `must be ${expected}, not ${kind(issue.input)}`
}

function choices(expected: string): string {
  if (expected === 'Object') return 'an object'
  const options = expected.replace(/[()]/g, '').split(' | ')
  return options.length === 1 ? (options[0] ?? expected) : `one of ${options.join(', ')}`
}

function kind(input: unknown): string {
  if (Array.isArray(input)) return 'an array'
  return typeof input === 'object' ? 'an object' : `a ${typeof input}`
}

function units(issue: v.BaseIssue<unknown>): string {
  return typeof issue.input === 'string' ? 'characters' : 'items'
}

function length(input: unknown): number {
  return typeof input === 'string' || Array.isArray(input) ? input.length : 0
}

function shorten(key: string): string {
  return shortened(key, 100)
}
