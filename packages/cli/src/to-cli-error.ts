import { CliError, exitCodes } from './errors.ts'

/** A failure as it is told: with a code, an exit code and a remedy. */
export function toCliError(failure: unknown): CliError {
  if (failure instanceof CliError) return failure
  const { name, status, code, message = String(failure), requestId, details } = failure as Partial<ApiFailure>
  if (name === 'TypeError') return new CliError('invalid_input', message, { exitCode: exitCodes.usage })
  // Of the SDK where there was an answer, or none to be had; anything else is a fault in here.
  if (status === undefined) return new CliError('failed', message)
  if (status === null) return new CliError('api_unavailable', `${message}. svc doctor finds out why`)
  const told = status === 401 ? `${message}: run svc auth login` : message
  const kind = status === 401 ? 'auth_required' : 'api_error'
  return new CliError(kind, told, {
    exitCode: status === 401 ? exitCodes.authentication : exitCodes.failed,
    body: {
      error: told,
      code: kind,
      status,
      apiCode: code,
      ...(requestId && { requestId }),
      ...(details !== undefined && { details }),
    },
  })
}

/** An error of the SDK, as far as it is told: not imported, for its module costs time at every start. */
interface ApiFailure {
  name: string
  message: string
  status: number | null
  code: string
  requestId: string | null
  details: unknown
}
