import * as v from 'valibot'
import { strictObject } from '../objects.ts'
import { limits } from '../limits.ts'
import { CountSchema, DateTimeSchema, UuidSchema, integer, text, trimmedText } from '../scalars.ts'
import { AgentRunSummarySchema } from './agent-run-types.ts'
import { RunStatusSchema } from './run-types.ts'
import { conditionIds } from './signal-types.ts'

const bounds = limits.agents

const DisplayNameSchema = trimmedText(bounds.displayNameLength)
const InstructionsSchema = text(bounds.instructionsLength, 1)
const ActionKeysSchema = v.pipe(v.array(text(bounds.actionKeyLength, 1)), v.maxLength(bounds.actionKeys))

/** An agent that can be made from a template. */
export const AgentTemplateSchema = v.object({
  /** For `templateKey`. */
  key: v.string(),
  /** A date. */
  version: v.string(),
  /** Display name. */
  name: v.string(),
  /** What it does. */
  description: v.string(),
  /** What it creates. */
  creates: v.array(v.picklist(['agent', 'signal', 'automation'])),
  /** It is created disabled. */
  defaultMode: v.literal('draft'),
  /** All modes there are. */
  supportedModes: v.array(v.literal('draft')),
})

/** Something that an agent may be allowed to do. */
export const AgentActionSchema = v.object({
  /** For `actionKeys`. */
  key: v.string(),
  /** From 1 on. */
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Display name. */
  label: v.string(),
  /** Such as `notification`. */
  category: v.string(),
  /** What it is about. */
  subjectTypes: v.array(v.literal('CUSTOMER')),
})

/**
 * Creates an agent. It starts disabled, without a schedule or a destination.
 * @example {"type": "custom", "displayName": "Renewals", "instructions": "Who renews within 60 days, and what did they ask for?"}
 */
export const CreateAgentBodySchema = v.variant('type', [
  strictObject({
    /** Made from a template. */
    type: v.literal('template'),
    /** Which one. */
    templateKey: v.literal('churn'),
    /** The only mode: it starts disabled. */
    mode: v.optional(v.literal('draft'), 'draft'),
  }),
  strictObject({
    /** With instructions of your own. */
    type: v.literal('custom'),
    /** 1 to 120 characters. */
    displayName: DisplayNameSchema,
    /** Instructions for the language model; without effect when none is configured. 1 to 32,000 characters. */
    instructions: InstructionsSchema,
    /** Maximal number of customers in the output. 1 to 50, default 10. */
    maxItemsToSurface: v.optional(integer(1, bounds.itemsMax), bounds.itemsDefault),
    /** Keys as `GET /api/agent-actions` lists them. Default none. */
    actionKeys: v.optional(ActionKeysSchema, () => []),
  }),
])

/**
 * At least one field.
 * @example {"instructions": "Who renews within 30 days?"}
 */
export const UpdateAgentBodySchema = v.pipe(
  strictObject({
    /** 1 to 120 characters. */
    displayName: v.optional(DisplayNameSchema),
    /** 1 to 32,000 characters. */
    instructions: v.optional(InstructionsSchema),
    /** An empty list takes all actions away. */
    actionKeys: v.optional(ActionKeysSchema),
  }),
  v.check(
    (body) =>
      body.displayName !== undefined || body.instructions !== undefined || body.actionKeys !== undefined,
    'must change something: give displayName, instructions or actionKeys',
  ),
)

/** @example {"displayName": "Renewals"} */
export const RenameAgentBodySchema = strictObject({
  /** 1 to 120 characters. */
  displayName: DisplayNameSchema,
})

const schedule = {
  /** Whether an enabled automation runs it on a schedule. */
  enabled: v.boolean(),
  /** When it next runs. ISO 8601, UTC. */
  nextRunAt: v.nullable(DateTimeSchema),
  /** When it was last requested. ISO 8601, UTC. */
  lastRunAt: v.nullable(DateTimeSchema),
  /** When a run last completed, with or without an output. ISO 8601, UTC. */
  lastSuccessfulRunAt: v.nullable(DateTimeSchema),
}

