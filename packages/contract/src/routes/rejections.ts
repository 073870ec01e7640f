import * as v from 'valibot'
import { ingestSources } from '../ingest.ts'
import { limits } from '../limits.ts'
import { CursorSchema, PaginationSchema } from '../pagination.ts'
import { queryInteger } from '../query-values.ts'
import { CountSchema, DateTimeSchema, text, UtcDateTimeSchema } from '../scalars.ts'
import { errorResponses, defineRoutes } from './definition.ts'

export const rejectionKinds = [
  'invalid_event',
  'unidentified',
  'invalid_batch',
  'unauthorized_source',
  'origin_not_allowed',
  'rate_limited',
  'unreadable',
] as const
/**
 * Why something was rejected. `invalid_event`: a field violates the contract. `unidentified`: it doesn't say whom it
 * belongs to. `invalid_batch`: what is around the events is invalid. `unauthorized_source`: only an API key may send events of
 * that source. `origin_not_allowed`, `rate_limited`, `unreadable` (too large, no JSON, another media type): a whole
 * request, whose events weren't looked at.
 */
export type RejectionKind = (typeof rejectionKinds)[number]

const KindSchema = v.picklist(rejectionKinds)

/** An event, or a whole request, that was rejected. Nothing else of it is kept. */
export const RejectionSchema = v.object({
  /** Names it in this list. */
  id: v.string(),
  /** When it was rejected. ISO 8601, UTC. */
  at: DateTimeSchema,
  /** What kind of rejection it is. */
  kind: KindSchema,
  /** The event's uuid in lower case; null: it had none, or the request's events weren't looked at. */
  uuid: v.nullable(v.string()),
  /** Its index in its batch; null: the request's events weren't looked at. */
  index: v.nullable(CountSchema),
  /** The field that is wrong, such as `utm.source`; null: no single one. */
  field: v.nullable(v.string()),
  /** What is wrong. */
  reason: v.string(),
  /** What to do about it. */
  remedy: v.string(),
  /** The event's name, or its type where it has none; null: it isn't known, or holds an `@`. */
  eventName: v.nullable(v.string()),
  /** The web origin that sent it; null: none was stated. */
  origin: v.nullable(v.string()),
  /** The public key that it was sent with; null: by an API key, or by this server itself. */
  publicKey: v.nullable(v.string()),
  /** Who sent it; null: it isn't known. */
  source: v.nullable(v.picklist(ingestSources)),
  /** How often it was rejected within half a second: 1, unless it has no uuid. */
  count: CountSchema,
  /** How often its like was rejected, as far as is kept: of the same kind, field, event name, origin, key and source. */
  alike: CountSchema,
})

export const RejectionListSchema = v.object({
  /** Newest first. */
  items: v.array(RejectionSchema),
  /** The position in the list. */
  pagination: PaginationSchema,
})

export const ListRejectionsQuerySchema = v.object({
  /** Only of this kind. */
  kind: v.optional(KindSchema),
  /**
   * Only of this event name.
   * @example "Checkout started"
   */
  eventName: v.optional(text(limits.ingest.eventNameLength, 1)),
  /**
   * Only sent with this public key.
   * @example "pk_Ht3xQ9bW2mLr7Kd5"
   */
  publicKey: v.optional(text(limits.ingest.publicKeyLength, 1)),
  /**
   * Only from this web origin.
   * @example "https://www.example.com"
   */
  origin: v.optional(text(limits.rejections.originLength, 1)),
  /**
   * Only since this time, inclusive. ISO 8601, UTC.
   * @example "2026-06-01T00:00:00Z"
   */
  from: v.optional(UtcDateTimeSchema),
  /**
   * Only before this time. ISO 8601, UTC.
   * @example "2026-07-01T00:00:00Z"
   */
  to: v.optional(UtcDateTimeSchema),
  /** How many to answer. Default 50. */
  limit: v.optional(queryInteger(1, limits.rejections.listMax), limits.platform.listDefault),
  /** Where the previous page ended. */
  cursor: v.optional(CursorSchema),
})

export const ingestSteps = ['minute', 'hour', 'day'] as const

/** What came in, step by step. */
export const IngestStatsSchema = v.object({
  /** The start, inclusive, as it was asked for. ISO 8601, UTC. */
  from: DateTimeSchema,
  /** The end, exclusive. ISO 8601, UTC. */
  to: DateTimeSchema,
  /** How long a step is. */
  step: v.picklist(ingestSteps),
  /** The time zone that days and hours begin in. */
  timezone: v.string(),
  /** Since when there are counts: what was before is unknown, not 0; null: nothing was counted yet. ISO 8601, UTC. */
  since: v.nullable(DateTimeSchema),
  /** Steps in which something came, oldest first. */
  items: v.array(
    v.object({
      /** Its start. ISO 8601, UTC. */
      at: DateTimeSchema,
      /** Accepted events, repetitions included. */
      accepted: CountSchema,
      /** Of these, repetitions of an event that was stored already, by when they were recognised. */
      duplicate: CountSchema,
      /** Rejected events, and requests that were rejected as a whole. */
      rejected: CountSchema,
      /** The rejected by kind; kinds without any are absent. */
      reasons: v.array(
        v.object({
          /** The kind. */
          kind: KindSchema,
          /** How many. */
          count: CountSchema,
        }),
      ),
    }),
  ),
  /** How old the oldest accepted event is that isn't in the answers yet; 0: all are. */
  lagSeconds: v.pipe(v.number(), v.minValue(0)),
})

export const IngestStatsQuerySchema = v.object({
  /**
   * The start, inclusive. Default a day before `to`. ISO 8601, UTC.
   * @example "2026-06-01T00:00:00Z"
   */
  from: v.optional(UtcDateTimeSchema),
  /**
   * The end, exclusive. Default now. ISO 8601, UTC.
   * @example "2026-07-01T00:00:00Z"
   */
  to: v.optional(UtcDateTimeSchema),
  /** How long a step is. Default `hour`. */
  step: v.optional(v.picklist(ingestSteps), 'hour'),
})

export const rejectionsRoutes = defineRoutes({
  listRejections: {
    method: 'GET',
    path: '/api/rejections',
    sdk: 'events.listRejections',
    svc: { path: ['events', 'rejections'] },
    summary: 'List rejected events',
    description:
      'The last rejected events and requests, newest first, with field, reason and remedy. Of what they said only the name is kept, and the list forgets its oldest.',
    tag: 'events',
    auth: 'apiKey',
    grant: 'events:explain',
    query: ListRejectionsQuerySchema,
    responses: {
      200: RejectionListSchema,
      ...errorResponses('simple', [400, 401, 403, 503]),
    },
    errorStyle: 'simple',
    idempotent: true,
  },
  getIngestStats: {
    method: 'GET',
    path: '/api/ingest-stats',
    sdk: 'events.ingestStats',
    svc: { path: ['events', 'stats'] },
    summary: 'Count what came in',
    description:
      'Accepted, duplicate and rejected events by minute, hour or day, and the lag of the answers. Counts are kept for weeks; those of the last minute are lost when the server is killed.',
    tag: 'events',
    auth: 'apiKey',
    grant: 'analytics:read',
    query: IngestStatsQuerySchema,
    responses: {
      200: IngestStatsSchema,
      ...errorResponses('simple', [400, 401, 403, 503]),
    },
    errorStyle: 'simple',
    idempotent: true,
  },
})
