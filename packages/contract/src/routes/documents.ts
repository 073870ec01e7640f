import { JsonObjectSchema } from '../json.ts'
import { errorResponses, defineRoutes } from './definition.ts'

export const documentRoutes = defineRoutes({
  getOpenApi: {
    method: 'GET',
    path: '/openapi.json',
    summary: 'The machine-readable contract of what this server offers',
    description: 'Exactly the routes and tools that this server offers.',
    tag: 'documents',
    auth: 'none',
    responses: {
      /** OpenAPI 3.1.0. */
      200: JsonObjectSchema,
      ...errorResponses('simple', [500]),
    },
    errorStyle: 'simple',
    idempotent: true,
  },
})
