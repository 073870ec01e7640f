import * as v from 'valibot'
import { strictObject } from '../objects.ts'
import type { CommandSuccess } from '../command-envelope.ts'
import { JsonObjectSchema } from '../json.ts'
import { limits } from '../limits.ts'
import type { JsonObject } from '../maps.ts'
import { PaginationSchema, type Pagination } from '../pagination.ts'
import { CountSchema, DateTimeSchema, UuidSchema, integer, text, trimmedText } from '../scalars.ts'
import {
  AudienceFilterSchema,
  AutomationScheduleSchema,
  DeliveryPolicySchema,
  ProcessorPolicySchema,
  scheduleCadences,
  type AudienceFilter,
  type AutomationSchedule,
  type DeliveryPolicy,
  type ProcessorPolicy,
} from './automation-policies.ts'
import { commandRoute, type NoInput, type RouteDefinition } from './definition.ts'
import { DestinationSchema, type Destination } from './destinations.ts'
import { UuidParamsSchema, type UuidParams } from './params.ts'
import {
  AutomationRunSchema,
  RunStatusSchema,
  RunsQuerySchema,
  triggerTypes,
  type AutomationRun,
  type RunStatus,
  type RunsQuery,
  type TriggerType,
} from './run-types.ts'
import {
  ArchivedSchema,
  SchemaFormatSchema,
  SignalSchema,
  managers,
  type Archived,
  type ManagedBy,
  type Signal,
} from './signals.ts'

export * from './automation-policies.ts'
export * from './run-types.ts'

export const matchModes = ['ANY', 'ALL', 'AT_LEAST'] as const
export type MatchMode = (typeof matchModes)[number]

/** Body to create an automation. */
export interface CreateAutomationBody {
  /** The agent that does the work. */
  agentId: string
  /** 1 to 120 characters. */
  name: string
  triggerType: TriggerType
  /** Default true. An enabled automation needs a destination. */
  enabled?: boolean
  /** At most 1,000 characters. Default null. */
  description?: string | null
  /** At most 50. Needed for `SIGNAL_OCCURRENCE`, refused for `SCHEDULE`. Default none. */
  signalIds?: string[]
  matchMode?: MatchMode
  triggerWindow?: { value: number; unit: 'hour' | 'day' }
  /** 2 to 5; needed for `AT_LEAST`. */
  triggerThresholdCount?: number
  /** Needed for `SCHEDULE`. */
  schedule?: AutomationSchedule
  /** For `SCHEDULE`, must name customers or billing statuses. */
  audienceFilter?: AudienceFilter
  processorPolicy?: ProcessorPolicy
  deliveryPolicy?: DeliveryPolicy
  /** At most 25. Default none. */
  destinationIds?: string[]
}

/** Body to update an automation: whole again, `enabled` included. */
export interface UpdateAutomationBody extends CreateAutomationBody {
  enabled: boolean
}

/** Has an agent work when a signal occurs or on a schedule, and tells destinations. */
export interface Automation {
  id: string
  key: string
  name: string
  schemaVersion: string
  configHash: string | null
  description: string | null
  enabled: boolean
  triggerJson: unknown
  audienceFilterJson: unknown
  archivedAt: string | null
  lastRunAt: string | null
  nextRunAt: string | null
  createdAt: string
  updatedAt: string
  signals: Signal[]
  destinations: Destination[]
  activeSignalCount: number
  activeDestinationCount: number
  agentId: string | null
  managedBy: ManagedBy
  triggerType: TriggerType
  matchMode: MatchMode
  lastRunStatus: RunStatus | null
}

/** What can be chosen when an automation is made. */
export interface AutomationOptions {
  schemaFormat: 'json-schema-2020-12'
  triggerTypes: TriggerType[]
  matchModes: MatchMode[]
  scheduleCadences: (typeof scheduleCadences)[number][]
  audienceFilterSchema: JsonObject
  processorPolicySchema: JsonObject
  deliveryPolicySchema: JsonObject
  constraints: Record<(typeof constraintNames)[number], boolean>
}

