import * as v from 'valibot'
import type { CommandSuccess } from '../command-envelope.ts'
import { limits } from '../limits.ts'
import { strictObject } from '../objects.ts'
import { UuidSchema } from '../scalars.ts'
import { commandRoute, type NoInput, type RouteDefinition } from './definition.ts'
import {
  CreateDestinationBodySchema,
  UpdateDestinationBodySchema,
  type CreateDestinationBody,
  type UpdateDestinationBody,
} from './destination-bodies.ts'
import {
  DestinationDetailSchema,
  DestinationOptionsSchema,
  DestinationSchema,
  type Destination,
  type DestinationDetail,
  type DestinationOptions,
} from './destination-types.ts'
import { UuidParamsSchema, type UuidParams } from './params.ts'
import { ChatOptionsQuerySchema, type ChatOptionsQuery } from './settings.ts'
import { ArchivedSchema, type Archived } from './signal-types.ts'

export * from './destination-bodies.ts'
export * from './destination-types.ts'

/** A destination that was created. */
export interface CreatedDestination {
  /** The destination. */
  destination: Destination
  /** For a webhook: the secret that signs its messages. Returned only once. */
  secret?: string
}

/**
 * Which deliveries are sent again.
 * @example {}
 */
export interface ResendDeliveriesBody {
  /** Deliveries of this destination that are `FAILED` or `SKIPPED`, 1 to 100. Default: all that are `FAILED`, 1,000 at most. */
  deliveryIds?: string[]
}

/** The deliveries that are sent again. */
export interface ResentDeliveries {
  /** Each keeps its id. */
  deliveryIds: string[]
}

export interface DestinationRouteInputs {
  getDestinationOptions: { query?: ChatOptionsQuery }
  listDestinations: NoInput
  createDestination: { body: CreateDestinationBody }
  getDestination: { params: UuidParams }
  updateDestination: { params: UuidParams; body: UpdateDestinationBody }
  enableDestination: { params: UuidParams }
  disableDestination: { params: UuidParams }
  archiveDestination: { params: UuidParams }
  resendDeliveries: { params: UuidParams; body?: ResendDeliveriesBody }
}

export interface DestinationRouteOutputs {
  getDestinationOptions: CommandSuccess<DestinationOptions>
  listDestinations: CommandSuccess<{ destinations: Destination[] }>
  createDestination: CommandSuccess<CreatedDestination>
  getDestination: CommandSuccess<{ destination: DestinationDetail }>
  updateDestination: CommandSuccess<{ destination: Destination }>
  enableDestination: CommandSuccess<{ destination: Destination }>
  disableDestination: CommandSuccess<{ destination: Destination }>
  archiveDestination: CommandSuccess<{ destination: Archived }>
  resendDeliveries: CommandSuccess<ResentDeliveries>
}

export const ResendDeliveriesBodySchema = strictObject({
  deliveryIds: v.optional(
    v.pipe(v.array(UuidSchema), v.minLength(1), v.maxLength(limits.destinations.resentAtOnce)),
  ),
}) satisfies v.GenericSchema<ResendDeliveriesBody>

const ResentDeliveriesSchema = v.object({
  deliveryIds: v.array(UuidSchema),
}) satisfies v.GenericSchema<ResentDeliveries>

const CreatedDestinationSchema = v.object({
  destination: DestinationSchema,
  secret: v.optional(v.string()),
}) satisfies v.GenericSchema<CreatedDestination>

const DestinationDataSchema = v.object({ destination: DestinationSchema })

