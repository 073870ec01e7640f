import * as v from 'valibot'
import { grants } from '../grants.ts'
import { strictObject } from '../objects.ts'
import { limits } from '../limits.ts'
import { DateTimeSchema, text } from '../scalars.ts'
import { errorResponses, defineRoutes } from './definition.ts'

/** Who requests access, and which: shown to the person who approves. */
export const StartCliAuthBodySchema = v.optional(
  strictObject({
    /**
     * What the key will be called. Default: taken from `User-Agent`.
     * @example "svc on ada-laptop"
     */
    client: v.optional(text(limits.cliAuth.clientLength, 1)),
    /** Requested grants. Default: read-only. The person who approves may grant less. */
    grants: v.optional(v.pipe(v.array(v.picklist(grants)), v.minLength(1), v.maxLength(grants.length))),
  }),
)

/** A login that waits for a person's approval in the browser. */
export const CliAuthRequestSchema = v.object({
  /** Names the login: for polling, and within `approveUrl`. */
  requestId: v.string(),
  /** Secret: only its holder may poll. */
  pollToken: v.string(),
  /** For the person to compare. */
  userCode: v.string(),
  /** The page that a person approves on. */
  approveUrl: v.string(),
  /** Until then it can be approved. ISO 8601, UTC. */
  expiresAt: DateTimeSchema,
  /** How long to wait between polls. */
  intervalSeconds: v.number(),
})

/**
 * Asks how a login goes.
 * @example {"requestId": "WyJ4Il0", "pollToken": "c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LXNlY3JldA"}
 */
export const PollCliAuthBodySchema = strictObject({
  /** Of the answer that began the login. */
  requestId: text(limits.cliAuth.tokenLength, 1),
  /** Of the answer that began the login. */
  pollToken: text(limits.cliAuth.tokenLength, 1),
})

/** The status of a login. The key is returned once; after that the status is `consumed`. */
export const CliAuthStatusSchema = v.variant('status', [
  v.object({
    /** Not approved yet: poll again. */
    status: v.literal('pending'),
    /** For the person to compare. */
    userCode: v.optional(v.string()),
    /** Until then it can be approved. ISO 8601, UTC. */
    expiresAt: v.optional(DateTimeSchema),
    /** How long to wait before the next poll. */
    intervalSeconds: v.optional(v.number()),
  }),
  v.object({
    /** Somebody approved. */
    status: v.literal('approved'),
    /** The key, returned only once. */
    apiKey: v.string(),
    /** How it begins, for people to tell keys apart. */
    keyPrefix: v.string(),
  }),
  v.object({
    /** It can't be approved any more. */
    status: v.literal('failed'),
    /** Why. */
    error: v.optional(v.string()),
  }),
  v.object({
    /** `consumed`: the key was returned already. `expired`: it wasn't approved in time. `invalid`: there is no such login. */
    status: v.picklist(['consumed', 'expired', 'invalid']),
  }),
])

export const cliAuthRoutes = defineRoutes({
  startCliAuth: {
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
    method: 'POST',
    path: '/api/cli-auth/poll',
    summary: 'Ask how a login stands',
    description: 'Not more often than every intervalSeconds: 429 otherwise. The key is shown once.',
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
})
