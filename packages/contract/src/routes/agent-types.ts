import * as v from 'valibot'
import { strictObject } from '../objects.ts'
import { limits } from '../limits.ts'
import { CountSchema, DateTimeSchema, UuidSchema, integer, text, trimmedText } from '../scalars.ts'
import { AgentRunSummarySchema, type AgentRunSummary } from './agent-run-types.ts'
import { RunStatusSchema, type RunStatus } from './run-types.ts'
import { conditionIds, type ConditionId } from './signals.ts'

/** An agent that can be made from a template. */
export interface AgentTemplate {
  key: string
  version: string
  name: string
  description: string
  creates: ('agent' | 'signal' | 'automation')[]
  defaultMode: 'draft'
  supportedModes: 'draft'[]
}

/** Something that an agent may be allowed to do. */
export interface AgentAction {
  key: string
  version: number
  label: string
  category: string
  subjectTypes: 'CUSTOMER'[]
}

/** Creates an agent. It starts disabled, without a schedule or a destination. */
export type CreateAgentBody =
  | { type: 'template'; templateKey: 'churn'; mode?: 'draft' }
  | {
      type: 'custom'
      /** 1 to 120 characters. */
      displayName: string
      /** 1 to 32,000 characters. */
      instructions: string
      /** 1 to 50, default 10. */
      maxItemsToSurface?: number
      /** Default none. */
      actionKeys?: string[]
    }

/** At least one field. */
export interface UpdateAgentBody {
  displayName?: string
  /** 1 to 32,000 characters. */
  instructions?: string
  /** An empty list takes all actions away. */
  actionKeys?: string[]
}

export interface RenameAgentBody {
  /** 1 to 120 characters. */
  displayName: string
}

/** An agent, as lists tell of it. */
export interface AgentSummary {
  id: string
  agentKey: string
  displayName: string
  status: 'ENABLED' | 'DISABLED'
  templateVersion: string | null
  actionKeys: string[]
  schedule: {
    enabled: boolean
    nextRunAt: string | null
    lastRunAt: string | null
    lastSuccessfulRunAt: string | null
  }
  createdAt: string
  updatedAt: string
}

/** An agent, with what it uses and what it did. */
export interface AgentDetail extends AgentSummary {
  schedule: AgentSummary['schedule'] & { cadence: 'daily' | 'weekly' | null }
  destinationSummary: {
    destinations: {
      id: string
      provider: string
      channelId: string | null
      label: string | null
      isDefault: boolean
    }[]
    label: string
    count: number
    missing: boolean
  }
  automationSummary: {
    activeCount: number
    totalCount: number
    nextRunAt: string | null
    primaryDestinationLabel: string | null
  }
  automations: {
    id: string
    name: string
    enabled: boolean
    conditionKind: ConditionId | 'unknown'
    conditionLabel: string
    audienceLabel: string
    destinationLabel: string | null
    destinationCount: number
    lastRunStatus: RunStatus | null
    lastRunAt: string | null
    nextRunAt: string | null
  }[]
  lastRun: AgentRunSummary | null
  recentRuns: AgentRunSummary[]
  settings: {
    configSchemaKey: string
    configSchemaVersion: number
    custom: {
      instructions: string
      maxItemsToSurface: number
      outputMode: 'alert' | 'digest' | 'action_list' | null
    } | null
  } | null
}

const bounds = limits.agents

const DisplayNameSchema = trimmedText(bounds.displayNameLength)
const InstructionsSchema = text(bounds.instructionsLength, 1)
const ActionKeysSchema = v.pipe(v.array(text(bounds.actionKeyLength, 1)), v.maxLength(bounds.actionKeys))

export const AgentTemplateSchema = v.object({
  key: v.string(),
  version: v.string(),
  name: v.string(),
  description: v.string(),
  creates: v.array(v.picklist(['agent', 'signal', 'automation'])),
  defaultMode: v.literal('draft'),
  supportedModes: v.array(v.literal('draft')),
}) satisfies v.GenericSchema<AgentTemplate>

