import type { CommandResource, CommandSuccess } from '@customer-intel/contract'
import { correlationIdOf } from './correlation-id.ts'

/** Wraps a command's data as its route answers it. */
export function commandSucceeded<Data>(
  commandId: string,
  requestId: string,
  data: Data,
  options: { resources?: CommandResource[]; auditId?: string | undefined; operationId?: string } = {},
): CommandSuccess<Data> {
  const { resources = [], auditId, operationId = commandId } = options
  return {
    ok: true,
    commandId,
    commandVersion: 1,
    correlationId: correlationIdOf(requestId),
    result: {
      operationId,
      status: 'completed',
      resources,
      data,
      warnings: [],
      ...(auditId === undefined ? {} : { auditId }),
    },
  }
}
