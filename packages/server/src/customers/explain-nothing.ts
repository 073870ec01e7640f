import type { Page } from '../kernel/sql/page.ts'

/** A list's filters, by the fields of the tool's input; absent or empty ones don't filter. */
type Filters = Readonly<Record<string, unknown>>

interface EmptyList<Given extends Filters> {
  page: Page<unknown>
  /** The given filters. */
  filters: Given
  /** The items of the list, such as `customer`. */
  what: string
  /** The same list with other filters; only whether it has an item matters. */
  list: (filters: Partial<Given>) => Promise<Page<unknown>>
}

/** Maximal number of filters that are tried. */
const maxTried = 12

/**
 * Why a list is empty: which of its filters matches nothing at all, or that only their combination does. As `notes` for
 * the answer; none for a list with items or without filters.
 */
export async function explainNothing<Given extends Filters>({
  page,
  filters,
  what,
  list,
}: EmptyList<Given>): Promise<{ notes?: string[] }> {
  const given = Object.entries(filters).flatMap(one).slice(0, maxTried)
  if (page.items.length > 0 || page.total > 0 || given.length === 0) return {}
  const alone = await Promise.all(
    given.map(async ({ field, value, filter }) => {
      const { items } = given.length === 1 ? page : await list(filter as Partial<Given>)
      return items.length > 0 ? [] : [`${field} ${JSON.stringify(value)} matches no ${what}`]
    }),
  )
  const notes = alone.flat()
  if (notes.length > 0) return { notes }
  return { notes: [`each filter matches some ${what}, and none matches all of them together`] }
}

/** A single filter; a map holds several. */
function one([field, value]: [string, unknown]): { field: string; value: unknown; filter: Filters }[] {
  if (value === undefined || value === null || value === '') return []
  if (Array.isArray(value)) return value.length === 0 ? [] : [{ field, value, filter: { [field]: value } }]
  if (typeof value !== 'object') return [{ field, value, filter: { [field]: value } }]
  return Object.entries(value).map(([name, item]) => ({
    field: `${field}.${name}`,
    value: item as unknown,
    filter: { [field]: { [name]: item as unknown } },
  }))
}
