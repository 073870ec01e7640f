import * as v from 'valibot'
import { CommandErrorBodySchema } from '../errors.ts'
import { CountSchema, DateTimeSchema } from '../scalars.ts'
import { errorResponses, defineRoutes } from './definition.ts'

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

export const keyRoutes = defineRoutes({
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
