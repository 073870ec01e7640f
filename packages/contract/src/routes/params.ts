import * as v from 'valibot'
import { limits } from '../limits.ts'
import { UuidSchema, text } from '../scalars.ts'

/** Names one thing by its uuid. */
export interface UuidParams {
  /**
   * Uuid.
   * @example "6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8"
   */
  id: string
}

/** Names one thing by an id of any form. */
export interface IdParams {
  /**
   * 1 to 500 characters.
   * @example "6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8"
   */
  id: string
}

export const UuidParamsSchema = v.object({ id: UuidSchema }) satisfies v.GenericSchema<UuidParams>

export const IdSchema = text(limits.agents.idLength, 1)

export const IdParamsSchema = v.object({ id: IdSchema }) satisfies v.GenericSchema<IdParams>
