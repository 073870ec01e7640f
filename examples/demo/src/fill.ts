import { limits } from '@customer-intel/contract'
import type { IngestPayload, RecordInput } from '@customer-intel/contract'
import type { CustomerIntelServer } from '@customer-intel/server'
import { activationEvent, createActivity } from './activity.ts'
import { createRecords } from './records.ts'
import type { DemoWorkspace } from './workspace.ts'

export interface FillOptions {
  server: CustomerIntelServer
  publicKey: string
  apiKey: string
  onProgress: (filled: Filled) => void
}

/** What has gone in so far. */
export interface Filled {
  events: number
  records: number
}

/** Sends the demo through the same routes that a website, a backend and an import use. Sent twice, it is stored once. */
export async function fill(workspace: DemoWorkspace, options: FillOptions): Promise<Filled> {
  const { server, publicKey, apiKey, onProgress } = options
  const filled: Filled = { events: 0, records: 0 }
  const send = createSend(server, apiKey)

  await send('/api/activation', { eventName: activationEvent }, 'PATCH')
  for (const records of inBatches(createRecords(workspace), limits.records.recordsPerRequest)) {
    await send('/api/records', { records })
    filled.records += records.length
    onProgress(filled)
  }
  for (const payloads of inBatches<IngestPayload>(createActivity(workspace), 8)) {
    await Promise.all(payloads.map((payload) => send(`/api/i/v1/${publicKey}/events`, payload)))
    filled.events += payloads.reduce((sum, { events }) => sum + events.length, 0)
    onProgress(filled)
  }
  return filled
}

export type Send = (path: string, body: object, method?: 'POST' | 'PATCH') => Promise<void>

/** Sends requests to a server, and rejects where one isn't answered as it should. */
export function createSend(server: CustomerIntelServer, apiKey: string): Send {
  return async (path: string, body: object, method: 'POST' | 'PATCH' = 'POST') => {
    const response = await server.fetch(
      new Request(`http://localhost${path}`, {
        method,
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    )
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  }
}

function* inBatches<Item extends RecordInput | IngestPayload>(
  items: Iterable<Item>,
  size: number,
): Generator<Item[]> {
  let batch: Item[] = []
  for (const item of items) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
