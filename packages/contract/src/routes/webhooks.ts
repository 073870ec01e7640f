import * as v from 'valibot'
import { limits } from '../limits.ts'
import { text } from '../scalars.ts'
import { errorResponses, defineRoutes } from './definition.ts'
import { ProviderInputSchema } from './providers.ts'

/** It is durable; a replay of one that was received changes nothing. */
export const WebhookReceivedSchema = v.object({
  /** Always. */
  received: v.literal(true),
})

export const WebhookParamsSchema = v.object({
  /**
   * Provider id.
   * @example "calls-a"
   */
  provider: ProviderInputSchema,
})

export const WebhookQuerySchema = v.object({
  /** The connection that it is for, as the address says that the webhook set-up gives out. */
  connection: v.optional(text(limits.integrations.connectionLength, 1)),
})

export const webhookRoutes = defineRoutes({
  receiveWebhook: {
    method: 'POST',
    path: '/api/webhooks/{provider}',
    summary: 'Receive a provider’s webhook',
    description:
      'For providers. The webhook set-up of a connection gives out the whole address. What isn’t signed with the connection’s secret is a 400, whatever is wrong with it; what is signed is taken as a hint that something changed, and the provider is asked for it soon.',
    tag: 'webhooks',
    auth: 'none',
    params: WebhookParamsSchema,
    query: WebhookQuerySchema,
    /**
     * As the provider sends it.
     * @example {"event": "meeting.transcribed", "timestamp": 1795356000000, "meeting_id": "ff-0-0"}
     */
    body: v.unknown(),
    responses: {
      200: WebhookReceivedSchema,
      ...errorResponses('simple', [400, 413, 415, 429, 500, 503]),
    },
    errorStyle: 'simple',
    idempotent: true,
  },
})
