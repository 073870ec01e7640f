import * as v from 'valibot'
import type { CommandSuccess } from '../command-envelope.ts'
import { commandRoute, type NoInput, type RouteDefinition } from './definition.ts'
import { UuidParamsSchema, type UuidParams } from './params.ts'
import {
  ArchivedSchema,
  SignalBodySchema,
  SignalOptionsSchema,
  SignalSchema,
  type Archived,
  type Signal,
  type SignalBody,
  type SignalOptions,
} from './signal-types.ts'

export * from './signal-definitions.ts'
export * from './signal-types.ts'

export interface SignalRouteInputs {
  getSignalOptions: NoInput
  listSignals: NoInput
  createSignal: { body: SignalBody }
  getSignal: { params: UuidParams }
  updateSignal: { params: UuidParams; body: SignalBody }
  archiveSignal: { params: UuidParams }
}

export interface SignalRouteOutputs {
  getSignalOptions: CommandSuccess<SignalOptions>
  listSignals: CommandSuccess<{ signals: Signal[] }>
  createSignal: CommandSuccess<{ signal: Signal }>
  getSignal: CommandSuccess<{ signal: Signal }>
  updateSignal: CommandSuccess<{ signal: Signal }>
  archiveSignal: CommandSuccess<{ signal: Archived }>
}

const SignalDataSchema = v.object({ signal: SignalSchema })

export const signalRoutes = {
  getSignalOptions: commandRoute({
    operation: 'getSignalOptions',
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
    operation: 'listSignals',
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
    operation: 'createSignal',
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
    operation: 'getSignal',
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
    operation: 'updateSignal',
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
    operation: 'archiveSignal',
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
} as const satisfies { [Name in keyof SignalRouteInputs]: RouteDefinition & { operation: Name } }
