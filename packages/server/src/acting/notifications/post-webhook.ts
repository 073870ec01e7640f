import type { NotificationMessage } from '@customer-intel/contract'
import { OutgoingError } from '../../kernel/outgoing/outgoing.ts'
import { retryAfterMs } from '../../kernel/outgoing/retry-after.ts'
import type { DueDelivery } from './delivery-read-types.ts'
import { sealedPlace } from '../../kernel/secrets/reseal-documents.ts'
import type { Services } from '../../kernel/operations/services.ts'
import { destinationsDocument, type WebhookDestination } from './destinations.ts'
import { renderPlain } from './render-plain.ts'
import { signWebhook } from './sign-webhook.ts'
import { messageOf } from '../../kernel/reason-of.ts'

/** The outcome of one attempt. */
export type PostOutcome =
  | { taken: true }
  | {
      taken: false
      code: string
      /** For people, with the remedy. */
      message: string
      /** The receiver refuses for good. */
      gone: boolean
      retryAfterMs: number
    }

const timeoutMs = 20_000

/**
 * Posts a message to a webhook. Anything but 2xx is a failure, including redirects and a secret that can't be read.
 * Rejects when aborted.
 */
export async function postWebhook(
  delivery: DueDelivery,
  destination: WebhookDestination,
  {
    organizationId,
    signal,
    services: { clock, secrets, outgoing, integrations },
  }: {
    organizationId: string
    signal: AbortSignal
    services: Pick<Services, 'clock' | 'secrets' | 'outgoing' | 'integrations'>
  },
): Promise<PostOutcome> {
  const at = clock()
  const { url, secret, formerSecret } = destination
  const place = sealedPlace(organizationId, destinationsDocument)
  const opened: string[] = []
  try {
    opened.push(await secrets.open(secret, place))
  } catch (error) {
    const message = messageOf(error)
    return { taken: false, code: 'SECRET_UNREADABLE', message, gone: false, retryAfterMs: 0 }
  }
  if (formerSecret !== null && formerSecret.until > at)
    // Receivers with the new secret don't need this one.
    await secrets.open(formerSecret.secret, place).then(
      (former) => opened.push(former),
      () => undefined,
    )
  const body = bodyOf(delivery)
  const { origin } = new URL(url)
  try {
    const answer = await outgoing.request(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'customer-intel',
        ...signWebhook({ id: delivery.deliveryId, at, body }, opened),
      },
      body,
      origins: [origin],
      allowPrivateAddresses: integrations.allowPrivateAddresses,
      timeoutMs,
      ignoresBody: true,
      maxRedirects: 0,
      signal,
    })
    const { status } = answer
    if (status >= 200 && status < 300) return { taken: true }
    return {
      taken: false,
      code: `HTTP_${status}`,
      message: `${origin} answered ${status}`,
      gone: status === 410,
      retryAfterMs: retryAfterMs((name) => answer.header(name), at) ?? 0,
    }
  } catch (error) {
    if (!(error instanceof OutgoingError) || signal.aborted) throw error
    return { taken: false, code: error.fault, message: error.message, gone: false, retryAfterMs: 0 }
  }
}

/** The same for every attempt. */
function bodyOf(delivery: DueDelivery): string {
  const { notificationId, title, text, severity, source, subject, payload, sentAt } = delivery
  const message: NotificationMessage = {
    type: 'notification',
    timestamp: sentAt,
    data: {
      notificationId,
      title,
      text,
      plainText: renderPlain(text),
      severity,
      source,
      subject,
      payload: payload === null ? null : (JSON.parse(payload) as unknown),
    },
  }
  return JSON.stringify(message)
}
