import * as v from 'valibot'
import { openObject, strictObject } from './objects.ts'
import { IngestEventSchema, type IngestEvent } from './events.ts'
import { limits } from './limits.ts'
import { TraitsSchema, type Traits } from './maps.ts'
import { CountSchema, EmailSchema, UuidSchema, text } from './scalars.ts'

export * from './events.ts'

/** Who sends: a browser (the default), a backend, or a connected service. */
export type IngestSource = 'client' | 'server' | 'integration'

/** The person who is logged in: holds for every event of the batch that names nobody itself. */
export interface UserIdentity {
  email?: string
  userId?: string
  fingerprint?: string
  traits?: Traits
}

/** The account: holds for every event of the batch that names none itself. */
export interface CustomerIdentity {
  customerId?: string
  customerTraits?: Traits
}

/** Body of `POST /api/i/v1/{publicKey}/events`. Unknown keys at the top level are ignored. */
export interface IngestPayload {
  /** 1 to 100. */
  events: IngestEvent[]
  /** Uuid. Required for source `client`. */
  visitorId?: string
  fingerprint?: string
  /** Default `client`. */
  source?: IngestSource
  sessionId?: string
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
export const IngestPayloadSchema = openObject({
  ...envelope,
  events: v.pipe(v.array(IngestEventSchema), v.minLength(1), v.maxLength(limits.ingest.eventsPerRequest)),
}) satisfies v.GenericSchema<IngestPayload>

/** 200: every event is durable. A duplicate uuid counts as processed and is stored once. */
export interface IngestSuccess {
  success: true
  processed: number
}

/** 207: `processed` events are durable; the others failed, for the reason given at their index. */
export interface IngestPartial {
  success: false
  processed: number
  errors: { index: number; message: string }[]
}

/** Any other status: nothing was stored. Serves readers of both forms, by index and by path. */
export interface IngestFailure {
  success: false
  processed: 0
  message: string
  errors: { index: -1; path: (string | number)[]; message: string }[]
}

export const IngestSuccessSchema = v.object({
  success: v.literal(true),
  processed: CountSchema,
}) satisfies v.GenericSchema<IngestSuccess>

export const IngestPartialSchema = v.object({
  success: v.literal(false),
  processed: CountSchema,
  errors: v.array(v.object({ index: CountSchema, message: v.string() })),
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
