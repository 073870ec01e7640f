import { isJsonObject, isStorable } from '@customer-intel/contract'
import type { ReadModels } from '../kernel/read-models/read-models.ts'
import { checkSyntaxTree } from './check-syntax-tree.ts'
import { findBareAliases } from './find-bare-aliases.ts'
import { queryNotAllowed, syntaxError } from './query-errors.ts'

/**
 * Accepts a single SELECT over the views of `views.ts` that calls only allowed functions. Throws an AppError otherwise:
 * `SYNTAX_ERROR`, `QUERY_NOT_ALLOWED`, `TABLE_NOT_FOUND` or `FUNCTION_NOT_ALLOWED`. Returns the statement's syntax tree.
 */
export async function checkQuery(
  engine: Pick<ReadModels, 'parse'>,
  sql: string,
  parameterCount = 0,
): Promise<unknown> {
  // The parser stops at NUL: the rest would not be checked.
  if (!isStorable(sql)) throw syntaxError(sql, 'it contains NUL characters or lone surrogates')
  const parsed = await engine.parse(sql)
  if (parsed.kind === 'unreadable') {
    const { message, position } = parsed
    const aliases = await findBareAliases((text) => engine.parse(text), sql, position)
    throw syntaxError(sql, message, { position, aliases })
  }
  if (parsed.kind === 'other') throw queryNotAllowed('a statement of another kind')
  const [statement] = parsed.statements
  if (statement === undefined) throw syntaxError(sql, 'it is empty')
  if (parsed.statements.length > 1) throw queryNotAllowed('several statements')
  if (!isJsonObject(statement)) throw queryNotAllowed('something this service does not know')
  checkParameters(statement['named_param_map'], parameterCount)
  checkSyntaxTree(statement['node'], sql)
  return statement['node']
}

/** The query must use exactly `$1` to `$n`, one for each value of `params`. */
function checkParameters(named: unknown, count: number): void {
  const list = Array.isArray(named) ? (named as unknown[]) : []
  const names = list.map((entry) => (isJsonObject(entry) ? String(entry['key']) : ''))
  const wanted = Array.from({ length: count }, (_, index) => String(index + 1))
  if ([...names].sort().join() === [...wanted].sort().join()) return
  const found = names.map((name) => `$${name}`).join(', ') || 'none'
  throw queryNotAllowed(
    `the parameters ${found}, and params has ${count} values: give one for each, $1 to $${Math.max(1, names.length)}`,
  )
}
