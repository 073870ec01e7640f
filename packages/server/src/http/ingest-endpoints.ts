import type { Call, Endpoint } from './endpoint.ts'
import type { IngestCall } from './ingest-endpoint.ts'
import type { Reply } from './reply.ts'

/** The Ingest API for requests through the app, such as those of an embedding program. */
export function createIngestEndpoints(ingest: (call: IngestCall) => Promise<Reply>): Endpoint[] {
  const handle = (call: Call): Promise<Reply> =>
    ingest({
      method: call.method,
      publicKey: call.params['publicKey'] ?? '',
      origin: call.header('origin'),
      authorization: call.header('authorization'),
      userAgent: call.header('user-agent'),
      contentType: call.header('content-type'),
      body: call.body,
      requestId: call.requestId,
      sender: call.sender,
    })
  const path = '/api/i/v1/{publicKey}/events'
  return [
    { method: 'POST', path, handle },
    { method: 'OPTIONS', path, handle },
  ]
}
