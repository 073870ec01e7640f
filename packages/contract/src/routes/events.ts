import * as v from 'valibot'
import { describedAs } from '../described-as.ts'
import { IngestPayloadSchema } from '../ingest.ts'
import { JsonObjectSchema } from '../json.ts'
import { limits } from '../limits.ts'
import { strictObject } from '../objects.ts'
import { queryBoolean, queryInteger } from '../query-values.ts'
import { CountSchema, DateTimeSchema, text, trimmedText } from '../scalars.ts'
import { errorResponses, defineRoutes } from './definition.ts'
import { RejectionSchema } from './rejections.ts'

const ContactSchema = v.object({
  /** The person's id here. */
  userId: v.string(),
  /** Their e-mail address. */
  email: v.nullable(v.string()),
  /** Their name. */
  name: v.nullable(v.string()),
})

const CustomerSchema = v.object({
  /** The customer's id. */
  customerId: v.string(),
  /** Its name. */
  name: v.nullable(v.string()),
  /** Its main domain. */
  domain: v.nullable(v.string()),
})

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
  contact: v.nullable(ContactSchema),
  /** Which customer it belongs to now; null while none is known. */
  customer: v.nullable(CustomerSchema),
  /** False: the answers don't hold it yet, so that it may be a repetition, and whose it is isn't known. Absent: they do. */
  read: v.optional(v.literal(false)),
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
  /**
   * True: at once, from the log. An event that the answers don't hold yet has `read: false`. Default false: waits until they
   * do.
   */
  unread: v.optional(queryBoolean(), false),
})

const listOf = <Item extends v.GenericSchema<string, string>>(item: Item) =>
  v.pipe(
    text(limits.events.filters * 600, 1),
    describedAs({ type: 'string', minLength: 1 }),
    v.transform((value) => value.split(',').map((part) => part.trim())),
    v.array(item),
    v.maxLength(limits.events.filters),
  )

export const streamedStatuses = ['accepted', 'duplicate', 'rejected'] as const

/** What of the stream is wanted. Absent filters take everything. */
export const StreamEventsQuerySchema = v.object({
  /** Where to go on, as `next` and the ids of the stream say. Absent: from now on. A `Last-Event-ID` header goes before it. */
  after: v.optional(text(limits.events.cursorLength, 1)),
  /**
   * Only this: `accepted`, `duplicate` (repetitions alone), `rejected`; several by commas.
   * @example "accepted,rejected"
   */
  status: v.optional(listOf(v.picklist(streamedStatuses))),
  /**
   * Only events of these types, such as `PAGE_VIEW`; several by commas.
   * @example "CUSTOM_EVENT,FORM_SUBMITTED"
   */
  eventType: v.optional(listOf(text(limits.ingest.calendarTextLength, 1))),
  /**
   * Only events of these names; several by commas.
   * @example "Project created"
   */
  eventName: v.optional(listOf(text(limits.ingest.eventNameLength, 1))),
  /**
   * Only events of this person: their id here, or their e-mail address. They come once that is known.
   * @example "edith.garland@alder-logistics.example"
   */
  person: v.optional(trimmedText(limits.people.referenceLength)),
  /**
   * Only events of this customer: its id, domain or name. They come once that is known.
   * @example "alder-logistics.example"
   */
  customer: v.optional(trimmedText(limits.tools.customerLength)),
})

/** An event as it was accepted, from the log: whose it is follows in a `read`. */
export const StoredLiveEventSchema = v.object({
  /** It is durable. */
  type: v.literal('stored'),
  /** The event. */
  event: v.object({
    ...v.omit(AcceptedEventSchema, ['contact', 'customer', 'read']).entries,
    /** What it says of its person itself; each null where it says nothing. */
    stated: v.object({
      /** An e-mail address. */
      email: v.nullable(v.string()),
      /** Your id of the person. */
      userId: v.nullable(v.string()),
      /** Your id of the customer. */
      customerId: v.nullable(v.string()),
      /** The browser. */
      visitorId: v.nullable(v.string()),
    }),
  }),
})

/** What the answers hold of an event that was `stored` before. */
export const ReadLiveEventSchema = v.object({
  /** The answers hold it. */
  type: v.literal('read'),
  /** Its uuid. */
  uuid: v.string(),
  /** As in `stored`: with the uuid it names one arrival. */
  receivedAt: DateTimeSchema,
  /** `duplicate`: an event of this uuid was stored already, and this changed nothing. `quarantined`: it can't be applied. */
  outcome: v.picklist(['accepted', 'duplicate', 'quarantined']),
  /** Whom it belongs to now; null while nobody is identified, and for a duplicate. */
  contact: v.nullable(ContactSchema),
  /** Which customer it belongs to now; null while none is known, and for a duplicate. */
  customer: v.nullable(CustomerSchema),
})

/** Something was rejected. Only with the grant `events:explain`, and only by the server that is asked. */
export const RejectedLiveEventSchema = v.object({
  /** It was rejected. */
  type: v.literal('rejected'),
  /** What, and why. */
  rejection: v.omit(RejectionSchema, ['id', 'alike']),
})

/** Every five seconds: how far the answers are behind. */
export const LagLiveEventSchema = v.object({
  /** It says how far the answers are behind. */
  type: v.literal('lag'),
  /** The age of the oldest accepted event that isn't in the answers yet; 0: all are. */
  seconds: v.pipe(v.number(), v.minValue(0)),
})

/** The reader is too slow, or was away for too long. */
export const GapLiveEventSchema = v.object({
  /** Something was skipped. */
  type: v.literal('gap'),
  /** How many events and rejections were skipped; null: it wasn't counted. */
  skipped: v.nullable(CountSchema),
  /** Where the skipped events begin: `GET /api/events` has them. Null: rejections alone were skipped. */
  after: v.nullable(v.string()),
})

/** One message of `GET /api/events/stream`; its `type` is the message's event, its `id` where to go on after it. */
export const LiveEventSchema = v.variant('type', [
  StoredLiveEventSchema,
  ReadLiveEventSchema,
  RejectedLiveEventSchema,
  LagLiveEventSchema,
  GapLiveEventSchema,
])

export const eventsRoutes = defineRoutes({
  followEvents: {
    method: 'GET',
    path: '/api/events',
    sdk: 'events.follow',
    svc: null,
    summary: 'Follow accepted events',
    description:
      'Without after: where to go on from now. With after: what was accepted since, each event once, in order; a repetition that changed nothing is skipped. Ask again with next, at once.',
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
  streamEvents: {
    method: 'GET',
    path: '/api/events/stream',
    sdk: 'events.stream',
    svc: null,
    summary: 'Follow events live',
    description:
      'Server-sent events: what is accepted, at once from the log (`stored`), whose it is (`read`), what is rejected, how far the answers are behind (`lag`), and what a slow reader missed (`gap`). Ends with the right to read, and when the server stops: ask again with Last-Event-ID.',
    tag: 'events',
    auth: 'apiKey',
    grant: 'customer_intelligence:read',
    query: StreamEventsQuerySchema,
    media: 'text/event-stream',
    responses: {
      200: LiveEventSchema,
      ...errorResponses('simple', [400, 401, 403, 429, 503]),
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
