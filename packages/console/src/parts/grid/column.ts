import type { ReactNode } from 'react'

/** A column of a list. */
export interface Column<Row> {
  /** Its name in the address. */
  id: string
  title: string
  /** Width as CSS has it: `120px`, `minmax(160px, 2fr)`. */
  width: string
  /** Numbers stand right. */
  right?: boolean
  /** Stays on a phone. */
  narrow?: boolean
  /** What the server sorts by, where it can. */
  sort?: string
  /** Its cells in a file, by their names there. */
  cells?: (row: Row) => Record<string, string | number | null | undefined>
  render: (row: Row) => ReactNode
}
