import type { Random } from '../bench/support/random.ts'
import { uuidV7 } from '../bench/support/visits.ts'

/** Events of one chunk share an event name, so that a query of bounded size can tell what became of them. */
const chunkSize = 2_000

/** What was sent and acknowledged, by chunk. */
export interface Ledger {
  acknowledged: Map<string, string[]>
  /** Requests that ended in anything but 200, and were sent again. */
  retries: number
  /** Requests that had been acknowledged already, and were sent again on purpose. */
  repeats: number
  /** Answers that no fault explains: a 4xx, or a 5xx without Retry-After. */
  wrong: string[]
}

export function createLedger(): Ledger {
  return { acknowledged: new Map(), retries: 0, repeats: 0, wrong: [] }
}

/**
 * Sends batches until `stop` says so, as a client with a queue does: each batch again and again, with the same
 * uuids, until it is acknowledged; now and then once more after that. Ends with nothing left unacknowledged.
 */
export async function sendUntil(
  stop: { readonly now: boolean },
  {
    ingestUrl,
    random,
    ledger,
    pauseMs,
  }: { ingestUrl: () => string; random: Random; ledger: Ledger; pauseMs: number },
): Promise<void> {
  let chunk = ''
  let left = 0
  for (let batchIndex = 0; !stop.now; batchIndex++) {
    if (left <= 0) {
      chunk = `chunk-${random.integer().toString(36)}-${batchIndex}`
      left = chunkSize
      ledger.acknowledged.set(chunk, [])
    }
    const batch = createBatch(
      random,
      chunk,
      Math.min(left, random.below(6) === 0 ? 1 : 1 + random.below(100)),
    )
    left -= batch.uuids.length
    while (!(await send(ingestUrl(), batch.body, ledger))) {
      ledger.retries++
      await pause(20 + random.below(60))
    }
    ledger.acknowledged.get(chunk)!.push(...batch.uuids)
    if (random.below(10) === 0) {
      await send(ingestUrl(), batch.body, ledger)
      ledger.repeats++
    }
    await pause(pauseMs)
  }
}

function createBatch(random: Random, chunk: string, size: number): { body: string; uuids: string[] } {
  const now = Date.now()
  const uuids = Array.from({ length: size }, () => uuidV7(random, now))
  const events = uuids.map((uuid) => ({
    type: 'custom',
    uuid,
    timestamp: now,
    url: 'server://faults',
    path: '/',
    eventName: chunk,
    userId: `u-${random.below(500)}`,
  }))
  return { body: JSON.stringify({ source: 'server', events }), uuids }
}

/** True when the whole batch was acknowledged. */
async function send(ingestUrl: string, body: string, ledger: Ledger): Promise<boolean> {
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    signal: AbortSignal.timeout(10_000),
  }
  const answer = await fetch(ingestUrl, request)
    .then(async (response) => ({ response, text: await response.text() }))
    .catch(() => null)
  if (answer === null) return false
  const { response, text } = answer
  if (response.status === 200) return true
  const honest = response.status === 503 && response.headers.has('retry-after')
  if (!honest) ledger.wrong.push(`${response.status}: ${text.slice(0, 300)}`)
  if (ledger.wrong.length >= 20) throw new Error(`Too many wrong answers:\n${ledger.wrong.join('\n')}`)
  return false
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
