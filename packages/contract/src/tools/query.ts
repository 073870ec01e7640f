import * as v from 'valibot'
import { strictObject } from '../objects.ts'
import { JsonObjectSchema } from '../json.ts'
import { limits } from '../limits.ts'
import { CountSchema, DateTimeSchema, integer, text } from '../scalars.ts'
import type { ToolDefinition } from './definition.ts'

/**
 * Input of `svc_query`.
 * @example {"sql": "select count(*) as customers from customers"}
 */
export const QueryInputSchema = strictObject({
  /**
   * One SELECT over the views `activity`, `customers`, `users`, `revenue`, `facts`, `opportunities`, `sources`; 1 to 10,000 characters.
   * @example "select billing_status, count(*) as customers from customers group by billing_status"
   */
  sql: text(limits.tools.sqlLength, 1),
  /**
   * What stands for `$1`, `$2` … in the text, in this order; at most 100.
   * @example ["PAYING"]
   */
  params: v.optional(
    v.pipe(
      v.array(
        v.nullable(
          v.union([
            v.pipe(v.string(), v.maxLength(limits.tools.sqlLength)),
            v.pipe(v.number(), v.finite()),
            v.boolean(),
          ]),
        ),
      ),
      v.maxLength(100),
    ),
  ),
  /** Rows at most, 1 to 10,000, default 1,000. */
  limit: v.optional(integer(1, limits.tools.queryRowsMax), limits.tools.queryRowsDefault),
})

export const queryColumnTypes = [
  'text',
  'integer',
  'number',
  'boolean',
  'timestamp',
  'date',
  'json',
  'other',
] as const
/** What a column's values are: `timestamp` in UTC, `json` an object or a list, `other` a text of the engine's. */
export type QueryColumnType = (typeof queryColumnTypes)[number]

/** Output of `svc_query`. */
export const QueryOutputSchema = v.object({
  /** True: else the answer is an error. */
  success: v.literal(true),
  /** One object a row. Times in ISO 8601, UTC; integers beyond 2^53 as strings. */
  data: v.array(JsonObjectSchema),
  /**
   * The columns in their order, also of an answer without rows. Of equal names the later ones have a number (`n`, `n:1`), as
   * in the rows. Absent: the server is older.
   */
  columns: v.optional(
    v.array(
      v.object({
        /** As in the rows. */
        name: v.string(),
        /** What its values are. */
        type: v.picklist(queryColumnTypes),
      }),
    ),
  ),
  /** What was accepted before this time is in the answer, unless that says `stale`. Absent: the server is older. ISO 8601, UTC. */
  asOf: v.optional(DateTimeSchema),
  /** How the query went. */
  metadata: v.object({
    /** How many rows came. */
    rowsReturned: CountSchema,
    /** How long it ran, in milliseconds. */
    executionTimeMs: v.pipe(v.number(), v.minValue(0)),
    /** True when rows are missing: the answer is not whole. */
    truncated: v.boolean(),
  }),
})

export const queryTool = {
  name: 'svc_query',
  title: 'Query',
  description:
    "Run one read-only SELECT over the views activity, customers, users, revenue, facts, opportunities and sources. Look at svc_schema first. Money is in cents, times are UTC; local_day(occurred_at) is a day in the workspace's time zone. Check metadata.truncated before you trust a total.",
  grant: 'analytics:read',
  readOnly: true,
  commandId: 'sql.query',
  svc: null,
  input: QueryInputSchema,
  output: QueryOutputSchema,
} as const satisfies ToolDefinition
