import * as v from 'valibot'
import { limits } from '../limits.ts'
import { text } from '../scalars.ts'
import { errorResponses, type RouteDefinition } from './definition.ts'
import { ProviderInputSchema } from './providers.ts'

export interface WebhookParams {
  /**
   * Provider id.
   * @example "calls-a"
   */
  provider: string
}

export interface WebhookQuery {
  /** The connection that it is for, as the address says that the webhook set-up gives out. */
  connection?: string
}

/** It is durable; a replay of one that was received changes nothing. */
export interface WebhookReceived {
  /** Always. */
  received: true
}

export interface WebhookRouteInputs {
  /** The body is the provider's own, checked by its signature. */
  receiveWebhook: {
    params: WebhookParams
    query?: WebhookQuery
    /**
     * As the provider sends it.
     * @example {"event": "meeting.transcribed", "timestamp": 1795356000000, "meeting_id": "ff-0-0"}
     */
    body: unknown
  }
}

export interface WebhookRouteOutputs {
  receiveWebhook: WebhookReceived
}

export const webhookRoutes = {
  receiveWebhook: {
    operation: 'receiveWebhook',
    method: 'POST',
    path: '/api/webhooks/{provider}',
    summary: 'Receive a provider’s webhook',
    description:
      'For providers. The webhook set-up of a connection gives out the whole address. What isn’t signed with the connection’s secret is a 400, whatever is wrong with it; what is signed is taken as a hint that something changed, and the provider is asked for it soon.',
    tag: 'webhooks',
    auth: 'none',
    params: v.object({ provider: ProviderInputSchema }),
    query: v.object({ connection: v.optional(text(limits.integrations.connectionLength, 1)) }),
    body: v.unknown(),
    responses: {
      200: v.object({ received: v.literal(true) }),
      ...errorResponses('simple', [400, 413, 415, 429, 500, 503]),
    },
    errorStyle: 'simple',
    idempotent: true,
  },
} as const satisfies { [Name in keyof WebhookRouteInputs]: RouteDefinition & { operation: Name } }
