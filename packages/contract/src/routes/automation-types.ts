import * as v from 'valibot'
import { strictObject } from '../objects.ts'
import { JsonObjectSchema } from '../json.ts'
import { limits } from '../limits.ts'
import { CountSchema, DateTimeSchema, UuidSchema, integer, text, trimmedText } from '../scalars.ts'
import {
  AudienceFilterSchema,
  AutomationScheduleSchema,
  DeliveryPolicySchema,
  ProcessorPolicySchema,
  scheduleCadences,
} from './automation-policies.ts'
import { DestinationSchema } from './destination-types.ts'
import { RunStatusSchema, triggerTypes, type TriggerType } from './run-types.ts'
import { SchemaFormatSchema, SignalSchema, managers } from './signal-types.ts'
import type { AudienceFilter, AutomationSchedule } from '../generated/types.ts'

export const matchModes = ['ANY', 'ALL', 'AT_LEAST'] as const
export type MatchMode = (typeof matchModes)[number]

const bounds = limits.automations

const written = {
  /** The agent that does the work. */
  agentId: UuidSchema,
  /** 1 to 120 characters. */
  name: trimmedText(bounds.nameLength),
  /** What triggers it: signals, or a schedule. */
  triggerType: v.picklist(triggerTypes),
  /** At most 1,000 characters. Default null. */
  description: v.optional(v.nullable(text(bounds.descriptionLength)), null),
  /** At most 50. Needed for `SIGNAL_OCCURRENCE`, refused for `SCHEDULE`. Default none. */
  signalIds: v.optional(v.pipe(v.array(UuidSchema), v.maxLength(bounds.signalIds)), () => []),
  /** Default `ANY`. `ALL` and `AT_LEAST` count different signals of one customer. */
  matchMode: v.optional(v.picklist(matchModes)),
  /** Within what time `ALL` or `AT_LEAST` signals must occur, by the time of their events. Default 24 hours. */
  triggerWindow: v.optional(
    strictObject({
      /** 1 to 365. */
      value: integer(1, bounds.windowMax),
      /** Real hours, or days of 24 hours. */
      unit: v.picklist(['hour', 'day']),
    }),
  ),
  /** 2 to 5; needed for `AT_LEAST`. */
  triggerThresholdCount: v.optional(integer(bounds.thresholdMin, bounds.thresholdMax)),
  /** Needed for `SCHEDULE`. */
  schedule: v.optional(AutomationScheduleSchema),
  /** For `SCHEDULE`, must name customers or billing statuses. */
  audienceFilter: v.optional(AudienceFilterSchema),
  processorPolicy: v.optional(ProcessorPolicySchema, () => ({ subjectHandling: 'event_customer' as const })),
  deliveryPolicy: v.optional(DeliveryPolicySchema, () => ({ requireAllDestinations: false })),
  /** At most 25. Default none: the default destination is used. */
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
    message: 'must be omitted when triggerType is SCHEDULE',
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

/**
 * Body to create an automation.
 * @example {"agentId": "6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8", "name": "Trial started", "triggerType": "SIGNAL_OCCURRENCE", "signalIds": ["6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8"], "processorPolicy": {"cooldownHours": 24}, "enabled": false}
 */
export const CreateAutomationBodySchema = v.pipe(
  strictObject({
    ...written,
    /** Default true. An enabled automation needs a destination. */
    enabled: v.optional(v.boolean(), true),
  }),
  obeysRules(),
)

/**
 * Body to update an automation: whole again, `enabled` included.
 * @example {"agentId": "6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8", "name": "Trial started", "triggerType": "SIGNAL_OCCURRENCE", "signalIds": ["6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8"], "processorPolicy": {"cooldownHours": 24}, "enabled": false}
 */
export const UpdateAutomationBodySchema = v.pipe(
  strictObject({
    ...written,
    /** An enabled automation needs a destination. */
    enabled: v.boolean(),
  }),
  obeysRules(),
)

/** Runs an agent when a signal occurs or on a schedule, and sends its output to destinations. */
export const AutomationSchema = v.object({
  /** Uuid. */
  id: UuidSchema,
  /** Names it in texts: `automation:` and its id. */
  key: v.string(),
  /** For people. */
  name: v.string(),
  /** Of what it is made of. */
  schemaVersion: v.string(),
  /** Changes if and only if its configuration does. For `If-Match`. */
  configHash: v.nullable(v.string()),
  /** For people; null: none. */
  description: v.nullable(v.string()),
  /** Whether it is enabled. */
  enabled: v.boolean(),
  /** When it acts: `{signalIds, matchMode, triggerWindow, triggerThresholdCount}`, or `{schedule}`. */
  triggerJson: v.unknown(),
  /** Its customers; null: all. */
  audienceFilterJson: v.unknown(),
  /** How its agent is run: as a body's `processorPolicy`. */
  processorPolicyJson: v.unknown(),
  /** What counts as delivered: as a body's `deliveryPolicy`. */
  deliveryPolicyJson: v.unknown(),
  /** Null: it is in use. */
  archivedAt: v.nullable(DateTimeSchema),
  /** When it last ran; null: never. */
  lastRunAt: v.nullable(DateTimeSchema),
  /** Of a schedule: its next slot. */
  nextRunAt: v.nullable(DateTimeSchema),
  /** When it was created. */
  createdAt: DateTimeSchema,
  /** When its configuration changed last. */
  updatedAt: DateTimeSchema,
  /** Its signals. */
  signals: v.array(SignalSchema),
  /** Its destinations; none: the default one is used. */
  destinations: v.array(DestinationSchema),
  /** Number of its signals that aren't archived. */
  activeSignalCount: CountSchema,
  /** Number of its enabled destinations. */
  activeDestinationCount: CountSchema,
  /** The agent that writes its messages. */
  agentId: v.nullable(UuidSchema),
  /** Who may change it: `UI` people and callers, `CODE` none of them. */
  managedBy: v.picklist(managers),
  /** What triggers it: signals, or a schedule. */
  triggerType: v.picklist(triggerTypes),
  /** How many of its signals must occur: any one, all, or at least `triggerThresholdCount` different ones. */
  matchMode: v.picklist(matchModes),
  /** The status of its last run; null: it never ran. */
  lastRunStatus: v.nullable(RunStatusSchema),
})

/** Rules between the fields of a body: true where they hold. */
export const AutomationConstraintsSchema = v.object({
  /** It names an agent. */
  requiresAgentId: v.boolean(),
  /** Enabled, it has a destination that is switched on, or there is a default one. */
  enabledAutomationRequiresDestination: v.boolean(),
  /** Of `SIGNAL_OCCURRENCE`: it names a signal. */
  signalTriggerRequiresSignalIdsOrCatalogSignalKeys: v.boolean(),
  /** Of `SCHEDULE`: it names no signal. */
  scheduledAutomationRejectsSignals: v.boolean(),
  /** Of `SCHEDULE`: it names no signal of the catalog. */
  scheduledAutomationRejectsCatalogSignalKeys: v.boolean(),
  /** Of `SCHEDULE`: its audience names customers or billing statuses. */
  scheduledAutomationRequiresCustomerOrBillingStatusAudience: v.boolean(),
})

/** What can be chosen when an automation is made. */
export const AutomationOptionsSchema = v.object({
  /** What the schemas below are written in. */
  schemaFormat: SchemaFormatSchema,
  /** What can make it act. */
  triggerTypes: v.array(v.picklist(triggerTypes)),
  /** How several signals count. */
  matchModes: v.array(v.picklist(matchModes)),
  /** How often a schedule runs. */
  scheduleCadences: v.array(v.picklist(scheduleCadences)),
  audienceFilterSchema: JsonObjectSchema,
  processorPolicySchema: JsonObjectSchema,
  deliveryPolicySchema: JsonObjectSchema,
  /** Rules between the fields of a body: true where they hold. */
  constraints: AutomationConstraintsSchema,
})
