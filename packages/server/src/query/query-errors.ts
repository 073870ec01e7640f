import type { TextPosition } from '@customer-intel/contract'
import { AppError, isAppError } from '../kernel/errors.ts'
import { positionAt } from '../kernel/sql/text-position.ts'
import { viewNames } from './views.ts'

const views = viewNames.join(', ')

function refuse(code: string, message: string): AppError {
  return new AppError(code, message, { issues: [{ path: ['sql'], message }] })
}

/** The same error, which says where in `sql` it is. */
export function atPosition(error: unknown, position: TextPosition | undefined): unknown {
  if (isAppError(error) && position !== undefined)
    for (const issue of error.issues) issue.position ??= position
  return error
}

/** The text is not SQL. `position` counts characters from 0; `aliases`: keywords that name columns without `as`. */
export function syntaxError(
  sql: string,
  detail: string,
  { position, aliases = [] }: { position?: number | undefined; aliases?: readonly string[] } = {},
): AppError {
  const place = position === undefined ? '' : ` (at character ${position + 1})`
  const remedy = aliases.map((word) => `. ${word} is a word of SQL: as a name write \`as ${word}\``).join('')
  const error = refuse('SYNTAX_ERROR', `sql can't be read: ${detail}${place}${remedy}`)
  if (position !== undefined) atPosition(error, positionAt(sql, position))
  return error
}

/** The query does something that isn't allowed; `what` names it. */
export function queryNotAllowed(what: string): AppError {
  return refuse('QUERY_NOT_ALLOWED', `sql must be one SELECT over ${views}; it has ${what}`)
}

export function tableNotFound(name: string): AppError {
  return refuse('TABLE_NOT_FOUND', `There is no view ${JSON.stringify(name)}. The views are ${views}`)
}

export function functionNotAllowed(name: string): AppError {
  return refuse('FUNCTION_NOT_ALLOWED', `${name} can't be used in a query`)
}