/** An agent in lists. */
export const AgentSummarySchema = v.object({
  /** Names the agent: a uuid. */
  id: v.string(),
  /** Its name in programs. */
  agentKey: v.string(),
  /** Display name. */
  displayName: v.string(),
  /** A disabled one isn't run by schedules or automations; people may still start it. */
  status: v.picklist(['ENABLED', 'DISABLED']),
  /** The version of its template; null for one of its own instructions. */
  templateVersion: v.nullable(v.string()),
  /** Changes if and only if the configuration does: for `If-Match`. */
  configHash: v.optional(v.nullable(v.string())),
  /** What it may be allowed to do. */
  actionKeys: v.array(v.string()),
  /** When it runs, and ran. */
  schedule: v.object(schedule),
  /** ISO 8601, UTC. */
  createdAt: DateTimeSchema,
  /** ISO 8601, UTC. */
  updatedAt: DateTimeSchema,
})

/** An agent with its automations, destinations and runs. */
export const AgentDetailSchema = v.object({
  ...AgentSummarySchema.entries,
  /** When it runs, and ran. */
  schedule: v.object({
    ...schedule,
    /** How often an automation runs it on a schedule. */
    cadence: v.nullable(v.picklist(['daily', 'weekly'])),
  }),
  /** Where its output is sent: the destinations of its automations. */
  destinationSummary: v.object({
    /** Each once. */
    destinations: v.array(
      v.object({
        /** Names the destination. */
        id: UuidSchema,
        /** What kind it is. */
        provider: v.string(),
        /** Of a chat channel. */
        channelId: v.nullable(v.string()),
        /** Display name. */
        label: v.nullable(v.string()),
        /** Whether it is the default. */
        isDefault: v.boolean(),
      }),
    ),
    /** All of them, for people. */
    label: v.string(),
    /** How many there are. */
    count: CountSchema,
    /** Whether there is none. */
    missing: v.boolean(),
  }),
  /** The automations that run it, in numbers. */
  automationSummary: v.object({
    /** Enabled ones. */
    activeCount: CountSchema,
    /** All that aren't archived. */
    totalCount: CountSchema,
    /** When the next one runs on a schedule. ISO 8601, UTC. */
    nextRunAt: v.nullable(DateTimeSchema),
    /** Where the first one delivers. */
    primaryDestinationLabel: v.nullable(v.string()),
  }),
  /** The automations that run it. */
  automations: v.array(
    v.object({
      /** Names the automation. */
      id: UuidSchema,
      /** Display name. */
      name: v.string(),
      /** Whether it is enabled. */
      enabled: v.boolean(),
      /** Its condition. */
      conditionKind: v.picklist([...conditionIds, 'unknown']),
      /** Its condition, for people. */
      conditionLabel: v.string(),
      /** Of which customers, for people. */
      audienceLabel: v.string(),
      /** Where it delivers, for people. */
      destinationLabel: v.nullable(v.string()),
      /** To how many. */
      destinationCount: CountSchema,
      /** How its last run ended. */
      lastRunStatus: v.nullable(RunStatusSchema),
      /** When that was. ISO 8601, UTC. */
      lastRunAt: v.nullable(DateTimeSchema),
      /** When it next runs on a schedule. ISO 8601, UTC. */
      nextRunAt: v.nullable(DateTimeSchema),
    }),
  ),
  /** The newest one. */
  lastRun: v.nullable(AgentRunSummarySchema),
  /** The newest ones, at most 10. */
  recentRuns: v.array(AgentRunSummarySchema),
  /** Its settings. */
  settings: v.nullable(
    v.object({
      /** What form they have. */
      configSchemaKey: v.string(),
      /** From 1 on. */
      configSchemaVersion: v.pipe(v.number(), v.integer(), v.minValue(1)),
      /** Instructions and size of the output. */
      custom: v.nullable(
        v.object({
          /** Instructions for the language model. */
          instructions: v.string(),
          /** Maximal number of customers in the output. */
          maxItemsToSurface: CountSchema,
          /** The form of its output. */
          outputMode: v.nullable(v.picklist(['alert', 'digest', 'action_list'])),
        }),
      ),
    }),
  ),
})
