import {
  type CommandErrorBody,
  type ErrorBody,
  type ErrorCode,
  type GatewayErrorBody,
  type RouteDefinition,
  errorCodes,
  formatPath,
  isErrorCode,
  limits,
} from '@customer-intel/contract'
import { AppError, isAppError } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'
import { correlationIdOf } from '../kernel/operations/correlation-id.ts'
import { type Reply, jsonReply } from './reply.ts'

/** The part of a route that decides the form of its errors. */
export type ErrorForm = Pick<RouteDefinition, 'errorStyle' | 'command' | 'bodyLimitBytes'>

/**
 * The response to a failed request, in the form of its route. An error without a code of the contract is a bug: it is
 * logged with the request id, and the caller gets only that id.
 */
export function errorReply(error: unknown, form: ErrorForm, requestId: string, logger: Logger): Reply {
  const known = isAppError(error) && isErrorCode(error.code) ? { error, code: error.code } : null
  if (known === null) logger.error(`Request ${requestId} failed:`, error)
  const { code, error: shown } = known ?? unexpected(form)
  const { status } = errorCodes[code]
  const headers: Record<string, string> = {}
  if (status === 401) headers['www-authenticate'] = 'Bearer'
  if (status === 503 || status === 429) headers['retry-after'] = String(shown.retryAfterSeconds ?? 5)
  return jsonReply(status, errorBody(shown, code, form, requestId), headers)
}

function unexpected(form: ErrorForm): { error: AppError; code: ErrorCode } {
  const code = form.errorStyle === 'gateway' ? 'TOOL_GATEWAY_ERROR' : 'INTERNAL_ERROR'
  return { code, error: new AppError(code, 'Internal server error') }
}

function errorBody(error: AppError, code: ErrorCode, form: ErrorForm, requestId: string): object {
  const { status } = errorCodes[code]
  if (form.errorStyle === 'gateway') return gatewayBody(error, code, form, requestId)
  if (form.errorStyle === 'command' && status !== 401 && status !== 500)
    return commandBody(error, code, form, requestId)
  return simpleBody(error)
}

function simpleBody({ message, issues, code, planLimit, stale }: AppError): ErrorBody {
  return {
    error: message,
    ...(planLimit && { code, ...planLimit }),
    ...(issues.length > 0 && { details: issues }),
    ...(stale && { stale }),
  }
}

function gatewayBody(error: AppError, code: ErrorCode, form: ErrorForm, requestId: string): GatewayErrorBody {
  const body: GatewayErrorBody = {
    ...simpleBody(error),
    code,
    message: error.message,
    retryable: errorCodes[code].retryable,
    requestId,
    ...error.planLimit,
  }
  if (error.issues.length > 0) {
    body.validationIssues = error.issues.map(({ path, message }) => ({
      code: 'invalid',
      path: formatPath(path),
      message,
    }))
  }
  if (code === 'BODY_TOO_LARGE') body.limitBytes = form.bodyLimitBytes ?? limits.platform.bodyBytes
  return body
}

function commandBody(error: AppError, code: ErrorCode, form: ErrorForm, requestId: string): CommandErrorBody {
  const rule = errorCodes[code]
  return {
    ok: false,
    commandId: form.command?.commandId ?? 'unknown',
    commandVersion: form.command?.version ?? 1,
    error: {
      code: rule.command ?? 'transient_failure',
      message: error.message,
      correlationId: correlationIdOf(requestId),
      retryable: rule.retryable,
      ...detailsOf(error),
    },
  }
}

function detailsOf({ issues, stale }: AppError): { details?: Record<string, unknown> } {
  const details = { ...(issues.length > 0 && { issues }), ...(stale && { stale }) }
  return Object.keys(details).length === 0 ? {} : { details }
}
