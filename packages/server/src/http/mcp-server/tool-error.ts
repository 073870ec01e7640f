import {
  type ErrorCode,
  errorCodes,
  formatPath,
  isErrorCode,
  isJsonObject,
  type JsonObject,
} from '@customer-intel/contract'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { isAppError } from '../../kernel/errors.ts'
import type { RequestContext } from '../../kernel/operations/services.ts'

/** The error of a call, in a form that lets an assistant correct it: per field the problem and what is expected. */
export function toolError(
  error: unknown,
  inputSchema: JsonObject | undefined,
  context: RequestContext,
): CallToolResult {
  const known = isAppError(error) && isErrorCode(error.code) ? { error, code: error.code } : null
  if (known === null) context.logger.error(`Request ${context.requestId} failed:`, error)
  const code: ErrorCode = known?.code ?? 'TOOL_GATEWAY_ERROR'
  const failure = known?.error
  const body = {
    error: {
      code,
      message: failure?.message ?? 'Internal server error',
      retryable: errorCodes[code].retryable,
      ...(failure?.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: failure.retryAfterSeconds }),
      ...failure?.planLimit,
      ...(failure?.stale && { stale: failure.stale }),
      requestId: context.requestId,
      ...(failure === undefined || failure.issues.length === 0
        ? {}
        : {
            issues: failure.issues.map(({ path, message, position }) => ({
              field: formatPath(path),
              message,
              ...(position && { position }),
              ...expectedAt(inputSchema, path),
            })),
          }),
    },
  }
  return { content: [{ type: 'text', text: JSON.stringify(body) }], isError: true }
}

/** The schema of a field; for an unknown one, the known fields. */
function expectedAt(schema: JsonObject | undefined, path: readonly (string | number)[]): JsonObject {
  let at: unknown = schema
  for (const key of path) {
    if (!isJsonObject(at)) return {}
    const { properties, items, additionalProperties }: JsonObject = at
    if (typeof key === 'number') at = items
    else if (isJsonObject(properties) && Object.hasOwn(properties, key)) at = properties[key]
    else if (isJsonObject(additionalProperties)) at = additionalProperties
    else return isJsonObject(properties) ? { knownFields: Object.keys(properties) } : {}
  }
  return path.length === 0 || !isJsonObject(at) ? {} : { expected: at }
}
