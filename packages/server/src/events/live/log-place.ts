import { decodeCursor, encodeCursor } from '../../kernel/operations/cursor.ts'
import type { Position } from '../../kernel/store/ports.ts'
import type { Workspace } from '../../kernel/workspace/workspace.ts'

/** How far somebody who follows events has come in the log. */
export interface LogPlace {
  /** The record that is next. */
  position: Position
  /** How many of its events are known already. */
  index: number
  /** From here on it isn't known yet whose the events are: `position`, or before. */
  unread: Position
}

export const placeAt = (position: Position): LogPlace => ({ position, index: 0, unread: position })

/** Whoever follows goes on at the same places, however they ask. */
const scopeOf = ({ organization }: Pick<Workspace, 'organization'>) => ({
  organizationId: organization.id,
  tool: 'followEvents',
  question: {},
})

/** The place as an opaque text. */
export function encodePlace(place: LogPlace, workspace: Pick<Workspace, 'organization'>): string {
  const { position, index, unread } = place
  const id = index === 0 && unread === position ? '' : `${index}/${position - unread}`
  return encodeCursor({ key: position, id }, scopeOf(workspace)) ?? ''
}

/** Null without a cursor. Throws `INVALID_TOOL_INPUT` for one that is none of ours. */
export function decodePlace(
  cursor: string | undefined,
  workspace: Pick<Workspace, 'organization'>,
): LogPlace | null {
  const end = decodeCursor(cursor, scopeOf(workspace))
  if (end === null) return null
  const position = Number(end.key)
  const [index = 0, back = 0] = end.id === '' ? [] : end.id.split('/').map(Number)
  return { position, index, unread: position - back }
}
