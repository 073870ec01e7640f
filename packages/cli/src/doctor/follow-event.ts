import { randomUUID } from 'node:crypto'
import type { Check } from './run-checks.ts'

/** How long an event may take from the log to the answers. */
const waitMs = 30_000
const eventName = 'svc onboard'

/** A server that answers, and a key that it takes. */
export interface Reached {
  apiKey: string
  baseUrl: string
}

/** What became of an event on its way to the answers. */
export interface EventSeen extends Pick<Check, 'status' | 'message'> {
  /** Null where it was not stored. */
  uuid: string | null
}

/** Sends an event that is nobody's, and asks for it until a query finds it. */
export async function followEvent(
  { apiKey, baseUrl, publicKey }: Reached & { publicKey: string },
  signal: AbortSignal,
): Promise<EventSeen> {
  const { CustomerIntel } = await import('@customer-intel/node-sdk')
  const { sendEvent } = await import('../commands/send-event.ts')
  const begun = performance.now()
  let uuid: string
  try {
    // A device of its own, so that no person and no customer comes of it.
    uuid = await sendEvent({ eventName, fingerprint: `svc-${randomUUID()}` }, { publicKey, baseUrl })
  } catch (error) {
    return { uuid: null, status: 'fail', message: (error as Error).message }
  }
  const client = new CustomerIntel({ apiKey, baseUrl })
  const sql = `select event_id from activity where event_id = '${uuid}'`
  while (performance.now() - begun < waitMs) {
    if ((await client.tools.query({ sql }, { signal })).data.length > 0) {
      const ms = Math.round(performance.now() - begun)
      return { uuid, status: 'pass', message: `A query found it ${ms} ms after it was sent` }
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
    signal.throwIfAborted()
  }
  const { status, reason } = await client.identity.explainEvent(uuid, { signal })
  return {
    uuid,
    status: 'fail',
    message: `No query finds it after ${waitMs / 1_000} s (${status}): ${reason}`,
  }
}
