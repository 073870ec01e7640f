import { toSafeJson } from '@customer-intel/contract/terminal-text'
import { type Io, isJsonMode } from '../io.ts'
import { pageOf } from './page-of.ts'
import { drawObject, drawTable } from './table.ts'

export interface PrintOptions {
  json: boolean
  fields?: readonly string[] | undefined
  /** The field that holds the list. */
  list?: string | undefined
}

/** Prints an answer: as JSON for programs, as a table or as lines for people. */
export function printAnswer(answer: unknown, options: PrintOptions, io: Io): void {
  if (isJsonMode(options.json, io)) {
    io.stdout.write(`${toSafeJson(chosen(answer, options), 2)}\n`)
    return
  }
  const { stale } = answer as { stale?: { reason: string } }
  if (stale) io.stderr.write(`The answer lacks the newest: ${stale.reason}\n`)
  const list = options.list === undefined ? undefined : (answer as Record<string, unknown>)[options.list]
  const now = Date.now()
  if (!Array.isArray(list)) {
    io.stdout.write(drawObject(chosen(answer, options) as Record<string, unknown>, { now }))
    return
  }
  const width = io.stdout.columns || 80
  io.stdout.write(drawTable(list as Record<string, unknown>[], { width, now, fields: options.fields }))
  const hint = pageHint(list.length, answer)
  if (hint !== null) io.stderr.write(`${hint}\n`)
}

/** The answer with the fields that were asked for: of each item of its list, else of itself. */
function chosen(answer: unknown, { fields, list }: PrintOptions): unknown {
  if (fields === undefined || typeof answer !== 'object' || answer === null) return answer
  const record = answer as Record<string, unknown>
  const items = list === undefined ? undefined : record[list]
  if (list === undefined || !Array.isArray(items)) return pick(record, fields)
  return { ...record, [list]: items.map((item) => pick(item as Record<string, unknown>, fields)) }
}

function pick(value: Record<string, unknown>, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(fields.map((name) => [name, value[name] ?? null]))
}

function pageHint(shown: number, answer: unknown): string | null {
  const { next, total } = pageOf(answer as Record<string, unknown>)
  if (next === null) return null
  return `Showing ${shown}${total === undefined ? '' : ` of ${total} total`}. Next page: --cursor ${next}`
}
