import * as v from 'valibot'
import { JsonObjectSchema } from '../json.ts'
import { limits } from '../limits.ts'
import type { JsonObject } from '../maps.ts'
import { queryInteger } from '../query-values.ts'
import { DateTimeSchema, text } from '../scalars.ts'
import { errorResponses, type RouteDefinition } from './definition.ts'

/** An event that was accepted, as it stands in the answers. */
export interface AcceptedEvent {
  /** Lower case. */
  uuid: string
  /** When the server took it. ISO 8601, UTC. */
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
  /** What else was sent with it. */
  properties: JsonObject
  /** Whom it belongs to now; null while nobody is identified. */
  contact: {
    /** The person's id here. */
    userId: string
    /** Their e-mail address. */
    email: string | null
    /** What they are called. */
    name: string | null
  } | null
  /** Which customer it belongs to now; null while none is known. */
  customer: {
    /** The customer's id. */
    customerId: string
    /** What it is called. */
    name: string | null
    /** Its main domain. */
    domain: string | null
  } | null
}

export interface FollowEventsQuery {
  /** `next` of the answer before. Absent: from now on. */
  after?: string
  /** Wait so long for an event when there is none. Default 0. */
  waitSeconds?: number
}

/** What was accepted since the answer before. */
export interface FollowedEvents {
  /** In the order in which they were accepted; often none. */
  events: AcceptedEvent[]
  /** Where to go on: send it as `after`. */
  next: string
}

export interface EventsRouteInputs {
  followEvents: { query?: FollowEventsQuery }
}

export interface EventsRouteOutputs {
  followEvents: FollowedEvents
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
} as const satisfies { [Name in keyof EventsRouteInputs]: RouteDefinition & { operation: Name } }
