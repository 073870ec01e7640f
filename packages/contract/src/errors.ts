import * as v from 'valibot'
import { CountSchema } from './scalars.ts'
import { StalenessSchema } from './staleness.ts'

/** Code of a command route's error. */
export const commandErrorCodes = [
  'validation_failed',
  'authorization_denied',
  'not_found',
  'conflict',
  'rate_limited',
  'transient_failure',
] as const
export type CommandErrorCode = (typeof commandErrorCodes)[number]

interface ErrorRule {
  /** HTTP status on every route. */
  status: number
  /** Whether the same request may succeed later. */
  retryable: boolean
  /** The code of the same error on a command route. Null: command routes answer it with the simple body. */
  command: CommandErrorCode | null
}

/** Every error of the API: its code, its HTTP status, and whether to try again. The domain throws codes, `http/` alone knows statuses. */
export const errorCodes = {
  /** The body is not JSON. */
  INVALID_JSON: { status: 400, retryable: false, command: 'validation_failed' },
  /** Body, query or header violates the contract. */
  INVALID_REQUEST: { status: 400, retryable: false, command: 'validation_failed' },
  /** The body of a tool call is no tool call, or names no tool of the contract. */
  INVALID_TOOL_CALL: { status: 400, retryable: false, command: 'validation_failed' },
  INVALID_TOOL_INPUT: { status: 400, retryable: false, command: 'validation_failed' },
  SYNTAX_ERROR: { status: 400, retryable: false, command: 'validation_failed' },
  QUERY_NOT_ALLOWED: { status: 400, retryable: false, command: 'validation_failed' },
  TABLE_NOT_FOUND: { status: 400, retryable: false, command: 'validation_failed' },
  FUNCTION_NOT_ALLOWED: { status: 400, retryable: false, command: 'validation_failed' },
  /** No provider by that name. */
  UNKNOWN_PROVIDER: { status: 400, retryable: false, command: 'validation_failed' },
  /** API key missing, unknown or disabled. */
  INVALID_CREDENTIALS: { status: 401, retryable: false, command: null },
  /** The plan's API calls are used up until `resetAt`. */
  api_limit_exceeded: { status: 402, retryable: false, command: 'rate_limited' },
  /** The key lacks the tool's grant. */
  TOOL_CALL_FORBIDDEN: { status: 403, retryable: false, command: 'authorization_denied' },
  /** The key lacks the route's grant. */
  FORBIDDEN: { status: 403, retryable: false, command: 'authorization_denied' },
  /** A change by the cookie of a session that another website asked for. */
  CROSS_SITE_REQUEST: { status: 403, retryable: false, command: 'authorization_denied' },
  /** The public key is unknown or inactive. */
  INVALID_TRACKING_CONFIGURATION: { status: 403, retryable: false, command: 'authorization_denied' },
  /** The page's origin is not among the tracking domains. */
  ORIGIN_NOT_ALLOWED: { status: 403, retryable: false, command: 'authorization_denied' },
  plan_connection_limit_exceeded: { status: 403, retryable: false, command: 'authorization_denied' },
  NOT_FOUND: { status: 404, retryable: false, command: 'not_found' },
  /** The tool is in the contract, but this server doesn't implement it. */
  TOOL_NOT_AVAILABLE: { status: 404, retryable: false, command: 'not_found' },
  METHOD_NOT_ALLOWED: { status: 405, retryable: false, command: 'validation_failed' },
  /** The thing's state doesn't allow it. */
  CONFLICT: { status: 409, retryable: false, command: 'conflict' },
  BODY_TOO_LARGE: { status: 413, retryable: false, command: 'validation_failed' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, retryable: false, command: 'validation_failed' },
  /** A query failed while it ran: deadline, memory, size, or an error in its arithmetic. */
  EXECUTION_ERROR: { status: 422, retryable: false, command: 'validation_failed' },
  /** A name matches several customers. */
  AMBIGUOUS_REFERENCE: { status: 422, retryable: false, command: 'validation_failed' },
  RATE_LIMITED: { status: 429, retryable: true, command: 'rate_limited' },
  INTERNAL_ERROR: { status: 500, retryable: false, command: null },
  /** The same on the tool gateway. */
  TOOL_GATEWAY_ERROR: { status: 500, retryable: false, command: null },
  TOOL_OUTPUT_INVALID: { status: 502, retryable: false, command: 'transient_failure' },
  /** The log can't make events durable now, for example on a full disk. */
  LOG_UNAVAILABLE: { status: 503, retryable: true, command: 'transient_failure' },
  /** The read models can't answer now. */
  READS_UNAVAILABLE: { status: 503, retryable: true, command: 'transient_failure' },
  UNAVAILABLE: { status: 503, retryable: true, command: 'transient_failure' },
} as const satisfies Record<string, ErrorRule>

