import {
  applyEdits,
  modify,
  type ParseError,
  parseTree,
  printParseErrorCode,
  getNodeValue,
} from 'jsonc-parser'
import { isDeepStrictEqual } from 'node:util'
import { broken } from './broken-config.ts'
import { putTable, readToml } from './toml-tables.ts'

type Entry = Record<string, unknown>

/** What is to be done to a client's file. */
export interface ServersEdit {
  /** The field that holds servers by their names. */
  format: 'json' | 'jsonc' | 'toml'
  field: string
  name: string
  /** Null takes it away. */
  entry: Entry | null
  /** For messages. */
  path: string
}

/** Fields that say how a server is reached: of the entry alone. Others, such as what a person allowed it, are kept. */
const reachedBy = ['type', 'command', 'args', 'url', 'serverUrl', 'httpUrl']

/**
 * The text of a client's file with a server in it, or without. Everything else stays as it was written, comments
 * included; the very same text when there is nothing to do. Throws `invalid_config` when the file isn't what it should be.
 */
export function editServers(text: string, edit: ServersEdit): string {
  const { field, name, format, path } = edit
  const content = withoutMark(text)
  const mark = text.slice(0, text.length - content.length)
  const document = readDocument(content, edit)
  const servers = serversOf(document, edit)
  const existing = servers[name]
  const wanted = edit.entry === null ? undefined : merge(existing, edit.entry)
  if (isDeepStrictEqual(existing, wanted)) return text
  if (format === 'toml') {
    const edited = putTable(content, [field, name], wanted)
    const { [name]: _, ...others } = servers
    const after = { ...document, [field]: wanted === undefined ? others : { ...others, [name]: wanted } }
    // Nothing else may have become something else.
    if (!isDeepStrictEqual({ [field]: {}, ...readDocument(edited, edit) }, after))
      throw broken(path, `${field} is written in a way that svc doesn't know`)
    return mark + edited
  }
  const edits = modify(content, [field, name], wanted, { formattingOptions: formattingOf(content) })
  const edited = applyEdits(content, edits)
  return mark + (edited.endsWith('\n') ? edited : `${edited}\n`)
}

/** Whether a client's file names a server. Throws `invalid_config` when the file isn't what it should be. */
export function namesServer(text: string, { name, ...where }: Omit<ServersEdit, 'entry'>): boolean {
  return name in serversOf(readDocument(withoutMark(text), where), where)
}

type Where = Pick<ServersEdit, 'format' | 'field' | 'path'>

function readDocument(content: string, { format, path }: Where): Entry {
  if (content.trim() === '') return {}
  return format === 'toml' ? readToml(content, path) : readObject(content, format === 'jsonc', path)
}

function serversOf(document: Entry, { field, path }: Where): Entry {
  const servers = document[field] ?? {}
  if (!isObject(servers)) throw broken(path, `"${field}" is no object`)
  return servers
}

function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text
}

function merge(existing: unknown, entry: Entry): Entry {
  if (!isObject(existing)) return entry
  const kept = Object.entries(existing).filter(
    ([key, value]) => !reachedBy.includes(key) && !isOurs(key, value),
  )
  const own = environments.filter((key) => entry[key] !== undefined)
  return { ...entry, ...Object.fromEntries(kept), ...Object.fromEntries(own.map((key) => [key, entry[key]])) }
}

const environments = ['env', 'environment']

/** An environment that holds what `--url` wrote, and nothing else. */
function isOurs(key: string, value: unknown): boolean {
  return environments.includes(key) && isObject(value) && Object.keys(value).join() === 'SVC_API_URL'
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

/** As the file is written. */
function formattingOf(content: string): { insertSpaces: boolean; tabSize: number; eol: string } {
  const indent = /^([ \t]+)\S/m.exec(content)?.[1] ?? '  '
  return {
    insertSpaces: !indent.includes('\t'),
    tabSize: indent.includes('\t') ? 1 : Math.min(indent.length, 8),
    eol: content.includes('\r\n') ? '\r\n' : '\n',
  }
}
