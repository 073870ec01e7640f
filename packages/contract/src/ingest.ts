import * as v from 'valibot'
import { describedAs } from './described-as.ts'
import { openObject, strictObject } from './objects.ts'
import { IngestEventSchema, type IngestEvent } from './events.ts'
import { limits } from './limits.ts'
import { TraitsSchema, type Traits } from './maps.ts'
import { CountSchema, EmailSchema, TimestampSchema, UuidSchema, integer, text } from './scalars.ts'

export * from './events.ts'

/** Who sends: a browser (the default), a backend, or a connected service. */
export type IngestSource = 'client' | 'server' | 'integration'

/** The person who is logged in: holds for every event of the batch that names nobody itself. */
export interface UserIdentity {
  /** Their e-mail address. */
  email?: string
  /** The caller's own id of the person. */
  userId?: string
  /** The device that they use. */
  fingerprint?: string
  /** Traits of the person: a flat map. */
  traits?: Traits
}

/** The account: holds for every event of the batch that names none itself. */
export interface CustomerIdentity {
  /** The caller's own id of the account. */
  customerId?: string
  /** Traits of the account: a flat map. */
  customerTraits?: Traits
}

/**
 * Body of `POST /api/i/v1/{publicKey}/events`. Unknown keys at the top level are ignored.
 * @example {"visitorId": "0b0c5a52-3a76-4e6b-8d0a-3a1c5b7e9f10", "events": [{"type": "pageview", "url": "https://www.harborpine.example/pricing", "path": "/pricing", "title": "Pricing"}]}
 */
export interface IngestPayload {
  /** 1 to 100. */
  events: IngestEvent[]
  /** Uuid. Required for source `client`. */
  visitorId?: string
  /** The device, where it is known without a visitor id. */
  fingerprint?: string
  /** Default `client`. */
  source?: IngestSource
  /** The browser session. */
  sessionId?: string
  /**
   * The sender's own clock when it sends the batch, Unix milliseconds: times of a wrong clock are corrected by it. A batch
   * that is sent again says the new time.
   */
  sentAt?: number
  userIdentity?: UserIdentity
  customerIdentity?: CustomerIdentity
}

/** The payload with its events not looked into yet: each is checked by itself, so that one bad event harms no other. */
export interface IngestEnvelope extends Omit<IngestPayload, 'events' | 'source'> {
  events: unknown[]
  source: IngestSource
}

const IdentifierSchema = text(limits.ingest.identifierLength, 1)

const envelope = {
  visitorId: v.optional(UuidSchema),
  fingerprint: v.optional(IdentifierSchema),
  source: v.optional(v.picklist(['client', 'server', 'integration']), 'client'),
  sessionId: v.optional(UuidSchema),
  sentAt: v.optional(TimestampSchema),
  userIdentity: v.optional(
    strictObject({
      email: v.optional(EmailSchema),
      userId: v.optional(IdentifierSchema),
      fingerprint: v.optional(IdentifierSchema),
      traits: v.optional(TraitsSchema),
    }),
  ),
  customerIdentity: v.optional(
    strictObject({
      customerId: v.optional(IdentifierSchema),
      customerTraits: v.optional(TraitsSchema),
    }),
  ),
}

/** Everything of a batch but its events' insides. Fails the whole batch (400). */
export const IngestEnvelopeSchema = v.pipe(
  openObject({
    ...envelope,
    events: v.pipe(v.array(v.unknown()), v.minLength(1), v.maxLength(limits.ingest.eventsPerRequest)),
  }),
  v.forward(
    v.check(
      (payload) => payload.source !== 'client' || payload.visitorId !== undefined,
      'is required for source client: send the visitor’s uuid, or say source server',
    ),
    ['visitorId'],
  ),
) satisfies v.GenericSchema<Omit<IngestPayload, 'events'> & { events: unknown[] }, IngestEnvelope>

/** The whole payload, for the OpenAPI document and for senders that check before they send. */
export const IngestPayloadSchema = v.pipe(
  openObject({
    ...envelope,
    events: v.pipe(v.array(IngestEventSchema), v.minLength(1), v.maxLength(limits.ingest.eventsPerRequest)),
  }),
  describedAs({
    anyOf: [
      { required: ['visitorId'], properties: { visitorId: {} } },
      { required: ['source'], properties: { source: { enum: ['server', 'integration'] } } },
    ],
  }),
) satisfies v.GenericSchema<IngestPayload>

/** What was mended in an accepted event, or left out of it. */
export interface IngestWarning {
  /** The event's place in `events`, from 0; -1: the fields around the events. */
  index: number
  /** Which fields, and what became of each. */
  message: string
}

/**
 * 200: every event is durable. A duplicate uuid counts as processed and is stored once.
 * @example {"success": true, "processed": 1}
 */
export interface IngestSuccess {
  /** Every event is stored. */
  success: true
  /**
   * Events that are stored.
   * @example 1
   */
  processed: number
  /** Absent when nothing had to be mended. */
  warnings?: IngestWarning[]
}

/**
 * 207: `processed` events are durable; the others failed, for the reason given at their index.
 * @example {"success": false, "processed": 1, "errors": [{"index": 1, "message": "url is required"}]}
 */
export interface IngestPartial {
  /** Not every event is stored. */
  success: false
  /** Events that are stored. */
  processed: number
  /** One for each event that was refused. */
  errors: {
    /** Its place in `events`, from 0. */
    index: number
    /** Which field is wrong, and the remedy. */
    message: string
  }[]
  /** Of events that are stored. Absent when nothing had to be mended. */
  warnings?: IngestWarning[]
}

/** Any other status: nothing was stored. Serves readers of both forms, by index and by path. */
export interface IngestFailure {
  /** No event is stored. */
  success: false
  /** Always 0. */
  processed: 0
  /** What is wrong, and the remedy. */
  message: string
  /** The same, field by field. */
  errors: {
    /** Always -1: it is about the whole batch. */
    index: -1
    /** Where in the body. */
    path: (string | number)[]
    /** What is wrong there. */
    message: string
  }[]
}

const WarningsSchema = v.optional(
  v.array(v.object({ index: integer(-1, limits.ingest.eventsPerRequest), message: v.string() })),
)

export const IngestSuccessSchema = v.object({
  success: v.literal(true),
  processed: CountSchema,
  warnings: WarningsSchema,
}) satisfies v.GenericSchema<IngestSuccess>

export const IngestPartialSchema = v.object({
  success: v.literal(false),
  processed: CountSchema,
  errors: v.array(v.object({ index: CountSchema, message: v.string() })),
  warnings: WarningsSchema,
}) satisfies v.GenericSchema<IngestPartial>

export const IngestFailureSchema = v.object({
  success: v.literal(false),
  processed: v.literal(0),
  message: v.string(),
  errors: v.array(
    v.object({
      index: v.literal(-1),
      path: v.array(v.union([v.string(), v.number()])),
      message: v.string(),
    }),
  ),
}) satisfies v.GenericSchema<IngestFailure>
