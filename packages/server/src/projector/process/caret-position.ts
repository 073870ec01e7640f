import type { TextPosition } from '@customer-intel/contract'
import { positionAt } from '../../kernel/sql/text-position.ts'

/** Two columns wide where the engine draws its caret. */
const wide =
  /\p{Emoji_Presentation}|[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|[\u{20000}-\u{3FFFD}]/u

/**
 * Where the caret of the engine's message stands in the text that it is about. Undefined where it draws none, and where
 * what it shows isn't found in that line.
 */
export function caretPosition(message: string, sql: string): TextPosition | undefined {
  const [, number, shown = '', indent = ''] = /\n\n(LINE \d+: )(.*)\n( *)\^/.exec(message) ?? []
  if (number === undefined) return undefined
  const index = Number(/\d+/.exec(number)![0]) - 1
  const lines = sql.split('\n')
  const line = lines[index]
  if (line === undefined) return undefined
  // A long line is shown in part, with dots for the rest.
  const left = !line.startsWith(shown) && shown.startsWith('...') ? '...' : ''
  const part = line.startsWith(shown) ? shown : shown.replace(/^\.{3}/, '').replace(/\.{3}$/, '')
  const start = line.indexOf(part)
  if (start < 0) return undefined
  let columns = number.length + left.length
  let characters = 0
  for (const character of part) {
    const width = wide.test(character) ? 2 : /[\p{M}\p{Cc}]/u.test(character) ? 0 : 1
    if (width > 0 && columns >= indent.length) break
    columns += width
    characters += 1
  }
  const before = [
    ...lines
      .slice(0, index)
      .map((each) => `${each}\n`)
      .join(''),
    ...line.slice(0, start),
  ].length
  return positionAt(sql, before + characters)
}
