import * as v from 'valibot'
import { CountSchema, DateTimeSchema } from '../scalars.ts'
import { type Staleness, StalenessSchema } from '../staleness.ts'
import { errorResponses, type RouteDefinition } from './definition.ts'

export const eventStatuses = [
  'accepted',
  'duplicate',
  'rejected',
  'waiting',
  'quarantined',
  'unknown',
] as const
/**
 * What became of an event. `accepted`: it is stored and in every answer. `duplicate`: the same, and it came again.
 * `waiting`: it is stored, and not yet in the answers. `quarantined`: it is stored, and in no answer, since
 * it can't be applied. `rejected`: it was refused. `unknown`: nothing is known of it.
 */
export type EventStatus = (typeof eventStatuses)[number]
/** What happened to one event, why, and whom it belongs to. */
export interface EventExplanation {
  /** Lower case. */
  uuid: string
  /** Its status. */
  status: EventStatus
  /** Why, in a sentence for people. */
  reason: string
  /** Each acceptance, oldest first, in the searched part of the log; at most 20. */
  arrivals: {
    /** When the server accepted it. ISO 8601, UTC. */
    receivedAt: string
    /** Who sent it. */
    source: 'client' | 'server' | 'integration'
    /** Its index in its batch. */
    index: number
  }[]
  /** What of the log was searched for arrivals. */
  searched: {
    /** How much of the log was searched. */
    bytes: number /** Whether that was all of it. */
    /** Whether that is the whole log. */
    whole: boolean
  }
  /** Each known rejection, oldest first. */
  rejections: {
    /** When it was rejected. ISO 8601, UTC. */
    at: string /** Its index in its batch. */
    /** Its index in its batch. */
    index: number /** What was wrong with it. */
    /** Why. */
    reason: string
  }[]
  /** The event in the answers; null while it isn't there. */
  event: {
    /** Such as `CUSTOM_EVENT`. */
    eventType: string
    /** What happened. */
    eventName: string
    /** When it happened. ISO 8601, UTC. */
    occurredAt: string
    /** When the server accepted it. ISO 8601, UTC. */
    receivedAt: string
    /** Who sent it. */
    source: string
  } | null
  /** Whom it belongs to now; null while nobody is identified. */
  contact: {
    /** The person's id here. */
    userId: string
    /** Their e-mail address. */
    email: string | null
    /** Their name. */
    name: string | null
    /** How it is linked to them: by a key of its own, or by its device. */
    via: 'email' | 'userId' | 'device'
    /** The event that first linked this key, or this device, to a person. */
    cause: string
  } | null
  /** Which customer it belongs to now; null while none is known. */
  customer: {
    /** The customer's id. */
    customerId: string
    /** Its name. */
    name: string | null
    /** Its main domain. */
    domain: string | null
    /** By its own customerId, by one stated for the contact, by the domain of their e-mail, or by the person alone. */
    via: 'customerId' | 'contactCustomerId' | 'emailDomain' | 'person'
  } | null
  /** Keys that were linked with the contact's, by which event, and the status of each link. */
  links: {
    /** One key, such as `email:jane@acme.example`. */
    left: string
    /** The other key. */
    right: string
    /** Stated by a server or an integration. */
    trusted: boolean
    /** The uuid of the event that stated it first. */
    cause: string
    /** When that was. ISO 8601, UTC. */
    firstAt: string
    /** Whether the two count as one person; `former`: the address was theirs until another had it. */
    status: 'applied' | 'contradicted' | 'cut' | 'crowded' | 'former'
  }[]
  /** Occurrences of signals that it is, or that count it; at most 100. */
  occurrences: {
    /** The occurrence's id. */
    id: string
    /** Its signal. */
    signalId: string
    /** Its time. ISO 8601, UTC. */
    occurredAt: string
    /** The customer whose it is by now; null: of nobody in particular. */
    customerId: string | null
  }[]
  /** Keys of the event that reached a limit (too many for a person or device): they link it to nobody. */
  crowdedKeys: {
    /** Such as `visitor:…`. */
    key: string
    /** Whose statements reached the limit. */
    statedBy: 'server' | 'browser'
    /** Which limit, such as `devicePeople`: the server's documentation lists them. */
    limit: string
  }[]
  /** What the answers hold lacks some of what was accepted before the request. Absent: it is current. */
  stale?: Staleness
}

/** Which event is asked for. */
export interface ExplainEventParams {
  /**
   * The event's uuid, in any case.
   * @example "0197a6f0-7d3c-7b1e-9a55-3f0d2c1b4a68"
   */
  uuid: string
}

export interface DebugRouteInputs {
  explainEvent: { params: ExplainEventParams }
}

export interface DebugRouteOutputs {
  explainEvent: EventExplanation
}

const SourceSchema = v.picklist(['client', 'server', 'integration'])

export const EventExplanationSchema = v.object({
  uuid: v.string(),
  status: v.picklist(eventStatuses),
  reason: v.string(),
  arrivals: v.array(v.object({ receivedAt: DateTimeSchema, source: SourceSchema, index: CountSchema })),
  searched: v.object({ bytes: CountSchema, whole: v.boolean() }),
  rejections: v.array(v.object({ at: DateTimeSchema, index: CountSchema, reason: v.string() })),
  event: v.nullable(
    v.object({
      eventType: v.string(),
      eventName: v.string(),
      occurredAt: DateTimeSchema,
      receivedAt: DateTimeSchema,
      source: v.string(),
    }),
  ),
  contact: v.nullable(
    v.object({
      userId: v.string(),
      email: v.nullable(v.string()),
      name: v.nullable(v.string()),
      via: v.picklist(['email', 'userId', 'device']),
      cause: v.string(),
    }),
  ),
  customer: v.nullable(
    v.object({
      customerId: v.string(),
      name: v.nullable(v.string()),
      domain: v.nullable(v.string()),
      via: v.picklist(['customerId', 'contactCustomerId', 'emailDomain', 'person']),
    }),
  ),
  links: v.array(
    v.object({
      left: v.string(),
      right: v.string(),
      trusted: v.boolean(),
      cause: v.string(),
      firstAt: DateTimeSchema,
      status: v.picklist(['applied', 'contradicted', 'cut', 'crowded', 'former']),
    }),
  ),
  occurrences: v.array(
    v.object({
      id: v.string(),
      signalId: v.string(),
      occurredAt: DateTimeSchema,
      customerId: v.nullable(v.string()),
    }),
  ),
  crowdedKeys: v.array(
    v.object({ key: v.string(), statedBy: v.picklist(['server', 'browser']), limit: v.string() }),
  ),
  stale: v.optional(StalenessSchema),
}) satisfies v.GenericSchema<EventExplanation>

export const debugRoutes = {
  explainEvent: {
    operation: 'explainEvent',
    method: 'GET',
    path: '/api/debug/events/{uuid}',
    summary: 'Explain what became of an event, and whose it is',
    description: 'Whether it was stored, came twice, waits or was refused; why; and whose it is.',
    tag: 'identity',
    auth: 'apiKey',
    grant: 'events:explain',
    params: v.object({ uuid: v.pipe(v.string(), v.maxLength(200)) }),
    responses: {
      200: EventExplanationSchema,
      ...errorResponses('simple', [400, 401, 403, 503]),
    },
    errorStyle: 'simple',
    idempotent: true,
  },
} as const satisfies { [Name in keyof DebugRouteInputs]: RouteDefinition & { operation: Name } }
