import * as v from 'valibot'
import { limits } from './limits.ts'
import { CountSchema, text } from './scalars.ts'

/** The position in a list. Cursors are opaque: hand `nextCursor` back as `cursor`, with the same filters and order. */
export interface Pagination {
  /** Whether there is a further page. */
  hasMore: boolean
  /** Null on the last page. */
  nextCursor: string | null
  /** Items that match the filters, on all pages together. */
  total: number
}

export const PaginationSchema = v.object({
  hasMore: v.boolean(),
  nextCursor: v.nullable(v.string()),
  total: CountSchema,
}) satisfies v.GenericSchema<Pagination>

/** The cursor of an input. */
export const CursorSchema = text(limits.platform.cursorLength, 1)
