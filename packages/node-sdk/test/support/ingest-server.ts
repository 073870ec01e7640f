import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedEvent {
  type: string
  uuid: string
  [field: string]: unknown
}

export interface ReceivedBatch {
  headers: IncomingMessage['headers']
  path: string
  bytes: number
  source: string
  events: ReceivedEvent[]
}

/** Answers one batch in place of the contract's answer; `undefined` leaves it to the contract. */
export type Fault = (batch: ReceivedBatch, response: ServerResponse) => void | undefined | 'answered'

export interface IngestServer {
  baseUrl: string
  /** Every batch that arrived whole, refused or not. */
  batches: ReceivedBatch[]
  /** What is stored, once per uuid. */
  stored: Map<string, ReceivedEvent>
  /** Events that were stored already when they came again. */
  duplicates: number
  /** Misbehaves until it is set back to null. */
  fault: Fault | null
  /** Resolves when the condition holds, looked at after each batch. */
  until(condition: (server: IngestServer) => boolean): Promise<void>
  close(): Promise<void>
}

/** An Ingest API of the tests' own: keeps the contract, stores by uuid, and misbehaves when it is told to. */
export async function startIngestServer(port = 0): Promise<IngestServer> {
  const watchers = new Set<() => void>()
  const state: IngestServer = {
    baseUrl: '',
    batches: [],
    stored: new Map(),
    duplicates: 0,
    fault: null,
    until: (condition) =>
      new Promise((resolve) => {
        const check = () => {
          if (!condition(state)) return
          watchers.delete(check)
          resolve()
        }
        watchers.add(check)
        check()
      }),
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }

  const http = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      receive(state, request, Buffer.concat(chunks), response)
      for (const check of watchers) check()
    })
  })
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject)
    http.listen(port, '127.0.0.1', resolve)
  })
  state.baseUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  return state
}

function receive(state: IngestServer, request: IncomingMessage, body: Buffer, response: ServerResponse) {
  const payload = JSON.parse(body.toString()) as { source: string; events: ReceivedEvent[] }
  const batch: ReceivedBatch = {
    headers: request.headers,
    path: request.url ?? '',
    bytes: body.length,
    source: payload.source,
    events: payload.events,
  }
  state.batches.push(batch)
  if (state.fault?.(batch, response) === 'answered') return
  store(state, batch.events)
  answer(response, 200, { success: true, processed: batch.events.length })
}

export function store(state: IngestServer, events: ReceivedEvent[]) {
  for (const event of events) {
    if (state.stored.has(event.uuid)) state.duplicates++
    state.stored.set(event.uuid, event)
  }
}

/** Answers as JSON, and says that it did. */
export function answer(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): 'answered' {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
  return 'answered'
}