export const AgentActionSchema = v.object({
  key: v.string(),
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  label: v.string(),
  category: v.string(),
  subjectTypes: v.array(v.literal('CUSTOMER')),
}) satisfies v.GenericSchema<AgentAction>

export const CreateAgentBodySchema = v.variant('type', [
  strictObject({
    type: v.literal('template'),
    templateKey: v.literal('churn'),
    mode: v.optional(v.literal('draft'), 'draft'),
  }),
  strictObject({
    type: v.literal('custom'),
    displayName: DisplayNameSchema,
    instructions: InstructionsSchema,
    maxItemsToSurface: v.optional(integer(1, bounds.itemsMax), bounds.itemsDefault),
    actionKeys: v.optional(ActionKeysSchema, () => []),
  }),
]) satisfies v.GenericSchema<CreateAgentBody>

export const UpdateAgentBodySchema = v.pipe(
  strictObject({
    displayName: v.optional(DisplayNameSchema),
    instructions: v.optional(InstructionsSchema),
    actionKeys: v.optional(ActionKeysSchema),
  }),
  v.check(
    (body) =>
      body.displayName !== undefined || body.instructions !== undefined || body.actionKeys !== undefined,
    'must change something: give displayName, instructions or actionKeys',
  ),
) satisfies v.GenericSchema<UpdateAgentBody>

export const RenameAgentBodySchema = strictObject({
  displayName: DisplayNameSchema,
}) satisfies v.GenericSchema<RenameAgentBody>

const schedule = {
  enabled: v.boolean(),
  nextRunAt: v.nullable(DateTimeSchema),
  lastRunAt: v.nullable(DateTimeSchema),
  lastSuccessfulRunAt: v.nullable(DateTimeSchema),
}

export const AgentSummarySchema = v.object({
  id: v.string(),
  agentKey: v.string(),
  displayName: v.string(),
  status: v.picklist(['ENABLED', 'DISABLED']),
  templateVersion: v.nullable(v.string()),
  actionKeys: v.array(v.string()),
  schedule: v.object(schedule),
  createdAt: DateTimeSchema,
  updatedAt: DateTimeSchema,
}) satisfies v.GenericSchema<AgentSummary>

export const AgentDetailSchema = v.object({
  ...AgentSummarySchema.entries,
  schedule: v.object({ ...schedule, cadence: v.nullable(v.picklist(['daily', 'weekly'])) }),
  destinationSummary: v.object({
    destinations: v.array(
      v.object({
        id: UuidSchema,
        provider: v.string(),
        channelId: v.nullable(v.string()),
        label: v.nullable(v.string()),
        isDefault: v.boolean(),
      }),
    ),
    label: v.string(),
    count: CountSchema,
    missing: v.boolean(),
  }),
  automationSummary: v.object({
    activeCount: CountSchema,
    totalCount: CountSchema,
    nextRunAt: v.nullable(DateTimeSchema),
    primaryDestinationLabel: v.nullable(v.string()),
  }),
  automations: v.array(
    v.object({
      id: UuidSchema,
      name: v.string(),
      enabled: v.boolean(),
      conditionKind: v.picklist([...conditionIds, 'unknown']),
      conditionLabel: v.string(),
      audienceLabel: v.string(),
      destinationLabel: v.nullable(v.string()),
      destinationCount: CountSchema,
      lastRunStatus: v.nullable(RunStatusSchema),
      lastRunAt: v.nullable(DateTimeSchema),
      nextRunAt: v.nullable(DateTimeSchema),
    }),
  ),
  lastRun: v.nullable(AgentRunSummarySchema),
  recentRuns: v.array(AgentRunSummarySchema),
  settings: v.nullable(
    v.object({
      configSchemaKey: v.string(),
      configSchemaVersion: v.pipe(v.number(), v.integer(), v.minValue(1)),
      custom: v.nullable(
        v.object({
          instructions: v.string(),
          maxItemsToSurface: CountSchema,
          outputMode: v.nullable(v.picklist(['alert', 'digest', 'action_list'])),
        }),
      ),
    }),
  ),
}) satisfies v.GenericSchema<AgentDetail>
