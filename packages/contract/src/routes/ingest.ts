import * as v from 'valibot'
import { IngestPartialSchema, IngestPayloadSchema, IngestSuccessSchema } from '../ingest.ts'
import { limits } from '../limits.ts'
import { errorResponses, defineRoutes } from './definition.ts'

export const PublicKeyParamsSchema = v.object({
  /**
   * Starts with `pk_`.
   * @example "pk_exampleKeyOfThirtyTwoLetters"
   */
  publicKey: v.pipe(
    v.string(),
    v.startsWith(limits.ingest.publicKeyPrefix, 'must start with pk_'),
    v.maxLength(limits.ingest.publicKeyLength),
  ),
})

export const ingestRoutes = defineRoutes({
  ingestEvents: {
    method: 'POST',
    path: '/api/i/v1/{publicKey}/events',
    summary: 'Send tracking events',
    description:
      'Each event is checked by itself: a bad one among good ones is refused alone (207). 200 and 207 say that what they count is on disk. Sent again with the same uuids, events are stored once.',
    tag: 'ingest',
    auth: 'publicKey',
    params: PublicKeyParamsSchema,
    body: IngestPayloadSchema,
    bodyLimitBytes: limits.ingest.bodyBytes,
    responses: {
      200: IngestSuccessSchema,
      207: IngestPartialSchema,
      ...errorResponses('ingest', [400, 403, 413, 415, 429, 500, 503]),
    },
    errorStyle: 'ingest',
    idempotent: true,
  },
})