export const destinationRoutes = {
  getDestinationOptions: commandRoute({
    operation: 'getDestinationOptions',
    method: 'GET',
    path: '/api/destinations/options',
    summary: 'Tell what a destination can be made of',
    tag: 'destinations',
    grant: 'agents:write',
    commandId: 'destination.options',
    query: ChatOptionsQuerySchema,
    data: DestinationOptionsSchema,
    failures: [400, 500],
    idempotent: true,
  }),
  listDestinations: commandRoute({
    operation: 'listDestinations',
    method: 'GET',
    path: '/api/destinations',
    summary: 'List destinations',
    tag: 'destinations',
    grant: 'agents:read',
    commandId: 'destination.list',
    data: v.object({ destinations: v.array(DestinationSchema) }),
    failures: [500],
    idempotent: true,
  }),
  createDestination: commandRoute({
    operation: 'createDestination',
    method: 'POST',
    path: '/api/destinations',
    summary: 'Create a destination: a channel of the chat app, or a webhook',
    description:
      'To make it the default the key needs `customer_intelligence:read`, too, since automations tell it of customers then (403).',
    tag: 'destinations',
    grant: 'agents:write',
    commandId: 'destination.create',
    body: CreateDestinationBodySchema,
    data: CreatedDestinationSchema,
    failures: [404, 409, 500],
    idempotent: false,
  }),
  getDestination: commandRoute({
    operation: 'getDestination',
    method: 'GET',
    path: '/api/destinations/{id}',
    summary: 'Get a destination and what uses it',
    tag: 'destinations',
    grant: 'agents:read',
    commandId: 'destination.get',
    params: UuidParamsSchema,
    data: v.object({ destination: DestinationDetailSchema }),
    failures: [404, 500],
    idempotent: true,
  }),
  updateDestination: commandRoute({
    operation: 'updateDestination',
    method: 'PATCH',
    path: '/api/destinations/{id}',
    summary: 'Update a destination',
    description:
      'To give it another `url`, enable it or make it the default, the key needs `customer_intelligence:read`, too, since automations tell it of customers (403).',
    tag: 'destinations',
    grant: 'agents:write',
    commandId: 'destination.update',
    params: UuidParamsSchema,
    body: UpdateDestinationBodySchema,
    data: DestinationDataSchema,
    failures: [404, 409, 500],
    idempotent: true,
  }),
  disableDestination: commandRoute({
    operation: 'disableDestination',
    method: 'POST',
    path: '/api/destinations/{id}/disable',
    summary: 'Disable a destination',
    tag: 'destinations',
    grant: 'agents:write',
    commandId: 'destination.disable',
    params: UuidParamsSchema,
    data: DestinationDataSchema,
    failures: [404, 409, 500],
    idempotent: true,
  }),
  enableDestination: commandRoute({
    operation: 'enableDestination',
    method: 'POST',
    path: '/api/destinations/{id}/enable',
    summary: 'Enable a destination',
    description:
      'The key needs `customer_intelligence:read`, too, since automations may tell it of customers then (403).',
    tag: 'destinations',
    grant: 'agents:write',
    commandId: 'destination.enable',
    params: UuidParamsSchema,
    data: DestinationDataSchema,
    failures: [404, 409, 500],
    idempotent: true,
  }),
  resendDeliveries: commandRoute({
    operation: 'resendDeliveries',
    method: 'POST',
    path: '/api/destinations/{id}/resend',
    summary: 'Send again what a destination didn’t take',
    tag: 'destinations',
    grant: 'agents:write',
    commandId: 'destination.resend',
    params: UuidParamsSchema,
    body: v.optional(ResendDeliveriesBodySchema, {}),
    data: ResentDeliveriesSchema,
    failures: [404, 409, 500],
    idempotent: true,
  }),
  archiveDestination: commandRoute({
    operation: 'archiveDestination',
    method: 'POST',
    path: '/api/destinations/{id}/archive',
    summary: 'Archive a destination',
    tag: 'destinations',
    grant: 'agents:write',
    commandId: 'destination.archive',
    params: UuidParamsSchema,
    data: v.object({ destination: ArchivedSchema }),
    failures: [404, 409, 500],
    idempotent: true,
  }),
} as const satisfies { [Name in keyof DestinationRouteInputs]: RouteDefinition & { operation: Name } }
