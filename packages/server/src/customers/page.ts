import type { Pagination } from '@customer-intel/contract'
import type { Page, PageEnd } from '../read-models/reads/customer-reads.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'

interface PagedInput {
  limit: number
  cursor?: string | undefined
}

/** One page of a list: where it begins, and what the answer says of it. */
export interface OpenPage {
  limit: number
  after: PageEnd | null
  /** What the answer says of the page. */
  close: (page: Page<unknown>) => Pagination
}

/**
 * Reads the cursor of an input. Everything else in the input but the limit is the question that the cursor belongs to.
 * Throws `INVALID_TOOL_INPUT` for a cursor of another question.
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
