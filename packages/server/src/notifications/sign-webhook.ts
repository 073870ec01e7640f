import { createHmac, randomBytes } from 'node:crypto'

/** A new secret of a webhook, as Standard Webhooks writes it. */
export function makeWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/**
 * The headers of a message, as Standard Webhooks describes them: its id, which stays the same when it is sent again, the
 * time of this try in seconds, and a signature by each secret. Source: standardwebhooks.com.
 */
export function signWebhook(
  { id, at, body }: { id: string; at: number; body: string },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1_000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(secret.indexOf('_') + 1), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
