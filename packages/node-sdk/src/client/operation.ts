/** What the SDK knows of a route. */
export interface Operation {
  method: 'GET' | 'POST' | 'PATCH'
  /** Parameters in braces. */
  path: string
  /** The names of its query's parameters. */
  query?: readonly string[]
  /** It takes a body of JSON. */
  body?: true
  /** A command: its data stands in an envelope, at `result.data`. */
  command?: true
  /** To repeat it does no harm. Otherwise each call carries an `Idempotency-Key`. */
  repeatable: boolean
  /** What the API key must be allowed to do; absent: any key may call it. */
  grant?: string
  /** The field of the data that is a list to walk. */
  items?: string
  /** The fields that the data holds in every success. */
  needs: readonly string[]
}

/** What the SDK knows of a tool. */
export type Tool = Pick<Operation, 'repeatable' | 'grant' | 'items' | 'needs'>
