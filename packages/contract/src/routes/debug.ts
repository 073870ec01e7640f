import * as v from 'valibot'
import { ingestSources } from '../ingest.ts'
import { CountSchema, DateTimeSchema } from '../scalars.ts'
import { StalenessSchema } from '../staleness.ts'
import { errorResponses, defineRoutes } from './definition.ts'

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

const SourceSchema = v.picklist(ingestSources)

/** What happened to one event, why, and whom it belongs to. */
export const EventExplanationSchema = v.object({
  /** Lower case. */
  uuid: v.string(),
  /** Its status. */
  status: v.picklist(eventStatuses),
  /** Why, in a sentence for people. */
  reason: v.string(),
  /** Each acceptance, oldest first, in the searched part of the log; at most 20. */
  arrivals: v.array(
    v.object({
      /** When the server accepted it. ISO 8601, UTC. */
      receivedAt: DateTimeSchema,
      /** Who sent it. */
      source: SourceSchema,
      /** Its index in its batch. */
      index: CountSchema,
    }),
  ),
  /** What of the log was searched for arrivals. */
  searched: v.object({
    /** How much of the log was searched. */
    bytes: CountSchema,
    /** Whether that is the whole log. */
    whole: v.boolean(),
  }),
  /** Each known rejection, oldest first. */
  rejections: v.array(
    v.object({
      /** When it was rejected. ISO 8601, UTC. */
      at: DateTimeSchema,
      /** Its index in its batch. */
      index: CountSchema,
      /** Why. */
      reason: v.string(),
      /** What to do about it. Absent: the server is older. */
      remedy: v.optional(v.string()),
      /** The event's name, or its type where it has none; null: it isn't known, or holds an `@`. Absent: the server is older. */
      eventName: v.optional(v.nullable(v.string())),
    }),
  ),
  /** The event in the answers; null while it isn't there. */
  event: v.nullable(
    v.object({
      /** Such as `CUSTOM_EVENT`. */
      eventType: v.string(),
      /** What happened. */
      eventName: v.string(),
      /** When it happened. ISO 8601, UTC. */
      occurredAt: DateTimeSchema,
      /** When the server accepted it. ISO 8601, UTC. */
      receivedAt: DateTimeSchema,
      /** Who sent it. */
      source: v.string(),
    }),
  ),
  /** Whom it belongs to now; null while nobody is identified. */
  contact: v.nullable(
    v.object({
      /** The person's id here. */
      userId: v.string(),
      /** Their e-mail address. */
      email: v.nullable(v.string()),
      /** Their name. */
      name: v.nullable(v.string()),
      /** How it is linked to them: by a key of its own, or by its device. */
      via: v.picklist(['email', 'userId', 'device']),
      /** The event that first linked this key, or this device, to a person. */
      cause: v.string(),
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
      /** By its own customerId, by one stated for the contact, by the domain of their e-mail, or by the person alone. */
      via: v.picklist(['customerId', 'contactCustomerId', 'emailDomain', 'person']),
    }),
  ),
  /** Keys that were linked with the contact's, by which event, and the status of each link. */
  links: v.array(
    v.object({
      /** One key, such as `email:jane@acme.example`. */
      left: v.string(),
      /** The other key. */
      right: v.string(),
      /** Stated by a server or an integration. */
      trusted: v.boolean(),
      /** The uuid of the event that stated it first. */
      cause: v.string(),
      /** When that was. ISO 8601, UTC. */
      firstAt: DateTimeSchema,
      /** Whether the two count as one person; `former`: the address was theirs until another had it. */
      status: v.picklist(['applied', 'contradicted', 'cut', 'crowded', 'former']),
    }),
  ),
  /** Occurrences of signals that it is, or that count it; at most 100. */
  occurrences: v.array(
    v.object({
      /** The occurrence's id. */
      id: v.string(),
      /** Its signal. */
      signalId: v.string(),
      /** Its time. ISO 8601, UTC. */
      occurredAt: DateTimeSchema,
      /** The customer whose it is by now; null: of nobody in particular. */
      customerId: v.nullable(v.string()),
    }),
  ),
  /** Keys of the event that reached a limit (too many for a person or device): they link it to nobody. */
  crowdedKeys: v.array(
    v.object({
      /** Such as `visitor:…`. */
      key: v.string(),
      /** Whose statements reached the limit. */
      statedBy: v.picklist(['server', 'browser']),
      /** Which limit, such as `devicePeople`: the server's documentation lists them. */
      limit: v.string(),
    }),
  ),
  /** What the answers hold lacks some of what was accepted before the request. Absent: it is current. */
  stale: v.optional(StalenessSchema),
})

/** Which event is asked for. */
export const ExplainEventParamsSchema = v.object({
  /**
   * The event's uuid, in any case.
   * @example "0197a6f0-7d3c-7b1e-9a55-3f0d2c1b4a68"
   */
  uuid: v.pipe(v.string(), v.maxLength(200)),
})

export const debugRoutes = defineRoutes({
  explainEvent: {
    method: 'GET',
    path: '/api/debug/events/{uuid}',
    sdk: 'identity.explainEvent',
    svc: { path: ['events', 'explain'], arguments: ['uuid'] },
    summary: 'Explain what became of an event, and whose it is',
    description: 'Whether it was stored, came twice, waits or was refused; why; and whose it is.',
    tag: 'identity',
    auth: 'apiKey',
    grant: 'events:explain',
    params: ExplainEventParamsSchema,
    responses: {
      200: EventExplanationSchema,
      ...errorResponses('simple', [400, 401, 403, 503]),
    },
    errorStyle: 'simple',
    idempotent: true,
  },
})
