import { JsonObjectSchema } from '../json.ts'
import type { JsonObject } from '../maps.ts'
import { errorResponses, type NoInput, type RouteDefinition } from './definition.ts'

export interface DocumentRouteInputs {
  getOpenApi: NoInput
}

export interface DocumentRouteOutputs {
  /** OpenAPI 3.1.0. */
  getOpenApi: JsonObject
}

export const documentRoutes = {
  getOpenApi: {
    operation: 'getOpenApi',
    method: 'GET',
    path: '/openapi.json',
    summary: 'The machine-readable contract of what this server offers',
    description: 'Exactly the routes and tools that this server offers.',
    tag: 'documents',
    auth: 'none',
    responses: { 200: JsonObjectSchema, ...errorResponses('simple', [500]) },
    errorStyle: 'simple',
    idempotent: true,
  },
} as const satisfies { [Name in keyof DocumentRouteInputs]: RouteDefinition & { operation: Name } }
