import type { ConditionId, SignalDetection } from '@customer-intel/contract'

/** A common signal, ready to be created: its definition refers to it by `catalogSource`. */
export interface CatalogueEntry {
  key: string
  label: string
  conditionId: ConditionId
  detection: SignalDetection
}

/** Of all entries, as definitions name it. */
export const catalogueVersion = '1'

const days = (value: number) => ({ value, unit: 'day' as const })

export const behaviourCatalogue: readonly CatalogueEntry[] = [
  {
    key: 'customer-gone-quiet',
    label: 'No product activity for two weeks',
    conditionId: 'activity_stops',
    detection: {
      type: 'event_absence',
      eventNameMode: 'all_except',
      eventChannels: ['PRODUCT'],
      window: days(14),
    },
  },
  {
    key: 'customer-activity-drop',
    label: 'Active on half as many days as before',
    conditionId: 'customer_activity_drop',
    detection: {
      type: 'customer_activity_drop',
      metric: 'active_days',
      window: days(14),
      baselineWindow: days(28),
      dropPercent: 50,
      minimumBaselineActiveDays: 8,
      minimumBaselineEventCount: 20,
    },
  },
  {
    key: 'customer-very-active',
    label: 'Active on ten of fourteen days',
    conditionId: 'customer_activity_threshold',
    detection: {
      type: 'customer_activity_threshold',
      metric: 'active_days',
      window: days(14),
      operator: '>=',
      count: 10,
    },
  },
  {
    key: 'team-gone-quiet',
    label: 'Everybody who was active has gone quiet',
    conditionId: 'related_user_inactivity',
    detection: {
      type: 'related_user_inactivity',
      priorWindow: days(28),
      inactiveWindow: days(14),
      minimumPriorActiveDays: 4,
      minimumPreviouslyActiveUsers: 2,
    },
  },
]
