import * as v from 'valibot'
import { commandRoute, defineRoutes } from './definition.ts'
import { UuidParamsSchema } from './params.ts'
import { PreviewSignalBodySchema, SignalPreviewSchema } from './signal-preview.ts'
import { ArchivedSchema, SignalBodySchema, SignalOptionsSchema, SignalSchema } from './signal-types.ts'

export * from './signal-definitions.ts'
export * from './signal-preview.ts'
export * from './signal-types.ts'

const SignalDataSchema = v.object({ signal: SignalSchema })

export const signalRoutes = defineRoutes({
  getSignalOptions: commandRoute({
    method: 'GET',
    path: '/api/signals/options',
    sdk: 'signals.options',
    svc: { path: ['signals', 'options'] },
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
    sdk: 'signals.list',
    svc: { path: ['signals', 'list'] },
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
    sdk: 'signals.create',
    svc: { path: ['signals', 'create'], takesObject: true },
    summary: 'Create a signal',
    tag: 'signals',
    grant: 'agents:write',
    commandId: 'signal.create',
    body: SignalBodySchema,
    data: SignalDataSchema,
    failures: [404, 409, 500],
    idempotent: false,
  }),
  previewSignal: commandRoute({
    method: 'POST',
    path: '/api/signals/preview',
    sdk: 'signals.preview',
    svc: { path: ['signals', 'preview'], takesObject: true },
    summary: 'Try a signal on history',
    description:
      'What it would have found in the events that are stored, day by day; nothing is stored. Needs `customer_intelligence:read`, too, to name customers.',
    tag: 'signals',
    grant: 'agents:read',
    commandId: 'signal.preview',
    body: PreviewSignalBodySchema,
    data: SignalPreviewSchema,
    failures: [404, 500],
    idempotent: true,
  }),
  getSignal: commandRoute({
    method: 'GET',
    path: '/api/signals/{id}',
    sdk: 'signals.get',
    svc: { path: ['signals', 'get'], arguments: ['id'] },
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
    sdk: 'signals.update',
    svc: { path: ['signals', 'update'], arguments: ['id'], takesObject: true },
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
    sdk: 'signals.archive',
    svc: { path: ['signals', 'archive'], arguments: ['id'] },
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
