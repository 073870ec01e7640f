import type { Page } from '../read-models/reads/customer-reads.ts'

/** How a list is narrowed, by the fields of the tool's input; what is absent or empty narrows nothing. */
type Filters = Readonly<Record<string, unknown>>

interface EmptyList<Given extends Filters> {
  page: Page<unknown>
  /** What the page was asked for: the filters alone. */
  filters: Given
  /** What the list is of, such as `customer`. */
  what: string
  /** The same list under other filters; that it has an item is all that counts. */
  list: (filters: Partial<Given>) => Promise<Page<unknown>>
}

/** So many filters are tried one by one. */
const maxTried = 12

/**
 * Why a list is empty: which of its filters matches nothing that there is, however the others stand, or that none does
 * alone. `notes` for the answer; nothing for a list with items, or without filters.
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

/** A filter by itself; a map holds several. */
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
