import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toValue, typedOf, withValues } from '../src/pages/ask/parameters.ts'

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('5', '-0', '1e400', 'null', 'true', '"', '""', '"a"', '"5"', '\\', '"\\"'),
)

test('a value is typed as it is shown', () => {
  const values = fc.oneof(texts, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean())
  fc.assert(
    fc.property(fc.option(values), (value) => {
      expect(toValue(typedOf(value))).toEqual(Object.is(value, -0) ? 0 : value)
    }),
  )
})

test('a number is typed as a number, a text that looks like one in quotes', () => {
  expect([toValue('5'), toValue('"5"'), toValue('five'), toValue('"not closed')]).toEqual([
    5,
    '5',
    'five',
    '"not closed',
  ])
})

test('values that are saved leave beside them what was saved with them', () => {
  const parameters = [{ name: 'from', label: 'Since', value: '2026-01-01' }, { name: 'plan' }]
  const saved = { sql: 'select $1, $2', parameters }
  expect(withValues(saved, saved.sql, ['2026-01-01', null])).toBe(parameters)
  expect(withValues(saved, saved.sql, ['2026-02-01', null])).toEqual([
    { name: 'from', label: 'Since', value: '2026-02-01' },
    { name: 'plan' },
  ])
  expect(withValues(saved, 'select $1', ['2026-01-01'])).toEqual([parameters[0]])
  expect(withValues(undefined, 'select $1', [7])).toEqual([{ name: '$1', value: 7 }])
})
