import type { SignalBody, SignalDetection } from '@customer-intel/node-sdk'
import type { Option } from '../../parts/filters/filter.ts'
import { textIn, valueAt, withValue } from '../../parts/form/path.ts'

/** A signal being written: as it is sent, where what is typed may still be wrong. */
export interface SignalDraft {
  kind: SignalBody['kind']
  name: string
  description?: string | null
  definition: unknown
}

/** What a signal looks for: one of the named events, or a pattern. */
export type Shape = 'EVENT_MATCH' | SignalDetection['type']

const days = (value: number) => ({ value, unit: 'day' })

/** What each shape begins with. */
const begins: Record<Shape, Record<string, unknown>> = {
  EVENT_MATCH: { grain: 'customer', subjectResolver: 'event_customer' },
  event_occurred: {},
  event_count_threshold: { threshold: { operator: '>=', count: 5 }, window: days(7) },
  event_absence: { eventNameMode: 'exact', window: days(14) },
  customer_activity_threshold: { metric: 'active_days', window: days(14), operator: '>=', count: 10 },
  customer_activity_drop: {
    metric: 'active_days',
    window: days(14),
    baselineWindow: days(28),
    dropPercent: 50,
    minimumBaselineActiveDays: 8,
    minimumBaselineEventCount: 20,
  },
  related_user_inactivity: {
    priorWindow: days(28),
    inactiveWindow: days(14),
    minimumPriorActiveDays: 4,
    minimumPreviouslyActiveUsers: 2,
  },
}

/** The shapes, as people call them. `event_occurred` is what `EVENT_MATCH` is for a customer: nobody needs both. */
export const shapeOptions: readonly Option[] = [
  { value: 'EVENT_MATCH', title: 'An event happens' },
  { value: 'event_count_threshold', title: 'An event happens often' },
  { value: 'event_absence', title: 'Something stops happening' },
  { value: 'customer_activity_threshold', title: 'A customer is active on many days, or on few' },
  { value: 'customer_activity_drop', title: 'A customer becomes much less active' },
  { value: 'related_user_inactivity', title: 'Everybody at a customer goes quiet' },
]

/** Those whose events are named. */
const filtered: readonly Shape[] = ['EVENT_MATCH', 'event_occurred', 'event_count_threshold', 'event_absence']

export function shapeOf({ kind, definition }: SignalDraft): Shape {
  return kind === 'EVENT_MATCH' ? kind : (valueAt(definition, ['detection', 'type']) as Shape)
}

/** Where the fields of the shape stand. */
export function basePath({ kind }: SignalDraft): readonly string[] {
  return kind === 'EVENT_MATCH' ? ['definition'] : ['definition', 'detection']
}

/** A new signal: it looks for nothing yet. */
export const blankSignal: SignalDraft = {
  kind: 'EVENT_MATCH',
  name: '',
  definition: { ...begins.EVENT_MATCH, eventNames: [] },
}

/** The draft with another shape; which events it is about stays, where it is about events. */
export function withShape(draft: SignalDraft, shape: Shape): SignalDraft {
  const kept = valueAt(draft, basePath(draft)) as Record<string, unknown>
  const { eventNames = [], eventChannels, propertyConditions } = kept
  const events = filtered.includes(shape) ? { eventNames, eventChannels, propertyConditions } : {}
  const made = { ...begins[shape], ...events }
  return shape === 'EVENT_MATCH'
    ? { ...draft, kind: 'EVENT_MATCH', definition: made }
    : {
        ...draft,
        kind: 'EVENT_PATTERN',
        definition: {
          schemaVersion: '2026-06-17',
          subjectType: 'customer',
          detection: { type: shape, ...made },
        },
      }
}

/** Whether nothing is said yet of what to look for: then there is nothing to try. */
export function isBlank(draft: SignalDraft): boolean {
  const base = valueAt(draft, basePath(draft)) as Record<string, unknown> | undefined
  if (base?.eventNameMode === 'all_except') return false
  return filtered.includes(shapeOf(draft)) && !(Array.isArray(base?.eventNames) && base.eventNames.length > 0)
}

/** In a line: what a signal looks for. */
export function describeSignal(draft: SignalDraft): string {
  const base = (valueAt(draft, basePath(draft)) ?? {}) as Record<string, unknown>
  const names = Array.isArray(base.eventNames) ? base.eventNames.join(', ') : ''
  const span = (name: string) =>
    `${textIn(valueAt(base, [name, 'value']))} ${textIn(valueAt(base, [name, 'unit']))}s`
  switch (shapeOf(draft)) {
    case 'EVENT_MATCH':
    case 'event_occurred':
      return names
    case 'event_count_threshold':
      return `${names}: ${textIn(valueAt(base, ['threshold', 'operator']))} ${textIn(valueAt(base, ['threshold', 'count']))} times in ${span('window')}`
    case 'event_absence':
      return `${base.eventNameMode === 'all_except' ? 'Nothing' : `No ${names}`} for ${span('window')}`
    case 'customer_activity_threshold':
      return `Active on ${textIn(base.operator)} ${textIn(base.count)} of ${span('window')}`
    case 'customer_activity_drop':
      return `${textIn(base.dropPercent)} % fewer active days in ${span('window')} than in the ${span('baselineWindow')} before`
    case 'related_user_inactivity':
      return `Nobody active for ${span('inactiveWindow')}`
    default:
      return ''
  }
}

/** A change of one field. `subjectResolver` follows from `grain`. */
export function withField(
  draft: SignalDraft,
  path: readonly (string | number)[],
  value: unknown,
): SignalDraft {
  const next = withValue(draft, path, value)
  if (path.at(-1) !== 'grain') return next
  return withValue(next, ['definition', 'subjectResolver'], value === 'customer' ? 'event_customer' : value)
}
