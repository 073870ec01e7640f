import * as v from 'valibot'
import { strictObject } from '../objects.ts'
import { JsonObjectSchema } from '../json.ts'
import { limits } from '../limits.ts'
import type { JsonObject } from '../maps.ts'
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
import { DestinationSchema, type Destination } from './destination-types.ts'
import { RunStatusSchema, triggerTypes, type RunStatus, type TriggerType } from './run-types.ts'
import { SchemaFormatSchema, SignalSchema, managers, type ManagedBy, type Signal } from './signal-types.ts'

export const matchModes = ['ANY', 'ALL', 'AT_LEAST'] as const
export type MatchMode = (typeof matchModes)[number]

/**
 * Body to create an automation.
 * @example {"agentId": "6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8", "name": "Trial started", "triggerType": "SIGNAL_OCCURRENCE", "signalIds": ["6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8"], "processorPolicy": {"cooldownHours": 24}, "enabled": false}
 */
export interface CreateAutomationBody {
  /** The agent that does the work. */
  agentId: string
  /** 1 to 120 characters. */
  name: string
  /** What triggers it: signals, or a schedule. */
  triggerType: TriggerType
  /** Default true. An enabled automation needs a destination. */
  enabled?: boolean
  /** At most 1,000 characters. Default null. */
  description?: string | null
  /** At most 50. Needed for `SIGNAL_OCCURRENCE`, refused for `SCHEDULE`. Default none. */
  signalIds?: string[]
  /** Default `ANY`. `ALL` and `AT_LEAST` count different signals of one customer. */
  matchMode?: MatchMode
  /** Within what time `ALL` or `AT_LEAST` signals must occur, by the time of their events. Default 24 hours. */
  triggerWindow?: {
    /** 1 to 365. */
    value: number
    /** Real hours, or days of 24 hours. */
    unit: 'hour' | 'day'
  }
  /** 2 to 5; needed for `AT_LEAST`. */
  triggerThresholdCount?: number
  /** Needed for `SCHEDULE`. */
  schedule?: AutomationSchedule
  /** For `SCHEDULE`, must name customers or billing statuses. */
  audienceFilter?: AudienceFilter
  processorPolicy?: ProcessorPolicy
  deliveryPolicy?: DeliveryPolicy
  /** At most 25. Default none: the default destination is used. */
  destinationIds?: string[]
}

/**
 * Body to update an automation: whole again, `enabled` included.
 * @example {"agentId": "6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8", "name": "Trial started", "triggerType": "SIGNAL_OCCURRENCE", "signalIds": ["6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8"], "processorPolicy": {"cooldownHours": 24}, "enabled": false}
 */
export interface UpdateAutomationBody extends CreateAutomationBody {
  enabled: boolean
}

/** Runs an agent when a signal occurs or on a schedule, and sends its output to destinations. */
export interface Automation {
  /** Uuid. */
  id: string
  /** Names it in texts: `automation:` and its id. */
  key: string
  /** For people. */
  name: string
  /** Of what it is made of. */
  schemaVersion: string
  /** Changes if and only if its configuration does. For `If-Match`. */
  configHash: string | null
  /** For people; null: none. */
  description: string | null
  /** Whether it is enabled. */
  enabled: boolean
  /** When it acts: `{signalIds, matchMode, triggerWindow, triggerThresholdCount}`, or `{schedule}`. */
  triggerJson: unknown
  /** Its customers; null: all. */
  audienceFilterJson: unknown
  /** Null: it is in use. */
  archivedAt: string | null
  /** When it last ran; null: never. */
  lastRunAt: string | null
  /** Of a schedule: its next slot. */
  nextRunAt: string | null
  /** When it was created. */
  createdAt: string
  /** When its configuration changed last. */
  updatedAt: string
  /** Its signals. */
  signals: Signal[]
  /** Its destinations; none: the default one is used. */
  destinations: Destination[]
  /** Number of its signals that aren't archived. */
  activeSignalCount: number
  /** Number of its enabled destinations. */
  activeDestinationCount: number
  /** The agent that writes its messages. */
  agentId: string | null
  /** Who may change it: `UI` people and callers, `CODE` none of them. */
  managedBy: ManagedBy
  /** What triggers it: signals, or a schedule. */
  triggerType: TriggerType
  /** How many of its signals must occur: any one, all, or at least `triggerThresholdCount` different ones. */
  matchMode: MatchMode
  /** The status of its last run; null: it never ran. */
  lastRunStatus: RunStatus | null
}

/** What can be chosen when an automation is made. */
export interface AutomationOptions {
  /** What the schemas below are written in. */
  schemaFormat: 'json-schema-2020-12'
  /** What can make it act. */
  triggerTypes: TriggerType[]
  /** How several signals count. */
  matchModes: MatchMode[]
  /** How often a schedule runs. */
  scheduleCadences: (typeof scheduleCadences)[number][]
  audienceFilterSchema: JsonObject
  processorPolicySchema: JsonObject
  deliveryPolicySchema: JsonObject
  /** Rules between the fields of a body: true where they hold. */
  constraints: AutomationConstraints
}

/** Rules between the fields of a body: true where they hold. */
export interface AutomationConstraints {
  /** It names an agent. */
  requiresAgentId: boolean
  /** Enabled, it has a destination that is switched on, or there is a default one. */
  enabledAutomationRequiresDestination: boolean
  /** Of `SIGNAL_OCCURRENCE`: it names a signal. */
  signalTriggerRequiresSignalIdsOrCatalogSignalKeys: boolean
  /** Of `SCHEDULE`: it names no signal. */
  scheduledAutomationRejectsSignals: boolean
  /** Of `SCHEDULE`: it names no signal of the catalog. */
  scheduledAutomationRejectsCatalogSignalKeys: boolean
  /** Of `SCHEDULE`: its audience names customers or billing statuses. */
  scheduledAutomationRequiresCustomerOrBillingStatusAudience: boolean
}

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