export interface AutomationIdParams {
  /** Uuid. */
  automationId: string
}

export interface AutomationRunParams extends AutomationIdParams {
  /** Uuid. */
  runId: string
}

export interface AutomationRouteInputs {
  getAutomationOptions: NoInput
  listAutomations: NoInput
  createAutomation: { body: CreateAutomationBody }
  getAutomation: { params: UuidParams }
  updateAutomation: { params: UuidParams; body: UpdateAutomationBody }
  enableAutomation: { params: UuidParams }
  disableAutomation: { params: UuidParams }
  archiveAutomation: { params: UuidParams }
  listAutomationRuns: { params: AutomationIdParams; query?: RunsQuery }
  getAutomationRun: { params: AutomationRunParams }
}

export interface AutomationRouteOutputs {
  getAutomationOptions: CommandSuccess<AutomationOptions>
  listAutomations: CommandSuccess<{ automations: Automation[] }>
  createAutomation: CommandSuccess<{ automation: Automation }>
  getAutomation: CommandSuccess<{ automation: Automation }>
  updateAutomation: CommandSuccess<{ automation: Automation }>
  enableAutomation: CommandSuccess<{ automation: Automation }>
  disableAutomation: CommandSuccess<{ automation: Automation }>
  archiveAutomation: CommandSuccess<{ automation: Archived }>
  listAutomationRuns: CommandSuccess<{ runs: AutomationRun[]; pagination: Pagination }>
  getAutomationRun: CommandSuccess<{ run: AutomationRun }>
}

export const constraintNames = [
  'requiresAgentId',
  'enabledAutomationRequiresDestination',
  'signalTriggerRequiresSignalIdsOrCatalogSignalKeys',
  'scheduledAutomationRejectsSignals',
  'scheduledAutomationRejectsCatalogSignalKeys',
  'scheduledAutomationRequiresCustomerOrBillingStatusAudience',
] as const

const bounds = limits.automations

const written = {
  agentId: UuidSchema,
  name: trimmedText(bounds.nameLength),
  triggerType: v.picklist(triggerTypes),
  description: v.optional(v.nullable(text(bounds.descriptionLength)), null),
  signalIds: v.optional(v.pipe(v.array(UuidSchema), v.maxLength(bounds.signalIds)), () => []),
  matchMode: v.optional(v.picklist(matchModes)),
  triggerWindow: v.optional(
    strictObject({ value: integer(1, bounds.windowMax), unit: v.picklist(['hour', 'day']) }),
  ),
  triggerThresholdCount: v.optional(integer(bounds.thresholdMin, bounds.thresholdMax)),
  schedule: v.optional(AutomationScheduleSchema),
  audienceFilter: v.optional(AudienceFilterSchema),
  processorPolicy: v.optional(ProcessorPolicySchema),
  deliveryPolicy: v.optional(DeliveryPolicySchema, () => ({ requireAllDestinations: false })),
  destinationIds: v.optional(v.pipe(v.array(UuidSchema), v.maxLength(bounds.destinationIds)), () => []),
}

/** The fields of a body that depend on one another. */
interface Trigger {
  triggerType: TriggerType
  signalIds: string[]
  matchMode?: MatchMode | undefined
  triggerThresholdCount?: number | undefined
  schedule?: AutomationSchedule | undefined
  audienceFilter?: AudienceFilter | undefined
}

