import { CliError, exitCodes } from './errors.ts'

/** A failure as it is text: with a code, an exit code and a remedy. */
export function toCliError(failure: unknown): CliError {
  if (failure instanceof CliError) return failure
  const {
    name,
    status,
    code,
    message = String(failure),
    requestId,
    details,
    answer,
  } = failure as Partial<ApiFailure>
  if (name === 'TypeError') return new CliError('invalid_input', message, { exitCode: exitCodes.usage })
  // Of the SDK where there was an answer, or none to be had; anything else is a fault in here.
  if (status === undefined) return new CliError('failed', message)
  if (status === null) return new CliError('api_unavailable', `${message}. svc doctor finds out why`)
  const text = status === 401 ? `${message}: run svc auth login` : message
  const kind = kindOf(status, code)
  return new CliError(kind, text, {
    exitCode: status === 401 ? exitCodes.authentication : exitCodes.failed,
    // A command's own form of an error says more than ours.
    body: isEnvelope(answer)
      ? answer
      : {
          error: text,
          code: kind,
          status,
          apiCode: code,
          ...(requestId && { requestId }),
          ...(details !== undefined && { details }),
        },
  })
}

/** The same failure under a code that says more. */
export function recoded(failure: unknown, code: string): CliError {
  const { message, exitCode, body } = toCliError(failure)
  return new CliError(code, message, {
    exitCode,
    cause: failure,
    body: isEnvelope(body) ? body : { ...(body as object | undefined), error: message, code },
  })
}

function kindOf(status: number, code: string | undefined): string {
  if (status === 401) return 'auth_required'
  // A server that is older than this program, or serves less.
  return code === 'TOOL_NOT_AVAILABLE' ? 'unsupported_core_version' : 'api_error'
}

function isEnvelope(answer: unknown): answer is object {
  return typeof answer === 'object' && answer !== null && 'ok' in answer && answer.ok === false
}

/** An error of the SDK, as far as it is text: not imported, for its module costs time at every start. */
interface ApiFailure {
  name: string
  message: string
  status: number | null
  code: string
  requestId: string | null
  details: unknown
  /** The whole answer. */
  answer: unknown
}
