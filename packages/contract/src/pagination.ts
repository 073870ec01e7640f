import * as v from 'valibot'
import { limits } from './limits.ts'
import { CountSchema, text } from './scalars.ts'

/** The position in a list. Cursors are opaque: hand `nextCursor` back as `cursor`, with the same filters and order. */
export const PaginationSchema = v.object({
  /** Whether there is a further page. */
  hasMore: v.boolean(),
  /** Null on the last page. */
  nextCursor: v.nullable(v.string()),
  /** Items that match the filters, on all pages together. */
  total: CountSchema,
})

/** The cursor of an input. */
export const CursorSchema = text(limits.platform.cursorLength, 1)
