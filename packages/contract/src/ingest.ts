import * as v from 'valibot'
import { describedAs } from './described-as.ts'
import { openObject, strictObject } from './objects.ts'
import { IngestEventSchema } from './events.ts'
import { limits } from './limits.ts'
import { TraitsSchema } from './maps.ts'
import { CountSchema, EmailSchema, TimestampSchema, UuidSchema, integer, text } from './scalars.ts'

export * from './events.ts'

export const ingestSources = ['client', 'server', 'integration'] as const
/** Who sends: a browser (the default), a backend, or a connected service. */
export type IngestSource = (typeof ingestSources)[number]

const IdentifierSchema = text(limits.ingest.identifierLength, 1)

/** The account: holds for every event of the batch that names none itself. */
export const CustomerIdentitySchema = strictObject({
  /** The caller's own id of the account. */
  customerId: v.optional(IdentifierSchema),
  /** Traits of the account: a flat map. */
  customerTraits: v.optional(TraitsSchema),
})

/** The person who is logged in: holds for every event of the batch that names nobody itself. */
export const UserIdentitySchema = strictObject({
  /** Their e-mail address. */
  email: v.optional(EmailSchema),
  /** The caller's own id of the person. */
  userId: v.optional(IdentifierSchema),
  /** The device that they use. */
  fingerprint: v.optional(IdentifierSchema),
  /** Traits of the person: a flat map. */
  traits: v.optional(TraitsSchema),
})

const envelope = {
  /** Uuid. Required for source `client`. */
  visitorId: v.optional(UuidSchema),
  /** The device, where it is known without a visitor id. */
  fingerprint: v.optional(IdentifierSchema),
  /** Default `client`. */
  source: v.optional(v.picklist(ingestSources), 'client'),
  /** The browser session. */
  sessionId: v.optional(UuidSchema),
  /**
   * The sender's own clock when it sends the batch, Unix milliseconds: times of a wrong clock are corrected by it. A batch
   * that is sent again says the new time.
   */
  sentAt: v.optional(TimestampSchema),
  userIdentity: v.optional(UserIdentitySchema),
  customerIdentity: v.optional(CustomerIdentitySchema),
}

/**
 * The payload with its events not looked into yet: each is checked by itself, so that one bad event harms no other. What
 * is wrong here fails the whole batch (400).
 */
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
)
export type IngestEnvelope = v.InferOutput<typeof IngestEnvelopeSchema>

/**
 * Body of `POST /api/i/v1/{publicKey}/events`. Unknown keys at the top level are ignored.
 * @example {"visitorId": "0b0c5a52-3a76-4e6b-8d0a-3a1c5b7e9f10", "events": [{"type": "pageview", "url": "https://www.harborpine.example/pricing", "path": "/pricing", "title": "Pricing"}]}
 */
export const IngestPayloadSchema = v.pipe(
  openObject({
    ...envelope,
    /** 1 to 100. */
    events: v.pipe(v.array(IngestEventSchema), v.minLength(1), v.maxLength(limits.ingest.eventsPerRequest)),
  }),
  describedAs({
    anyOf: [
      { required: ['visitorId'], properties: { visitorId: {} } },
      { required: ['source'], properties: { source: { enum: ['server', 'integration'] } } },
    ],
  }),
)

/** What was corrected in an accepted event, or removed from it. */
export const IngestWarningSchema = v.object({
  /** The event's place in `events`, from 0; -1: the fields around the events. */
  index: integer(-1, limits.ingest.eventsPerRequest),
  /** Which fields, and what became of each. */
  message: v.string(),
})

const WarningsSchema = v.optional(v.array(IngestWarningSchema))

/**
 * 200: every event is durable. A duplicate uuid counts as processed and is stored once.
 * @example {"success": true, "processed": 1}
 */
export const IngestSuccessSchema = v.object({
  /** Every event is stored. */
  success: v.literal(true),
  /**
   * Events that are stored.
   * @example 1
   */
  processed: CountSchema,
  /** Absent when nothing had to be corrected. */
  warnings: WarningsSchema,
})

/**
 * 207: `processed` events are durable; the others failed, for the reason given at their index.
 * @example {"success": false, "processed": 1, "errors": [{"index": 1, "message": "url is required"}]}
 */
export const IngestPartialSchema = v.object({
  /** Not every event is stored. */
  success: v.literal(false),
  /** Events that are stored. */
  processed: CountSchema,
  /** One for each event that was refused. */
  errors: v.array(
    v.object({
      /** Its place in `events`, from 0. */
      index: CountSchema,
      /** Which field is wrong, and the remedy. */
      message: v.string(),
    }),
  ),
  /** Of events that are stored. Absent when nothing had to be corrected. */
  warnings: WarningsSchema,
})

/** Any other status: nothing was stored. Serves readers of both forms, by index and by path. */
export const IngestFailureSchema = v.object({
  /** No event is stored. */
  success: v.literal(false),
  /** Always 0. */
  processed: v.literal(0),
  /** What is wrong, and the remedy. */
  message: v.string(),
  /** The same, field by field. */
  errors: v.array(
    v.object({
      /** Always -1: it is about the whole batch. */
      index: v.literal(-1),
      /** Where in the body. */
      path: v.array(v.union([v.string(), v.number()])),
      /** What is wrong there. */
      message: v.string(),
    }),
  ),
})
