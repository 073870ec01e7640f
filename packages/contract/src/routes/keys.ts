import * as v from 'valibot'
import { CommandErrorBodySchema } from '../errors.ts'
import { CountSchema, DateTimeSchema } from '../scalars.ts'
import { errorResponses, type NoInput, type RouteDefinition } from './definition.ts'

export const keyTypes = ['api', 'cli', 'mcp', 'ci'] as const
/** What a key was issued for. */
export type KeyType = (typeof keyTypes)[number]
/** What a valid key is and may do. */
export interface ApiKeyValidation {
  /** True: else the answer is a 401. */
  valid: true
  /** Whose key it is. */
  organizationId: string
  /** Who made it; null when that isn't known. */
  createdById: string | null
  /** What it may do. */
  authorization: {
    /** Such as `customer_intelligence:read`. */
    grants: string[]
  }
  /** The organization. */
  organization?: {
    /** Its id. */
    id: string /** Its name. */
    /** Its name, for people. */
    name: string | null /** Its short name for addresses. */
    /** Its name in lower case, digits and hyphens. */
    slug: string | null
  }
  /** Who made the key. */
  createdBy?: {
    /** Their id. */
    id: string /** Their e-mail address. */
    /** Their e-mail address. */
    email: string | null /** Their name. */
    /** Their name. */
    name: string | null
  } | null
  /** The key's own entry. */
  apiKey?: {
    /** The key's id, which is no secret. */
    id: string
    /** Its name. */
    name: string
    /** Its first characters, to tell it from others. */
    prefix: string
    /** What it may do. */
    grants: string[]
    /** When it was made. ISO 8601, UTC. */
    createdAt: string
    /** When it was last used. ISO 8601, UTC. */
    lastUsedAt: string | null
    /** How often it was used. */
    totalRequests: number
    /** What kind of key it is. */
    keyType: KeyType
  }
}
/** 401: the key is missing, unknown or disabled. */
export interface InvalidApiKey {
  /** The key is not accepted. */
  valid: false
  /** Why, for people. */
  error: string
}

export interface KeyRouteInputs {
  validateApiKey: NoInput
}

export interface KeyRouteOutputs {
  validateApiKey: ApiKeyValidation
}

export const ApiKeyValidationSchema = v.object({
  valid: v.literal(true),
  organizationId: v.string(),
  createdById: v.nullable(v.string()),
  authorization: v.object({ grants: v.array(v.string()) }),
  organization: v.optional(
    v.object({ id: v.string(), name: v.nullable(v.string()), slug: v.nullable(v.string()) }),
  ),
  createdBy: v.optional(
    v.nullable(v.object({ id: v.string(), email: v.nullable(v.string()), name: v.nullable(v.string()) })),
  ),
  apiKey: v.optional(
    v.object({
      id: v.string(),
      name: v.string(),
      prefix: v.string(),
      grants: v.array(v.string()),
      createdAt: DateTimeSchema,
      lastUsedAt: v.nullable(DateTimeSchema),
      totalRequests: CountSchema,
      keyType: v.picklist(keyTypes),
    }),
  ),
}) satisfies v.GenericSchema<ApiKeyValidation>

export const InvalidApiKeySchema = v.object({
  valid: v.literal(false),
  error: v.string(),
}) satisfies v.GenericSchema<InvalidApiKey>

export const keyRoutes = {
  validateApiKey: {
    operation: 'validateApiKey',
    method: 'POST',
    path: '/api/validate-api-key',
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
} as const satisfies { [Name in keyof KeyRouteInputs]: RouteDefinition & { operation: Name } }
