import * as v from 'valibot'
import { JsonObjectSchema } from '../json.ts'
import type { JsonObject } from '../maps.ts'
import { errorResponses, type RouteDefinition } from './definition.ts'
import { ProviderInputSchema } from './providers.ts'

export interface WebhookParams {
  /** Provider id. */
  provider: string
}

export interface WebhookRouteInputs {
  /** The body is the provider's own, checked by its signature. */
  receiveWebhook: { params: WebhookParams; body: unknown }
}

export interface WebhookRouteOutputs {
  receiveWebhook: JsonObject
}

export const webhookRoutes = {
  receiveWebhook: {
    operation: 'receiveWebhook',
    method: 'POST',
    path: '/api/webhooks/{provider}',
    summary: 'Receive a provider’s webhook',
    tag: 'webhooks',
    auth: 'none',
    params: v.object({ provider: ProviderInputSchema }),
    body: v.unknown(),
    responses: {
      200: JsonObjectSchema,
      ...errorResponses('simple', [400, 401, 404, 413, 429, 500, 503]),
    },
    errorStyle: 'simple',
    idempotent: true,
  },
} as const satisfies { [Name in keyof WebhookRouteInputs]: RouteDefinition & { operation: Name } }
