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
/** What became of one event, why, and whose it is. */
export interface EventExplanation {
  /** Lower case. */
  uuid: string
  /** What became of it. */
  status: EventStatus
  /** Why, in a sentence for people. */
  reason: string
  /** Each time it was accepted, oldest first, as far as the log was searched; at most 20. */
  arrivals: {
    /** When the server took it. ISO 8601, UTC. */
    receivedAt: string
    /** Who sent it. */
    source: 'client' | 'server' | 'integration'
    /** Its place in its batch. */
    index: number
  }[]
  /** What of the log was searched for arrivals. */
  searched: {
    /** How much of the log was searched. */
    bytes: number /** Whether that was all of it. */
    /** Whether that is the whole log. */
    whole: boolean
  }
  /** Each time it was refused, oldest first, as far as refusals are remembered. */
  rejections: {
    /** When it was refused. ISO 8601, UTC. */
    at: string /** Its place in its batch. */
    /** Its place in its batch. */
    index: number /** What was wrong with it. */
    /** Why. */
    reason: string
  }[]
  /** As it stands in the answers; null while it isn't there. */
  event: {
    /** Such as `CUSTOM_EVENT`. */
    eventType: string
    /** What happened. */
    eventName: string
    /** When it happened. ISO 8601, UTC. */
    occurredAt: string
    /** When the server took it. ISO 8601, UTC. */
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
    /** What they are called. */
    name: string | null
    /** What ties it to them: a key of its own, or the device that it came from. */
    via: 'email' | 'userId' | 'device'
    /** The event that tied this key, or this device, to a person first. */
    cause: string
  } | null
  /** Which customer it belongs to now; null while none is known. */
  customer: {
    /** The customer's id. */
    customerId: string
    /** What it is called. */
    name: string | null
    /** Its main domain. */
    domain: string | null
    /** What says so: its own customerId, one that was stated for the contact, the domain of their e-mail, or nothing but the person. */
    via: 'customerId' | 'contactCustomerId' | 'emailDomain' | 'person'
  } | null
  /** Which keys were joined with the contact's, by which event, and what became of it. */
  links: {
    /** One key, such as `email:jane@acme.example`. */
    left: string
    /** The other key. */
    right: string
    /** Stated by a server or an integration. */
    trusted: boolean
    /** The uuid of the event that said so first. */
    cause: string
    /** When that was. ISO 8601, UTC. */
    firstAt: string
    /** Whether the two count as one person. */
    status: 'applied' | 'contradicted' | 'cut' | 'crowded'
  }[]
  /** What signals saw in it: occurrences that it is, or that count it; at most 100. */
  occurrences: {
    /** The occurrence's id. */
    id: string
    /** Which signal saw it. */
    signalId: string
    /** When it is counted to have occurred. ISO 8601, UTC. */
    occurredAt: string
    /** The customer whose it is by now; null: of nobody in particular. */
    customerId: string | null
  }[]
  /** Keys that the event came with which name too much to be a person's or a device's: they link it to nobody. */
  crowdedKeys: {
    /** Such as `visitor:…`. */
    key: string
    /** Whose statements crossed the limit. */
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
      status: v.picklist(['applied', 'contradicted', 'cut', 'crowded']),
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
