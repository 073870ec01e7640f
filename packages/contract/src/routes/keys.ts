import * as v from 'valibot'
import { CommandErrorBodySchema } from '../errors.ts'
import { CountSchema, DateTimeSchema } from '../scalars.ts'
import { errorResponses, type NoInput, type RouteDefinition } from './definition.ts'

export const keyTypes = ['api', 'cli', 'mcp', 'ci'] as const
/** What a key was issued for. */
export type KeyType = (typeof keyTypes)[number]

/** What a valid key is and may do. */
export interface ApiKeyValidation {
  valid: true
  organizationId: string
  createdById: string | null
  authorization: { grants: string[] }
  organization?: { id: string; name: string | null; slug: string | null }
  createdBy?: { id: string; email: string | null; name: string | null } | null
  apiKey?: {
    id: string
    name: string
    prefix: string
    grants: string[]
    createdAt: string
    lastUsedAt: string | null
    totalRequests: number
    keyType: KeyType
  }
}

/** 401: the key is missing, unknown or disabled. */
export interface InvalidApiKey {
  valid: false
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
