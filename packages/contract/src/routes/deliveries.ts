import * as v from 'valibot'
import { limits } from '../limits.ts'
import { CursorSchema, PaginationSchema } from '../pagination.ts'
import { queryInteger } from '../query-values.ts'
import { CountSchema, DateTimeSchema, text, UtcDateTimeSchema } from '../scalars.ts'
import { StalenessSchema } from '../staleness.ts'
import { errorResponses, defineRoutes } from './definition.ts'
import { deliveryStatuses } from '../vocabulary.ts'
import { UuidParamsSchema } from './params.ts'

const page = {
  /** How many to answer. Default 50. */
  limit: v.optional(queryInteger(1, limits.runs.listMax), limits.platform.listDefault),
  /** Where the previous page ended. */
  cursor: v.optional(CursorSchema),
}

/** Narrows the list of deliveries. */
export const ListDeliveriesQuerySchema = v.object({
  /**
   * Only to this destination.
   * @example "6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8"
   */
  destination: v.optional(text(limits.agents.idLength, 1)),
  /**
   * Only of runs of this automation.
   * @example "6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8"
   */
  automation: v.optional(text(limits.agents.idLength, 1)),
  /** Only with this status. */
  status: v.optional(v.picklist(deliveryStatuses)),
  /**
   * Only of runs about this customer, by its id.
   * @example "c0VzD3kQw9aB"
   */
  customer: v.optional(text(limits.tools.customerLength, 1)),
  /**
   * Only of messages since this time, inclusive. ISO 8601, UTC.
   * @example "2026-06-01T00:00:00Z"
   */
  from: v.optional(UtcDateTimeSchema),
  /**
   * Only of messages before this time. ISO 8601, UTC.
   * @example "2026-07-01T00:00:00Z"
   */
  to: v.optional(UtcDateTimeSchema),
  ...page,
})

/** One try to send a message to a destination. */
export const DeliveryAttemptSchema = v.object({
  /** When it began. ISO 8601, UTC. */
  at: DateTimeSchema,
  /** How long it took, in milliseconds. */
  durationMs: CountSchema,
  /** How the delivery stood after it: `ENQUEUED` is tried again. */
  status: v.picklist(deliveryStatuses),
  /** Why it failed; null: it didn't. */
  errorCode: v.nullable(v.string()),
  /** What the receiver answered, and the remedy; at most 500 characters. */
  errorMessage: v.nullable(v.string()),
})

/** A message on its way to a destination. */
export const ListedDeliverySchema = v.object({
  /** Its id: the receiver gets it, too. */
  id: v.string(),
  /** The message's id. */
  notificationId: v.string(),
  /** The message's title. */
  title: v.string(),
  /** The destination's id. */
  destinationId: v.string(),
  /** The automation whose run sent it; null: a person or program did. */
  automationId: v.nullable(v.string()),
  /** That run. */
  runId: v.nullable(v.string()),
  /** How it stands. */
  status: v.picklist(deliveryStatuses),
  /** How often it was tried. */
  tries: CountSchema,
  /** Why the last try failed; null: it didn't, or there was none. */
  errorCode: v.nullable(v.string()),
  /** What the receiver answered, and the remedy. */
  errorMessage: v.nullable(v.string()),
  /** Each try, oldest first; the last 20, also of one that was sent again. */
  attempts: v.array(DeliveryAttemptSchema),
  /** When it is tried next; null: no more. ISO 8601, UTC. */
  nextAttemptAt: v.nullable(DateTimeSchema),
  /** When the message was accepted for sending. ISO 8601, UTC. */
  sentAt: DateTimeSchema,
  /** When its status last changed. ISO 8601, UTC. */
  updatedAt: DateTimeSchema,
})

export const DeliveryListSchema = v.object({
  /** Newest messages first. */
  items: v.array(ListedDeliverySchema),
  /** The position in the list. */
  pagination: PaginationSchema,
  /** The answer lacks some of what was accepted before the request. Absent: it is current. */
  stale: v.optional(StalenessSchema),
})

/** Narrows the list of what an automation skipped. */
export const ListSkippedQuerySchema = v.object({
  /**
   * Only what is about this customer, by its id.
   * @example "c0VzD3kQw9aB"
   */
  customer: v.optional(text(limits.tools.customerLength, 1)),
  ...page,
})

/** Something that an automation did not act on. */
export const SkippedRunSchema = v.object({
  /** Its id, as of a run. */
  id: v.string(),
  /** Which condition held it back, such as `COOLDOWN` or `AUDIENCE`. */
  reason: v.string(),
  /** The same in words. */
  explanation: v.string(),
  /** The customers that it is about. */
  customers: v.array(
    v.object({
      /** The customer's id. */
      id: v.string(),
      /** Its name; null when unknown, or when the key lacks `customer_intelligence:read`. */
      name: v.nullable(v.string()),
    }),
  ),
  /** The event; null where it isn't one. */
  eventId: v.nullable(v.string()),
  /** The event's name. */
  eventName: v.nullable(v.string()),
  /** When what it is about happened. ISO 8601, UTC. */
  occurredAt: DateTimeSchema,
  /** When it was skipped. ISO 8601, UTC. */
  skippedAt: DateTimeSchema,
})

export const SkippedRunListSchema = v.object({
  /** Newest first. */
  items: v.array(SkippedRunSchema),
  /** The position in the list. */
  pagination: PaginationSchema,
  /** The answer lacks some of what was accepted before the request. Absent: it is current. */
  stale: v.optional(StalenessSchema),
})

export const deliveryRoutes = defineRoutes({
  listDeliveries: {
    method: 'GET',
    path: '/api/deliveries',
    sdk: 'destinations.listDeliveries',
    svc: { path: ['destinations', 'deliveries'] },
    summary: 'List deliveries',
    description: 'Messages on their way to destinations, newest first: how each stands, and why it failed.',
    tag: 'destinations',
    auth: 'apiKey',
    grant: 'agents:read',
    query: ListDeliveriesQuerySchema,
    responses: {
      200: DeliveryListSchema,
      ...errorResponses('simple', [400, 401, 403, 503]),
    },
    errorStyle: 'simple',
    idempotent: true,
  },
  listSkippedRuns: {
    method: 'GET',
    path: '/api/automations/{id}/skipped',
    sdk: 'automations.listSkipped',
    svc: { path: ['automations', 'skipped'], arguments: ['id'] },
    summary: 'List what an automation did not act on, and why',
    description: 'Which condition held back whom: the audience, a cooldown, what came too late, a limit.',
    tag: 'automations',
    auth: 'apiKey',
    grant: 'agents:read',
    params: UuidParamsSchema,
    query: ListSkippedQuerySchema,
    responses: {
      200: SkippedRunListSchema,
      ...errorResponses('simple', [400, 401, 403, 404, 503]),
    },
    errorStyle: 'simple',
    idempotent: true,
  },
})
