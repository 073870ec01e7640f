import * as v from 'valibot'
import { type IngestPayload, IngestPayloadSchema } from '../ingest.ts'
import { JsonObjectSchema } from '../json.ts'
import { limits } from '../limits.ts'
import type { JsonObject } from '../maps.ts'
import { strictObject } from '../objects.ts'
import { queryInteger } from '../query-values.ts'
import { CountSchema, DateTimeSchema, text } from '../scalars.ts'
import { errorResponses, type RouteDefinition } from './definition.ts'

/** An accepted event, in its current state. */
export interface AcceptedEvent {
  /** Lower case. */
  uuid: string
  /** When the server accepted it. ISO 8601, UTC. */
  receivedAt: string
  /** When it happened. ISO 8601, UTC. */
  occurredAt: string
  /** Who sent it. */
  source: 'client' | 'server' | 'integration'
  /** Such as `CUSTOM_EVENT`. */
  eventType: string
  /** What happened. */
  eventName: string
  /** The page's address. */
  url: string
  /** The page's path. */
  path: string
  /** Its properties. */
  properties: JsonObject
  /** Whom it belongs to now; null while nobody is identified. */
  contact: {
    /** The person's id here. */
    userId: string
    /** Their e-mail address. */
    email: string | null
    /** Their name. */
    name: string | null
  } | null
  /** Which customer it belongs to now; null while none is known. */
  customer: {
    /** The customer's id. */
    customerId: string
    /** Its name. */
    name: string | null
    /** Its main domain. */
    domain: string | null
  } | null
}

export interface FollowEventsQuery {
  /** `next` of the answer before. Absent: from now on. */
  after?: string
  /** How long to wait for an event when there is none. Default 0. */
  waitSeconds?: number
}

/** Events accepted since the previous answer. */
export interface FollowedEvents {
  /** In the order in which they were accepted; often none. */
  events: AcceptedEvent[]
  /** Where to continue: send it as `after`. */
  next: string
}

/**
 * Body of `POST /api/events`: batches as the Ingest API takes them, each with people of its own.
 * @example {"batches": [{"source": "integration", "userIdentity": {"email": "edith.garland@alder-logistics.example"}, "events": [{"type": "custom", "eventName": "Project created", "uuid": "0197a6f0-7d3c-7b1e-9a55-3f0d2c1b4a68", "timestamp": 1782043200000, "url": "server://history", "path": "/"}]}]}
 */
export interface ImportEventsBody {
  /** 1 to 1,000, 8 MB in all. */
  batches: IngestPayload[]
}

/** 200: every event is durable. A duplicate uuid counts as processed and is stored once. */
export interface EventsImported {
  /** True: every event is stored. */
  success: true
  /** Events that are stored. */
  processed: number
}

/** 207: `processed` events are durable; the others were refused, for the reason given at their place. */
export interface EventsPartlyImported {
  /** False: some were refused. */
  success: false
  /** Events that are stored. */
  processed: number
  /** Each refused one. */
  errors: {
    /** The index of its batch in `batches`, from 0. */
    batch: number
    /** Its index in the batch's `events`, from 0; -1: it is about the whole batch. */
    index: number
    /** What is wrong there, and the remedy. */
    message: string
  }[]
}

export interface EventsRouteInputs {
  followEvents: { query?: FollowEventsQuery }
  importEvents: { body: ImportEventsBody }
}

export interface EventsRouteOutputs {
  followEvents: FollowedEvents
  importEvents: EventsImported | EventsPartlyImported
}

const AcceptedEventSchema = v.object({
  uuid: v.string(),
  receivedAt: DateTimeSchema,
  occurredAt: DateTimeSchema,
  source: v.picklist(['client', 'server', 'integration']),
  eventType: v.string(),
  eventName: v.string(),
  url: v.string(),
  path: v.string(),
  properties: JsonObjectSchema,
  contact: v.nullable(
    v.object({ userId: v.string(), email: v.nullable(v.string()), name: v.nullable(v.string()) }),
  ),
  customer: v.nullable(
    v.object({ customerId: v.string(), name: v.nullable(v.string()), domain: v.nullable(v.string()) }),
  ),
}) satisfies v.GenericSchema<AcceptedEvent>

const FollowedEventsSchema = v.object({
  events: v.array(AcceptedEventSchema),
  next: v.string(),
}) satisfies v.GenericSchema<FollowedEvents>

const { batchesPerRequest } = limits.events

export const ImportEventsBodySchema = strictObject({
  batches: v.pipe(v.array(IngestPayloadSchema), v.minLength(1), v.maxLength(batchesPerRequest)),
}) satisfies v.GenericSchema<ImportEventsBody>

/** The body with its batches not looked into yet: each is checked by itself. */
const EventBatchesSchema = strictObject({
  batches: v.pipe(v.array(v.unknown()), v.minLength(1), v.maxLength(batchesPerRequest)),
})

const EventsImportedSchema = v.object({
  success: v.literal(true),
  processed: CountSchema,
}) satisfies v.GenericSchema<EventsImported>

const EventsPartlyImportedSchema = v.object({
  success: v.literal(false),
  processed: CountSchema,
  errors: v.array(
    v.object({
      batch: CountSchema,
      index: v.pipe(v.number(), v.integer(), v.minValue(-1)),
      message: v.string(),
    }),
  ),
}) satisfies v.GenericSchema<EventsPartlyImported>

export const eventsRoutes = {
  followEvents: {
    operation: 'followEvents',
    method: 'GET',
    path: '/api/events',
    summary: 'Follow accepted events',
    description:
      'Without after: where to go on from now. With after: what was accepted since, each event once, in order; a repetition that changed nothing is left out. Ask again with next, at once.',
    tag: 'events',
    auth: 'apiKey',
    grant: 'customer_intelligence:read',
    query: v.object({
      after: v.optional(text(limits.events.cursorLength, 1)),
      waitSeconds: v.optional(queryInteger(0, limits.events.waitSecondsMax), 0),
    }),
    responses: {
      200: FollowedEventsSchema,
      ...errorResponses('simple', [400, 401, 403, 503]),
    },
    errorStyle: 'simple',
    idempotent: true,
  },
  importEvents: {
    operation: 'importEvents',
    method: 'POST',
    path: '/api/events',
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
} as const satisfies { [Name in keyof EventsRouteInputs]: RouteDefinition & { operation: Name } }
