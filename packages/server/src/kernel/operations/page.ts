import type { Pagination } from '@customer-intel/contract'
import type { Page, PageEnd } from '../sql/page.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'

interface PagedInput {
  limit: number
  cursor?: string | undefined
}

/** A page of a list: its start, and its pagination in the answer. */
export interface OpenPage {
  limit: number
  after: PageEnd | null
  /** The pagination in the answer. */
  close: (page: Page<unknown>) => Pagination
}

/**
 * Reads the cursor of an input. It is bound to all other fields of the input except the limit. Throws
 * `INVALID_TOOL_INPUT` for a cursor of another list.
 */
export function openPage(
  tool: string,
  input: PagedInput,
  workspace: Pick<Workspace, 'organization'>,
): OpenPage {
  const { limit, cursor, ...question } = input
  const scope = { organizationId: workspace.organization.id, tool, question }
  return {
    limit,
    after: decodeCursor(cursor, scope),
    close({ end, total }) {
      return { hasMore: end !== null, nextCursor: encodeCursor(end, scope), total }
    },
  }
}
