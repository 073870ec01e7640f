import * as v from 'valibot'
import { strictObject } from '../objects.ts'
import { limits } from '../limits.ts'
import { CountSchema, DateTimeSchema, UuidSchema, integer, text } from '../scalars.ts'
import { CustomerReferenceSchema } from '../tools/fact.ts'
import { commandRoute, defineRoutes } from './definition.ts'

const bounds = limits.activation

/** Exact: not trimmed, since event names are compared as they were sent. */
const EventNameSchema = text(bounds.eventNameLength, 1)

/** The event name that marks activation; null: none does. */
export const ActivationSchema = v.object({
  /** The exact name of the event. */
  eventName: v.nullable(v.string()),
})

/**
 * From here on, this event name marks activation. What was activated stays so.
 * @example {"eventName": "Project created"}
 */
export const UpdateActivationBodySchema = strictObject({
  /** 1 to 191 characters, exact; null turns it off. */
  eventName: v.nullable(EventNameSchema),
})

/**
 * Which event to try.
 * @example {"eventName": "Project created", "lookbackDays": 30}
 */
export const PreviewActivationBodySchema = strictObject({
  /** 1 to 191 characters, exact. */
  eventName: EventNameSchema,
  /** 1 to 90, default 30. */
  lookbackDays: v.optional(integer(1, bounds.lookbackDays), bounds.lookbackDefault),
  /** 1 to 20, default 10. */
  exampleLimit: v.optional(integer(1, bounds.examples), bounds.examplesDefault),
})

/** What an event name would have activated. Where a `…Truncated` is true, that side's totals are lower bounds. */
export const ActivationPreviewSchema = v.object({
  /** The event's name as it was asked for. */
  eventName: v.string(),
  /** Begin of what was looked at. ISO 8601, UTC. */
  evaluatedFrom: DateTimeSchema,
  /** End of what was looked at. ISO 8601, UTC. */
  evaluatedTo: DateTimeSchema,
  /** Events of that name in this time. */
  evaluatedEventCount: CountSchema,
  /** Customers that had the event. */
  matchedCustomerCount: CountSchema,
  /** Those of them that are activated already. */
  alreadyActivatedCustomerCount: CountSchema,
  /** Those of them that would be activated by it. */
  wouldActivateCustomerCount: CountSchema,
  /** Events of that name by known people. */
  evaluatedContactOccurrenceCount: CountSchema,
  /** People who had the event. */
  matchedContactCount: CountSchema,
  /** Those of them who are activated already. */
  alreadyActivatedContactCount: CountSchema,
  /** Those of them who would be activated by it. */
  wouldActivateContactCount: CountSchema,
  /** Not all people were looked at. */
  contactTruncated: v.boolean(),
  /** Not all customers were looked at. */
  customerTruncated: v.boolean(),
  /** One of the two. */
  truncated: v.boolean(),
  /** Some customers that had the event. */
  examples: v.array(
    v.object({
      /** Which customer. */
      customer: CustomerReferenceSchema,
      /** When it was activated; null when it is not. ISO 8601, UTC. */
      activatedAt: v.nullable(DateTimeSchema),
      /** When it first had the event. ISO 8601, UTC. */
      firstMatchedAt: DateTimeSchema,
      /** The uuid of that event. */
      eventId: UuidSchema,
    }),
  ),
})

/** What an update of the activation event came to. */
export const UpdatedActivationSchema = v.object({
  /** As it is set now. */
  activation: ActivationSchema,
  /** False when it was set so already. */
  changed: v.boolean(),
})

export const activationRoutes = defineRoutes({
  getCustomerActivation: commandRoute({
    method: 'GET',
    path: '/api/activation',
    sdk: 'activation.get',
    svc: { path: ['activation', 'get'] },
    summary: 'Get the event that marks activation',
    tag: 'activation',
    grant: 'activation:read',
    commandId: 'customer_activation.get',
    data: v.object({ activation: ActivationSchema }),
    failures: [500],
    idempotent: true,
  }),
  updateCustomerActivation: commandRoute({
    method: 'PATCH',
    path: '/api/activation',
    sdk: 'activation.update',
    svc: [
      { path: ['activation', 'update'], flags: { eventName: 'event' } },
      { path: ['activation', 'disable'], values: { eventName: null } },
    ],
    summary: 'Set the event that marks activation',
    description: 'It holds from here on; null turns it off. What was activated stays so.',
    tag: 'activation',
    grant: 'activation:manage',
    commandId: 'customer_activation.update',
    body: UpdateActivationBodySchema,
    data: UpdatedActivationSchema,
    failures: [500],
    idempotent: true,
  }),
  previewCustomerActivation: commandRoute({
    method: 'POST',
    path: '/api/activation/preview',
    sdk: 'activation.preview',
    svc: { path: ['activation', 'preview'], flags: { eventName: 'event' } },
    summary: 'Preview what an event would have activated',
    description: 'Changes nothing.',
    tag: 'activation',
    grant: 'activation:read',
    commandId: 'customer_activation.preview',
    body: PreviewActivationBodySchema,
    data: v.object({ preview: ActivationPreviewSchema }),
    failures: [500],
    idempotent: true,
  }),
})
