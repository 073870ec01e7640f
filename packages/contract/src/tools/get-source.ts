import * as v from 'valibot'
import { strictObject } from '../objects.ts'
import { limits } from '../limits.ts'
import { CursorSchema } from '../pagination.ts'
import { trimmedText } from '../scalars.ts'
import { SourceTypeInputSchema } from '../sources.ts'
import type { ToolDefinition } from './definition.ts'
import { EvidenceLimitSchema } from './people-filters.ts'
import { SourceSchema } from './source.ts'

/**
 * Input of `svc_get_source`.
 * @example {"sourceType": "CALL", "sourceId": "call-da95207f37aa"}
 */
export const GetSourceInputSchema = strictObject({
  /** What kind of source it is; aliases are taken. */
  sourceType: SourceTypeInputSchema,
  /** Its id within its type. */
  sourceId: trimmedText(limits.tools.idLength),
  /** Replies a page of a chat thread, 1 to 100, default 50. No effect on other source types. */
  limit: EvidenceLimitSchema,
  /** Of a chat thread's replies. */
  cursor: v.optional(CursorSchema),
})

/** Output of `svc_get_source`: the source itself. */
export const GetSourceOutputSchema = SourceSchema

export const getSourceTool = {
  name: 'svc_get_source',
  title: 'Get a source',
  description: 'One exact source record behind a fact or a search result, with its whole content.',
  grant: 'customer_intelligence:read',
  readOnly: true,
  commandId: 'source.get',
  svc: { path: ['sources', 'get'], single: true },
  input: GetSourceInputSchema,
  output: GetSourceOutputSchema,
} as const satisfies ToolDefinition
