import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PropertyCondition } from '@customer-intel/contract'
import type { EventFilter } from '../../src/signals/detection.ts'
import { createEventIndex } from '../../src/signals/event-index.ts'

const keys = fc.constantFrom('plan', 'seats', '__proto__', 'constructor', '')
const values = fc.constantFrom('pro', 'pro-year', '', '5', 5, 0, -0, true, 'true')
const condition: fc.Arbitrary<PropertyCondition> = fc.oneof(
  fc.record({ key: keys, operator: fc.constant('exists' as const) }),
  fc.record({
    key: keys,
    operator: fc.constantFrom('equals' as const, 'not_equals' as const),
    value: values,
  }),
  fc.record({
    key: keys,
    operator: fc.constant('starts_with' as const),
    value: fc.constantFrom('', 'pro', 'pro-', '5'),
  }),
)
const filter: fc.Arbitrary<EventFilter> = fc.record({
  names: fc.array(fc.constantFrom('used', 'left', 'toString'), { minLength: 1, maxLength: 3 }),
  allExcept: fc.constant(false),
  channels: fc.constantFrom(null, ['PRODUCT' as const], ['MEETING' as const, 'SYSTEM' as const]),
  conditions: fc.array(condition, { maxLength: 3 }),
})

/** One after the other. */
function isAbout(filter: EventFilter, name: string, channel: string, properties: Record<string, unknown>) {
  if (channel === 'SYSTEM' || !filter.names.includes(name)) return false
  if (filter.channels !== null && !filter.channels.some((one) => one === channel)) return false
  return filter.conditions.every((one) => {
    const value = Object.hasOwn(properties, one.key) ? properties[one.key] : undefined
    if (one.operator === 'exists') return value !== undefined
    if (one.operator === 'equals') return value === one.value
    if (one.operator === 'not_equals') return value !== one.value
    return typeof value === 'string' && value.startsWith(String(one.value))
  })
}

test('finds the signals that asking each of them would find', () => {
  fc.assert(
    fc.property(
      fc.array(filter, { maxLength: 30 }),
      fc.constantFrom('used', 'left', 'other', 'toString'),
      fc.constantFrom('PRODUCT', 'MEETING', 'SYSTEM'),
      fc.dictionary(keys, fc.oneof(values, fc.constant(null)), { noNullPrototype: true }),
      (filters, event_name, event_channel, sent) => {
        const signals = filters.map((one, id) => ({ id, detection: { filter: one } }))
        const event = { event_name, event_channel, properties: JSON.stringify(sent) }
        const properties = JSON.parse(event.properties) as Record<string, unknown>
        const found = createEventIndex(signals).match(event)
        expect(found.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
          signals
            .filter(({ detection }) => isAbout(detection.filter, event_name, event_channel, properties))
            .map(({ id }) => id),
        )
      },
    ),
    { numRuns: 2_000, seed: 20_261_122 },
  )
})

test('asks few of a thousand that wait for other values of one property', () => {
  let asked = 0
  const signals = Array.from({ length: 1_000 }, (_, number) => ({
    detection: {
      get filter(): EventFilter {
        asked += 1
        const conditions = [{ key: 'plan', operator: 'equals', value: `plan-${number}` } as const]
        return { names: ['used'], allExcept: false, channels: null, conditions }
      },
    },
  }))
  const index = createEventIndex(signals)
  asked = 0
  const event = { event_name: 'used', event_channel: 'PRODUCT', properties: '{"plan":"plan-7"}' }
  expect(index.match(event)).toEqual([signals[7]])
  expect(asked).toBeLessThan(3)
})
