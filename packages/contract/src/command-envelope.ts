import * as v from 'valibot'
import { StalenessSchema } from './staleness.ts'
import type { Staleness } from './generated/types.ts'

/** What a command changed or read. */
export interface CommandResource {
  /** What kind of thing it is. */
  type: string
  /** Its id. */
  id: string
}

/** Success body of the command routes. */
export interface CommandSuccess<Data> {
  /** The command succeeded. */
  ok: true
  /** Which command it was. */
  commandId: string
  /** The version of its contract. */
  commandVersion: number
  /** Names the request, for support. */
  correlationId: string
  /** The result. */
  result: {
    /** Absent in the answer to a rejected merge suggestion. */
    operationId?: string
    /** It is done. */
    status: 'completed'
    /** What was read or changed. */
    resources: CommandResource[]
    /** The answer itself. */
    data: Data
    /** Warnings about the answer. */
    warnings: string[]
    /** The answer lacks some data accepted before the request. Absent: it is current. */
    stale?: Staleness
    /** The audit log's entry of the change; absent when nothing changed. */
    auditId?: string
  }
}

/** The envelope around a command's data. */
export const commandSuccess = <Data extends v.GenericSchema>(data: Data) =>
  v.object({
    ok: v.literal(true),
    commandId: v.string(),
    commandVersion: v.pipe(v.number(), v.integer(), v.minValue(1)),
    correlationId: v.string(),
    result: v.object({
      operationId: v.optional(v.string()),
      status: v.literal('completed'),
      resources: v.array(v.object({ type: v.string(), id: v.string() })),
      data,
      warnings: v.array(v.string()),
      stale: v.optional(StalenessSchema),
      auditId: v.optional(v.string()),
    }),
  })
