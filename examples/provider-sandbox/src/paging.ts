/** Items after a cursor, and whether there are more. Null: the cursor names none of them. */
export function pageAfter<Item extends { id: string }>(
  items: readonly Item[],
  { after, limit }: { after: string | null; limit: number },
): { data: Item[]; hasMore: boolean } | null {
  const start = after === null ? 0 : items.findIndex(({ id }) => id === after) + 1
  if (after !== null && start === 0) return null
  return { data: items.slice(start, start + limit), hasMore: start + limit < items.length }
}