const rules: { field: keyof Trigger; holds: (body: Trigger) => boolean; message: string }[] = [
  {
    field: 'signalIds',
    holds: (body) => body.triggerType !== 'SIGNAL_OCCURRENCE' || body.signalIds.length > 0,
    message: 'must name a signal when triggerType is SIGNAL_OCCURRENCE',
  },
  {
    field: 'signalIds',
    holds: (body) => body.triggerType !== 'SCHEDULE' || body.signalIds.length === 0,
    message: 'must be left out when triggerType is SCHEDULE',
  },
  {
    field: 'schedule',
    holds: (body) => body.triggerType !== 'SCHEDULE' || body.schedule !== undefined,
    message: 'is required when triggerType is SCHEDULE',
  },
  {
    field: 'audienceFilter',
    holds: (body) =>
      body.triggerType !== 'SCHEDULE' ||
      Boolean(body.audienceFilter?.customer?.customerIds?.length) ||
      Boolean(body.audienceFilter?.customer?.billingStatuses?.length),
    message: 'must name customerIds or billingStatuses when triggerType is SCHEDULE',
  },
  {
    field: 'triggerThresholdCount',
    holds: (body) => body.matchMode !== 'AT_LEAST' || body.triggerThresholdCount !== undefined,
    message: 'is required when matchMode is AT_LEAST',
  },
]

const obeysRules = <Body extends Trigger>() =>
  v.rawCheck<Body>(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { value } = dataset
    const input = Object.fromEntries(Object.entries(value))
    for (const { field, holds, message } of rules) {
      if (holds(value)) continue
      addIssue({
        message,
        path: [{ type: 'object', origin: 'value', input, key: field, value: input[field] }],
      })
    }
  })

export const CreateAutomationBodySchema = v.pipe(
  strictObject({ ...written, enabled: v.optional(v.boolean(), true) }),
  obeysRules(),
) satisfies v.GenericSchema<CreateAutomationBody>

export const UpdateAutomationBodySchema = v.pipe(
  strictObject({ ...written, enabled: v.boolean() }),
  obeysRules(),
) satisfies v.GenericSchema<UpdateAutomationBody>

export const AutomationSchema = v.object({
  id: UuidSchema,
  key: v.string(),
  name: v.string(),
  schemaVersion: v.string(),
  configHash: v.nullable(v.string()),
  description: v.nullable(v.string()),
  enabled: v.boolean(),
  triggerJson: v.unknown(),
  audienceFilterJson: v.unknown(),
  archivedAt: v.nullable(DateTimeSchema),
  lastRunAt: v.nullable(DateTimeSchema),
  nextRunAt: v.nullable(DateTimeSchema),
  createdAt: DateTimeSchema,
  updatedAt: DateTimeSchema,
  signals: v.array(SignalSchema),
  destinations: v.array(DestinationSchema),
  activeSignalCount: CountSchema,
  activeDestinationCount: CountSchema,
  agentId: v.nullable(UuidSchema),
  managedBy: v.picklist(managers),
  triggerType: v.picklist(triggerTypes),
  matchMode: v.picklist(matchModes),
  lastRunStatus: v.nullable(RunStatusSchema),
}) satisfies v.GenericSchema<Automation>

export const AutomationOptionsSchema = v.object({
  schemaFormat: SchemaFormatSchema,
  triggerTypes: v.array(v.picklist(triggerTypes)),
  matchModes: v.array(v.picklist(matchModes)),
  scheduleCadences: v.array(v.picklist(scheduleCadences)),
  audienceFilterSchema: JsonObjectSchema,
  processorPolicySchema: JsonObjectSchema,
  deliveryPolicySchema: JsonObjectSchema,
  constraints: v.object({
    requiresAgentId: v.boolean(),
    enabledAutomationRequiresDestination: v.boolean(),
    signalTriggerRequiresSignalIdsOrCatalogSignalKeys: v.boolean(),
    scheduledAutomationRejectsSignals: v.boolean(),
    scheduledAutomationRejectsCatalogSignalKeys: v.boolean(),
    scheduledAutomationRequiresCustomerOrBillingStatusAudience: v.boolean(),
  }),
}) satisfies v.GenericSchema<AutomationOptions>

const AutomationDataSchema = v.object({ automation: AutomationSchema })

const ReadRoute = { method: 'GET', tag: 'automations', grant: 'agents:read', idempotent: true } as const
const WriteRoute = { tag: 'automations', grant: 'agents:write' } as const

