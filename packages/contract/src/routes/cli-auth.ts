import * as v from 'valibot'
import { type Grant, grants } from '../grants.ts'
import { strictObject } from '../objects.ts'
import { limits } from '../limits.ts'
import { DateTimeSchema, text } from '../scalars.ts'
import { errorResponses, type RouteDefinition } from './definition.ts'

/** Who requests access, and which: shown to the person who approves. */
export interface StartCliAuthBody {
  /**
   * What the key will be called. Default: taken from `User-Agent`.
   * @example "svc on ada-laptop"
   */
  client?: string
  /** Requested grants. Default: read-only. The person who approves may grant less. */
  grants?: Grant[]
}

/** A login that waits for a person's approval in the browser. */
export interface CliAuthRequest {
  /** Names the login: for polling, and within `approveUrl`. */
  requestId: string
  /** Secret: only its holder may poll. */
  pollToken: string
  /** For the person to compare. */
  userCode: string
  /** The page that a person approves on. */
  approveUrl: string
  /** Until then it can be approved. ISO 8601, UTC. */
  expiresAt: string
  /** How long to wait between polls. */
  intervalSeconds: number
}

/**
 * Asks how a login goes.
 * @example {"requestId": "WyJ4Il0", "pollToken": "c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LXNlY3JldA"}
 */
export interface PollCliAuthBody {
  /** Of the answer that began the login. */
  requestId: string
  /** Of the answer that began the login. */
  pollToken: string
}

/** The status of a login. The key is returned once; after that the status is `consumed`. */
export type CliAuthStatus =
  | {
      /** Not approved yet: poll again. */
      status: 'pending'
      /** For the person to compare. */
      userCode?: string
      /** Until then it can be approved. ISO 8601, UTC. */
      expiresAt?: string
      /** How long to wait before the next poll. */
      intervalSeconds?: number
    }
  | {
      /** Somebody approved. */
      status: 'approved'
      /** The key, returned only once. */
      apiKey: string
      /** How it begins, for people to tell keys apart. */
      keyPrefix: string
    }
  | {
      /** It can't be approved any more. */
      status: 'failed'
      /** Why. */
      error?: string
    }
  | {
      /** `consumed`: the key was returned already. `expired`: it wasn't approved in time. `invalid`: there is no such login. */
      status: 'consumed' | 'expired' | 'invalid'
    }

export interface CliAuthRouteInputs {
  startCliAuth: { body?: StartCliAuthBody }
  pollCliAuth: { body: PollCliAuthBody }
}

export interface CliAuthRouteOutputs {
  startCliAuth: CliAuthRequest
  pollCliAuth: CliAuthStatus
}

export const StartCliAuthBodySchema = v.optional(
  strictObject({
    client: v.optional(text(limits.cliAuth.clientLength, 1)),
    grants: v.optional(v.pipe(v.array(v.picklist(grants)), v.minLength(1), v.maxLength(grants.length))),
  }),
) satisfies v.GenericSchema<StartCliAuthBody | undefined>

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
    description:
      'Needs no key. A person opens approveUrl, compares the code, and approves with an API key of theirs; meanwhile poll.',
    tag: 'cliAuth',
    auth: 'none',
    body: StartCliAuthBodySchema,
    responses: {
      200: CliAuthRequestSchema,
      ...errorResponses('simple', [400, 413, 415, 429, 500, 503]),
    },
    errorStyle: 'simple',
    idempotent: false,
  },
  pollCliAuth: {
    operation: 'pollCliAuth',
    method: 'POST',
    path: '/api/cli-auth/poll',
    summary: 'Ask how a login stands',
    description: 'Not more often than every intervalSeconds: 429 otherwise. The key is told once.',
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
