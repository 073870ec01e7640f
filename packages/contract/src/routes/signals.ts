import * as v from 'valibot'
import { commandRoute, defineRoutes } from './definition.ts'
import { UuidParamsSchema } from './params.ts'
import { ArchivedSchema, SignalBodySchema, SignalOptionsSchema, SignalSchema } from './signal-types.ts'

export * from './signal-definitions.ts'
export * from './signal-types.ts'

const SignalDataSchema = v.object({ signal: SignalSchema })

export const signalRoutes = defineRoutes({
  getSignalOptions: commandRoute({
    method: 'GET',
    path: '/api/signals/options',
    summary: 'Tell what a signal can be made of',
    tag: 'signals',
    grant: 'agents:read',
    commandId: 'signal.options',
    data: SignalOptionsSchema,
    failures: [500],
    idempotent: true,
  }),
  listSignals: commandRoute({
    method: 'GET',
    path: '/api/signals',
    summary: 'List signals',
    tag: 'signals',
    grant: 'agents:read',
    commandId: 'signal.list',
    data: v.object({ signals: v.array(SignalSchema) }),
    failures: [500],
    idempotent: true,
  }),
  createSignal: commandRoute({
    method: 'POST',
    path: '/api/signals',
    summary: 'Create a signal',
    tag: 'signals',
    grant: 'agents:write',
    commandId: 'signal.create',
    body: SignalBodySchema,
    data: SignalDataSchema,
    failures: [404, 409, 500],
    idempotent: false,
  }),
  getSignal: commandRoute({
    method: 'GET',
    path: '/api/signals/{id}',
    summary: 'Get a signal',
    tag: 'signals',
    grant: 'agents:read',
    commandId: 'signal.get',
    params: UuidParamsSchema,
    data: SignalDataSchema,
    failures: [404, 500],
    idempotent: true,
  }),
  updateSignal: commandRoute({
    method: 'PATCH',
    path: '/api/signals/{id}',
    summary: 'Update a signal',
    tag: 'signals',
    grant: 'agents:write',
    commandId: 'signal.update',
    params: UuidParamsSchema,
    body: SignalBodySchema,
    data: SignalDataSchema,
    failures: [404, 409, 500],
    idempotent: true,
  }),
  archiveSignal: commandRoute({
    method: 'POST',
    path: '/api/signals/{id}/archive',
    summary: 'Archive a signal',
    tag: 'signals',
    grant: 'agents:write',
    commandId: 'signal.archive',
    params: UuidParamsSchema,
    data: v.object({ signal: ArchivedSchema }),
    failures: [404, 409, 500],
    idempotent: true,
  }),
})