/** One of {@link errorCodes}. */
export type ErrorCode = keyof typeof errorCodes

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorCodes, value)
}

/** A place in a text. Characters are code points: an emoji is one. */
export const TextPositionSchema = v.object({
  /** How many characters stand before it. */
  offset: CountSchema,
  /** From 1. */
  line: CountSchema,
  /** The place in its line, in characters from 1. */
  column: CountSchema,
})

/** What is wrong with one field. */
export const ErrorDetailSchema = v.object({
  /** Where in the input. */
  path: v.array(v.union([v.string(), v.number()])),
  /** What is wrong there, and the remedy. */
  message: v.string(),
  /** Where in the text of the field, such as `sql` as it was sent. Absent: nowhere in particular, or not known. */
  position: v.optional(TextPositionSchema),
})

const DetailsSchema = v.optional(v.array(ErrorDetailSchema))

/** The usual error body. */
export const ErrorBodySchema = v.object({
  /** What is wrong and the remedy, for people. */
  error: v.string(),
  /** The same, field by field. */
  details: DetailsSchema,
  /** What is said not to be there may be in what the read models lack. Absent: they lack nothing. */
  stale: v.optional(StalenessSchema),
})

/** A limit of the plan is reached. */
export const PlanErrorBodySchema = v.object({
  /** What is wrong and the remedy, for people. */
  error: v.string(),
  /** Which limit it is. */
  code: v.picklist(['api_limit_exceeded', 'plan_connection_limit_exceeded']),
  /** The plan whose limit is reached. */
  plan: v.optional(v.string()),
  /** What the limit is on. */
  feature: v.optional(v.picklist(['api_calls', 'integration_connections'])),
  /** When API calls are available again, Unix milliseconds. */
  resetAt: v.optional(v.number()),
  /** Providers that are connected. */
  currentConnections: v.optional(v.pipe(v.number(), v.integer())),
  /** How many the plan allows. */
  limit: v.optional(v.pipe(v.number(), v.integer())),
})

/** Error body of the tool gateway: serves readers of both published forms. */
export const GatewayErrorBodySchema = v.object({
  /** What is wrong and the remedy, for people. */
  error: v.string(),
  /** The same, field by field. */
  details: DetailsSchema,
  /** An {@link ErrorCode}. */
  code: v.string(),
  /** The same as `error`. */
  message: v.string(),
  /** Whether the same call may succeed later. */
  retryable: v.boolean(),
  /** Names the request, for support. */
  requestId: v.string(),
  /** What is said not to be there may be in what the read models lack. Absent: they lack nothing. */
  stale: v.optional(StalenessSchema),
  /** The plan whose limit is reached. */
  plan: v.optional(v.string()),
  /** What the limit is on. */
  feature: v.optional(v.string()),
  /** When there are calls again, Unix milliseconds. */
  resetAt: v.optional(v.nullable(v.number())),
  /** What a body may have, in bytes. */
  limitBytes: v.optional(v.number()),
  /** What this one had, in bytes. */
  actualBytes: v.optional(v.number()),
  /** `path` is written `traitFilters.plan`. */
  validationIssues: v.optional(
    v.array(
      v.object({
        /** The kind of fault. */
        code: v.string(),
        /** Where in the input, such as `traitFilters.plan`. */
        path: v.string(),
        /** What is wrong there. */
        message: v.optional(v.string()),
      }),
    ),
  ),
})

/** Error body of the command routes, but for 401 and 500. */
export const CommandErrorBodySchema = v.object({
  /** The command failed. */
  ok: v.literal(false),
  /** Which command it was. */
  commandId: v.string(),
  /** The version of its contract. */
  commandVersion: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** What went wrong. */
  error: v.object({
    /** Its code, stable. */
    code: v.picklist(commandErrorCodes),
    /** What is wrong and the remedy, for people. */
    message: v.string(),
    /** Names the request, for support. */
    correlationId: v.string(),
    /** Whether the same request may succeed later. */
    retryable: v.boolean(),
    /** Further facts; `issues` lists what is wrong, field by field; `stale` says what a `not_found` may be in. */
    details: v.optional(v.record(v.string(), v.unknown())),
  }),
})
