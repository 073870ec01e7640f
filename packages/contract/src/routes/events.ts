import * as v from 'valibot'
import { IngestPayloadSchema } from '../ingest.ts'
import { JsonObjectSchema } from '../json.ts'
import { limits } from '../limits.ts'
import { strictObject } from '../objects.ts'
import { queryInteger } from '../query-values.ts'
import { CountSchema, DateTimeSchema, text } from '../scalars.ts'
import { errorResponses, defineRoutes } from './definition.ts'

/** An accepted event, in its current state. */
export const AcceptedEventSchema = v.object({
  /** Lower case. */
  uuid: v.string(),
  /** When the server accepted it. ISO 8601, UTC. */
  receivedAt: DateTimeSchema,
  /** When it happened. ISO 8601, UTC. */
  occurredAt: DateTimeSchema,
  /** Who sent it. */
  source: v.picklist(['client', 'server', 'integration']),
  /** Such as `CUSTOM_EVENT`. */
  eventType: v.string(),
  /** What happened. */
  eventName: v.string(),
  /** The page's address. */
  url: v.string(),
  /** The page's path. */
  path: v.string(),
  /** Its properties. */
  properties: JsonObjectSchema,
  /** Whom it belongs to now; null while nobody is identified. */
  contact: v.nullable(
    v.object({
      /** The person's id here. */
      userId: v.string(),
      /** Their e-mail address. */
      email: v.nullable(v.string()),
      /** Their name. */
      name: v.nullable(v.string()),
    }),
  ),
  /** Which customer it belongs to now; null while none is known. */
  customer: v.nullable(
    v.object({
      /** The customer's id. */
      customerId: v.string(),
      /** Its name. */
      name: v.nullable(v.string()),
      /** Its main domain. */
      domain: v.nullable(v.string()),
    }),
  ),
})

/** Events accepted since the previous answer. */
export const FollowedEventsSchema = v.object({
  /** In the order in which they were accepted; often none. */
  events: v.array(AcceptedEventSchema),
  /** Where to continue: send it as `after`. */
  next: v.string(),
})

const { batchesPerRequest } = limits.events

/**
 * Body of `POST /api/events`: batches as the Ingest API takes them, each with people of its own.
 * @example {"batches": [{"source": "integration", "userIdentity": {"email": "edith.garland@alder-logistics.example"}, "events": [{"type": "custom", "eventName": "Project created", "uuid": "0197a6f0-7d3c-7b1e-9a55-3f0d2c1b4a68", "timestamp": 1782043200000, "url": "server://history", "path": "/"}]}]}
 */
export const ImportEventsBodySchema = strictObject({
  /** 1 to 1,000, 8 MB in all. */
  batches: v.pipe(v.array(IngestPayloadSchema), v.minLength(1), v.maxLength(batchesPerRequest)),
})

/** The body with its batches not looked into yet: each is checked by itself. */
const EventBatchesSchema = strictObject({
  batches: v.pipe(v.array(v.unknown()), v.minLength(1), v.maxLength(batchesPerRequest)),
})

/** 200: every event is durable. A duplicate uuid counts as processed and is stored once. */
export const EventsImportedSchema = v.object({
  /** True: every event is stored. */
  success: v.literal(true),
  /** Events that are stored. */
  processed: CountSchema,
})

/** 207: `processed` events are durable; the others were refused, for the reason given at their place. */
export const EventsPartlyImportedSchema = v.object({
  /** False: some were refused. */
  success: v.literal(false),
  /** Events that are stored. */
  processed: CountSchema,
  /** Each refused one. */
  errors: v.array(
    v.object({
      /** The index of its batch in `batches`, from 0. */
      batch: CountSchema,
      /** Its index in the batch's `events`, from 0; -1: it is about the whole batch. */
      index: v.pipe(v.number(), v.integer(), v.minValue(-1)),
      /** What is wrong there, and the remedy. */
      message: v.string(),
    }),
  ),
})

export const FollowEventsQuerySchema = v.object({
  /** `next` of the answer before. Absent: from now on. */
  after: v.optional(text(limits.events.cursorLength, 1)),
  /** How long to wait for an event when there is none. Default 0. */
  waitSeconds: v.optional(queryInteger(0, limits.events.waitSecondsMax), 0),
})

export const eventsRoutes = defineRoutes({
  followEvents: {
    method: 'GET',
    path: '/api/events',
    sdk: 'events.follow',
    svc: null,
    summary: 'Follow accepted events',
    description:
      'Without after: where to go on from now. With after: what was accepted since, each event once, in order; a repetition that changed nothing is left out. Ask again with next, at once.',
    tag: 'events',
    auth: 'apiKey',
    grant: 'customer_intelligence:read',
    query: FollowEventsQuerySchema,
    responses: {
      200: FollowedEventsSchema,
      ...errorResponses('simple', [400, 401, 403, 503]),
    },
    errorStyle: 'simple',
    idempotent: true,
  },
  importEvents: {
    method: 'POST',
    path: '/api/events',
    sdk: 'events.import',
    summary: 'Bring in events of many people',
    description:
      'Takes 1 to 1,000 batches of the Ingest API, by an API key in place of a public one, and without its limit of requests. Events that are refused stand in `errors`, by batch and index; the others are stored. Give each event a uuid: sent again it is stored once.',
    tag: 'events',
    auth: 'apiKey',
    grant: 'integrations:manage',
    body: ImportEventsBodySchema,
    envelope: EventBatchesSchema,
    bodyLimitBytes: limits.events.bodyBytes,
    responses: {
      200: EventsImportedSchema,
      207: EventsPartlyImportedSchema,
      ...errorResponses('simple', [400, 401, 403, 413, 415, 503]),
    },
    errorStyle: 'simple',
    idempotent: true,
  },
})
