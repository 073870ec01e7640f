import field from '../../parts/field.module.css'
import type { Option } from '../../parts/filters/filter.ts'
import { ChoiceField, NumberField, SomeField, TextField } from '../../parts/form/fields.tsx'
import { useDraftField } from '../../parts/form/form.tsx'
import { WordsField } from '../../parts/form/words-field.tsx'
import { plain } from '../../parts/text.tsx'
import { sentence } from '../../parts/words.ts'
import { ConditionsField } from './conditions-field.tsx'
import { basePath, type Shape, shapeOf, shapeOptions, type SignalDraft } from './signal-shapes.ts'
import { eventNamesAsked, useEventNames } from './use-event-names.ts'

const channels = [
  'PRODUCT',
  'COMMUNICATION',
  'MEETING',
  'CRM',
  'BILLING',
  'SUPPORT',
  'IDENTITY',
  'DOCUMENT',
].map((value) => ({ value, title: value === 'CRM' ? value : sentence(value) }))

const grains: readonly Option[] = [
  { value: 'customer', title: 'The customer of the event' },
  { value: 'organization', title: 'All of us: no customer in particular' },
  { value: 'segment', title: 'The segment that the event names' },
]

/** The definition of a signal, field by field. */
export function SignalFields({ draft, onShape }: { draft: SignalDraft; onShape: (shape: Shape) => void }) {
  const shape = shapeOf(draft)
  const base = basePath(draft)
  const shapes =
    shape === 'event_occurred'
      ? [...shapeOptions, { value: shape, title: 'An event happens (as a pattern)' }]
      : shapeOptions
  return (
    <>
      <TextField path={['name']} label="Name" placeholder="Trial started" />
      <ChoiceField
        path={base.length === 1 ? ['kind'] : [...base, 'type']}
        label="Notices that"
        options={shapes}
        onChoose={(value) => onShape(value as Shape)}
      />
      <ShapeFields shape={shape} base={base} />
      <TextField
        path={['description']}
        label="Description"
        hint="What it means for you, for those who read of it."
        area
        rows={2}
        empty={null}
      />
    </>
  )
}

function ShapeFields({ shape, base }: { shape: Shape; base: readonly string[] }) {
  const at = (...keys: string[]) => [...base, ...keys]
  switch (shape) {
    case 'EVENT_MATCH':
      return (
        <>
          <EventFields base={base} />
          <ChoiceField path={at('grain')} label="It is about" options={grains} />
        </>
      )
    case 'event_occurred':
      return <EventFields base={base} />
    case 'event_count_threshold':
      return (
        <>
          <EventFields base={base} />
          <div className={field.beside}>
            <ChoiceField
              path={at('threshold', 'operator')}
              label="How often"
              options={[
                { value: '>=', title: 'At least' },
                { value: '>', title: 'More than' },
              ]}
            />
            <NumberField path={at('threshold', 'count')} label="Times" />
            <NumberField path={at('window', 'value')} label="Within" />
            <ChoiceField
              path={at('window', 'unit')}
              label="Unit"
              options={[
                { value: 'day', title: 'days' },
                { value: 'hour', title: 'hours' },
              ]}
            />
          </div>
        </>
      )
    case 'event_absence':
      return <AbsenceFields base={base} />
    case 'customer_activity_threshold':
      return (
        <div className={field.beside}>
          <ChoiceField
            path={at('operator')}
            label="Active on"
            options={[
              { value: '>=', title: 'at least' },
              { value: '>', title: 'more than' },
              { value: '<=', title: 'at most' },
              { value: '<', title: 'fewer than' },
            ]}
          />
          <NumberField path={at('count')} label="Days" />
          <NumberField path={at('window', 'value')} label="Of the last days" />
          <NumberField path={at('minimumObservedAgeDays')} label="Known for days" optional />
        </div>
      )
    case 'customer_activity_drop':
      return (
        <>
          <div className={field.beside}>
            <NumberField path={at('dropPercent')} label="Fewer by %" />
            <NumberField path={at('window', 'value')} label="In the last days" />
            <NumberField path={at('baselineWindow', 'value')} label="Than in the days before" />
          </div>
          <div className={field.beside}>
            <NumberField path={at('minimumBaselineActiveDays')} label="If active before on days" />
            <NumberField path={at('minimumBaselineEventCount')} label="And with events" />
          </div>
        </>
      )
    case 'related_user_inactivity':
      return (
        <>
          <div className={field.beside}>
            <NumberField path={at('inactiveWindow', 'value')} label="Nobody in the last days" />
            <NumberField path={at('priorWindow', 'value')} label="Of those in the days before" />
          </div>
          <div className={field.beside}>
            <NumberField path={at('minimumPreviouslyActiveUsers')} label="At least so many people" />
            <NumberField path={at('minimumPriorActiveDays')} label="On so many days" />
          </div>
        </>
      )
    default:
      return null
  }
}

/** Which events: names, where they come from, and what their properties are. */
function EventFields({ base, names = 'eventNames' }: { base: readonly string[]; names?: string }) {
  const known = useEventNames()
  const { value } = useDraftField([...base, names])
  const strange = Array.isArray(value) ? value.map(String).filter((name) => isStrange(name, known)) : []
  return (
    <>
      <WordsField
        path={[...base, names]}
        label={names === 'eventNames' ? 'Events' : 'But not'}
        known={known}
        placeholder="Name, then Enter"
        hint={
          strange.length > 0
            ? `Not seen so far: ${strange.map(plain).join(', ')}. Names are compared letter by letter.`
            : names === 'eventNames'
              ? 'Compared letter by letter; any of them counts.'
              : 'None: whatever happens.'
        }
      />
      <SomeField path={[...base, 'eventChannels']} label="From" options={channels} hint="None: wherever." />
      <ConditionsField path={[...base, 'propertyConditions']} />
    </>
  )
}

/** A name that no event had, as far as all of them are known. */
function isStrange(name: string, known: readonly string[]): boolean {
  return known.length > 0 && known.length < eventNamesAsked && !known.includes(name)
}

/** What must not happen: certain events, or any but some. */
function AbsenceFields({ base }: { base: readonly string[] }) {
  const mode = useDraftField([...base, 'eventNameMode'])
  const names = useDraftField([...base, 'eventNames'])
  const except = useDraftField([...base, 'excludeEventNames'])
  const isAny = mode.value === 'all_except'
  return (
    <>
      <ChoiceField
        path={[...base, 'eventNameMode']}
        label="What stops"
        options={[
          { value: 'exact', title: 'These events' },
          { value: 'all_except', title: 'Anything, but some' },
        ]}
        onChoose={(value) => {
          mode.set(value)
          // Each list is refused by the other mode.
          names.set(value === 'exact' ? [] : undefined)
          except.set(undefined)
        }}
      />
      <EventFields base={base} names={isAny ? 'excludeEventNames' : 'eventNames'} />
      <NumberField path={[...base, 'window', 'value']} label="For so many days" />
    </>
  )
}
