import * as v from 'valibot'
import { CommandErrorBodySchema } from '../errors.ts'
import { grants } from '../grants.ts'
import { limits } from '../limits.ts'
import { listOf, strictObject } from '../objects.ts'
import { CountSchema, DateTimeSchema, trimmedText, UtcDateTimeSchema } from '../scalars.ts'
import { commandRoute, errorResponses, defineRoutes } from './definition.ts'
import { IdParamsSchema } from './params.ts'

export const keyTypes = ['api', 'cli', 'mcp', 'ci'] as const
/** What a key was issued for. */
export type KeyType = (typeof keyTypes)[number]

/** What a valid key is and may do. */
export const ApiKeyValidationSchema = v.object({
  /** True: else the answer is a 401. */
  valid: v.literal(true),
  /** Whose key it is. */
  organizationId: v.string(),
  /** Who made it; null when that isn't known. */
  createdById: v.nullable(v.string()),
  /** What it may do. */
  authorization: v.object({
    /** Such as `customer_intelligence:read`. */
    grants: v.array(v.string()),
  }),
  /** The organization. */
  organization: v.optional(
    v.object({
      /** Its id. */
      id: v.string(),
      /** Its name, for people. */
      name: v.nullable(v.string()),
      /** Its name in lower case, digits and hyphens. */
      slug: v.nullable(v.string()),
    }),
  ),
  /** Who made the key. */
  createdBy: v.optional(
    v.nullable(
      v.object({
        /** Their id. */
        id: v.string(),
        /** Their e-mail address. */
        email: v.nullable(v.string()),
        /** Their name. */
        name: v.nullable(v.string()),
      }),
    ),
  ),
  /** The key's own entry. */
  apiKey: v.optional(
    v.object({
      /** The key's id, which is no secret. */
      id: v.string(),
      /** Its name. */
      name: v.string(),
      /** Its first characters, to tell it from others. */
      prefix: v.string(),
      /** What it may do. */
      grants: v.array(v.string()),
      /** When it was made. ISO 8601, UTC. */
      createdAt: DateTimeSchema,
      /** When it was last used. ISO 8601, UTC. */
      lastUsedAt: v.nullable(DateTimeSchema),
      /** How often it was used. */
      totalRequests: CountSchema,
      /** What kind of key it is. */
      keyType: v.picklist(keyTypes),
    }),
  ),
})

/** 401: the key is missing, unknown or disabled. */
export const InvalidApiKeySchema = v.object({
  /** The key is not accepted. */
  valid: v.literal(false),
  /** Why, for people. */
  error: v.string(),
})

const bounds = limits.keys

/** An API key, without the key itself: of that only a hash is kept. */
export const ApiKeySchema = v.object({
  /** Its id, which is no secret. */
  id: v.string(),
  /** What people call it. */
  name: v.string(),
  /** Its first characters, to tell it from others. */
  prefix: v.string(),
  /** What it may do. */
  grants: v.array(v.picklist(grants)),
  /** What it was issued for. */
  keyType: v.picklist(keyTypes),
  /** Whether it works. */
  state: v.picklist(['active', 'expired', 'revoked']),
  /** The id of the key by which somebody gave it to a program, in a sign-in; null otherwise. */
  issuedBy: v.nullable(v.string()),
  /** When it was made. ISO 8601, UTC. */
  createdAt: DateTimeSchema,
  /** When it ends; null: not by itself. ISO 8601, UTC. */
  expiresAt: v.nullable(DateTimeSchema),
  /** When it was last used. ISO 8601, UTC. */
  lastUsedAt: v.nullable(DateTimeSchema),
  /** How often it was used. */
  totalRequests: CountSchema,
})

/**
 * A key to make.
 * @example {"name": "Dashboards", "grants": ["analytics:read"]}
 */
