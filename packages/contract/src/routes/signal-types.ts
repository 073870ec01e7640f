import * as v from 'valibot'
import { JsonObjectSchema } from '../json.ts'
import { limits } from '../limits.ts'
import { DateTimeSchema, text, trimmedText, UuidSchema } from '../scalars.ts'
import { strictObject } from '../objects.ts'
import { EventMatchDefinitionSchema, EventPatternDefinitionSchema } from './signal-definitions.ts'

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

const bounds = limits.signals

const written = {
  /** 1 to 120 characters. */
  name: trimmedText(bounds.nameLength),
  /** At most 1,000 characters. Default null. */
  description: v.optional(v.nullable(text(bounds.descriptionLength)), null),
}

/**
 * Body to create a signal, and, whole again, to update one.
 * @example {"kind": "EVENT_MATCH", "name": "Trial started", "definition": {"grain": "customer", "subjectResolver": "event_customer", "eventNames": ["trial_started"]}}
 */
export const SignalBodySchema = v.variant('kind', [
  strictObject({
    /** One of the named events happens. */
    kind: v.literal('EVENT_MATCH'),
    ...written,
    /** Which events. */
    definition: EventMatchDefinitionSchema,
  }),
  strictObject({
    /** Events happen often, stop, or change, at one customer. */
    kind: v.literal('EVENT_PATTERN'),
    ...written,
    /** How. */
    definition: EventPatternDefinitionSchema,
  }),
])

/** Something worth noticing in the stream of events. */
export const SignalSchema = v.object({
  /** A uuid. */
  id: UuidSchema,
  /** Such as `signal:trial-started`: of the first name it had. */
  key: v.string(),
  /** For people. */
  name: v.string(),
  /** Of the definition's form. */
  schemaVersion: v.string(),
  /** Another one when, and only when, name, description, definition or archiving changed; for `If-Match`. */
  configHash: v.nullable(v.string()),
  /** For people. */
  description: v.nullable(v.string()),
  /** As it was written, defaults filled in. */
  definition: v.unknown(),
  /** When it was archived; null while it is in use. */
  archivedAt: v.nullable(DateTimeSchema),
  /** Since when it sees events. */
  createdAt: DateTimeSchema,
  /** When it was last changed. */
  updatedAt: DateTimeSchema,
  /** Who made it. */
  managedBy: v.picklist(managers),
  /** Which form its definition has. */
  kind: v.picklist(signalKinds),
})

/** What an archive command answers of the archived thing. */
export const ArchivedSchema = v.object({
  /** Its id. */
  id: UuidSchema,
  /** When. */
  archivedAt: DateTimeSchema,
})

export const SchemaFormatSchema = v.literal('json-schema-2020-12')

/** What can be chosen when a signal is made. */
export const SignalOptionsSchema = v.object({
  /** What an automation can wait for. */
  conditionTypes: v.array(
    v.object({
      /** Its id. */
      id: v.picklist(conditionIds),
      /** For people. */
      label: v.string(),
      /** The automation's trigger. */
      triggerType: v.picklist(['SIGNAL_OCCURRENCE', 'SCHEDULE']),
    }),
  ),
  /** The forms of definitions. */
  signalKinds: v.array(
    v.object({
      /** The `kind` of a signal. */
      kind: v.picklist(signalKinds),
      /** For people. */
      description: v.string(),
      /** What the schemas are written in. */
      schemaFormat: SchemaFormatSchema,
      /** JSON Schema of its `definition`. */
      createSchema: JsonObjectSchema,
      /** Of `EVENT_PATTERN`: what its `detection` may be. */
      detectionTypes: v.optional(
        v.array(
          v.object({
            /** The `type` of a detection. */
            type: v.string(),
            /** What the schema is written in. */
            schemaFormat: SchemaFormatSchema,
            /** JSON Schema of the `detection`. */
            definitionSchema: JsonObjectSchema,
          }),
        ),
      ),
    }),
  ),
  /** Signals that many want: a definition names the one it was made from as `catalogSource`. */
  catalog: v.array(
    v.object({
      /** Its name in `catalogSource.key`. */
      key: v.string(),
      /** For people. */
      label: v.string(),
      /** Its condition. */
      conditionId: v.picklist(conditionIds),
      /** The event that it is about; null: none in particular. */
      eventName: v.nullable(v.string()),
      /** That event's channel. */
      eventChannel: v.nullable(v.string()),
      /** `AVAILABLE`. */
      state: v.string(),
      /** Whether a signal can be made from it now. */
      selectable: v.boolean(),
      /** Why not, for people; null where it can. */
      statusLabel: v.nullable(v.string()),
      /** The signal that was made from it; null: none yet. */
      materializedSignalId: v.nullable(v.string()),
      /** With which it is made: the `definition` of an `EVENT_PATTERN` signal. */
      definition: JsonObjectSchema,
    }),
  ),
})