export const automationRoutes = {
  getAutomationOptions: commandRoute({
    ...ReadRoute,
    operation: 'getAutomationOptions',
    path: '/api/automations/options',
    summary: 'Tell what an automation can be made of',
    commandId: 'automation.options',
    data: AutomationOptionsSchema,
    failures: [500],
  }),
  listAutomations: commandRoute({
    ...ReadRoute,
    operation: 'listAutomations',
    path: '/api/automations',
    summary: 'List automations',
    commandId: 'automation.list',
    data: v.object({ automations: v.array(AutomationSchema) }),
    failures: [500],
  }),
  createAutomation: commandRoute({
    ...WriteRoute,
    operation: 'createAutomation',
    method: 'POST',
    path: '/api/automations',
    summary: 'Create an automation',
    commandId: 'automation.create',
    body: CreateAutomationBodySchema,
    data: AutomationDataSchema,
    failures: [404, 409, 500],
    idempotent: false,
  }),
  getAutomation: commandRoute({
    ...ReadRoute,
    operation: 'getAutomation',
    path: '/api/automations/{id}',
    summary: 'Get an automation',
    commandId: 'automation.get',
    params: UuidParamsSchema,
    data: AutomationDataSchema,
    failures: [404, 500],
  }),
  updateAutomation: commandRoute({
    ...WriteRoute,
    operation: 'updateAutomation',
    method: 'PATCH',
    path: '/api/automations/{id}',
    summary: 'Update an automation',
    commandId: 'automation.update',
    params: UuidParamsSchema,
    body: UpdateAutomationBodySchema,
    data: AutomationDataSchema,
    failures: [404, 409, 500],
    idempotent: true,
  }),
  enableAutomation: commandRoute({
    ...WriteRoute,
    operation: 'enableAutomation',
    method: 'POST',
    path: '/api/automations/{id}/enable',
    summary: 'Enable an automation',
    commandId: 'automation.enable',
    params: UuidParamsSchema,
    data: AutomationDataSchema,
    failures: [404, 409, 500],
    idempotent: true,
  }),
  disableAutomation: commandRoute({
    ...WriteRoute,
    operation: 'disableAutomation',
    method: 'POST',
    path: '/api/automations/{id}/disable',
    summary: 'Disable an automation',
    commandId: 'automation.disable',
    params: UuidParamsSchema,
    data: AutomationDataSchema,
    failures: [404, 409, 500],
    idempotent: true,
  }),
  archiveAutomation: commandRoute({
    ...WriteRoute,
    operation: 'archiveAutomation',
    method: 'POST',
    path: '/api/automations/{id}/archive',
    summary: 'Archive an automation',
    commandId: 'automation.archive',
    params: UuidParamsSchema,
    data: v.object({ automation: ArchivedSchema }),
    failures: [404, 409, 500],
    idempotent: true,
  }),
  listAutomationRuns: commandRoute({
    ...ReadRoute,
    operation: 'listAutomationRuns',
    path: '/api/automations/{automationId}/runs',
    summary: 'List an automation’s runs, newest first',
    commandId: 'automation.run.list',
    params: v.object({ automationId: UuidSchema }),
    query: RunsQuerySchema,
    data: v.object({ runs: v.array(AutomationRunSchema), pagination: PaginationSchema }),
    failures: [400, 404, 500],
  }),
  getAutomationRun: commandRoute({
    ...ReadRoute,
    operation: 'getAutomationRun',
    path: '/api/automations/{automationId}/runs/{runId}',
    summary: 'Get a run of an automation',
    commandId: 'automation.run.get',
    params: v.object({ automationId: UuidSchema, runId: UuidSchema }),
    data: v.object({ run: AutomationRunSchema }),
    failures: [400, 404, 500],
  }),
} as const satisfies { [Name in keyof AutomationRouteInputs]: RouteDefinition & { operation: Name } }
