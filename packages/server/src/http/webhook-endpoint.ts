import { getRoute, limits, normalizeProvider } from '@customer-intel/contract'
import { AppError } from '../kernel/errors.ts'
import { findAddressed, receiveWebhook, unverified } from '../integrations/webhooks/receive-webhook.ts'
import { createRateLimiter } from '../kernel/rate-limiter.ts'
import type { Services } from '../kernel/operations/services.ts'
import type { Endpoint } from './endpoint.ts'
import { errorReply } from './error-reply.ts'
import { readBody } from './read-body.ts'
import { jsonReply } from './reply.ts'

/** New webhooks per second and connection. */
const perSecond = 500

/** `POST /api/webhooks/{provider}?connection=…`: answered once the hint is durable; the data is fetched afterwards. */
export function createWebhookEndpoint(services: Services): Endpoint {
  const route = getRoute('receiveWebhook')
  const rates = createRateLimiter({ limit: perSecond, maxKeys: 10_000 })
  return {
    method: route.method,
    path: route.path,
    async handle(call) {
      try {
        const provider = normalizeProvider(call.params['provider'] ?? '')
        const addressed = await findAddressed(provider, call.query.get('connection'), services)
        if (addressed === null) throw unverified()
        const bytes = await readBody(call.body, limits.platform.bodyBytes)
        const received = { header: (name: string) => call.header(name), bytes, now: services.clock() }
        await receiveWebhook(addressed, received, services, () => {
          if (rates.take(addressed.connection.connectionId).allowed) return
          throw new AppError('RATE_LIMITED', `More than ${perSecond} webhooks a second`, {
            retryAfterSeconds: 5,
          })
        })
        return jsonReply(200, { received: true })
      } catch (error) {
        return errorReply(error, route, call.requestId, services.logger)
      }
    },
  }
}
