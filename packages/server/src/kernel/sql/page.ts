/** The end of a page: the next page starts after it. Stays valid while rows are added and removed. */
export interface PageEnd {
  /** The sort key of the last row; times as text, to the microsecond. */
  key: string | number | null
  /** Decides between rows with equal sort keys. */
  id: string
}

export interface Page<Item> {
  items: Item[]
  /** Number of rows that match the filters, on all pages. */
  total: number
  /** Null on the last page. */
  end: PageEnd | null
}
