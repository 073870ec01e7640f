import {
  applyEdits,
  modify,
  type ParseError,
  parseTree,
  printParseErrorCode,
  getNodeValue,
} from 'jsonc-parser'
import { isDeepStrictEqual } from 'node:util'
import { CliError } from '../errors.ts'

type Entry = Record<string, unknown>

/** What is to be done to a client's file. */
export interface ServersEdit {
  /** The field that holds servers by their names. */
  field: string
  name: string
  /** Null takes it away. */
  entry: Entry | null
  isLenient: boolean
  /** For messages. */
  path: string
}

/** Fields that say how a server is reached: of the entry alone. Others, such as what a person allowed it, are kept. */
const reachedBy = ['type', 'command', 'args', 'url', 'serverUrl', 'httpUrl']

/**
 * The text of a client's file with a server in it, or without. Everything else stays as it was written, comments
 * included; the very same text when there is nothing to do. Throws `invalid_config` when the file isn't what it should be.
 */
export function editServers(text: string, { field, name, entry, isLenient, path }: ServersEdit): string {
  const content = text.startsWith('\ufeff') ? text.slice(1) : text
  const mark = text.slice(0, text.length - content.length)
  const document = content.trim() === '' ? {} : readObject(content, isLenient, path)
  const servers = document[field] ?? {}
  if (!isObject(servers)) throw broken(path, `"${field}" is no object`)
  const existing = servers[name]
  const wanted = entry === null ? undefined : merge(existing, entry)
  if (isDeepStrictEqual(existing, wanted)) return text
  const edits = modify(content, [field, name], wanted, { formattingOptions: formattingOf(content) })
  const edited = applyEdits(content, edits)
  return mark + (edited.endsWith('\n') ? edited : `${edited}\n`)
}

function merge(existing: unknown, entry: Entry): Entry {
  if (!isObject(existing)) return entry
  const kept = Object.entries(existing).filter(([key]) => !reachedBy.includes(key))
  return { ...entry, ...Object.fromEntries(kept), ...(entry.env ? { env: entry.env } : {}) }
}

function readObject(content: string, isLenient: boolean, path: string): Entry {
  const errors: ParseError[] = []
  const tree = parseTree(content, errors, {
    disallowComments: !isLenient,
    allowTrailingComma: isLenient,
  })
  const [error] = errors
  if (error !== undefined) {
    const line = content.slice(0, error.offset).split('\n').length
    throw broken(path, `line ${line}: ${printParseErrorCode(error.error)}`)
  }
  const value: unknown = tree && getNodeValue(tree)
  if (!isObject(value)) throw broken(path, 'it holds no object')
  return value
}

function isObject(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function broken(path: string, why: string): CliError {
  return new CliError(
    'invalid_config',
    `${path} can't be read (${why}), and is left as it is: mend it, or paste what svc setup --print prints`,
  )
}

/** As the file is written. */
function formattingOf(content: string): { insertSpaces: boolean; tabSize: number; eol: string } {
  const indent = /^([ \t]+)\S/m.exec(content)?.[1] ?? '  '
  return {
    insertSpaces: !indent.includes('\t'),
    tabSize: indent.includes('\t') ? 1 : Math.min(indent.length, 8),
    eol: content.includes('\r\n') ? '\r\n' : '\n',
  }
}
