import * as v from 'valibot'
import { limits } from '../limits.ts'
import { UuidSchema, text } from '../scalars.ts'

/** Names one thing by its uuid. */
export const UuidParamsSchema = v.object({
  /**
   * Uuid.
   * @example "6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8"
   */
  id: UuidSchema,
})

export const IdSchema = text(limits.agents.idLength, 1)

/** Names one thing by an id of any form. */
export const IdParamsSchema = v.object({
  /**
   * 1 to 500 characters.
   * @example "6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8"
   */
  id: IdSchema,
})
