import * as v from 'valibot'
import { strictObject } from '../objects.ts'
import type { CommandSuccess } from '../command-envelope.ts'
import { limits } from '../limits.ts'
import { CountSchema, DateTimeSchema, UuidSchema, integer, text } from '../scalars.ts'
import { CustomerReferenceSchema, type CustomerReference } from '../tools/fact.ts'
import { commandRoute, type NoInput, type RouteDefinition } from './definition.ts'

/** The event name that marks activation; null: none does. */
export interface Activation {
  /** The exact name of the event. */
  eventName: string | null
}

/**
 * From here on, this event name marks activation. What was activated stays so.
 * @example {"eventName": "Project created"}
 */
export interface UpdateActivationBody {
  /** 1 to 191 characters, exact; null turns it off. */
  eventName: string | null
}

/**
 * Which event to try.
 * @example {"eventName": "Project created", "lookbackDays": 30}
 */
export interface PreviewActivationBody {
  /** 1 to 191 characters, exact. */
  eventName: string
  /** 1 to 90, default 30. */
  lookbackDays?: number
  /** 1 to 20, default 10. */
  exampleLimit?: number
}

/** What an event name would have activated. Where a `…Truncated` is true, that side's totals are lower bounds. */
export interface ActivationPreview {
  /** The event's name as it was asked for. */
  eventName: string
  /** Begin of what was looked at. ISO 8601, UTC. */
  evaluatedFrom: string
  /** End of what was looked at. ISO 8601, UTC. */
  evaluatedTo: string
  /** Events of that name in this time. */
  evaluatedEventCount: number
  /** Customers that had the event. */
  matchedCustomerCount: number
  /** Those of them that are activated already. */
  alreadyActivatedCustomerCount: number
  /** Those of them that would be activated by it. */
  wouldActivateCustomerCount: number
  /** Events of that name by known people. */
  evaluatedContactOccurrenceCount: number
  /** People who had the event. */
  matchedContactCount: number
  /** Those of them who are activated already. */
  alreadyActivatedContactCount: number
  /** Those of them who would be activated by it. */
  wouldActivateContactCount: number
  /** Not all people were looked at. */
  contactTruncated: boolean
  /** Not all customers were looked at. */
  customerTruncated: boolean
  /** One of the two. */
  truncated: boolean
  /** Some customers that had the event. */
  examples: {
    /** Which customer. */
    customer: CustomerReference
    /** When it was activated; null when it is not. ISO 8601, UTC. */
    activatedAt: string | null
    /** When it first had the event. ISO 8601, UTC. */
    firstMatchedAt: string
    /** The uuid of that event. */
    eventId: string
  }[]
}

/** What an update of the activation event came to. */
export interface UpdatedActivation {
  /** As it is set now. */
  activation: Activation
  /** False when it was set so already. */
  changed: boolean
}

export interface ActivationRouteInputs {
  getCustomerActivation: NoInput
  updateCustomerActivation: { body: UpdateActivationBody }
  previewCustomerActivation: { body: PreviewActivationBody }
}

export interface ActivationRouteOutputs {
  getCustomerActivation: CommandSuccess<{ activation: Activation }>
  updateCustomerActivation: CommandSuccess<UpdatedActivation>
  previewCustomerActivation: CommandSuccess<{ preview: ActivationPreview }>
}

const bounds = limits.activation

/** Exact: not trimmed, since event names are compared as they were sent. */
const EventNameSchema = text(bounds.eventNameLength, 1)

export const ActivationSchema = v.object({
  eventName: v.nullable(v.string()),
}) satisfies v.GenericSchema<Activation>

export const UpdateActivationBodySchema = strictObject({
  eventName: v.nullable(EventNameSchema),
}) satisfies v.GenericSchema<UpdateActivationBody>

export const PreviewActivationBodySchema = strictObject({
  eventName: EventNameSchema,
  lookbackDays: v.optional(integer(1, bounds.lookbackDays), bounds.lookbackDefault),
  exampleLimit: v.optional(integer(1, bounds.examples), bounds.examplesDefault),
}) satisfies v.GenericSchema<PreviewActivationBody>

export const ActivationPreviewSchema = v.object({
  eventName: v.string(),
  evaluatedFrom: DateTimeSchema,
  evaluatedTo: DateTimeSchema,
  evaluatedEventCount: CountSchema,
  matchedCustomerCount: CountSchema,
  alreadyActivatedCustomerCount: CountSchema,
  wouldActivateCustomerCount: CountSchema,
  evaluatedContactOccurrenceCount: CountSchema,
  matchedContactCount: CountSchema,
  alreadyActivatedContactCount: CountSchema,
  wouldActivateContactCount: CountSchema,
  contactTruncated: v.boolean(),
  customerTruncated: v.boolean(),
  truncated: v.boolean(),
  examples: v.array(
    v.object({
      customer: CustomerReferenceSchema,
      activatedAt: v.nullable(DateTimeSchema),
      firstMatchedAt: DateTimeSchema,
      eventId: UuidSchema,
    }),
  ),
}) satisfies v.GenericSchema<ActivationPreview>

export const activationRoutes = {
  getCustomerActivation: commandRoute({
    operation: 'getCustomerActivation',
    method: 'GET',
    path: '/api/activation',
    summary: 'Get the event that marks activation',
    tag: 'activation',
    grant: 'activation:read',
    commandId: 'customer_activation.get',
    data: v.object({ activation: ActivationSchema }),
    failures: [500],
    idempotent: true,
  }),
  updateCustomerActivation: commandRoute({
    operation: 'updateCustomerActivation',
    method: 'PATCH',
    path: '/api/activation',
    summary: 'Set the event that marks activation',
    description: 'It holds from here on; null turns it off. What was activated stays so.',
    tag: 'activation',
    grant: 'activation:manage',
    commandId: 'customer_activation.update',
    body: UpdateActivationBodySchema,
    data: v.object({ activation: ActivationSchema, changed: v.boolean() }),
    failures: [500],
    idempotent: true,
  }),
  previewCustomerActivation: commandRoute({
    operation: 'previewCustomerActivation',
    method: 'POST',
    path: '/api/activation/preview',
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
} as const satisfies { [Name in keyof ActivationRouteInputs]: RouteDefinition & { operation: Name } }
