import * as v from 'valibot'

/** What a command changed or read. */
export interface CommandResource {
  type: string
  id: string
}

/** Success body of the command routes. */
export interface CommandSuccess<Data> {
  ok: true
  commandId: string
  commandVersion: number
  correlationId: string
  result: {
    /** Absent in the answer to a rejected merge suggestion. */
    operationId?: string
    status: 'completed'
    resources: CommandResource[]
    data: Data
    warnings: string[]
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
      auditId: v.optional(v.string()),
    }),
  })
