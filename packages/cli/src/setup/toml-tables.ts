import { parse, stringify } from 'smol-toml'
import { broken } from './broken-config.ts'

/** What a TOML file holds. Throws `invalid_config` when it is none. */
export function readToml(text: string, path: string): Record<string, unknown> {
  try {
    // Of plain objects, which can be compared with ours.
    return structuredClone(parse(text))
  } catch (error) {
    const [first = ''] = (error as Error).message.split('\n')
    throw broken(path, first)
  }
}

/**
 * A TOML text with a table in the place of the one of that name, or without it. The lines of other tables stay as they
 * are written; where the table is written in another way than under a header of its own, it is there twice.
 */
export function putTable(text: string, path: readonly string[], table: object | undefined): string {
  const lines = text.split('\n')
  const first = lines.findIndex((line) => isWithin(headerOf(line), path))
  const next = lines.findIndex((line, at) => at > first && isOther(headerOf(line), path))
  const before = first === -1 ? lines : lines.slice(0, first)
  const after = first === -1 || next === -1 ? [] : lines.slice(next)
  const nested = path.reduceRight<object>((inner, name) => ({ [name]: inner }), table ?? {})
  const written = table === undefined ? '' : stringify(nested).trim()
  const parts = [before.join('\n').trimEnd(), written, after.join('\n').trim()]
  const joined = parts.filter((part) => part !== '').join('\n\n')
  return joined === '' ? '' : `${joined}\n`
}

/** The names of a table's header; null for another line. */
function headerOf(line: string): string[] | null {
  const [, names] = /^\s*\[{1,2}([^[\]]+)\]{1,2}\s*(?:#.*)?$/.exec(line) ?? []
  if (names === undefined) return null
  return [...names.matchAll(/"([^"]*)"|'([^']*)'|([\w-]+)/g)].map(
    ([, quoted, literal, bare]) => quoted ?? literal ?? bare ?? '',
  )
}

function isWithin(header: readonly string[] | null, path: readonly string[]): boolean {
  return header !== null && path.every((name, place) => header[place] === name)
}

function isOther(header: readonly string[] | null, path: readonly string[]): boolean {
  return header !== null && !isWithin(header, path)
}
