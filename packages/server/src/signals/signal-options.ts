import {
  type ConditionId,
  EventMatchDefinitionSchema,
  EventPatternDefinitionSchema,
  SignalDetectionSchema,
  type SignalOptions,
} from '@customer-intel/contract'
import { describeSchema } from '@customer-intel/contract/openapi/tool-schemas'
import { behaviourCatalogue, catalogueVersion } from './catalogue.ts'
import type { StoredSignal } from './signals.ts'

const schemaFormat = 'json-schema-2020-12' as const

const conditions: readonly [ConditionId, string][] = [
  ['schedule', 'At set times'],
  ['event_happens', 'An event happens'],
  ['activity_spikes', 'An event happens often'],
  ['activity_stops', 'An event stops happening'],
  ['customer_activity_threshold', 'A customer becomes active on many days, or on few'],
  ['customer_activity_drop', 'A customer becomes much less active'],
  ['related_user_inactivity', 'The people of a customer who were active go quiet'],
]

/** The options for creating a signal. */
export function signalOptions(signals: readonly StoredSignal[]): SignalOptions {
  return {
    conditionTypes: conditions.map(([id, label]) => ({
      id,
      label,
      triggerType: id === 'schedule' ? 'SCHEDULE' : 'SIGNAL_OCCURRENCE',
    })),
    signalKinds: [
      {
        kind: 'EVENT_MATCH',
        description: 'One of the named events happens.',
        schemaFormat,
        createSchema: describeSchema(EventMatchDefinitionSchema),
      },
      {
        kind: 'EVENT_PATTERN',
        description: 'Events happen often, stop, or change, at one customer.',
        schemaFormat,
        createSchema: describeSchema(EventPatternDefinitionSchema),
        detectionTypes: SignalDetectionSchema.options.map((schema) => ({
          type: schema.entries.type.literal,
          schemaFormat,
          definitionSchema: describeSchema(schema),
        })),
      },
    ],
    catalog: behaviourCatalogue.map(({ key, label, conditionId, detection }) => ({
      key,
      label,
      conditionId,
      eventName: null,
      eventChannel: null,
      state: 'AVAILABLE',
      selectable: true,
      statusLabel: null,
      materializedSignalId: signals.find((signal) => catalogueKeyOf(signal) === key)?.id ?? null,
      definition: {
        schemaVersion: '2026-06-17',
        subjectType: 'customer',
        catalogSource: { provider: 'svc', key, version: catalogueVersion },
        detection,
      },
    })),
  }
}

function catalogueKeyOf({ definition, archivedAt }: StoredSignal): string | null {
  if (archivedAt !== null || !('catalogSource' in definition)) return null
  return definition.catalogSource?.key ?? null
}
