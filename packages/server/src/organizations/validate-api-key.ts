import type { ApiKeyValidation } from '@customer-intel/contract'
import { isAppError } from '../kernel/errors.ts'
import { correlationIdOf } from '../kernel/operations/correlation-id.ts'
import type { FailureAnswer, RouteHandler } from '../kernel/operations/route-handler.ts'
import { keyUsage } from '../kernel/operations/take-api-call.ts'

/** `POST /api/validate-api-key`: describes the caller's key and its grants. */
export const validateApiKey: RouteHandler<'validateApiKey'> = {
  async run(_input, { workspace, apiKey }) {
    const { id, name, slug } = workspace.organization
    const answer: ApiKeyValidation = {
      valid: true,
      organizationId: id,
      // Keys belong to the workspace, not to a person.
      createdById: null,
      authorization: { grants: [...apiKey.grants] },
      organization: { id, name, slug },
      createdBy: null,
      apiKey: {
        id: apiKey.id,
        name: apiKey.name,
        prefix: apiKey.prefix,
        grants: [...apiKey.grants],
        createdAt: apiKey.createdAt,
        ...keyUsage(workspace, apiKey),
        keyType: apiKey.keyType,
      },
    }
    return answer
  },
  answerError(error, requestId): FailureAnswer | null {
    if (!isAppError(error)) return null
    if (error.code === 'INVALID_CREDENTIALS') {
      return {
        status: 401,
        body: { valid: false, error: error.message },
        headers: { 'www-authenticate': 'Bearer' },
      }
    }
    if (error.code !== 'LOG_UNAVAILABLE' && error.code !== 'UNAVAILABLE') return null
    const correlationId = correlationIdOf(requestId)
    return {
      status: 503,
      headers: { 'retry-after': String(error.retryAfterSeconds ?? 5) },
      body: {
        ok: false,
        commandId: 'api_key.validate',
        commandVersion: 1,
        error: { code: 'transient_failure', message: error.message, correlationId, retryable: true },
      },
    }
  },
}
