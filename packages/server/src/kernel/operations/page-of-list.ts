import type { Pagination } from '@customer-intel/contract'
import type { Workspace } from '../workspace/workspace.ts'
import { openPage } from './page.ts'

/**
 * A page of a list that is in memory, newest first. `placeOf` gives each item's time and its id, which no other has. A
 * page continues after the last item of the one before, or where that item would be.
 */
export function pageOfList<Item>(
  list: readonly Item[],
  operation: string,
  query: { limit: number; cursor?: string | undefined },
  {
    workspace,
    placeOf,
  }: { workspace: Pick<Workspace, 'organization'>; placeOf: (item: Item) => { at: string; id: string } },
): { items: Item[]; pagination: Pagination } {
  const page = openPage(operation, query, workspace)
  const { after } = page
  let start = 0
  if (after !== null) {
    const last = list.findIndex((item) => placeOf(item).id === after.id)
    const older = list.findIndex((item) => placeOf(item).at < String(after.key))
    start = last >= 0 ? last + 1 : older >= 0 ? older : list.length
  }
  const items = list.slice(start, start + page.limit)
  const end = items.at(-1)
  const hasMore = end !== undefined && start + items.length < list.length
  const { at, id } = end === undefined ? { at: '', id: '' } : placeOf(end)
  return {
    items,
    pagination: page.close({ items, end: hasMore ? { key: at, id } : null, total: list.length }),
  }
}
