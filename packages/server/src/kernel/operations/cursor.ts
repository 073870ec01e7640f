import { createHmac } from 'node:crypto'
import { AppError } from '../errors.ts'
import type { PageEnd } from '../sql/page.ts'

/** What a cursor is valid for: the next page of the same list only. */
export interface CursorScope {
  organizationId: string
  /** The tool that made it. */
  tool: string
  /** Filters and order, without limit and cursor: the limit may change between pages. */
  question: Record<string, unknown>
}

/** The end of a page as an opaque, URL-safe text. Null stays null: there is no next page. */
export function encodeCursor(end: PageEnd | null, scope: CursorScope): string | null {
  if (end === null) return null
  const content = [end.key, end.id, fingerprint(end, scope)]
  return Buffer.from(JSON.stringify(content), 'utf8').toString('base64url')
}

/** Decodes a cursor. Throws `INVALID_TOOL_INPUT` when it was modified, or made for another list. */
export function decodeCursor(cursor: string | undefined, scope: CursorScope): PageEnd | null {
  if (cursor === undefined) return null
  const end = parseCursor(cursor, scope)
  if (end !== null) return end
  const message =
    'cursor does not belong to this question: pass the nextCursor of the page before, with the same filters and order'
  throw new AppError('INVALID_TOOL_INPUT', 'Invalid tool input', { issues: [{ path: ['cursor'], message }] })
}

function parseCursor(cursor: string, scope: CursorScope): PageEnd | null {
  const content = parseJson(Buffer.from(cursor, 'base64url').toString('utf8'))
  if (!Array.isArray(content)) return null
  const [key, id] = content as unknown[]
  if (!isKey(key) || typeof id !== 'string') return null
  // Both decoders accept several spellings (`5e-324` and `6E-324`): only the original one is valid.
  return encodeCursor({ key, id }, scope) === cursor ? { key, id } : null
}

function isKey(value: unknown): value is PageEnd['key'] {
  return value === null || typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Binds a position to its list. Protects against mix-ups; it isn't secret, since a position gives no access. */
function fingerprint({ key, id }: PageEnd, { organizationId, tool, question }: CursorScope): string {
  return createHmac('sha256', organizationId)
    .update(JSON.stringify([tool, canonical(question), key, id]))
    .digest('base64url')
    .slice(0, 16)
}

/** The same text for the same filters, in any order of fields. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .filter(([, entry]) => entry !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0))
    .map(([name, entry]) => [name, canonical(entry)])
}
