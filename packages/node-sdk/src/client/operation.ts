/** A route's description in the SDK. */
export interface Operation {
  method: 'GET' | 'POST' | 'PATCH'
  /** Parameters in braces. */
  path: string
  /** The names of its query's parameters. */
  query?: readonly string[]
  /** A command: its data is in an envelope, at `result.data`. */
  body?: true
  /** A command: its data stands in an envelope, at `result.data`. */
  command?: true
  /** Repeating it is harmless. Otherwise each call has an `Idempotency-Key`. */
  repeatable: boolean
  /** The grant that the API key needs; absent: none. */
  grant?: string
  /** The field of the data that holds a list. */
  items?: string
  /** Fields that the data always has on success. */
  needs: readonly string[]
}

/** The description of a route that answers with a stream. */
export type Stream = Pick<Operation, 'method' | 'path' | 'query' | 'body' | 'repeatable' | 'grant'> & {
  media: string
}

/** A tool's description in the SDK. */
export type Tool = Pick<Operation, 'repeatable' | 'grant' | 'items' | 'needs'>
