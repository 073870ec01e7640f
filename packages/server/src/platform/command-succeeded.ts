import type { CommandResource, CommandSuccess } from '@customer-intel/contract/command-envelope'

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
    correlationId: `corr_${requestId.replace(/^req_/, '')}`,
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
