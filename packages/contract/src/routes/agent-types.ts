import * as v from 'valibot'
import { strictObject } from '../objects.ts'
import { limits } from '../limits.ts'
import { CountSchema, DateTimeSchema, UuidSchema, integer, text, trimmedText } from '../scalars.ts'
import { AgentRunSummarySchema, type AgentRunSummary } from './agent-run-types.ts'
import { RunStatusSchema, type RunStatus } from './run-types.ts'
import { conditionIds, type ConditionId } from './signal-types.ts'

/** An agent that can be made from a template. */
export interface AgentTemplate {
  /** For `templateKey`. */
  key: string
  /** A date. */
  version: string
  /** Display name. */
  name: string
  /** What it does. */
  description: string
  /** What it creates. */
  creates: ('agent' | 'signal' | 'automation')[]
  /** It is created disabled. */
  defaultMode: 'draft'
  /** All modes there are. */
  supportedModes: 'draft'[]
}

/** Something that an agent may be allowed to do. */
export interface AgentAction {
  /** For `actionKeys`. */
  key: string
  /** From 1 on. */
  version: number
  /** Display name. */
  label: string
  /** Such as `notification`. */
  category: string
  /** What it is about. */
  subjectTypes: 'CUSTOMER'[]
}

/**
 * Creates an agent. It starts disabled, without a schedule or a destination.
 * @example {"type": "custom", "displayName": "Renewals", "instructions": "Who renews within 60 days, and what did they ask for?"}
 */
export type CreateAgentBody =
  | {
      /** Made from a template. */
      type: 'template'
      /** Which one. */
      templateKey: 'churn'
      /** The only mode: it starts disabled. */
      mode?: 'draft'
    }
  | {
      /** With instructions of your own. */
      type: 'custom'
      /** 1 to 120 characters. */
      displayName: string
      /** Instructions for the language model; without effect when none is configured. 1 to 32,000 characters. */
      instructions: string
      /** Maximal number of customers in the output. 1 to 50, default 10. */
      maxItemsToSurface?: number
      /** Keys as `GET /api/agent-actions` lists them. Default none. */
      actionKeys?: string[]
    }

/**
 * At least one field.
 * @example {"instructions": "Who renews within 30 days?"}
 */
export interface UpdateAgentBody {
  /** 1 to 120 characters. */
  displayName?: string
  /** 1 to 32,000 characters. */
  instructions?: string
  /** An empty list takes all actions away. */
  actionKeys?: string[]
}

/** @example {"displayName": "Renewals"} */
export interface RenameAgentBody {
  /** 1 to 120 characters. */
  displayName: string
}

/** An agent in lists. */
export interface AgentSummary {
  /** Names the agent: a uuid. */
  id: string
  /** Its name in programs. */
  agentKey: string
  /** Display name. */
  displayName: string
  /** A disabled one isn't run by schedules or automations; people may still start it. */
  status: 'ENABLED' | 'DISABLED'
  /** The version of its template; null for one of its own instructions. */
  templateVersion: string | null
  /** Changes if and only if the configuration does: for `If-Match`. */
  configHash?: string | null
  /** What it may be allowed to do. */
  actionKeys: string[]
  /** When it runs, and ran. */
  schedule: {
    /** Whether an enabled automation runs it on a schedule. */
    enabled: boolean
    /** When it next runs. ISO 8601, UTC. */
    nextRunAt: string | null
    /** When it was last requested. ISO 8601, UTC. */
    lastRunAt: string | null
    /** When a run last completed, with or without an output. ISO 8601, UTC. */
    lastSuccessfulRunAt: string | null
  }
  /** ISO 8601, UTC. */
  createdAt: string
  /** ISO 8601, UTC. */
  updatedAt: string
}

/** An agent with its automations, destinations and runs. */
export interface AgentDetail extends AgentSummary {
  schedule: AgentSummary['schedule'] & {
    /** How often an automation runs it on a schedule. */
    cadence: 'daily' | 'weekly' | null
  }
  /** Where its output is sent: the destinations of its automations. */
  destinationSummary: {
    /** Each once. */
    destinations: {
      /** Names the destination. */
      id: string
      /** What kind it is. */
      provider: string
      /** Of a chat channel. */
      channelId: string | null
      /** Display name. */
      label: string | null
      /** Whether it is the default. */
      isDefault: boolean
    }[]
    /** All of them, for people. */
    label: string
    /** How many there are. */
    count: number
    /** Whether there is none. */
    missing: boolean
  }
  /** The automations that run it, in numbers. */
  automationSummary: {
    /** Enabled ones. */
    activeCount: number
    /** All that aren't archived. */
    totalCount: number
    /** When the next one runs on a schedule. ISO 8601, UTC. */
    nextRunAt: string | null
    /** Where the first one delivers. */
    primaryDestinationLabel: string | null
  }
  /** The automations that run it. */
  automations: {
    /** Names the automation. */
    id: string
    /** Display name. */
    name: string
    /** Whether it is enabled. */
    enabled: boolean
    /** Its condition. */
    conditionKind: ConditionId | 'unknown'
    /** Its condition, for people. */
    conditionLabel: string
    /** Of which customers, for people. */
    audienceLabel: string
    /** Where it delivers, for people. */
    destinationLabel: string | null
    /** To how many. */
    destinationCount: number
    /** How its last run ended. */
    lastRunStatus: RunStatus | null
    /** When that was. ISO 8601, UTC. */
    lastRunAt: string | null
    /** When it next runs on a schedule. ISO 8601, UTC. */
    nextRunAt: string | null
  }[]
  /** The newest one. */
  lastRun: AgentRunSummary | null
  /** The newest ones, at most 10. */
  recentRuns: AgentRunSummary[]
  /** Its settings. */
  settings: {
    /** What form they have. */
    configSchemaKey: string
    /** From 1 on. */
    configSchemaVersion: number
    /** Instructions and size of the output. */
    custom: {
      /** Instructions for the language model. */
      instructions: string
      /** Maximal number of customers in the output. */
      maxItemsToSurface: number
      /** The form of its output. */
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
  configHash: v.optional(v.nullable(v.string())),
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
