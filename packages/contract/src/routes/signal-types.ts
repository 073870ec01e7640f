import * as v from 'valibot'
import { JsonObjectSchema } from '../json.ts'
import { limits } from '../limits.ts'
import type { JsonObject } from '../maps.ts'
import { DateTimeSchema, text, trimmedText, UuidSchema } from '../scalars.ts'
import { strictObject } from '../objects.ts'
import {
  EventMatchDefinitionSchema,
  EventPatternDefinitionSchema,
  type EventMatchDefinition,
  type EventPatternDefinition,
} from './signal-definitions.ts'

export const signalKinds = ['EVENT_MATCH', 'EVENT_PATTERN'] as const
export type SignalKind = (typeof signalKinds)[number]

export const managers = ['UI', 'CODE'] as const
/** Who made a thing: people in the product (editable), or code (not). */
export type ManagedBy = (typeof managers)[number]

export const conditionIds = [
  'schedule',
  'event_happens',
  'activity_spikes',
  'activity_stops',
  'customer_activity_threshold',
  'customer_activity_drop',
  'related_user_inactivity',
] as const
export type ConditionId = (typeof conditionIds)[number]

/**
 * Body to create a signal, and, whole again, to update one.
 * @example {"kind": "EVENT_MATCH", "name": "Trial started", "definition": {"grain": "customer", "subjectResolver": "event_customer", "eventNames": ["trial_started"]}}
 */
export type SignalBody = {
  /** 1 to 120 characters. */
  name: string
  /** At most 1,000 characters. Default null. */
  description?: string | null
} & (
  | {
      /** One of the named events happens. */
      kind: 'EVENT_MATCH'
      /** Which events. */
      definition: EventMatchDefinition
    }
  | {
      /** Events happen often, stop, or change, at one customer. */
      kind: 'EVENT_PATTERN'
      /** How. */
      definition: EventPatternDefinition
    }
)

/** Something worth noticing in the stream of events. */
export interface Signal {
  /** A uuid. */
  id: string
  /** Such as `signal:trial-started`: of the first name it had. */
  key: string
  /** For people. */
  name: string
  /** Of the definition's form. */
  schemaVersion: string
  /** Another one when, and only when, name, description, definition or archiving changed; for `If-Match`. */
  configHash: string | null
  /** For people. */
  description: string | null
  /** As it was written, defaults filled in. */
  definition: unknown
  /** When it was archived; null while it is in use. */
  archivedAt: string | null
  /** Since when it sees events. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Who made it. */
  managedBy: ManagedBy
  /** Which form its definition has. */
  kind: SignalKind
}

/** What can be chosen when a signal is made. */
export interface SignalOptions {
  /** What an automation can wait for. */
  conditionTypes: {
    /** Its id. */
    id: ConditionId
    /** For people. */
    label: string
    /** The automation's trigger. */
    triggerType: 'SIGNAL_OCCURRENCE' | 'SCHEDULE'
  }[]
  /** The forms of definitions. */
  signalKinds: {
    /** The `kind` of a signal. */
    kind: SignalKind
    /** For people. */
    description: string
    /** What the schemas are written in. */
    schemaFormat: 'json-schema-2020-12'
    /** JSON Schema of its `definition`. */
    createSchema: JsonObject
    /** Of `EVENT_PATTERN`: what its `detection` may be. */
    detectionTypes?: {
      /** The `type` of a detection. */
      type: string
      /** What the schema is written in. */
      schemaFormat: 'json-schema-2020-12'
      /** JSON Schema of the `detection`. */
      definitionSchema: JsonObject
    }[]
  }[]
  /** Signals that many want: a definition names the one it was made from as `catalogSource`. */
  catalog: {
    /** Its name in `catalogSource.key`. */
    key: string
    /** For people. */
    label: string
    /** Its condition. */
    conditionId: ConditionId
    /** The event that it is about; null: none in particular. */
    eventName: string | null
    /** That event's channel. */
    eventChannel: string | null
    /** `AVAILABLE`. */
    state: string
    /** Whether a signal can be made from it now. */
    selectable: boolean
    /** Why not, for people; null where it can. */
    statusLabel: string | null
    /** The signal that was made from it; null: none yet. */
    materializedSignalId: string | null
  }[]
}

/** What an archive command answers of the archived thing. */
export interface Archived {
  /** Its id. */
  id: string
  /** When. */
  archivedAt: string
}

const bounds = limits.signals

const written = {
  name: trimmedText(bounds.nameLength),
  description: v.optional(v.nullable(text(bounds.descriptionLength)), null),
}

export const SignalBodySchema = v.variant('kind', [
  strictObject({ kind: v.literal('EVENT_MATCH'), ...written, definition: EventMatchDefinitionSchema }),
  strictObject({ kind: v.literal('EVENT_PATTERN'), ...written, definition: EventPatternDefinitionSchema }),
]) satisfies v.GenericSchema<SignalBody>

export const SignalSchema = v.object({
  id: UuidSchema,
  key: v.string(),
  name: v.string(),
  schemaVersion: v.string(),
  configHash: v.nullable(v.string()),
  description: v.nullable(v.string()),
  definition: v.unknown(),
  archivedAt: v.nullable(DateTimeSchema),
  createdAt: DateTimeSchema,
  updatedAt: DateTimeSchema,
  managedBy: v.picklist(managers),
  kind: v.picklist(signalKinds),
}) satisfies v.GenericSchema<Signal>

export const ArchivedSchema = v.object({
  id: UuidSchema,
  archivedAt: DateTimeSchema,
}) satisfies v.GenericSchema<Archived>

export const SchemaFormatSchema = v.literal('json-schema-2020-12')

export const SignalOptionsSchema = v.object({
  conditionTypes: v.array(
    v.object({
      id: v.picklist(conditionIds),
      label: v.string(),
      triggerType: v.picklist(['SIGNAL_OCCURRENCE', 'SCHEDULE']),
    }),
  ),
  signalKinds: v.array(
    v.object({
      kind: v.picklist(signalKinds),
      description: v.string(),
      schemaFormat: SchemaFormatSchema,
      createSchema: JsonObjectSchema,
      detectionTypes: v.optional(
        v.array(
          v.object({
            type: v.string(),
            schemaFormat: SchemaFormatSchema,
            definitionSchema: JsonObjectSchema,
          }),
        ),
      ),
    }),
  ),
  catalog: v.array(
    v.object({
      key: v.string(),
      label: v.string(),
      conditionId: v.picklist(conditionIds),
      eventName: v.nullable(v.string()),
      eventChannel: v.nullable(v.string()),
      state: v.string(),
      selectable: v.boolean(),
      statusLabel: v.nullable(v.string()),
      materializedSignalId: v.nullable(v.string()),
    }),
  ),
}) satisfies v.GenericSchema<SignalOptions>
