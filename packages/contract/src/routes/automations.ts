import * as v from 'valibot'
import { PaginationSchema } from '../pagination.ts'
import { UuidSchema } from '../scalars.ts'
import {
  AutomationOptionsSchema,
  AutomationSchema,
  CreateAutomationBodySchema,
  UpdateAutomationBodySchema,
} from './automation-types.ts'
import { AutomationPreviewBodySchema, AutomationPreviewSchema } from './automation-preview.ts'
import { commandRoute, defineRoutes } from './definition.ts'
import { UuidParamsSchema } from './params.ts'
import { AutomationRunSchema, RunsQuerySchema } from './run-types.ts'
import { ArchivedSchema } from './signal-types.ts'

export * from './automation-policies.ts'
export * from './automation-preview.ts'
export * from './automation-types.ts'
export * from './run-types.ts'

const AutomationDataSchema = v.object({ automation: AutomationSchema })

const ReadRoute = { method: 'GET', tag: 'automations', grant: 'agents:read', idempotent: true } as const
const WriteRoute = { tag: 'automations', grant: 'agents:write' } as const

export const AutomationIdParamsSchema = v.object({
  /**
   * Uuid.
   * @example "6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8"
   */
  automationId: UuidSchema,
})

export const AutomationRunParamsSchema = v.object({
  /**
   * Uuid.
   * @example "6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8"
   */
  automationId: UuidSchema,
  /**
   * Uuid.
   * @example "0b0c5a52-3a76-8e6b-8d0a-3a1c5b7e9f10"
   */
  runId: UuidSchema,
})

export const automationRoutes = defineRoutes({
  getAutomationOptions: commandRoute({
    ...ReadRoute,
    path: '/api/automations/options',
    sdk: 'automations.options',
    svc: { path: ['automations', 'options'] },
    summary: 'Tell what an automation can be made of',
    commandId: 'automation.options',
    data: AutomationOptionsSchema,
    failures: [500],
  }),
  listAutomations: commandRoute({
    ...ReadRoute,
    path: '/api/automations',
    sdk: 'automations.list',
    svc: { path: ['automations', 'list'] },
    summary: 'List automations',
    commandId: 'automation.list',
    data: v.object({ automations: v.array(AutomationSchema) }),
    failures: [500],
  }),
  createAutomation: commandRoute({
    ...WriteRoute,
    method: 'POST',
    path: '/api/automations',
    sdk: 'automations.create',
    svc: { path: ['automations', 'create'], takesObject: true },
    summary: 'Create an automation',
    description:
      'To switch it on the key needs `customer_intelligence:read`, too, since it then tells destinations of customers (403); with `enabled: false` it may be prepared without.',
    commandId: 'automation.create',
    body: CreateAutomationBodySchema,
    data: AutomationDataSchema,
    failures: [404, 409, 500],
    idempotent: false,
  }),
  getAutomation: commandRoute({
    ...ReadRoute,
    path: '/api/automations/{id}',
    sdk: 'automations.get',
    svc: { path: ['automations', 'get'], arguments: ['id'] },
    summary: 'Get an automation',
    commandId: 'automation.get',
    params: UuidParamsSchema,
    data: AutomationDataSchema,
    failures: [404, 500],
  }),
  updateAutomation: commandRoute({
    ...WriteRoute,
    method: 'PATCH',
    path: '/api/automations/{id}',
    sdk: 'automations.update',
    svc: { path: ['automations', 'update'], arguments: ['id'], takesObject: true },
    summary: 'Update an automation',
    description:
      'To switch it on the key needs `customer_intelligence:read`, too, since it then tells destinations of customers (403); with `enabled: false` it may be prepared without.',
    commandId: 'automation.update',
    params: UuidParamsSchema,
    body: UpdateAutomationBodySchema,
    data: AutomationDataSchema,
    failures: [404, 409, 500],
    idempotent: true,
  }),
  enableAutomation: commandRoute({
    ...WriteRoute,
    method: 'POST',
    path: '/api/automations/{id}/enable',
    sdk: 'automations.enable',
    svc: { path: ['automations', 'enable'], arguments: ['id'] },
    summary: 'Enable an automation',
    description:
      'The key needs `customer_intelligence:read`, too, since it then tells destinations of customers.',
    commandId: 'automation.enable',
    params: UuidParamsSchema,
    data: AutomationDataSchema,
    failures: [404, 409, 500],
    idempotent: true,
  }),
  disableAutomation: commandRoute({
    ...WriteRoute,
    method: 'POST',
    path: '/api/automations/{id}/disable',
    sdk: 'automations.disable',
    svc: { path: ['automations', 'disable'], arguments: ['id'] },
    summary: 'Disable an automation',
    commandId: 'automation.disable',
    params: UuidParamsSchema,
    data: AutomationDataSchema,
    failures: [404, 409, 500],
    idempotent: true,
  }),
  previewAutomation: commandRoute({
    method: 'POST',
    path: '/api/automations/preview',
    sdk: 'automations.preview',
    svc: { path: ['automations', 'preview'] },
    summary: 'Tell what an automation would have done, without doing it',
    description:
      'Looks back over the last days with the rules by which automations act. It sends nothing and stores nothing.',
    tag: 'automations',
    grant: 'agents:read',
    commandId: 'automation.preview',
    body: AutomationPreviewBodySchema,
    data: AutomationPreviewSchema,
    failures: [404, 409, 500],
    idempotent: true,
  }),
  listAutomationRuns: commandRoute({
    ...ReadRoute,
    path: '/api/automations/{automationId}/runs',
    sdk: 'automations.listRuns',
    svc: { path: ['automations', 'runs', 'list'], arguments: ['automationId'] },
    summary: 'List an automation’s runs, newest first',
    commandId: 'automation.run.list',
    params: AutomationIdParamsSchema,
    query: RunsQuerySchema,
    data: v.object({ runs: v.array(AutomationRunSchema), pagination: PaginationSchema }),
    failures: [400, 404, 500],
  }),
  getAutomationRun: commandRoute({
    ...ReadRoute,
    path: '/api/automations/{automationId}/runs/{runId}',
    sdk: 'automations.getRun',
    svc: { path: ['automations', 'runs', 'get'], arguments: ['automationId', 'runId'] },
    summary: 'Get a run of an automation',
    commandId: 'automation.run.get',
    params: AutomationRunParamsSchema,
    data: v.object({ run: AutomationRunSchema }),
    failures: [400, 404, 500],
  }),
  archiveAutomation: commandRoute({
    ...WriteRoute,
    method: 'POST',
    path: '/api/automations/{id}/archive',
    sdk: 'automations.archive',
    svc: { path: ['automations', 'archive'], arguments: ['id'] },
    summary: 'Archive an automation',
    commandId: 'automation.archive',
    params: UuidParamsSchema,
    data: v.object({ automation: ArchivedSchema }),
    failures: [404, 409, 500],
    idempotent: true,
  }),
})
