import * as v from 'valibot'
import type { CommandSuccess } from '../command-envelope.ts'
import { commandRoute, type NoInput, type RouteDefinition } from './definition.ts'
import {
  CreateDestinationBodySchema,
  DestinationDetailSchema,
  DestinationOptionsSchema,
  DestinationSchema,
  UpdateDestinationBodySchema,
  type CreateDestinationBody,
  type Destination,
  type DestinationDetail,
  type DestinationOptions,
  type UpdateDestinationBody,
} from './destination-types.ts'
import { UuidParamsSchema, type UuidParams } from './params.ts'
import { ChatOptionsQuerySchema, type ChatOptionsQuery } from './settings.ts'
import { ArchivedSchema, type Archived } from './signals.ts'

export * from './destination-types.ts'

/** A destination that was created. */
export interface CreatedDestination {
  /** The destination. */
  destination: Destination
  /** Of a webhook: what its messages are signed with. It is answered this once. */
  secret?: string
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
}

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
    tag: 'destinations',
    grant: 'agents:write',
    commandId: 'destination.update',
    params: UuidParamsSchema,
    body: UpdateDestinationBodySchema,
    data: DestinationDataSchema,
    failures: [404, 409, 500],
    idempotent: true,
  }),
  enableDestination: commandRoute({
    operation: 'enableDestination',
    method: 'POST',
    path: '/api/destinations/{id}/enable',
    summary: 'Enable a destination',
    tag: 'destinations',
    grant: 'agents:write',
    commandId: 'destination.enable',
    params: UuidParamsSchema,
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