export const CreateApiKeyBodySchema = strictObject({
  /** What people call it. */
  name: trimmedText(bounds.nameLength),
  /** What it may do. Nobody gives what they haven't. */
  grants: listOf(v.picklist(grants), grants.length, 1),
  /** What it is for. Default `api`. */
  keyType: v.optional(v.picklist(keyTypes), 'api'),
  /** When it ends. Default: not by itself. */
  expiresAt: v.optional(UtcDateTimeSchema),
})

/** How a key is replaced. */
export const RotateApiKeyBodySchema = v.optional(
  strictObject({
    /** How long the old one still works, in seconds; at most 90 days. Default 0. */
    graceSeconds: v.optional(
      v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(bounds.graceSeconds)),
      0,
    ),
  }),
)

/** A new key, with the key itself, which is shown this once. */
export const NewApiKeySchema = v.object({
  /** Its entry. */
  key: ApiKeySchema,
  /** The key itself, `ok_…`. It is shown this once: only its hash is kept. */
  secret: v.string(),
})

export const keyRoutes = defineRoutes({
  listApiKeys: commandRoute({
    method: 'GET',
    path: '/api/keys',
    sdk: 'keys.list',
    svc: { path: ['keys', 'list'] },
    summary: 'List the API keys',
    description: 'The oldest first, with when each was last used. Those that were revoked stay in the list.',
    tag: 'keys',
    grant: 'workspace_settings:manage',
    commandId: 'apiKey.list',
    data: v.object({ keys: v.array(ApiKeySchema) }),
    failures: [],
    idempotent: true,
  }),
  createApiKey: commandRoute({
    method: 'POST',
    path: '/api/keys',
    sdk: 'keys.create',
    svc: { path: ['keys', 'create'] },
    summary: 'Make an API key, which is shown this once',
    description:
      'An `Idempotency-Key` is not kept, since the answer holds a secret: a repetition makes another.',
    tag: 'keys',
    grant: 'workspace_settings:manage',
    commandId: 'apiKey.create',
    body: CreateApiKeyBodySchema,
    data: NewApiKeySchema,
    failures: [409],
    idempotent: false,
  }),
  rotateApiKey: commandRoute({
    method: 'POST',
    path: '/api/keys/{id}/rotate',
    sdk: 'keys.rotate',
    svc: { path: ['keys', 'rotate'], arguments: ['id'] },
    summary: 'Put a new API key in a key’s place',
    description:
      'The new one has the name and the grants of the old one, and is shown this once. An `Idempotency-Key` is not kept: a repetition is a 409, since the old one was replaced.',
    tag: 'keys',
    grant: 'workspace_settings:manage',
    commandId: 'apiKey.rotate',
    params: IdParamsSchema,
    body: RotateApiKeyBodySchema,
    data: NewApiKeySchema,
    failures: [404, 409],
    idempotent: false,
  }),
  revokeApiKey: commandRoute({
    method: 'POST',
    path: '/api/keys/{id}/revoke',
    sdk: 'keys.revoke',
    svc: { path: ['keys', 'revoke'], arguments: ['id'] },
    summary: 'Refuse an API key from now on',
    description: 'Also those that sign-ins made by it.',
    tag: 'keys',
    grant: 'workspace_settings:manage',
    commandId: 'apiKey.revoke',
    params: IdParamsSchema,
    data: v.object({ keys: v.array(ApiKeySchema) }),
    failures: [404],
    idempotent: true,
  }),
  validateApiKey: {
    method: 'POST',
    path: '/api/validate-api-key',
    sdk: 'keys.validate',
    svc: null,
    summary: 'Validate the API key and tell what it may do',
    description: 'It works with any valid key, whatever its grants.',
    tag: 'keys',
    auth: 'apiKey',
    responses: {
      200: ApiKeyValidationSchema,
      401: InvalidApiKeySchema,
      ...errorResponses('simple', [400, 500]),
      503: CommandErrorBodySchema,
    },
    errorStyle: 'simple',
    idempotent: true,
  },
})
