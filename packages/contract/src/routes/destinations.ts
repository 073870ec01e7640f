import * as v from 'valibot'
import { limits } from '../limits.ts'
import { strictObject } from '../objects.ts'
import { UuidSchema } from '../scalars.ts'
import { commandRoute, defineRoutes } from './definition.ts'
import { CreateDestinationBodySchema, UpdateDestinationBodySchema } from './destination-bodies.ts'
import { DestinationDetailSchema, DestinationOptionsSchema, DestinationSchema } from './destination-types.ts'
import { UuidParamsSchema } from './params.ts'
import { ChatOptionsQuerySchema } from './settings.ts'
import { ArchivedSchema } from './signal-types.ts'

export * from './destination-bodies.ts'
export * from './destination-types.ts'

/**
 * Which deliveries are sent again.
 * @example {}
 */
export const ResendDeliveriesBodySchema = strictObject({
  /** Deliveries of this destination that are `FAILED` or `SKIPPED`, 1 to 100. Default: all that are `FAILED`, 1,000 at most. */
  deliveryIds: v.optional(
    v.pipe(v.array(UuidSchema), v.minLength(1), v.maxLength(limits.destinations.resentAtOnce)),
  ),
})

/** The deliveries that are sent again. */
export const ResentDeliveriesSchema = v.object({
  /** Each keeps its id. */
  deliveryIds: v.array(UuidSchema),
})

/** A destination that was created. */
export const CreatedDestinationSchema = v.object({
  /** The destination. */
  destination: DestinationSchema,
  /** For a webhook: the secret that signs its messages. Returned only once. */
  secret: v.optional(v.string()),
})

const DestinationDataSchema = v.object({ destination: DestinationSchema })

const disabled = { field: 'enabled', value: false, brief: "Messages don't go there" }
const destinationTypes = { type: { CHAT: 'CHAT_CHANNEL', WEBHOOK: 'WEBHOOK_ENDPOINT' } }

export const destinationRoutes = defineRoutes({
  getDestinationOptions: commandRoute({
    method: 'GET',
    path: '/api/destinations/options',
    sdk: 'destinations.options',
    svc: { path: ['destinations', 'options'] },
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
    method: 'GET',
    path: '/api/destinations',
    sdk: 'destinations.list',
    svc: { path: ['destinations', 'list'] },
    summary: 'List destinations',
    tag: 'destinations',
    grant: 'agents:read',
    commandId: 'destination.list',
    data: v.object({ destinations: v.array(DestinationSchema) }),
    failures: [500],
    idempotent: true,
  }),
  createDestination: commandRoute({
    method: 'POST',
    path: '/api/destinations',
    sdk: 'destinations.create',
    svc: {
      path: ['destinations', 'create'],
      flags: { isDefault: 'default', url: 'endpoint' },
      switches: { disabled },
      aliases: destinationTypes,
    },
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
    method: 'GET',
    path: '/api/destinations/{id}',
    sdk: 'destinations.get',
    svc: { path: ['destinations', 'get'], arguments: ['id'] },
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
    method: 'PATCH',
    path: '/api/destinations/{id}',
    sdk: 'destinations.update',
    svc: {
      path: ['destinations', 'update'],
      arguments: ['id'],
      flags: { isDefault: 'default', url: 'endpoint' },
      switches: { disabled },
      aliases: destinationTypes,
    },
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
    method: 'POST',
    path: '/api/destinations/{id}/disable',
    sdk: 'destinations.disable',
    svc: { path: ['destinations', 'disable'], arguments: ['id'] },
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
    method: 'POST',
    path: '/api/destinations/{id}/enable',
    sdk: 'destinations.enable',
    svc: { path: ['destinations', 'enable'], arguments: ['id'] },
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
    method: 'POST',
    path: '/api/destinations/{id}/resend',
    sdk: 'destinations.resend',
    svc: {
      path: ['destinations', 'resend'],
      arguments: ['id'],
      flags: { deliveryIds: 'deliveryId' },
    },
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
    method: 'POST',
    path: '/api/destinations/{id}/archive',
    sdk: 'destinations.archive',
    svc: { path: ['destinations', 'archive'], arguments: ['id'] },
    summary: 'Archive a destination',
    tag: 'destinations',
    grant: 'agents:write',
    commandId: 'destination.archive',
    params: UuidParamsSchema,
    data: v.object({ destination: ArchivedSchema }),
    failures: [404, 409, 500],
    idempotent: true,
  }),
})
