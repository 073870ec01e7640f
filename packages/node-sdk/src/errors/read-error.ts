import { retryAfterMs as readRetryAfter } from '../backoff.ts'
import { isObject } from '../is-object.ts'
import { parseJson } from '../parse-json.ts'
import type { CustomerIntelError } from './error.ts'
import {
  AuthenticationError,
  ConflictError,
  ContractError,
  GrantError,
  NotFoundError,
  PlanLimitError,
  RateLimitError,
  ServerError,
  ValidationError,
} from './errors.ts'
import type { Issue } from './issue.ts'

const planCodes = new Set([
  'api_limit_exceeded',
  'plan_connection_limit_exceeded',
  'plan_api_limit_exceeded',
  'plan_billing_action_required',
])

/** Statuses after which the same request may succeed, if the body doesn't say. */
const passing = new Set([408, 425, 429, 502, 503, 504])

/** A complete response that is no success. */
export interface FailedAnswer {
  operation: string
  /** Repeating the call is harmless, even if the server has executed it. */
  repeatable: boolean
  status: number
  headers: Headers
  text: string
}

/** The error of a response, in any of the API's error forms. */
export function readError(answer: FailedAnswer, nowMs: number): CustomerIntelError {
  const { operation, status, headers } = answer
  const parsed = parseJson(answer.text)
  // HTML of a proxy, or nothing: only the status counts.
  const body = isObject(parsed) ? parsed : {}
  // A command's error is in an object of its own.
  const error = isObject(body.error) ? body.error : body
  const code = text(error.code) ?? text(body.code) ?? `HTTP_${status}`
  const requestId = text(body.requestId) ?? headers.get('x-request-id') ?? text(error.correlationId) ?? null
  const said = text(error.message) ?? text(body.error) ?? text(body.message) ?? 'the answer says nothing'
  const isPlan = planCodes.has(code) || status === 402
  const retryable = !isPlan && isPassing(answer, error.retryable)
  const retryAfterMs = readRetryAfter(headers.get('retry-after'), nowMs) ?? null
  const details = error.details ?? body.details
  const issues = readIssues(details, body)
  const origin = `(${operation}: ${status} ${code}${requestId === null ? '' : `, ${requestId}`})`
  const message = `${[
    said,
    ...issues
      .slice(0, 5)
      .filter(({ message: about }) => !said.includes(about))
      .map(toText),
  ].join('; ')} ${origin}`
  const whole = isObject(parsed) ? { answer: parsed } : {}
  const fields = { status, code, requestId, retryable, retryAfterMs, details, operation, ...whole }

  if (isPlan) return new PlanLimitError(message, { ...fields, body })
  switch (status) {
    case 401:
      return new AuthenticationError(message, fields)
    case 403:
      return new GrantError(message, fields)
    case 404:
    case 405:
      return new NotFoundError(message, fields)
    case 409:
      return new ConflictError(message, fields)
    case 429:
      return new RateLimitError(message, fields)
    default:
      if (status >= 500) return new ServerError(message, fields)
      if (status >= 400) return new ValidationError(message, { ...fields, issues })
      return new ContractError(`${operation} answered ${status}, a redirect: check baseUrl`, fields)
  }
}

/**
 * Whether the same call may succeed later, according to the response. A 500 is an error of the server, before or after
 * the execution: it is retried if that is harmless.
 */
function isPassing({ status, repeatable }: FailedAnswer, stated: unknown): boolean {
  if (status === 500 && repeatable) return true
  return typeof stated === 'boolean' ? stated : passing.has(status)
}

/** An issue as a sentence that names the field. */
function toText({ path, message }: Issue): string {
  const field = path.join('.')
  return field === '' || message.includes(String(path.at(-1))) ? message : `${field}: ${message}`
}

/** Field issues, in any of their three forms. */
function readIssues(details: unknown, body: Record<string, unknown>): Issue[] {
  const inner = isObject(details) ? details.issues : details
  const list: unknown = Array.isArray(inner) ? inner : body.validationIssues
  if (!Array.isArray(list)) return []
  return list.filter(isObject).map((issue) => ({
    path: Array.isArray(issue.path) ? (issue.path as Issue['path']) : [text(issue.path) ?? ''],
    message: text(issue.message) ?? text(issue.code) ?? 'is wrong',
    ...(isObject(issue.position) && { position: issue.position as Issue['position'] }),
  }))
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
