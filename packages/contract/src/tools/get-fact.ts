import * as v from 'valibot'
import { listOf, strictObject } from '../objects.ts'
import { limits } from '../limits.ts'
import { trimmedText } from '../scalars.ts'
import type { ToolDefinition } from './definition.ts'
import { FactSchema } from './fact.ts'

/**
 * Input of `svc_get_fact`.
 * @example {"factId": "fact-chat-23d0e4c9001c"}
 */
export const GetFactInputSchema = strictObject({
  /** The fact's id. */
  factId: trimmedText(limits.tools.idLength),
  /** `evidence` adds the evidence; other words are ignored. */
  include: v.optional(
    listOf(trimmedText(limits.tools.includeLength), limits.tools.arrayFilterItems),
    () => [],
  ),
})

/** Output of `svc_get_fact`: the fact itself. */
export const GetFactOutputSchema = FactSchema

export const getFactTool = {
  name: 'svc_get_fact',
  title: 'Get a fact',
  description: 'One exact fact by its id, on demand with its evidence.',
  grant: 'customer_intelligence:read',
  readOnly: true,
  commandId: 'fact.get',
  svc: { path: ['facts', 'get'] },
  input: GetFactInputSchema,
  output: GetFactOutputSchema,
} as const satisfies ToolDefinition
