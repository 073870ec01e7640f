import { isJsonObject } from '@customer-intel/contract'
import { isAppError } from '../../kernel/errors.ts'
import { objectsOf } from '../../integrations/fields.ts'
import type { Answer, ProviderApi } from '../../integrations/provider.ts'
import { ProviderProblem } from '../../integrations/provider-problem.ts'
import { nextCursor } from '../../integrations/providers/chat-app.ts'
import type { DueDelivery } from './delivery-read-types.ts'
import type { Services } from '../../kernel/operations/services.ts'
import type { Workspace } from '../../kernel/workspace/workspace.ts'
import { openChatApp } from './chat-app.ts'
import type { ChatDestination } from './destinations.ts'
import type { PostOutcome } from './post-webhook.ts'
import { renderChat } from './render-chat.ts'

/** Metadata of our messages, to recognise one that was sent already. */
const eventType = 'customer_intel_delivery'

const pageSize = 100
/** Maximal number of pages of a channel's history to search for a message. */
const maxPages = 20

/** Errors of a channel that are permanent, with the remedy. */
const goneFor: Readonly<Record<string, string>> = {
  channel_not_found: 'there is no such channel any more, or the application is not in it',
  is_archived: 'the channel is archived',
  not_in_channel: 'the application is not in the channel: invite it there',
  restricted_action: 'the application may not write there',
}

/** Posts a message to a channel of the chat app, unless it is there already. Rejects when aborted. */
export async function postToChat(
  delivery: DueDelivery,
  { channelId }: ChatDestination,
  {
    workspace,
    signal,
    services,
    mayBeThere,
  }: { workspace: Workspace; signal: AbortSignal; services: Services; mayBeThere: boolean },
): Promise<PostOutcome> {
  const failed = (code: string, message: string, more: { gone?: boolean; retryAfterMs?: number } = {}) => ({
    taken: false as const,
    code,
    message,
    gone: more.gone ?? false,
    retryAfterMs: more.retryAfterMs ?? 0,
  })
  try {
    const api = await openChatApp(workspace, services, { signal, maxWaitMs: 0 })
    if (api === null) return failed('CHAT_NOT_CONNECTED', 'No chat app is connected: connect it again')
    if (mayBeThere && (await isThere(api, channelId, delivery, services))) return { taken: true }
    const answer = await api.post('/api/chat.postMessage', {
      ...renderChat(delivery),
      channel: channelId,
      metadata: { event_type: eventType, event_payload: { delivery_id: delivery.deliveryId } },
    })
    if (answer['ok'] === true) return { taken: true }
    const error = String(answer['error'])
    return failed(
      error.toUpperCase(),
      `The chat app answered ${error}: ${goneFor[error] ?? 'see its documentation'}`,
      {
        gone: error in goneFor,
      },
    )
  } catch (error) {
    if (signal.aborted) throw error
    if (error instanceof ProviderProblem) {
      const { kind, message, notBefore } = error
      const retryAfterMs = notBefore === null ? 0 : Math.max(0, notBefore - services.clock())
      return failed(`CHAT_${kind.toUpperCase()}`, message, { retryAfterMs })
    }
    if (isAppError(error)) return failed(error.code, error.message)
    throw error
  }
}

/**
 * Whether an attempt that seemed to fail has posted the message. False when that can't be seen; if that is because too
 * much was posted since, it is logged.
 */
async function isThere(
  api: ProviderApi,
  channel: string,
  { deliveryId, sentAt }: DueDelivery,
  { logger }: Pick<Services, 'logger'>,
): Promise<boolean> {
  let cursor: string | null = null
  for (let page = 0; page < maxPages; page++) {
    const answer: Answer = await api.get('/api/conversations.history', {
      channel,
      oldest: String(Date.parse(sentAt) / 1_000 - 60),
      include_all_metadata: true,
      limit: pageSize,
      cursor,
    })
    if ((objectsOf(answer['messages']) ?? []).some((message) => isOf(message, deliveryId))) return true
    cursor = nextCursor(answer)
    if (cursor === null) return false
  }
  logger.warn(
    `Delivery ${deliveryId} is posted again: it isn't among the last ${maxPages * pageSize} messages of the channel`,
  )
  return false
}

function isOf({ metadata }: Answer, deliveryId: string): boolean {
  const payload = isJsonObject(metadata) ? metadata['event_payload'] : null
  return isJsonObject(payload) && payload['delivery_id'] === deliveryId
}
