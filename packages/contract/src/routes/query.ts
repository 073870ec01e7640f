import * as v from 'valibot'
import { strictObject } from '../objects.ts'
import { QueryInputSchema } from '../tools/query.ts'
import { defineRoutes, errorResponses } from './definition.ts'

/**
 * Body of `POST /api/query/csv`.
 * @example {"sql": "select name, domain, mrr_cents, currency from customers order by mrr_cents desc"}
 */
export const QueryCsvBodySchema = strictObject({
  /**
   * One SELECT over the views, as `svc_query` takes it; 1 to 10,000 characters.
   * @example "select name, domain, mrr_cents, currency from customers order by mrr_cents desc"
   */
  sql: QueryInputSchema.entries.sql,
  /** What stands for `$1`, `$2` … in the text, in this order; at most 100. */
  params: QueryInputSchema.entries.params,
  /** Texts as they are, also where a spreadsheet would run them as formulas. Default false: those get an apostrophe. */
  raw: v.optional(v.boolean(), false),
})

export const queryRoutes = defineRoutes({
  queryCsv: {
    method: 'POST',
    path: '/api/query/csv',
    sdk: 'sql.csv',
    svc: null,
    summary: 'Get all rows of a query as CSV',
    description:
      'The whole answer, however long, up to 1 GiB: a line of names, then a line a row, as RFC 4180 has it. It is worked out before the first byte, so that a failure is a status; an answer that is cut off on its way ends without its end (the connection breaks). Missing is empty, an empty text `""`, times are ISO 8601 in UTC.',
    tag: 'query',
    auth: 'apiKey',
    grant: 'analytics:read',
    body: QueryCsvBodySchema,
    media: 'text/csv',
    responses: {
      200: v.string(),
      ...errorResponses('simple', [400, 401, 403, 413, 415, 422, 429, 503]),
    },
    errorStyle: 'simple',
    idempotent: true,
  },
})
