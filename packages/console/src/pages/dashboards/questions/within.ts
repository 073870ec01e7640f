import { addDays, startOfDay, type Window } from '../window.ts'

/**
 * The condition that a time lies within a window's days. Moments rather than days, so that the server can skip what is older:
 * from the first one of `from` to before the first one after `to`.
 */
export function within(column: string, window: Window, marginDays = 0): string {
  const begin = startOfDay(addDays(window.from, -marginDays), window.zone)
  const end = startOfDay(addDays(window.to, 1 + marginDays), window.zone)
  return `${column} >= ${moment(begin)} and ${column} < ${moment(end)}`
}

/** A text of SQL. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

function moment(at: number): string {
  return `timestamp '${new Date(at).toISOString().slice(0, 19).replace('T', ' ')}'`
}
