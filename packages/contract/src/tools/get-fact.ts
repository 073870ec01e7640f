import * as v from 'valibot'
import { listOf, strictObject } from '../objects.ts'
import { limits } from '../limits.ts'
import { trimmedText } from '../scalars.ts'
import type { ToolDefinition } from './definition.ts'
import { FactSchema, type Fact } from './fact.ts'

/**
 * Input of `svc_get_fact`.
 * @example {"factId": "fact-chat-23d0e4c9001c"}
 */
export interface GetFactInput {
  /** The fact's id. */
  factId: string
  /** `evidence` adds the evidence; other words are ignored. */
  include?: string[]
}

/** Output of `svc_get_fact`: the fact itself. */
export type GetFactOutput = Fact

export const GetFactInputSchema = strictObject({
  factId: trimmedText(limits.tools.idLength),
  include: v.optional(
    listOf(trimmedText(limits.tools.includeLength), limits.tools.arrayFilterItems),
    () => [],
  ),
}) satisfies v.GenericSchema<GetFactInput>

export const GetFactOutputSchema = FactSchema

export const getFactTool = {
  name: 'svc_get_fact',
  title: 'Get a fact',
  description: 'One exact fact by its id, on demand with its evidence.',
  grant: 'customer_intelligence:read',
  readOnly: true,
  commandId: 'fact.get',
  input: GetFactInputSchema,
  output: GetFactOutputSchema,
} as const satisfies ToolDefinition
