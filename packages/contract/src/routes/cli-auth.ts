import * as v from 'valibot'
import { strictObject } from '../objects.ts'
import { limits } from '../limits.ts'
import { DateTimeSchema, text } from '../scalars.ts'
import { errorResponses, type NoInput, type RouteDefinition } from './definition.ts'

/** A login that waits for a person's approval in the browser. */
export interface CliAuthRequest {
  requestId: string
  /** Secret: only its holder may poll. */
  pollToken: string
  /** For the person to compare. */
  userCode: string
  approveUrl: string
  expiresAt: string
  intervalSeconds: number
}

export interface PollCliAuthBody {
  requestId: string
  pollToken: string
}

/** How a login stands. The key is told once; after that the status is `consumed`. */
export type CliAuthStatus =
  | { status: 'pending'; userCode?: string; expiresAt?: string; intervalSeconds?: number }
  | { status: 'approved'; apiKey: string; keyPrefix: string }
  | { status: 'failed'; error?: string }
  | { status: 'consumed' | 'expired' | 'invalid' }

export interface CliAuthRouteInputs {
  startCliAuth: NoInput
  pollCliAuth: { body: PollCliAuthBody }
}

export interface CliAuthRouteOutputs {
  startCliAuth: CliAuthRequest
  pollCliAuth: CliAuthStatus
}

export const CliAuthRequestSchema = v.object({
  requestId: v.string(),
  pollToken: v.string(),
  userCode: v.string(),
  approveUrl: v.string(),
  expiresAt: DateTimeSchema,
  intervalSeconds: v.number(),
}) satisfies v.GenericSchema<CliAuthRequest>

export const PollCliAuthBodySchema = strictObject({
  requestId: text(limits.cliAuth.tokenLength, 1),
  pollToken: text(limits.cliAuth.tokenLength, 1),
}) satisfies v.GenericSchema<PollCliAuthBody>

export const CliAuthStatusSchema = v.variant('status', [
  v.object({
    status: v.literal('pending'),
    userCode: v.optional(v.string()),
    expiresAt: v.optional(DateTimeSchema),
    intervalSeconds: v.optional(v.number()),
  }),
  v.object({ status: v.literal('approved'), apiKey: v.string(), keyPrefix: v.string() }),
  v.object({ status: v.literal('failed'), error: v.optional(v.string()) }),
  v.object({ status: v.picklist(['consumed', 'expired', 'invalid']) }),
]) satisfies v.GenericSchema<CliAuthStatus>

export const cliAuthRoutes = {
  startCliAuth: {
    operation: 'startCliAuth',
    method: 'POST',
    path: '/api/cli-auth/start',
    summary: 'Begin a login in the browser',
    tag: 'cliAuth',
    auth: 'none',
    responses: { 200: CliAuthRequestSchema, ...errorResponses('simple', [429, 500, 503]) },
    errorStyle: 'simple',
    idempotent: false,
  },
  pollCliAuth: {
    operation: 'pollCliAuth',
    method: 'POST',
    path: '/api/cli-auth/poll',
    summary: 'Ask how a login stands',
    tag: 'cliAuth',
    auth: 'none',
    body: PollCliAuthBodySchema,
    responses: {
      200: CliAuthStatusSchema,
      ...errorResponses('simple', [400, 413, 415, 429, 500, 503]),
    },
    errorStyle: 'simple',
    idempotent: false,
  },
} as const satisfies { [Name in keyof CliAuthRouteInputs]: RouteDefinition & { operation: Name } }
